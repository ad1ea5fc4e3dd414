import fallback, { magnitude } from './lib/helpers.js';

export const view = (x) => [typeof magnitude, typeof fallback, x];

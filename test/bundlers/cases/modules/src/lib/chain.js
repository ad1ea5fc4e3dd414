import { magnitude } from './helpers.js';

export const chained = (x) => magnitude(x);

export * as all from './all.js';
export * from './chain.js';
export { magnitude as renamed } from './helpers.js';

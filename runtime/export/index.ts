/*
 * `use-graph/export`: graphs in the formats of other programs.
 */
export { toDot } from './toDot.js';

import type { ShapeFunctions } from './shapeFunction.js';

/** Which function infers the types of which kernel. */
export const shapeFunctions: ShapeFunctions = {};

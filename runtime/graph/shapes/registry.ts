import { arrangement } from './arrangement.js';
import { convolutions } from './convolution.js';
import { creation } from './creation.js';
import { elementwise } from './elementwise.js';
import { images } from './image.js';
import { indexing } from './indexing.js';
import { matrices } from './matrix.js';
import { normalizations } from './normalization.js';
import { pooling } from './pooling.js';
import { reductions } from './reduction.js';
import { refused } from './refused.js';
import type { ShapeFunctions } from './shapeFunction.js';

/** Which function infers the types of which kernel. */
export const shapeFunctions: ShapeFunctions = {
  ...elementwise,
  ...reductions,
  ...matrices,
  ...convolutions,
  ...pooling,
  ...normalizations,
  ...indexing,
  ...arrangement,
  ...images,
  ...creation,
  ...refused,
};

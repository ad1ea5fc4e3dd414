import type { Values } from '../../trace/decidingArguments.js';
import { stagedListOf } from '../lists/heldList.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

/** What functions that are not staged are given. What a tensor decides about holds its parts in another way, and must not be read. */
export const values: Values = {
  isTensor,
  isDecided: (value) => stagedListOf(value) !== undefined || variantOf(value) !== undefined,
};

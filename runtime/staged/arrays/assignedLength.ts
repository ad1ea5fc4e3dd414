import { scalar } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { makeList } from '../../function/signature/list.js';
import { emitAssert } from '../../trace/effects.js';
import { errorHere } from '../../trace/errorHere.js';
import { isInBranch } from '../../trace/knownFlags.js';
import { isTracing } from '../../trace/session.js';
import { and } from '../branches/logical.js';
import { stagedListOf } from '../lists/heldList.js';
import { hostIndex } from '../objects/arrayElements.js';
import { requireInt32 } from '../objects/tensorItems.js';
import { ge, le } from '../operators/comparison.js';
import { describeValue } from '../values/describeValue.js';
import { isTensor } from '../values/tensors.js';
import { listed, sliced } from './slices.js';

/** `array.length = length`, where a tensor decides how long the array is, or becomes. */
export function assignLength(array: unknown[], given: unknown): void {
  if (!isTracing()) {
    array.length = isTensor(given) ? hostIndex(given) : (given as number);
    return;
  }
  const length = isTensor(given) ? requireInt32(given) : given;
  const size = stagedListOf(array)?.size ?? array.length;
  const isShorter = and(ge(length, 0, null), () => le(length, size, null), null);
  if (isShorter === false && !isInBranch()) throw longer(array);
  const fits = isShorter === false ? scalar(false, 'bool') : isShorter;
  if (isTensor(fits)) emitAssert(fits, `${describeValue(array)} ${tooLong}`);
  // Elements that a branch would add which is not for this array are never there.
  if (size === 0 || isShorter === false) return;
  makeList(array, sliced(listed(array, 'how long it makes'), 0, length));
}

const tooLong =
  'is given a length that is larger than the one it has: an array of a graph has no holes, and push() adds elements';

function longer(array: readonly unknown[]): StagingError {
  return errorHere(
    'list-use',
    `${describeValue(array)}, whose length a tensor decides, ${tooLong}.`,
    'Make it with as many elements as it will have: new Array(n).fill(0).',
  );
}

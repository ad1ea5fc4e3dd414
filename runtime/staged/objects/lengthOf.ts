import type { SourceLocation } from '../../graph/types.js';
import { at } from '../../trace/session.js';
import { stagedListOf } from '../lists/heldList.js';
import { requireKnownLength } from '../lists/spoiledArrays.js';
import { isChosenText } from '../operators/chosenText.js';
import { requirePresent } from '../operators/operands.js';
import { resolved } from '../operators/presence.js';
import { sizeOf } from '../values/openSizes.js';
import { requireLength, rowCount } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { ofText } from './textKeys.js';

/** `x.length`; of a tensor the number of its rows. */
export function length_of(given: unknown, location: SourceLocation | null): unknown {
  const x = resolved(given);
  requirePresent(x);
  requireKnownLength(x);
  const list = stagedListOf(x);
  if (list !== undefined) return list.length;
  if (isChosenText(x)) return at(location, () => ofText(x, "'length'", (text) => text.length));
  if (isTensor(x)) return at(location, () => rowCount(requireLength(x)));
  return (x as { length: unknown }).length;
}

/** `x.size`; of a tensor the number of its elements. */
export function size_of(x: unknown, location: SourceLocation | null): unknown {
  if (isChosenText(x)) return at(location, () => ofText(x, "'size'", () => undefined));
  return isTensor(x) ? sizeOf(x, location) : (x as { size: unknown }).size;
}

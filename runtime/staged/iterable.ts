import type { SourceLocation } from '../graph/types.js';
import { at } from '../trace/session.js';
import { rowsOf } from './arrayMethods.js';
import { unknownLength } from './listUses.js';
import { requirePresent } from './operands.js';
import { stagedListOf } from './stagedList.js';
import { isTensor } from './tensors.js';

/** What a spread or a destructuring iterates: of a tensor, its rows. */
export function iterable(value: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    requirePresent(value);
    const list = stagedListOf(value);
    if (list !== undefined) throw unknownLength(list.name);
    return isTensor(value) ? rowsOf(value) : value;
  });
}

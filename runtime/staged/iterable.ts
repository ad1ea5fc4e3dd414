import type { SourceLocation } from '../graph/types.js';
import { at } from '../trace/session.js';
import { rowsOf } from './arrayMethods.js';
import { requirePresent } from './operands.js';
import { isTensor } from './tensors.js';

/** What a spread or a destructuring iterates: of a tensor, its rows. */
export function iterable(value: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    requirePresent(value);
    return isTensor(value) ? rowsOf(value) : value;
  });
}

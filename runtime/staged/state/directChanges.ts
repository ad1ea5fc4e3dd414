import { listPerTrace } from '../../trace/perTrace.js';
import { isSpreading } from '../values/spreading.js';

/** The objects so far that the program has changed by names of their own, and not only by such that may be others. */
export const directChanges = listPerTrace<object>();

export function noteDirectChange(object: object): void {
  if (!isSpreading()) directChanges().push(object);
}

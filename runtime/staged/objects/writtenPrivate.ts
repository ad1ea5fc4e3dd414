import type { SourceLocation } from '../../graph/types.js';
import { at, isTracing } from '../../trace/session.js';
import { notePrivateFieldLeft } from '../state/leftOutside.js';
import { PrivateField } from '../state/places.js';
import { noteWrite } from '../state/recording.js';
import { hasAliases } from '../values/choice.js';
import { changeAliases } from './aliases.js';
import { eitherNumber } from './eitherNumber.js';

export type ReadField = (object: unknown) => unknown;
export type WriteField = (object: unknown, value: unknown) => void;

/** Tells that `value` is about to be assigned to a private field of `object`, and assigns it to what may be the same object. */
export function written_private<T>(
  value: T,
  object: object,
  name: string,
  read: ReadField,
  write: WriteField,
  location: SourceLocation | null = null,
): T {
  if (location !== null)
    return at(location, () => written_private(value, object, name, read, write));
  const note = (holder: object): void =>
    noteWrite(
      new PrivateField(
        name,
        holder,
        () => read(holder),
        ($) => write(holder, $),
      ),
    );
  const put = (alias: object, given: unknown): void => {
    note(alias);
    write(alias, given);
  };
  if (isTracing()) {
    note(object);
    notePrivateFieldLeft(object, name, () => read(object));
  }
  if (hasAliases(object))
    changeAliases(
      object,
      (alias) => put(alias, value),
      (alias, isSame) => {
        const chosen = eitherNumber(isSame, value, read(alias));
        if (chosen !== null) put(alias, chosen);
        return chosen !== null;
      },
    );
  return value;
}

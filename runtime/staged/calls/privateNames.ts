import type { SourceLocation } from '../../graph/types.js';
import { at, isTracing } from '../../trace/session.js';
import { changeAliases } from '../objects/aliases.js';
import { eitherNumber } from '../objects/eitherNumber.js';
import { ofVariant } from '../objects/variantTests.js';
import { requirePresent } from '../operators/operands.js';
import { resolved } from '../operators/presence.js';
import { notePrivateFieldLeft } from '../state/leftOutside.js';
import { PrivateField } from '../state/places.js';
import { noteWrite } from '../state/recording.js';
import { propertyEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { hasAliases } from '../values/choice.js';
import { faultOfVariant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { call_with } from './calls.js';

/*
 * Private fields and methods of an object that a tensor may choose: nothing that stands for two objects has them, so the
 * class's own code is run on each (docs/staged-code.md).
 */

/** `o.#f` and `#f in o`, where `use` asks one object. */
export function private_of(
  o: unknown,
  use: (object: unknown) => unknown,
  location: SourceLocation,
): unknown {
  return at(location, () => ofEach(o, use));
}

/** `o.#m(...args)` */
export function call_private(
  o: unknown,
  read: (object: unknown) => unknown,
  args: unknown[],
  location: SourceLocation,
): unknown {
  return at(location, () => ofEach(o, (object) => call_with(object, read(object), args, location)));
}

/**
 * `o.#f` as what is assigned to: its `value`. A field has a name; a setter tells itself of what it assigns. Of what an element
 * is assigned, the value is read, too.
 */
export function private_place(
  o: unknown,
  write: Write,
  location: SourceLocation,
  name: string | null = null,
  read?: Read,
): { value: unknown } {
  return {
    get value(): unknown {
      return at(location, () => ofEach(o, read!));
    },
    set value(value: unknown) {
      const put = (object: unknown): void => {
        if (name !== null && !isMissing(object))
          written_private(value, object as object, name, read!, write);
        write(object, value);
      };
      at(location, () => ofEach(o, put));
    },
  };
}

type Read = (object: unknown) => unknown;
type Write = (object: unknown, value: unknown) => void;

/** Tells that `value` is about to be assigned to a private field of `object`, and assigns it to what may be the same object. */
export function written_private<T>(
  value: T,
  object: object,
  name: string,
  read: Read,
  write: Write,
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

function ofEach(o: unknown, use: (object: unknown) => unknown): unknown {
  requirePresent(o);
  const object = resolved(o);
  const variant = variantOf(object);
  return variant === undefined
    ? use(object)
    : ofVariant(variant, (one) => ofChosen(one, use), entry);
}

const entry = propertyEntry('the private property');

/** What JavaScript says of null and undefined is an error where the one chosen is not there. */
function ofChosen(object: unknown, use: (object: unknown) => unknown): unknown {
  if (!isMissing(object)) return ofEach(object, use);
  try {
    return use(object);
  } catch (error) {
    throw faultOfVariant((error as TypeError).message);
  }
}

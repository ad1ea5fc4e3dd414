import type { SourceLocation } from '../../graph/types.js';
import { at } from '../../trace/session.js';
import { ofVariant } from '../objects/variantTests.js';
import { type ReadField, type WriteField, written_private } from '../objects/writtenPrivate.js';
import { requirePresent } from '../operators/operands.js';
import { resolved } from '../operators/presence.js';
import { propertyEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
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
  write: WriteField,
  location: SourceLocation,
  name: string | null = null,
  read?: ReadField,
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

import { privateFieldsOf } from '../../function/signature/privateFields.js';
import { set_property } from './announce.js';
import { written_private } from './writtenPrivate.js';

/** A property, or a private field, which has no key. */
export interface Field {
  readonly key: string | null;
  readonly read: (object: unknown) => unknown;
  readonly assign: (object: object, value: unknown) => void;
}

/** All that an object of a class has of its own. */
export function fieldsOf(object: object): Field[] {
  const properties = Object.keys(object).map(
    (key): Field => ({
      key,
      read: (holder) => (holder as Record<string, unknown>)[key],
      assign: (holder, value) => set_property(holder, key, value),
    }),
  );
  const hidden = privateFieldsOf(Object.getPrototypeOf(object));
  const fields = hidden?.names.map((name, index): Field => {
    const read = (holder: unknown) => hidden.read(holder as object)[index];
    const write = (holder: unknown, value: unknown) =>
      hidden.write(holder as object, hidden.read(holder as object).with(index, value));
    const assign = (holder: object, value: unknown) =>
      write(holder, written_private(value, holder, `this.${name}`, read, write));
    return { key: null, read, assign };
  });
  return [...properties, ...(fields ?? [])];
}

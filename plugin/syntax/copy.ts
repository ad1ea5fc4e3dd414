import type * as t from '@babel/types';

/**
 * A deep copy of a syntax tree. Babel's own `cloneNode` drops the positions in the text and copies each comment once
 * for every node that holds it, after which it would be printed as often.
 */
export function copyTree(file: t.File): { copy: t.File; copyOf: <T extends t.Node>(node: T) => T } {
  const copies = new Map<object, object>();

  function copyValue(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    if (value instanceof RegExp) return value;
    const copy: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
    copies.set(value, copy);
    for (const key of Object.keys(value)) {
      Reflect.set(copy, key, copyValue(Reflect.get(value, key)));
    }
    return copy;
  }

  const program = copyValue({
    type: 'File',
    program: file.program,
    comments: file.comments,
  }) as t.File;
  return { copy: program, copyOf: <T extends t.Node>(node: T) => copies.get(node) as T };
}

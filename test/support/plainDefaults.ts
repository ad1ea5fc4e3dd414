interface Parts {
  readonly [key: PropertyKey]: Part;
}

type Part = (() => unknown) | Parts | readonly [own: () => unknown, ofParts: Parts];

/** `ug.with_defaults` for plain values. */
export function plainDefaults(value: unknown, part: Part): unknown {
  if (typeof part === 'function') return value === undefined ? part() : value;
  if (Array.isArray(part)) return plainDefaults(plainDefaults(value, part[0]), part[1]);
  if (value === undefined || value === null) return value;
  const parts = part as Parts;
  const partOf = (key: PropertyKey, own: unknown): unknown =>
    Object.hasOwn(parts, key) ? plainDefaults(own, parts[key]!) : own;
  const source = Object(value) as object;
  return new Proxy(Object.create(null) as object, {
    get: (_, key) => {
      if (key !== Symbol.iterator) return partOf(key, Reflect.get(source, key));
      return function* () {
        let index = 0;
        for (const element of value as Iterable<unknown>) yield partOf(index++, element);
        const end = Math.max(...Object.keys(parts).map(Number));
        while (index <= end) yield partOf(index++, undefined);
      };
    },
    has: (_, key) => Reflect.has(source, key),
    ownKeys: () => Reflect.ownKeys(source),
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(source, key);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}

interface Parts {
  readonly [key: PropertyKey]: Part;
}

type Part =
  | (() => unknown)
  | Parts
  | PlainElements
  | readonly [own: () => unknown, ofParts: Parts | PlainElements];

class PlainElements {
  constructor(
    readonly restAt: number | null,
    readonly parts: Parts | undefined,
  ) {}
}

/** `ug.first` for plain values. */
export const plainFirst = (_: number, parts?: Parts) => new PlainElements(null, parts);

/** `ug.first_and_rest` for plain values. */
export const plainFirstAndRest = (count: number, parts?: Parts) => new PlainElements(count, parts);

const asked = new Map<symbol, { readonly key: PropertyKey; readonly part: Part }>();

/** `ug.key` for plain values. */
export function plainKey(key: PropertyKey, part?: Part): PropertyKey {
  if (part === undefined) return key;
  const symbol = Symbol();
  asked.set(symbol, { key, part });
  return symbol;
}

/** `ug.with_defaults` and `ug.with_parts` for plain values. */
export function plainDefaults(value: unknown, part: Part): unknown {
  if (typeof part === 'function') return value === undefined ? part() : value;
  if (Array.isArray(part)) return plainDefaults(plainDefaults(value, part[0]), part[1]);
  if (part instanceof PlainElements) {
    const taken = part.restAt === null ? value : withRest(value as Iterable<unknown>, part.restAt);
    return part.parts === undefined ? taken : plainDefaults(taken, part.parts);
  }
  if (value === undefined || value === null) return value;
  const parts = part as Parts;
  const partOf = (key: PropertyKey, own: unknown): unknown =>
    Object.hasOwn(parts, key) ? plainDefaults(own, parts[key]!) : own;
  const source = Object(value) as object;
  return new Proxy(Object.create(null) as object, {
    get: (_, key) => {
      const told = typeof key === 'symbol' ? asked.get(key) : undefined;
      if (told !== undefined) return plainDefaults(Reflect.get(source, told.key), told.part);
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

/** `ug.with_rest` for plain values. */
export function withRest(value: Iterable<unknown>, count: number): unknown[] {
  const all = [...value];
  const first = Array.from({ length: count }, (_, index) => all[index]);
  return [...first, all.slice(count)];
}

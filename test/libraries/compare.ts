/** Where two values, of the original and of the staged library, differ; null where nothing tells them apart. */
export function difference(expected: unknown, actual: unknown, pairs = new Pairs()): string | null {
  return pairs.compare(expected, actual, '');
}

/**
 * Objects that stand for each other on the two sides. The same object on one side must be the same on the other, so
 * that identity counts: whether a result is an argument, or only looks like it.
 */
export class Pairs {
  readonly #partner = new Map<object, object>();
  readonly #taken = new Map<object, object>();

  compare(a: unknown, b: unknown, path: string): string | null {
    if (!isObject(a) || !isObject(b)) {
      return Object.is(a, b) ? null : `${path}: ${show(a)} became ${show(b)}`;
    }
    if (a === b) return null;
    const partner = this.#partner.get(a);
    const taken = this.#taken.get(b);
    if (partner !== undefined || taken !== undefined) {
      return partner === b && taken === a ? null : `${path}: another object`;
    }
    this.#partner.set(a, b);
    this.#taken.set(b, a);
    return this.#compareObjects(a, b, path);
  }

  #compareObjects(a: object, b: object, path: string): string | null {
    const tag = Object.prototype.toString.call(a);
    if (tag !== Object.prototype.toString.call(b)) return `${path}: another kind of object`;
    const [own, other] = [prototypeName(a), prototypeName(b)];
    if (own !== other) return `${path}: an instance of ${own} became one of ${other}`;
    if (typeof a !== typeof b) return `${path}: ${typeof a} became ${typeof b}`;
    if (typeof a === 'function') return this.#compareFunctions(a, b as typeof a, path);
    return (
      this.compare(contentOf(a, tag), contentOf(b, tag), `${path}'s content`) ??
      this.#compareProperties(a, b, path)
    );
  }

  #compareFunctions(
    a: { name: string; length: number },
    b: { name: string; length: number },
    path: string,
  ): string | null {
    if (a.name !== b.name) return `${path}: the function ${a.name} became ${b.name}`;
    return a.length === b.length ? null : `${path}: length ${a.length} became ${b.length}`;
  }

  #compareProperties(a: object, b: object, path: string): string | null {
    const keys = Reflect.ownKeys(a).filter((key) => !isOfEngine(a, key));
    const others = Reflect.ownKeys(b).filter((key) => !isOfEngine(b, key));
    if (keys.length !== others.length || keys.some((key, index) => key !== others[index])) {
      return `${path}: the keys ${show(keys)} became ${show(others)}`;
    }
    for (const key of keys) {
      const own = Reflect.getOwnPropertyDescriptor(a, key)!;
      const other = Reflect.getOwnPropertyDescriptor(b, key)!;
      const place = `${path}.${String(key)}`;
      const flags = (['writable', 'enumerable', 'configurable'] as const).find(
        (flag) => own[flag] !== other[flag],
      );
      if (flags !== undefined) return `${place}: ${flags} differs`;
      if ('value' in own !== 'value' in other) return `${place}: a getter on one side only`;
      const found = this.compare(own.value, other.value, place);
      if (found !== null) return found;
    }
    return null;
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** What objects hold besides properties. */
function contentOf(value: object, tag: string): unknown {
  switch (tag) {
    case '[object Map]':
      return [...(value as Map<unknown, unknown>)].flat(1);
    case '[object Set]':
      return [...(value as Set<unknown>)];
    case '[object Date]':
      return Number(value);
    case '[object RegExp]':
      return String(value);
    case '[object Number]':
    case '[object String]':
    case '[object Boolean]':
    case '[object Symbol]':
    case '[object BigInt]':
      return value.valueOf();
    case '[object Error]':
      return (value as Error).message;
    default:
      return undefined;
  }
}

function prototypeName(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null) return 'null';
  const maker = (prototype as { constructor?: { name?: string } }).constructor;
  return maker?.name ?? 'an object';
}

/** A stack tells where the code stands, and an error's own message is compared as its content. */
function isOfEngine(value: object, key: PropertyKey): boolean {
  return value instanceof Error && (key === 'stack' || key === 'message');
}

export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map((item) => show(item)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return Object.prototype.toString.call(value);
  return typeof value === 'function' ? `function ${value.name}` : String(value);
}

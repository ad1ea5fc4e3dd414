import { iteratorPrototype } from '../../runtime/staged/values/iterators.js';

/** Gives iterators the methods that they have from Node 22 on. Call what it returns to take them away again. */
export function provideIteratorHelpers(): () => void {
  const missing = Object.entries(Object.getOwnPropertyDescriptors(methods)).filter(
    ([name]) => !(name in iteratorPrototype),
  );
  for (const [name, { value }] of missing) {
    Object.defineProperty(iteratorPrototype, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name] of missing) Reflect.deleteProperty(iteratorPrototype, name);
  };
}

type Items = Iterable<unknown>;
type Callback = (...args: unknown[]) => unknown;

function requireFunction(f: unknown): void {
  if (typeof f !== 'function') throw new TypeError(`${String(f)} is not a function`);
}

function requireCount(count: number): void {
  if (!(count >= 0)) throw new RangeError(`${count} must be positive`);
}

const methods = {
  filter(this: Items, f: Callback) {
    requireFunction(f);
    return filtered(this, f);
  },
  map(this: Items, f: Callback) {
    requireFunction(f);
    return mapped(this, f);
  },
  flatMap(this: Items, f: Callback) {
    requireFunction(f);
    return flattened(this, f);
  },
  take(this: Items, count: number) {
    requireCount(count);
    return taken(this, count);
  },
  drop(this: Items, count: number) {
    requireCount(count);
    return filtered(this, (_, index) => (index as number) >= count);
  },
  some(this: Items, f: Callback) {
    let index = 0;
    for (const item of this) if (f(item, index++)) return true;
    return false;
  },
  every(this: Items, f: Callback) {
    let index = 0;
    for (const item of this) if (!f(item, index++)) return false;
    return true;
  },
  find(this: Items, f: Callback) {
    let index = 0;
    for (const item of this) if (f(item, index++)) return item;
    return undefined;
  },
  forEach(this: Items, f: Callback) {
    let index = 0;
    for (const item of this) f(item, index++);
  },
  reduce(this: Items, ...args: [Callback, ...unknown[]]) {
    return [...this].reduce(...(args as unknown as [Callback, unknown]));
  },
  toArray(this: Items) {
    return [...this];
  },
};

function* filtered(items: Items, f: Callback) {
  let index = 0;
  for (const item of items) if (f(item, index++)) yield item;
}

function* mapped(items: Items, f: Callback) {
  let index = 0;
  for (const item of items) yield f(item, index++);
}

function* flattened(items: Items, f: Callback) {
  let index = 0;
  for (const item of items) yield* f(item, index++) as Items;
}

function* taken(items: Items, count: number) {
  let index = 0;
  if (count > 0) {
    for (const item of items) {
      yield item;
      if (++index >= count) return;
    }
  }
}

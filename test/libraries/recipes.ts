import fc from 'fast-check';
import type { Library } from './load.js';

/** What a value is made with: each side of a comparison has its own library, and its own record of callbacks. */
export interface Side {
  readonly library: Library;
  readonly calls: unknown[][];
}

/** How to make a value, once for each side. */
export interface Recipe {
  make(side: Side): unknown;
  toString(): string;
}

function recipe(text: string, make: (side: Side) => unknown): Recipe {
  return { make, toString: () => text };
}

function constant(text: string, make: () => unknown): Recipe {
  return recipe(text, make);
}

export const integer = fc.integer({ min: -3, max: 12 }).map((n) => constant(`${n}`, () => n));

export const number = fc.oneof(
  integer,
  fc
    .constantFrom(0, -0, Number.NaN, 0.5, -1.25, 100)
    .map((n) => constant(Object.is(n, -0) ? '-0' : `${n}`, () => n)),
);

export const text = fc
  .constantFrom(
    '',
    'a',
    'b',
    'a.b',
    '[0].a',
    'fooBar baz',
    'Ünïcode 👩‍👧',
    '  pad ',
    '10',
    '<b>&"',
    'length',
  )
  .map((value) => constant(JSON.stringify(value), () => value));

const rare = fc.constantFrom<Recipe>(
  constant('null', () => null),
  constant('undefined', () => undefined),
  constant('true', () => true),
  constant('false', () => false),
  constant('10n', () => 10n),
  constant('Symbol.iterator', () => Symbol.iterator),
  constant('new Date(0)', () => new Date(0)),
  constant('/a+/gi', () => /a+/gi),
  constant('new Map([["a", 1]])', () => new Map([['a', 1]])),
  constant('new Set([1, -0, "a"])', () => new Set<unknown>([1, -0, 'a'])),
  constant('new Error("sample")', () => new Error('sample')),
  constant('Object(1)', () => Object(1)),
  constant('Object.create(null)', () => Object.create(null)),
  constant('new Point(1, 2)', () => new Point(1, 2)),
  constant('new Float64Array([2, NaN, 1])', () => new Float64Array([2, Number.NaN, 1])),
  constant('new Uint8Array([3, 1, 2])', () => new Uint8Array([3, 1, 2])),
  constant('cyclic', () => {
    const value: Record<string, unknown> = { a: 1 };
    value.self = value;
    return value;
  }),
  constant('frozen', () => Object.freeze({ a: 1, list: Object.freeze([2, 1]) })),
  constant('getter', () => ({
    get a() {
      return 3;
    },
    b: 2,
  })),
  constant('(function () { return arguments })(1, 2)', function () {
    return (function () {
      // biome-ignore lint/complexity/noArguments: an arguments object is what is wanted
      return arguments;
      // @ts-expect-error it is called with more than it declares
    })(1, 2);
  }),
);

class Point {
  constructor(
    public x: number,
    public y: number,
  ) {}
  get norm() {
    return this.x + this.y;
  }
}
Object.defineProperty(Point.prototype, 'inherited', { value: 7, enumerable: true });

/** Functions that record what they are called with, and with which `this`. */
const behaviours: Record<string, (this: unknown, ...args: unknown[]) => unknown> = {
  '(x) => x': (x) => x,
  '(x) => x > 1': (x) => (x as number) > 1,
  '(x) => x % 2': (x) => (x as number) % 2,
  '(a, b) => a - b': (a, b) => (a as number) - (b as number),
  '(a, b) => a < b': (a, b) => (a as number) < (b as number),
  '(a, b) => `${a}${b}`': (a, b) => String(a) + String(b),
  '() => true': () => true,
  '() => -0': () => -0,
  '() => undefined': () => undefined,
  '(...args) => args': (...args) => args,
  '(x, i) => i < 2': (_, i) => (i as number) < 2,
  'function () { return this }': function () {
    return this;
  },
  '(x) => { if (x === 2) throw new RangeError("two"); return x }': (x) => {
    if (x === 2) throw new RangeError('two');
    return x;
  },
};

export const callback = fc.constantFrom(...Object.keys(behaviours)).map((name) =>
  recipe(name, ({ calls }) => {
    const behaviour = behaviours[name]!;
    return function callback(this: unknown, ...args: unknown[]): unknown {
      calls.push([name, this, ...args]);
      if (calls.length > 100) throw new Error('too many calls');
      return Reflect.apply(behaviour, this, args);
    };
  }),
);

const leaf = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 2, arbitrary: text },
  { weight: 1, arbitrary: rare },
);

export function arrayOf(item: fc.Arbitrary<Recipe>, maxLength = 6): fc.Arbitrary<Recipe> {
  return fc.tuple(fc.array(item, { maxLength }), fc.boolean()).map(([items, isSparse]) =>
    recipe(`[${items.join(', ')}]${isSparse ? ' with a hole' : ''}`, (side) => {
      const made = items.map((one) => one.make(side));
      if (isSparse) made.length += 1;
      return made;
    }),
  );
}

export const numbers = arrayOf(number);
const records = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'length', '0'), leaf), { maxLength: 4 })
  .map((entries) =>
    recipe(`{ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} }`, (side) =>
      Object.fromEntries(entries.map(([key, value]) => [key, value.make(side)])),
    ),
  );
const nested = arrayOf(fc.oneof(leaf, numbers, records), 4);

export const anything = fc.oneof(
  { weight: 3, arbitrary: number },
  { weight: 2, arbitrary: text },
  { weight: 3, arbitrary: numbers },
  { weight: 2, arbitrary: nested },
  { weight: 2, arbitrary: records },
  { weight: 3, arbitrary: callback },
  { weight: 2, arbitrary: rare },
);

/** An instance of one of the library's own classes. */
export function instance(
  make: (library: Library, values: readonly unknown[]) => unknown,
  ...parts: fc.Arbitrary<Recipe>[]
): fc.Arbitrary<Recipe> {
  return fc.tuple(...parts).map((made) =>
    recipe(`an instance of ${made.join(', ')}`, (side) =>
      make(
        side.library,
        made.map((part) => part.make(side)),
      ),
    ),
  );
}

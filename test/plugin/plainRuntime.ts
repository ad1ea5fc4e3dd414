import {
  plainDefaults,
  plainFirst,
  plainFirstAndRest,
  plainKey,
  withRest,
} from '../support/plainDefaults.js';

/**
 * The helpers of staged code for plain values: each does what JavaScript does. It records what the module told it, so
 * that tests see how a function was wrapped.
 */
export interface Told {
  name: string;
  at: string;
  length: number;
  parameters: string[];
  async?: boolean;
}

export interface Slot {
  info: Told;
  calls: number;
}

type Any = (...args: unknown[]) => unknown;
interface State {
  get(): unknown[];
  set(values: unknown[]): void;
}

export function plainRuntime(): {
  helpers: Record<string, unknown>;
  told: Told[];
  slots: Slot[];
  staging: { on: boolean };
} {
  const told: Told[] = [];
  const slots: Slot[] = [];
  const staging = { on: false };

  function within<T>(body: () => T): T {
    const before = staging.on;
    staging.on = true;
    try {
      return body();
    } finally {
      staging.on = before;
    }
  }

  function enter(slot: Slot, self: unknown, args: ArrayLike<unknown>, staged: Any): unknown {
    slot.calls++;
    const run = () => within(() => Reflect.apply(staged, self, Array.from(args)));
    if (!slot.info.async || staging.on) return run();
    try {
      return Promise.resolve(run());
    } catch (error) {
      return Promise.reject(error);
    }
  }

  function slot(info: Told): Slot {
    const made = { info, calls: 0 };
    told.push(info);
    slots.push(made);
    return made;
  }

  const helpers: Record<string, unknown> = {
    slot,
    replace_module: () => {},
    enter,
    is_staging: () => staging.on,
    stages_async: () => staging.on,
    waiting: () => undefined,
    is_restoring: () => false,
    put_back: () => {},
    graph_function(staged: Any, info: Told) {
      const own = slot(info);
      const result = function (this: unknown, ...args: unknown[]) {
        return enter(own, this, args, staged);
      };
      Object.defineProperty(result, 'name', { value: info.name });
      Object.defineProperty(result, 'length', { value: info.length });
      return result;
    },
    state: (_names: string[], get: State['get'], set: State['set']) => ({ get, set }),
    no_state: null,
    closures: () => (variables: unknown, make: Any) => make(variables),
    flag: (value: unknown) => value,
    if_stmt: (test: unknown, yes: Any, no: Any) => (test ? yes() : no()),
    if_exp: (test: unknown, yes: Any, no: Any) => (test ? yes() : no()),
    while_stmt(test: Any, body: Any) {
      while (test === null || test()) body();
    },
    thrown: (make: Any) => make(),
    decided: (test: unknown) => test,
    initialized(exists: boolean, value: unknown, name: string) {
      if (!exists) throw new ReferenceError(`Cannot access '${name}' before initialization`);
      return value;
    },
    try_stmt(body: Any, handler: Any | null, finalizer: Any | null) {
      try {
        body();
      } catch (error) {
        if (handler === null) throw error;
        handler(error);
      } finally {
        finalizer?.();
      }
    },
    for_stmt(values: Iterable<unknown>, body: Any, extra: Any | null) {
      for (const value of values) {
        if (extra !== null && !extra()) break;
        body(value);
      }
    },
    and: (a: unknown, b: Any) => a && b(),
    or: (a: unknown, b: Any) => a || b(),
    nullish: (a: unknown, b: Any) => a ?? b(),
    constructed: (value: unknown, self: () => unknown) =>
      Object(value) === value ? value : self(),
    key: plainKey,
    first: plainFirst,
    first_and_rest: plainFirstAndRest,
    with_defaults: plainDefaults,
    with_parts: plainDefaults,
    not: (a: unknown) => !a,
    neg: (a: number) => -a,
    plus: (a: number) => +a,
    bit_not: (a: number) => ~a,
    to_numeric: (a: number) => a++,
    increment: (a: number) => ++a,
    decrement: (a: number) => --a,
    keys: (object: object) => Object.keys(object),
    iterable: (a: unknown) => a,
    pushes: () => false,
    guards: () => {},
    catches: () => {},
    steps: (_: unknown, next: () => unknown) => ({
      [Symbol.iterator]: () => ({ next: () => ({ done: false, value: next() }) }),
    }),
    elements: (value: unknown) => value,
    with_rest: withRest,
    text: (a: unknown) => `${a}`,
    shown: (a: unknown) => `${a}`,
    template: (pieces: readonly string[], ...holes: unknown[]) =>
      String.raw({ raw: pieces }, ...holes),
    truth: (value: unknown) => Boolean(value),
    written: (value: unknown) => value,
    assigned: (value: unknown) => value,
    set_property: (object: Record<PropertyKey, unknown>, key: PropertyKey, value: unknown) => {
      object[key] = value;
      return value;
    },
    changing: <T>(o: T) => o,
    changing_unread: <T>(o: T) => o,
    from_outside: <T>(o: T) => o,
    made: <T>(o: T) => o,
    length_of: (o: { length: unknown }) => o.length,
    size_of: (o: { size: unknown }) => o.size,
    spread: (values: Iterable<unknown>) => [...values],
    extended: (first: unknown[], rest: unknown[]) => [...first, ...rest],
    combined: (parts: unknown[][]) => parts.flat(),
    construct: (C: new (...args: unknown[]) => object, args: unknown[]) => new C(...args),
    has_key: (key: PropertyKey, o: object) => key in o,
    owner: (o: unknown) => o,
    properties: (o: unknown) => o,
    with_properties: (o: object, source: object) => ({ ...o, ...source }),
    with_property: (o: object, key: PropertyKey, value: unknown) => ({ ...o, [key]: value }),
    parts_of: (o: unknown) => o,
    get_item: (o: Record<string, unknown>, k: string) => o[k],
    set_nested(object: Record<string, unknown>, keys: string[], value: unknown) {
      const last = keys.at(-1)!;
      const holder = keys
        .slice(0, -1)
        .reduce<unknown>((o, key) => (o as typeof object)[key], object);
      (holder as typeof object)[last] = value;
      return object;
    },
    set_item(o: Record<string, unknown>, k: string, v: unknown) {
      o[k] = v;
      return o;
    },
    call: (f: Any, args: unknown[]) => f(...args),
    call_method: (o: Record<string, Any>, k: string, args: unknown[]) => o[k]!(...args),
    call_with: (o: unknown, f: Any, args: unknown[]) => Reflect.apply(f, o, args),
    call_private: (o: unknown, read: Any, args: unknown[]) =>
      Reflect.apply(read(o) as Any, o, args),
    private_fields: () => {},
    written_private: (value: unknown) => value,
    is_blank: () => false,
    private_of: (o: unknown, use: Any) => use(o),
    private_place: (o: unknown, write: Any, _: unknown, _name: unknown, read: Any) => ({
      get value() {
        return read(o);
      },
      set value(value: unknown) {
        write(o, value);
      },
    }),
    await_value: (value: unknown) => value,
    imported: (value: unknown) => value,
    settled: (body: Any) => body(),
    resolved: (value: unknown) => value,
    optional: (value: unknown, use: Any) =>
      value === null || value === undefined ? undefined : use(value),
    type_of: (value: unknown) => typeof value,
    instance_of: (value: unknown, type: Any) => value instanceof type,
  };
  const operators: Record<string, string> = {
    add: '+',
    sub: '-',
    mul: '*',
    div: '/',
    rem: '%',
    pow: '**',
    lt: '<',
    le: '<=',
    gt: '>',
    ge: '>=',
    eq: '===',
    ne: '!==',
    loose_eq: '==',
    loose_ne: '!=',
    bit_and: '&',
    bit_or: '|',
    bit_xor: '^',
    shift_left: '<<',
    shift_right: '>>',
    shift_right_unsigned: '>>>',
  };
  for (const [name, operator] of Object.entries(operators)) {
    helpers[name] = new Function('a', 'b', `return a ${operator} b`);
  }
  return { helpers, told, slots, staging };
}

/*
 * `use-graph/staged` for plain values only: each helper does what JavaScript would have done. The strict form treats
 * every construct the way a trace does, so that state which the passes forgot shows as a wrong result.
 */

import {
  plainDefaults,
  plainFirst,
  plainFirstAndRest,
  plainKey,
  withRest,
} from '../support/plainDefaults.js';

interface State {
  names: string[];
  get(): unknown[];
  set(values: unknown[]): void;
  mutated: readonly number[];
  inputs: readonly number[];
}

interface StateOptions {
  flags?: number[];
  mutated?: number[];
  inputs?: number[];
}

type Thunk = () => unknown;
type Callable = (...args: unknown[]) => unknown;

interface Saved {
  values: unknown[];
  contents: Map<object, unknown>;
}

function setNested(
  object: Record<PropertyKey, unknown>,
  keys: PropertyKey[],
  value: unknown,
): Record<PropertyKey, unknown> {
  const last = keys.at(-1)!;
  const holder = keys.slice(0, -1).reduce<unknown>((o, key) => (o as typeof object)[key], object);
  (holder as typeof object)[last] = value;
  return object;
}

function element(object: Record<PropertyKey, unknown>, keys: PropertyKey[]): { value: unknown } {
  return {
    set value(value: unknown) {
      setNested(object, keys, value);
    },
  };
}

function contentsOf(value: object): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  if (Array.isArray(value)) return [...value];
  return { ...value };
}

function restoreContents(value: object, contents: unknown): void {
  if (value instanceof Map) {
    value.clear();
    for (const [key, item] of contents as [unknown, unknown][]) value.set(key, item);
  } else if (value instanceof Set) {
    value.clear();
    for (const item of contents as unknown[]) value.add(item);
  } else if (Array.isArray(value)) {
    value.splice(0, value.length, ...(contents as unknown[]));
  } else {
    for (const key of Object.keys(value)) Reflect.deleteProperty(value, key);
    Object.assign(value, contents);
  }
}

function save(state: State): Saved {
  const values = state.get();
  const contents = new Map<object, unknown>();
  for (const index of state.mutated) {
    const value = values[index];
    if (typeof value === 'object' && value !== null) contents.set(value, contentsOf(value));
  }
  return { values, contents };
}

function restore(state: State, saved: Saved): void {
  for (const [value, contents] of saved.contents) restoreContents(value, contents);
  state.set([...saved.values]);
}

const poison = { toString: () => 'dead value' };

/** What comes out of a branch: the inputs are dead, and whatever reads them nevertheless finds nonsense. */
function leave(state: State, saved: Saved): void {
  restore(state, {
    ...saved,
    values: saved.values.map((value, index) => (state.inputs.includes(index) ? poison : value)),
  });
}

/** Runs what the program itself would not run now; what it throws is no concern of the program. */
function probe(body: () => void): void {
  try {
    body();
  } catch (error) {
    if (error instanceof BudgetError) throw error;
  }
}

/** Ends programs that would run forever. */
export class BudgetError extends Error {}

type Push = (item: unknown) => boolean;

export type Mode = 'plain' | 'piped' | 'both branches';

export function makeHost(mode: Mode, spend: () => void = () => {}) {
  let depth = 0;
  const results = new Map<Iterable<unknown>, unknown>();
  let asking: { push: Push; isDone: boolean; result: unknown } | null = null;

  function branch(state: State, body: () => void): void {
    if (mode === 'plain') {
      body();
      return;
    }
    const before = save(state);
    body();
    const after = save(state);
    restore(state, before);
    leave(state, after);
  }

  function other(state: State, body: () => void): void {
    if (mode !== 'both branches' || depth > 3) return;
    const before = save(state);
    depth++;
    try {
      probe(body);
    } finally {
      depth--;
      restore(state, before);
    }
  }

  function iteration(state: State, body: () => void): void {
    if (mode === 'plain') {
      body();
      return;
    }
    const before = save(state);
    body();
    const after = save(state);
    restore(state, before);
    restore(state, after);
  }

  return {
    state: (names: string[], get: Thunk, set: () => void, options: StateOptions = {}): State => ({
      names,
      get: get as () => unknown[],
      set,
      mutated: options.mutated ?? [],
      inputs: options.inputs ?? [],
    }),
    closures: () => (variables: unknown, make: (given: unknown) => unknown) => make(variables),
    no_state: { names: [], get: () => [], set: () => {}, mutated: [], inputs: [] },
    if_stmt(test: unknown, body: () => void, orElse: () => void, state: State): void {
      spend();
      other(state, test ? orElse : body);
      branch(state, test ? body : orElse);
    },
    thrown: (make: Thunk) => make(),
    decided: (test: unknown) => test,
    initialized(isInitialized: unknown, value: unknown, name: string): unknown {
      if (isInitialized === true) return value;
      throw new ReferenceError(`Cannot access '${name}' before initialization`);
    },
    try_stmt(
      body: () => void,
      handler: ((error: unknown) => void) | null,
      finalizer: Thunk | null,
      state: State,
    ): void {
      spend();
      let exception: { value: unknown } | null = null;
      try {
        branch(state, body);
      } catch (error) {
        exception = { value: error };
      }
      if (exception !== null && handler !== null && !(exception.value instanceof BudgetError)) {
        const { value } = exception;
        exception = null;
        try {
          branch(state, () => handler(value));
        } catch (error) {
          exception = { value: error };
        }
      }
      const leaves = finalizer?.();
      if (exception !== null && !leaves) throw exception.value;
    },
    while_stmt(test: Thunk | null, body: () => void, state: State): void {
      other(state, body);
      while (test === null || test()) {
        spend();
        iteration(state, body);
      }
    },
    for_stmt(
      items: Iterable<unknown>,
      body: (item: unknown) => void,
      extra: Thunk | null,
      state: State,
    ): void {
      const isList = Array.isArray(items);
      if (isList && items.length > 0) other(state, () => body(items[0]));
      if (extra && !extra()) return;
      const own = depth;
      const push: Push = (item) => {
        spend();
        // The generator may be the one that only probes a branch.
        const before = depth > own ? save(state) : null;
        try {
          iteration(state, () => body(item));
          return extra !== null && !extra();
        } finally {
          if (before !== null) restore(state, before);
        }
      };
      const iterator = items[Symbol.iterator]();
      const loop = { push, isDone: false, result: undefined as unknown };
      if (mode !== 'plain') asking = loop;
      let isOver = false;
      try {
        for (let step = iterator.next(); !loop.isDone; step = iterator.next()) {
          asking = null;
          isOver = step.done === true;
          if (isOver) results.set(items, step.value);
          if (isOver || push(step.value)) return;
        }
        isOver = true;
        results.set(items, loop.result);
      } finally {
        asking = null;
        if (!isOver) iterator.return?.();
      }
    },
    pushes(body: (push: Push) => unknown): boolean {
      const loop = asking;
      if (loop === null) return false;
      asking = null;
      loop.result = body(loop.push);
      loop.isDone = true;
      return true;
    },
    result_of: (items: Iterable<unknown>) => results.get(items),
    if_exp: (test: unknown, then: Thunk, otherwise: Thunk) => (test ? then() : otherwise()),
    and: (left: unknown, right: Thunk) => left && right(),
    or: (left: unknown, right: Thunk) => left || right(),
    nullish: (left: unknown, right: Thunk) => left ?? right(),
    constructed: (value: unknown, self: () => unknown) =>
      Object(value) === value ? value : self(),
    key: plainKey,
    first: plainFirst,
    first_and_rest: plainFirstAndRest,
    with_defaults: plainDefaults,
    with_parts: plainDefaults,
    optional: (value: unknown, use: (value: unknown) => unknown) =>
      value === null || value === undefined ? undefined : use(value),
    type_of: (value: unknown) => typeof value,
    instance_of: (value: unknown, type: Thunk) => value instanceof type,
    settled: (body: Thunk) => body(),
    resolved: (value: unknown) => value,
    not: (value: unknown) => !value,
    neg: (value: number) => -value,
    plus: (value: number) => +value,
    to_numeric: (a: number) => a++,
    increment: (a: number) => ++a,
    decrement: (a: number) => --a,
    bit_not: (a: number) => ~a,
    bit_and: (a: number, b: number) => a & b,
    bit_or: (a: number, b: number) => a | b,
    bit_xor: (a: number, b: number) => a ^ b,
    shift_left: (a: number, b: number) => a << b,
    shift_right: (a: number, b: number) => a >> b,
    shift_right_unsigned: (a: number, b: number) => a >>> b,
    add: (a: number, b: number) => a + b,
    sub: (a: number, b: number) => a - b,
    mul: (a: number, b: number) => a * b,
    div: (a: number, b: number) => a / b,
    rem: (a: number, b: number) => a % b,
    pow: (a: number, b: number) => a ** b,
    lt: (a: number, b: number) => a < b,
    le: (a: number, b: number) => a <= b,
    gt: (a: number, b: number) => a > b,
    ge: (a: number, b: number) => a >= b,
    eq: (a: unknown, b: unknown) => a === b,
    ne: (a: unknown, b: unknown) => a !== b,
    // biome-ignore lint/suspicious/noDoubleEquals: this is what it stands for
    loose_eq: (a: unknown, b: unknown) => a == b,
    // biome-ignore lint/suspicious/noDoubleEquals: this is what it stands for
    loose_ne: (a: unknown, b: unknown) => a != b,
    changing: <T>(collection: T) => collection,
    changing_unread: <T>(collection: T) => collection,
    from_outside: <T>(collection: T) => collection,
    made: <T>(collection: T) => collection,
    length_of: (value: { length: unknown }) => value.length,
    size_of: (value: { size: unknown }) => value.size,
    construct: (C: new (...args: unknown[]) => object, args: unknown[]) => new C(...args),
    has_key: (key: PropertyKey, x: object) => key in x,
    owner: <T>(x: T) => x,
    properties: <T>(x: T) => x,
    with_properties: (o: object, source: object) => ({ ...o, ...source }),
    with_property: (o: object, key: PropertyKey, value: unknown) => ({ ...o, [key]: value }),
    parts_of: (o: unknown) => o,
    spread: (value: Iterable<unknown>) => [...value],
    extended: (first: unknown[], rest: unknown[]) => [...first, ...rest],
    combined: (parts: unknown[][]) => parts.flat(),
    get_item: (object: Record<PropertyKey, unknown>, key: PropertyKey) => object[key],
    element,
    property_element: (
      object: Record<PropertyKey, Record<PropertyKey, unknown>>,
      key: PropertyKey,
      keys: PropertyKey[],
    ) => element(object[key]!, keys),
    set_nested: setNested,
    set_item(object: Record<PropertyKey, unknown>, key: PropertyKey, value: unknown) {
      object[key] = value;
      return object;
    },
    call: (callee: Callable, args: unknown[]) => callee(...args),
    call_method: (object: Record<PropertyKey, Callable>, key: PropertyKey, args: unknown[]) =>
      object[key]!(...args),
    call_with: (object: unknown, method: Callable, args: unknown[]) =>
      Reflect.apply(method, object, args),
    call_private: (object: unknown, read: Callable, args: unknown[]) =>
      Reflect.apply(read(object) as Callable, object, args),
    private_fields: () => {},
    written_private: (value: unknown) => value,
    is_blank: () => false,
    private_of: (object: unknown, use: Callable) => use(object),
    private_place: (
      object: unknown,
      write: Callable,
      _: unknown,
      _name: unknown,
      read: Callable,
    ) => ({
      get value() {
        return read(object);
      },
      set value(value: unknown) {
        write(object, value);
      },
    }),
    iterable: (value: unknown) => value,
    *keys(object: object) {
      const listed: string[] = [];
      for (const key in object) listed.push(key);
      for (const key of listed) if (key in Object(object)) yield key;
    },
    elements: (value: unknown) => value,
    with_rest: withRest,
    text: (value: unknown) => `${value}`,
    shown: (value: unknown) => `${value}`,
    is_restoring: () => false,
    put_back: (object: Record<PropertyKey, unknown>, key: PropertyKey, value: unknown) => {
      object[key] = value;
    },
    template: (pieces: readonly string[], ...holes: unknown[]) =>
      String.raw({ raw: pieces }, ...holes),
    truth: (value: unknown) => Boolean(value),
    written: (value: unknown) => value,
    assigned: (value: unknown) => value,
    set_property: (object: Record<PropertyKey, unknown>, key: PropertyKey, value: unknown) => {
      object[key] = value;
      return value;
    },
    await_value: (value: unknown) => value,
    imported: (value: unknown) => value,
    function_result: (didReturn: boolean, value: unknown) => (didReturn ? value : undefined),
    not_returned: undefined,
  };
}

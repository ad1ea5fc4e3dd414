import { type Tensor, unstack } from '@tensorflow/tfjs-core';
import { engine } from '../../trace/engine.js';
import { errorHere } from '../../trace/errorHere.js';
import { ofOpenShape, refuseUnknown, requireKnownSize } from '../../trace/openShapes.js';
import { isSymbolic } from '../../trace/session.js';
import { addToSet, ownPrototype, setInMap } from './collections.js';
import { listOf } from './list.js';
import { privateFieldsOf } from './privateFields.js';
import { requireProperties, requireResult } from './refusedResult.js';
import { className, isPlainObject, isTensor } from './structure.js';

/** What a traced function returned: where its tensors stand, and the host values around them. */
export type Result =
  | { readonly kind: 'tensor'; readonly index: number }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'reference'; readonly reference: WeakRef<object> }
  /** Where an array has no element. */
  | { readonly kind: 'hole' }
  /** An array, object literal, map or set that stands earlier in the result, too: which of them, counted in their order. */
  | { readonly kind: 'same'; readonly first: number }
  | {
      readonly kind: 'array' | 'set';
      readonly items: readonly Result[];
      readonly prototype: object | null;
    }
  /** An array whose length a tensor decided: `item` is one element, of which the tensors hold all as their rows. */
  | {
      readonly kind: 'list';
      readonly item: Result;
      /** Of one that is an element of another: where the tensor of the lengths stands. Rows behind these mean nothing. */
      readonly lengths: number | null;
    }
  | {
      readonly kind: 'record';
      readonly keys: readonly string[];
      readonly items: readonly Result[];
      readonly isBare: boolean;
    }
  | {
      readonly kind: 'map';
      readonly keys: readonly unknown[];
      readonly items: readonly Result[];
      readonly prototype: object | null;
    };

/**
 * Describes a returned value and collects its tensors in `tensors`. Objects for which `isBorrowed` holds (arguments,
 * `this`) are the caller's and held weakly.
 */
export function describeResult(
  value: unknown,
  tensors: Tensor[],
  isBorrowed: (value: object) => boolean,
): Result {
  const ancestors: object[] = [];
  let containers = new Map<object, number>();
  const describe = (item: unknown): Result => {
    if (typeof item === 'function') {
      requireResult(item);
      return isBorrowed(item)
        ? { kind: 'reference', reference: new WeakRef(item) }
        : { kind: 'value', value: item };
    }
    requireKnownSize('The result', item);
    if (ofOpenShape(item) !== undefined) refuseUnknown('The result');
    if (typeof item !== 'object' || item === null) return { kind: 'value', value: item };
    if (isTensor(item)) return { kind: 'tensor', index: tensors.push(item) - 1 };
    if (isBorrowed(item)) return { kind: 'reference', reference: new WeakRef(item) };
    requireResult(item);
    if (ancestors.includes(item)) {
      throw errorHere(
        'cyclic-result',
        'A graph function returned a structure that contains itself.',
        'Return the tensors, and link the objects outside.',
      );
    }
    const first = containers.get(item);
    if (first !== undefined) return { kind: 'same', first };
    ancestors.push(item);
    try {
      const list = listOf(item);
      if (list !== undefined) {
        add(item);
        const stacked = describeElement(list.stacked());
        const lengths = list.lengths === undefined ? null : tensors.push(list.lengths) - 1;
        return { kind: 'list', item: stacked, lengths };
      }
      if (Array.isArray(item)) {
        add(item);
        const items = Array.from(
          item,
          (element, index): Result => (index in item ? describe(element) : { kind: 'hole' }),
        );
        return { kind: 'array', items, prototype: ownPrototype(item, Array) };
      }
      if (item instanceof Set) {
        add(item);
        const items = Array.from(item, describe);
        return { kind: 'set', items, prototype: ownPrototype(item, Set) };
      }
      if (item instanceof Map) {
        add(item);
        const items = Array.from(item.values(), describe);
        return { kind: 'map', keys: [...item.keys()], items, prototype: ownPrototype(item, Map) };
      }
      if (isPlainObject(item)) {
        requireProperties(item);
        add(item);
        const keys = Object.keys(item);
        const items = keys.map((key) => describe(item[key]));
        return { kind: 'record', keys, items, isBare: Object.getPrototypeOf(item) === null };
      }
    } finally {
      ancestors.pop();
    }
    return describeObject(item);
  };
  const add = (item: object): void => {
    containers.set(item, containers.size);
  };
  /** Each element has objects of its own. */
  const describeElement = (item: unknown): Result => {
    const outer = containers;
    containers = new Map();
    try {
      return describe(item);
    } finally {
      containers = outer;
    }
  };
  return describe(value);
}

function describeObject(value: object): Result {
  if (typeof (value as { then?: unknown }).then === 'function') {
    // What it fails with has no meaning any more.
    Promise.resolve(value).catch(() => {});
    throw errorHere(
      'promise-result',
      'A graph function returned a promise, which a graph cannot wait for.',
      'An async function must be staged by the plugin (mark it "use graph"); await any other promise outside, ' +
        'and pass in what it gives. A GraphModel is traced by execute() or predict().',
    );
  }
  for (const [key, item] of [...Object.entries(value), ...privateEntries(value)]) {
    if (!isTensor(item) || !isSymbolic(item)) continue;
    throw errorHere(
      'tensor-in-object',
      `A graph function returned an instance of ${className(value)} that holds a traced tensor in '${key}'.`,
      'Return tensors as they are, or in arrays, object literals, Map or Set.',
    );
  }
  return { kind: 'value', value };
}

/** The private fields that its class tells of, with what they hold. */
function privateEntries(value: object): [string, unknown][] {
  const prototype = Object.getPrototypeOf(value) as object | null;
  const fields = prototype === null ? null : privateFieldsOf(prototype);
  const values = fields?.read(value) ?? [];
  return values.map((item, index) => [fields!.names[index]!, item]);
}

/** The value that a call returns: new containers, the call's own tensors, the host values as they were. */
export function buildResult(
  result: Result,
  tensors: readonly unknown[],
  containers: unknown[] = [],
): unknown {
  if (result.kind === 'tensor') return tensors[result.index];
  const build = (item: Result): unknown => buildResult(item, tensors, containers);
  const add = <T extends object>(container: T, prototype: object | null): T => {
    containers.push(container);
    return prototype === null ? container : Object.setPrototypeOf(container, prototype);
  };
  switch (result.kind) {
    case 'value':
      return result.value;
    case 'hole':
      return undefined;
    case 'same':
      return containers[result.first];
    case 'reference':
      return result.reference.deref();
    case 'array': {
      const array = add<unknown[]>([], result.prototype);
      array.length = result.items.length;
      for (const [index, item] of result.items.entries())
        if (item.kind !== 'hole') array[index] = build(item);
      return array;
    }
    case 'list': {
      const elements = buildList(result, tensors);
      containers.push(elements);
      return elements;
    }
    case 'set': {
      const set = add(new Set(), result.prototype);
      for (const item of result.items) addToSet.call(set, build(item));
      return set;
    }
    case 'map': {
      const map = add(new Map(), result.prototype);
      for (const [index, key] of result.keys.entries())
        setInMap.call(map, key, build(result.items[index]!));
      return map;
    }
    case 'record': {
      const built: Record<string, unknown> = add(result.isBare ? Object.create(null) : {}, null);
      for (const [index, key] of result.keys.entries()) built[key] = build(result.items[index]!);
      return built;
    }
  }
}

/** Which tensors hold the lengths of arrays in the result: `withLengths` takes what they hold. */
export function lengthsIn(result: Result): readonly number[] {
  if (result.kind === 'list') {
    const { item, lengths } = result;
    return lengths === null ? lengthsIn(item) : [lengths, ...lengthsIn(item)];
  }
  return 'items' in result ? result.items.flatMap(lengthsIn) : [];
}

/** The results with those lengths as numbers, by their index; the tensors of them are disposed. */
export function withLengths(
  tensors: readonly Tensor[],
  lengths: ReadonlyMap<number, ArrayLike<number>>,
): unknown[] {
  return tensors.map((tensor, index) => {
    const values = lengths.get(index);
    if (values === undefined) return tensor;
    tensor.dispose();
    return new RowLengths(Array.from(values), tensor.shape);
  });
}

/** How long arrays are that are elements of another one. */
class RowLengths {
  constructor(
    private readonly values: readonly number[],
    private readonly shape: readonly number[],
  ) {}

  get value(): number {
    return this.values[0]!;
  }

  rows(): RowLengths[] {
    const [count = 0, ...rest] = this.shape;
    const size = rest.reduce((one, other) => one * other, 1);
    return Array.from({ length: count }, (_, at) => {
      return new RowLengths(this.values.slice(at * size, (at + 1) * size), rest);
    });
  }
}

/** The elements as tensors of their own, in the place of those that held them all. */
function buildList(
  { item, lengths }: Extract<Result, { kind: 'list' }>,
  tensors: readonly unknown[],
): unknown[] {
  const rows = new Map<number, readonly (Tensor | RowLengths)[]>();
  const stacked: Tensor[] = [];
  for (const index of tensorsIn(item)) {
    const held = tensors[index];
    if (held instanceof RowLengths) rows.set(index, held.rows());
    else if (isTensor(held)) {
      rows.set(index, rowsOf(held));
      stacked.push(held);
    } else return [buildResult(item, tensors)];
  }
  const own = lengths === null ? null : (tensors[lengths] as RowLengths).value;
  const size = own ?? [...rows.values()][0]?.length ?? 0;
  const elements = Array.from({ length: size }, (_, place) => {
    const inside = [...tensors];
    for (const [index, of] of rows) inside[index] = of[place];
    return buildResult(item, inside);
  });
  for (const row of [...rows.values()].flatMap((of) => of.slice(size)))
    if (isTensor(row)) row.dispose();
  if (engine().state.gradientDepth === 0) for (const tensor of stacked) tensor.dispose();
  return elements;
}

function rowsOf(tensor: Tensor): Tensor[] {
  return tensor.shape[0] === 0 ? [] : unstack(tensor);
}

function tensorsIn(result: Result): number[] {
  if (result.kind === 'tensor') return [result.index];
  if (result.kind === 'list') {
    const inside = tensorsIn(result.item);
    return result.lengths === null ? inside : [result.lengths, ...inside];
  }
  return 'items' in result ? result.items.flatMap(tensorsIn) : [];
}

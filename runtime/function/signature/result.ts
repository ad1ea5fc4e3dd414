import { type Tensor, unstack } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import type { TensorType } from '../../graph/types.js';
import { engine } from '../../trace/engine.js';
import { currentLocation, isSymbolic } from '../../trace/session.js';
import { listOf } from './list.js';
import { privateFieldsOf } from './privateFields.js';
import { requireProperties, requireResult } from './refusedResult.js';
import { className, isPlainObject, isTensor } from './structure.js';

/** What a traced function returned: where its tensors stand, and the host values around them. */
export type Result =
  | { readonly kind: 'tensor'; readonly index: number }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'reference'; readonly reference: WeakRef<object> }
  | { readonly kind: 'array' | 'set'; readonly items: readonly Result[] }
  /** An array whose length a tensor decided: `item` is one element, of which the tensors hold all as their rows. */
  | { readonly kind: 'list'; readonly item: Result }
  | { readonly kind: 'record'; readonly keys: readonly string[]; readonly items: readonly Result[] }
  | { readonly kind: 'map'; readonly keys: readonly unknown[]; readonly items: readonly Result[] };

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
  const describe = (item: unknown): Result => {
    if (typeof item === 'function') {
      requireResult(item);
      return isBorrowed(item)
        ? { kind: 'reference', reference: new WeakRef(item) }
        : { kind: 'value', value: item };
    }
    if (typeof item !== 'object' || item === null) return { kind: 'value', value: item };
    if (isTensor(item)) return { kind: 'tensor', index: tensors.push(item) - 1 };
    if (isBorrowed(item)) return { kind: 'reference', reference: new WeakRef(item) };
    requireResult(item);
    if (ancestors.includes(item)) {
      throw new StagingError(
        'cyclic-result',
        'A graph function returned a structure that contains itself.',
        currentLocation(),
        'Return the tensors, and link the objects outside.',
      );
    }
    ancestors.push(item);
    try {
      const list = listOf(item);
      if (list !== undefined) return { kind: 'list', item: describe(list.stacked()) };
      if (Array.isArray(item)) return { kind: 'array', items: Array.from(item, describe) };
      if (item instanceof Set) return { kind: 'set', items: Array.from(item, describe) };
      if (item instanceof Map) {
        return { kind: 'map', keys: [...item.keys()], items: Array.from(item.values(), describe) };
      }
      if (isPlainObject(item)) {
        requireProperties(item);
        const keys = Object.keys(item);
        return { kind: 'record', keys, items: keys.map((key) => describe(item[key])) };
      }
    } finally {
      ancestors.pop();
    }
    return describeObject(item);
  };
  return describe(value);
}

function describeObject(value: object): Result {
  if (typeof (value as { then?: unknown }).then === 'function') {
    // What it fails with has no meaning any more.
    Promise.resolve(value).catch(() => {});
    throw new StagingError(
      'promise-result',
      'A graph function returned a promise, which a graph cannot wait for.',
      currentLocation(),
      'An async function must be staged by the plugin (mark it "use graph"); await any other promise outside, ' +
        'and pass in what it gives. A GraphModel is traced by execute() or predict().',
    );
  }
  for (const [key, item] of [...Object.entries(value), ...privateEntries(value)]) {
    if (!isTensor(item) || !isSymbolic(item)) continue;
    throw new StagingError(
      'tensor-in-object',
      `A graph function returned an instance of ${className(value)} that holds a traced tensor in '${key}'.`,
      currentLocation(),
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
export function buildResult(result: Result, tensors: readonly unknown[]): unknown {
  switch (result.kind) {
    case 'tensor':
      return tensors[result.index];
    case 'value':
      return result.value;
    case 'reference':
      return result.reference.deref();
    case 'array':
      return result.items.map((item) => buildResult(item, tensors));
    case 'list':
      return buildList(result.item, tensors);
    case 'set':
      return new Set(result.items.map((item) => buildResult(item, tensors)));
    case 'map':
      return new Map(
        result.keys.map((key, index) => [key, buildResult(result.items[index]!, tensors)]),
      );
    case 'record': {
      const built: Record<string, unknown> = {};
      for (const [index, key] of result.keys.entries()) {
        built[key] = buildResult(result.items[index]!, tensors);
      }
      return built;
    }
  }
}

/** The elements as tensors of their own, in the place of those that held them all. */
function buildList(item: Result, tensors: readonly unknown[]): unknown[] {
  const stacked = new Map<number, Tensor>();
  for (const index of tensorsIn(item)) {
    const tensor = tensors[index];
    if (!isTensor(tensor)) return [buildResult(item, tensors)];
    stacked.set(index, tensor);
  }
  const rows = new Map([...stacked].map(([index, tensor]) => [index, rowsOf(tensor)]));
  const size = [...rows.values()][0]?.length ?? 0;
  const elements = Array.from({ length: size }, (_, place) => {
    const own = [...tensors];
    for (const [index, of] of rows) own[index] = of[place];
    return buildResult(item, own);
  });
  if (engine().state.gradientDepth === 0) {
    for (const tensor of stacked.values()) tensor.dispose();
  }
  return elements;
}

function rowsOf(tensor: Tensor): Tensor[] {
  return tensor.shape[0] === 0 ? [] : unstack(tensor);
}

function tensorsIn(result: Result): number[] {
  if (result.kind === 'tensor') return [result.index];
  if (result.kind === 'list') return tensorsIn(result.item);
  return 'items' in result ? result.items.flatMap(tensorsIn) : [];
}

/** The result with a type in place of each tensor. */
export function typesOfResult(result: Result, types: readonly TensorType[]): unknown {
  return buildResult(result, types);
}

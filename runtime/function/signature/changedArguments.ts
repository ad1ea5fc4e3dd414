import type { Tensor } from '@tensorflow/tfjs-core';
import { type Argument, leafArguments } from './argument.js';
import { isUncertain } from './collections.js';
import { listOf } from './list.js';
import { isPlainObject } from './structure.js';

/** What the program has changed of an argument. */
export interface Changed {
  /** Which of the arguments it is. */
  readonly argument: number;
  /** As errors call what is changed: `options.rates[0]`, or the container with several changes. */
  readonly path: string;
  readonly holder: Holder;
}

/** The array, object, Map or Set in which there is something else than before. */
export interface Holder {
  readonly object: object;
  readonly path: string;
}

type Found = Omit<Changed, 'argument'>;

/**
 * Finds what has been changed of the arguments that `rebuildArguments` made: `values`, in which the tracer's `leaves` stood in
 * `containers`.
 */
export function changedArguments(
  args: readonly Argument[],
  values: readonly unknown[],
  names: readonly string[],
  leaves: readonly Tensor[],
  containers: readonly object[],
): Changed[] {
  const comparison = new Comparison(leaves.values(), containers);
  return args.flatMap((argument, index) => {
    const found = comparison.changed(argument, values[index], nameOf(index, names), null);
    return found === null ? [] : [{ ...found, argument: index }];
  });
}

/** `"options"`, or `"arguments[0]"` where the parameter is a pattern, or there is none. */
export function nameOf(index: number, names: readonly string[]): string {
  const name = names[index];
  return name === undefined || !isName(name) ? `arguments[${index}]` : name;
}

/** What errors call the part of `path` at a key. */
export function pathOf(path: string, key: unknown): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return isName(String(key))
    ? `${path}.${String(key)}`
    : `${path}[${typeof key === 'string' ? JSON.stringify(key) : String(key)}]`;
}

class Comparison {
  readonly #own: ReadonlySet<unknown>;

  constructor(
    private readonly leaves: Iterator<Tensor>,
    private readonly containers: readonly object[],
  ) {
    this.#own = new Set(containers);
  }

  /** `holder` is the container that the value is found in. */
  changed(argument: Argument, value: unknown, path: string, holder: Holder | null): Found | null {
    switch (argument.kind) {
      case 'tensor':
      case 'variable':
        return found(this.leaves.next().value === value, path, holder);
      case 'value':
        return found(Object.is(argument.value, value), path, holder);
      case 'reference':
        return found(argument.reference.deref() === value, path, holder);
      case 'hole':
        return found(value === undefined, path, holder);
      case 'same':
        return found(this.containers[argument.first] === value, path, holder);
      default: {
        const changed = this.#changedContents(argument, value, path);
        const isReplaced = !this.#own.has(value);
        return changed !== null && isReplaced && holder !== null ? { path, holder } : changed;
      }
    }
  }

  #changedContents(argument: Container, value: unknown, path: string): Found | null {
    const items = argument.kind === 'map' ? [...argument.keys, ...argument.items] : argument.items;
    const holder: Holder = { object: value as object, path };
    const parts = partsOf(argument, value, path);
    if (parts?.length !== items.length) {
      for (const _ of leafArguments(items)) this.leaves.next();
      return { path, holder };
    }
    const changed = items.flatMap((item, index) => {
      const { path: place, value: part } = parts[index]!;
      return this.changed(item, part, place, holder) ?? [];
    });
    return changed.length > 1 ? { path, holder } : (changed[0] ?? null);
  }
}

type Container = Extract<Argument, { readonly items: readonly Argument[] }>;

/** What the container holds now, in the order in which `argument` lists it; null where it is no such container. */
function partsOf(
  argument: Container,
  value: unknown,
  path: string,
): { readonly path: string; readonly value: unknown }[] | null {
  if (
    typeof value !== 'object' ||
    value === null ||
    listOf(value) !== undefined ||
    isUncertain(value)
  )
    return null;
  switch (argument.kind) {
    case 'array':
      if (!Array.isArray(value)) return null;
      return Array.from(value, (item, index) => ({ path: pathOf(path, index), value: item }));
    case 'set':
      return value instanceof Set ? Array.from(value, (item) => ({ path, value: item })) : null;
    case 'map':
      if (!(value instanceof Map)) return null;
      return [...value.keys(), ...value.values()].map((item) => ({ path, value: item }));
    case 'record': {
      const { keys } = argument;
      const record = value as Record<PropertyKey, unknown>;
      if (!isPlainObject(value) || Reflect.ownKeys(value).length !== keys.length) return null;
      return keys.map((key) => ({ path: pathOf(path, key), value: record[key] }));
    }
  }
}

function found(isSame: boolean, path: string, holder: Holder | null): Found | null {
  // What is itself an argument, and no container, can be assigned, and not changed.
  return isSame || holder === null ? null : { path, holder };
}

function isName(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text);
}

import { isTracing } from '../../trace/session.js';
import type { AnyFunction } from './chosenFunction.js';

/*
 * A function that an iteration makes is what stands in its text, and the variables of the iteration that it knows. Another
 * iteration makes one of the same kind, and of what both know a function can be made that stands for either.
 */

/** What a function is made of. */
export interface Closure {
  /** The same for all that stand at one place of the text and know the same variables around the loop. */
  readonly kind: object;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly make: (variables: Record<string, unknown>) => AnyFunction;
  readonly name: string | undefined;
}

type Make = Closure['make'];

const known = new WeakMap<AnyFunction, Closure>();

/**
 * `closure({ i }, ({ i }) => () => i, AT)`, where a call of the staged function has its own `closure`: what its functions know
 * of it is the same for all of them.
 */
export function closures(): (
  variables: Record<string, unknown>,
  make: Make,
  location: string,
  name?: string,
) => AnyFunction {
  const kinds = new Map<string, object>();
  return (variables, make, location, name) => {
    if (!isTracing()) return named(make(variables), name);
    const kind = kinds.get(location) ?? { name, location };
    kinds.set(location, kind);
    return makeClosure({ kind, variables, make, name });
  };
}

/** The function that is made of it. */
export function makeClosure(closure: Closure): AnyFunction {
  const made = named(closure.make(closure.variables), closure.name);
  known.set(made, closure);
  return made;
}

function named(made: AnyFunction, name: string | undefined): AnyFunction {
  const isNamed = name === undefined || made.name !== '';
  return isNamed ? made : Object.defineProperty(made, 'name', { value: name, configurable: true });
}

/** What a function of the program's is made of, where that is known: one with properties of its own is more than that. */
export function closureOf(value: unknown): Closure | undefined {
  const closure = typeof value === 'function' ? known.get(value) : undefined;
  return closure === undefined || hasProperties(value as AnyFunction) ? undefined : closure;
}

const usual = ['length', 'name', 'prototype', 'arguments', 'caller'];

function hasProperties(value: AnyFunction): boolean {
  return Object.getOwnPropertyNames(value).some((key) => !usual.includes(key));
}

/** A function that is always itself, as one of a kind of its own. */
export function constantClosure(value: AnyFunction): Closure {
  return closureOf(value) ?? { kind: value, variables: {}, make: () => value, name: undefined };
}

const first = new WeakMap<object, AnyFunction>();

/** Of functions that know nothing of their iterations, which are all the same, the first; any other one itself. */
export function firstAlike(value: AnyFunction): AnyFunction {
  const closure = closureOf(value);
  if (closure === undefined || Object.keys(closure.variables).length > 0) return value;
  const known = first.get(closure.kind) ?? value;
  first.set(closure.kind, known);
  return known;
}

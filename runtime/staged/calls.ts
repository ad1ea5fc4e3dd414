import type { SourceLocation } from '../graph/types.js';
import { at, isTracing } from '../trace/session.js';
import { callUnstaged } from '../trace/unstagedCalls.js';
import { passFunction } from '../trace/userStack.js';
import { absentOf, observe } from './absent.js';
import { decidingMethod, isArrayMethod, rowsOf } from './arrayMethods.js';
import { assertion } from './assertion.js';
import { describeValue } from './describeValue.js';
import { onTensors } from './hostFunctions.js';
import { keepsFunctions } from './keepers.js';
import { callListMethod, callOnLists } from './listUses.js';
import { requirePresent } from './operands.js';
import { stagedListOf } from './stagedList.js';
import { isTensor } from './tensors.js';
import { stagedTwin } from './twin.js';
import { forUnknownSizes } from './unknownSizes.js';

type Callable = (...args: unknown[]) => unknown;

/** `f(...args)` */
export function call(f: unknown, args: unknown[], location: SourceLocation): unknown {
  return at(location, () => invoke(f, undefined, args, null));
}

/** `o[key](...args)` */
export function call_method(
  o: unknown,
  key: PropertyKey,
  args: unknown[],
  location: SourceLocation,
): unknown {
  return at(location, () => {
    requirePresent(o);
    const method = (o as Record<PropertyKey, unknown>)[key];
    if (method === undefined && isTensor(o) && isArrayMethod(key)) {
      const rows = rowsOf(o);
      return invoke(rows[key], rows, args, key);
    }
    return invoke(method, o, args, key);
  });
}

/** `f.call(self, ...args)`, for methods that cannot be named: `o.#m(...args)`, `super.m(...args)` */
export function call_with(
  self: unknown,
  f: unknown,
  args: unknown[],
  location: SourceLocation,
): unknown {
  return at(location, () => invoke(f, self, args, null));
}

function invoke(f: unknown, self: unknown, args: unknown[], key: PropertyKey | null): unknown {
  requirePresent(f);
  if (typeof f !== 'function') throw notCallable(f, key);
  try {
    return apply(f as Callable, self, args);
  } catch (error) {
    passFunction(error, f.name, () => isStaged(f));
    throw error;
  }
}

/** Whether the function is the user's and was staged, as its text tells where it has no twin. */
function isStaged(f: object): boolean {
  if (stagedTwin(f) !== undefined) return true;
  return /\b(?:is_staging|enter)\(/.test(Function.prototype.toString.call(f));
}

function apply(f: Callable, self: unknown, args: unknown[]): unknown {
  const given = args.map((arg) => (absentOf(arg) === undefined ? arg : observe(arg)));
  const own = Array.isArray(self) ? stagedListOf(self) : undefined;
  if (own !== undefined) return callListMethod(self as unknown[], own, f, given);
  const onLists = callOnLists(f, given);
  if (onLists !== undefined) return onLists();
  if (given.some(isTensor)) {
    const substitute = onTensors(f);
    if (substitute !== undefined) return substitute(given);
    const sizeless = forUnknownSizes(f, self, given);
    if (sizeless !== undefined) return sizeless();
    if (f === console.assert && isTensor(given[0])) return assertion(given[0], given.slice(1));
  }
  if (isIndirection(f)) return invokeIndirectly(f, self, given);
  const staged = stagedTwin(f);
  if (staged !== undefined) return Reflect.apply(staged, self, given);
  const callbacks = keepsFunctions(f) ? given : given.map((arg) => stagedTwin(arg) ?? arg);
  const deciding = Array.isArray(self) ? decidingMethod(f) : undefined;
  if (deciding !== undefined) return deciding(self as unknown[], callbacks);
  if (!isTracing()) return Reflect.apply(f, self, callbacks);
  return callUnstaged(f, given, isTensor, () => Reflect.apply(f, self, callbacks));
}

const indirections = new Set<unknown>([
  Function.prototype.call,
  Function.prototype.apply,
  Function.prototype.bind,
  Reflect.apply,
]);

function isIndirection(f: unknown): f is Callable {
  return indirections.has(f);
}

/** `f.call(…)`, `f.apply(…)`, `f.bind(…)` and `Reflect.apply(f, …)` of a function that has a staged form. */
function invokeIndirectly(f: Callable, self: unknown, args: unknown[]): unknown {
  if (f === Reflect.apply) return invoke(args[0], args[1], [...(args[2] as unknown[])], null);
  if (f === Function.prototype.call) return invoke(self, args[0], args.slice(1), null);
  if (f === Function.prototype.bind) return Reflect.apply(f, stagedTwin(self) ?? self, args);
  return invoke(self, args[0], [...((args[1] as unknown[] | undefined) ?? [])], null);
}

function notCallable(f: unknown, key: PropertyKey | null): TypeError {
  const what = key === null ? describeValue(f) : `${String(key)}, which is ${describeValue(f)},`;
  return new TypeError(`${what} is not a function`);
}

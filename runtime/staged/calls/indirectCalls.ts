import { isTracing } from '../../trace/session.js';
import { changesItself } from '../arrays/arrayMethods.js';
import { copyOf, stagedListOf } from '../lists/heldList.js';
import { isTensor } from '../values/tensors.js';
import { onTensors } from './hostFunctions.js';

/* `f.call(…)`, `f.apply(…)`, `f.bind(…)` and `Reflect.apply(f, …)` of a function that has a staged form. */

type Callable = (...args: unknown[]) => unknown;
type Invoke = (f: unknown, self: unknown, args: unknown[]) => unknown;

const indirections = new Set<unknown>([
  Function.prototype.call,
  Function.prototype.apply,
  Function.prototype.bind,
  Reflect.apply,
]);

export function isIndirection(f: unknown): f is Callable {
  return indirections.has(f);
}

/** `invoke` calls the function that is meant, as staged code does. */
export function invokeIndirectly(
  f: Callable,
  self: unknown,
  args: unknown[],
  invoke: Invoke,
): unknown {
  if (f === Reflect.apply) return invoke(args[0], args[1], argumentsIn(args[2]));
  if (f === Function.prototype.call) return invoke(self, args[0], args.slice(1));
  if (f === Function.prototype.bind && isIndirection(self) && args.length === 1)
    return (...given: unknown[]) => invokeIndirectly(self, args[0], given, invoke);
  if (f === Function.prototype.bind && onTensors(self) !== undefined) {
    return (...given: unknown[]) => invoke(self, undefined, [...args.slice(1), ...given]);
  }
  if (f === Function.prototype.bind && changesItself(self) && isTracing())
    return Reflect.apply(f, new Proxy(self as Callable, { apply: invoke }), args);
  if (f === Function.prototype.bind) return Reflect.apply(f, self as Callable, args);
  return invoke(self, args[0], argumentsIn(args[1] ?? []));
}

/** What `apply` takes from an array, or an object like one. */
function argumentsIn(list: unknown): unknown[] {
  const held = stagedListOf(list);
  if (held !== undefined) return copyOf(held);
  if (Array.isArray(list) || isTensor(list)) return [...(list as unknown[])];
  return Reflect.apply((...given: unknown[]) => given, undefined, list as unknown[]);
}

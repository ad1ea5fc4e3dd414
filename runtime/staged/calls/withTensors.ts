import { isRunningAsWritten, runEagerly } from '../../function/eagerMode.js';
import { holdsTensor } from '../../function/signature/hostArguments.js';
import { isTracing } from '../../trace/session.js';
import { isStagedAlong, textOf } from '../../trace/unstagedText.js';

/*
 * Outside of traces a function that is staged along runs its own text, which takes tensors for objects. Staged code that
 * runs there, since it waits, or is called later, has it run its staged form where it hands it tensors.
 */

export function withTensors<T>(f: object, given: readonly unknown[], call: () => T): T {
  const mustStage =
    !isTracing() && isRunningAsWritten() && isFunctionStagedAlong(f) && given.some(hasTensors);
  return mustStage ? iteratedEagerly(runEagerly(call)) : call();
}

function isFunctionStagedAlong(f: object): boolean {
  if (typeof f !== 'function') return false;
  let known = stagedAlong.get(f);
  if (known === undefined) {
    known = isStagedAlong(textOf(f));
    stagedAlong.set(f, known);
  }
  return known;
}

const stagedAlong = new WeakMap<object, boolean>();

/** Whether a tensor is, or is in, the value or a property of it. */
function hasTensors(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (holdsTensor(value)) return true;
  const properties = Object.values(Object.getOwnPropertyDescriptors(value));
  return properties.some((property) => holdsTensor(property.value));
}

const steps = ['next', 'return', 'throw'] as const;

/** The body of a generator runs when its values are taken. */
function iteratedEagerly<T>(result: T): T {
  if (Object.prototype.toString.call(result) !== '[object Generator]') return result;
  const generator = result as T & Generator<unknown, unknown, unknown>;
  for (const step of steps) {
    const method = generator[step] as (...args: unknown[]) => unknown;
    const value = (...args: unknown[]) => runEagerly(() => Reflect.apply(method, generator, args));
    Object.defineProperty(generator, step, { value, configurable: true, writable: true });
  }
  return result;
}

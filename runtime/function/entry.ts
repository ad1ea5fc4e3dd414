import { UseGraphError } from '../errors.js';
import { isTracing } from '../trace/session.js';
import { enterStagedFunction } from '../trace/unstagedCalls.js';
import { noteStaged } from '../trace/unstagedText.js';
import type { EntryPoint } from '../trace/userStack.js';
import type { Implementation } from './polymorphic.js';
import { isLookingAtArguments } from './signature/hostArguments.js';
import type { AnyFunction, FunctionInfo } from './signature/options.js';
import { isTensor } from './signature/structure.js';
import { Slot } from './slot.js';
import { version } from './version.js';

/*
 * What the code of a marked function calls, as the plugin writes it (docs/staged-code.md).
 */

/** The state of a function that stays in its place, made at its first call. */
export function slot(info: FunctionInfo): Slot {
  requireVersion(info);
  return new Slot(info);
}

/** Plugin and runtime are parts of one package, of which a project may have two copies. */
function requireVersion({ name, at = null, version: wanted = 1 }: FunctionInfo): void {
  if (wanted === version) return;
  throw new UseGraphError(
    'version-mismatch',
    `${name} was staged by a plugin of another version than the runtime of use-graph that runs it (${wanted}, not ${version}).`,
    at,
    'Install one version of use-graph, and build anew.',
  );
}

/** A call of a function that stays in its place: `implementation` is its staged body, closed over `this`. */
export function enter(
  entered: Slot,
  self: unknown,
  args: ArrayLike<unknown>,
  implementation: AnyFunction,
): unknown {
  entered.see(implementation);
  return run(entered, self, args, implementation, inPlace);
}

const inPlace: EntryPoint = { callee: enter, isInPlace: true };

function run(
  entered: Slot,
  self: unknown,
  args: ArrayLike<unknown>,
  code: AnyFunction,
  entry: EntryPoint,
): unknown {
  const implementation = code as Implementation;
  enterStagedFunction();
  if (probe !== null) {
    probe.entry ??= { slot: entered, self, implementation };
    return undefined;
  }
  // Code of a library calls itself all the time: within a trace nothing has to be known of a call without tensors.
  const isInside = isTracing() || isLookingAtArguments();
  const { module: isMarkedByModule, hasParts } = entered.info;
  const mayBeHost = isMarkedByModule === true && hasParts !== true && isInside;
  if (mayBeHost && !Array.prototype.some.call(args, isTensor)) {
    return Reflect.apply(implementation, undefined, args);
  }
  return entered.for(self).call(Array.prototype.slice.call(args), implementation, entry);
}

/** The function that callers of a marked function expression or arrow see. */
export function graph_function<F extends AnyFunction>(implementation: F, info: FunctionInfo): F {
  requireVersion(info);
  const entered = new Slot(info);
  entered.see(implementation);
  const takesThis = Object.hasOwn(implementation, 'prototype');
  const callable = function (this: unknown, ...args: unknown[]): unknown {
    const self = takesThis ? this : undefined;
    const body = takesThis ? implementation.bind(this) : implementation;
    return run(entered, self, args, body, entry);
  };
  const entry: EntryPoint = { callee: callable, isInPlace: false };
  Object.defineProperties(callable, {
    name: { value: info.name, configurable: true },
    length: { value: info.length ?? implementation.length, configurable: true },
  });
  entries.set(callable, { slot: entered, implementation, takesThis });
  noteStaged(callable);
  return callable as unknown as F;
}

/** A function made by `graph_function`. */
export interface StagedExpression {
  readonly slot: Slot;
  readonly implementation: AnyFunction;
  readonly takesThis: boolean;
}

const entries = new WeakMap<object, StagedExpression>();

export function stagedExpression(callable: object): StagedExpression | undefined {
  return entries.get(callable);
}

/** One call of a function that stays in its place. */
export interface Entry {
  readonly slot: Slot;
  readonly self: unknown;
  readonly implementation: Implementation;
}

let probe: { entry: Entry | null } | null = null;

/** Calls a function only to learn what it enters; nothing of a staged function runs. `null` where it enters nothing. */
export function probeEntry(callable: AnyFunction, self: unknown): Entry | null {
  const outer = probe;
  const own: { entry: Entry | null } = { entry: null };
  probe = own;
  try {
    const returned: unknown = callable.call(self);
    if (returned instanceof Promise) returned.catch(() => {});
  } catch {
    // An ordinary function was called without its arguments: it is no graph function.
  } finally {
    probe = outer;
  }
  return own.entry;
}

/** A call of a part of a function that waits: its arguments are the function's variables. */
export function enterPart(
  part: Slot,
  values: readonly unknown[],
  implementation: Implementation,
): unknown {
  enterStagedFunction();
  return part.for(undefined).call(values, implementation, inPlace);
}

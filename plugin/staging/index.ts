import type * as t from '@babel/types';
import type { Scope } from '../syntax/binding.js';
import { driveFunction, hasAwaitLoop } from './asyncDriver.js';
import { returnInstances } from './jumps/constructors.js';
import { runPasses } from './pipeline.js';
import { asyncStep, driveGenerators, giveDrivenForm, suspendGenerator } from './suspensions.js';
import type { StagingContext } from './tree/context.js';
import type { FunctionWithBody } from './tree/functions.js';
import { arrowOf, startStaging } from './tree/start.js';
import { validate } from './validate.js';

export {
  constructorOf,
  type Opening,
  openable,
  openingOf,
  unlessBlank,
} from './state/privateFields.js';
export { onlyChanged } from './state/writes.js';
export { hasDrivenForm } from './suspensions.js';
export type { StagingContext } from './tree/context.js';

/** The staged form of a function. */
export interface Staged {
  readonly code: t.ArrowFunctionExpression;
  /** Where the function becomes several graphs: the variables that hold them, which have to be declared around it. */
  readonly parts: readonly string[] | null;
}

/**
 * The staged form of a function (docs/staged-code.md): a synchronous arrow function with the user's parameters. It is
 * made of the function's own nodes, so that the caller hands in a copy if the tree is still needed; `home` is what it
 * stands in: of a method the class body or object. Throws a
 * `BuildError` for a function that cannot become a graph.
 */
export function stageFunction(
  fn: t.Function,
  home: t.Node,
  scopeAround: Scope,
  context: StagingContext,
  isMarked: boolean,
): Staged {
  // One that is staged along has its own text to wait in.
  const mayWait = context.mayWait && (isMarked || fn.async !== true);
  const staging = startStaging(fn, home, scopeAround, { ...context, mayWait }, isMarked);
  returnInstances(fn, staging);
  if (!context.mayWait) {
    driveGenerators(fn.body!, staging);
    const step = asyncStep(fn);
    if (step !== null && !isMarked) giveDrivenForm(step, staging);
  }
  const isSuspended = fn.async === true && fn.generator === true && !isMarked;
  if (isSuspended) suspendGenerator(fn as FunctionWithBody, staging);
  const waits = isMarked && hasAwaitLoop(fn);
  validate(fn, { ...context, mayWait }, isMarked, waits);
  if (waits) return driveFunction(fn, staging);
  const root = arrowOf(fn);
  if (isSuspended) staging.suspended.add(root);
  runPasses(root, staging);
  return { code: root, parts: null };
}

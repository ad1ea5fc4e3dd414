import { engine } from '@tensorflow/tfjs-core';
import { ExecutionError, StagingError } from '../errors.js';
import type { SourceLocation } from '../graph/types.js';
import { functionsRunEagerly, refuseInEagerRun } from './eagerMode.js';

/*
 * A trace cannot wait for `import('./x.js')`, but whoever called an asynchronous graph function can: the call ends, leaves
 * nothing behind, and begins again when the module is there.
 */

type Outcome = { readonly module: unknown } | { readonly reason: unknown };

/** What became of the `import(…)` at each place that an asynchronous graph function comes to. */
export type ModuleOutcomes = Map<SourceLocation, Outcome>;

/** Those of the call that is going on; null where nobody can wait. */
let outcomes: ModuleOutcomes | null = null;
/** What variables hold where an eager run begins. */
let contentsBefore: readonly object[] | null = null;

/** Ends a call until a module has been loaded. */
export class PendingModule extends StagingError {
  constructor(
    location: SourceLocation,
    readonly loaded: Promise<void>,
  ) {
    super('promise-in-trace', 'A module is not loaded yet.', location, 'Wait for it.');
  }
}

/** From now on, until the function returned is called, a call may end until a module is there. */
export function awaitModules(ofFunction: ModuleOutcomes): () => void {
  const outer = { outcomes, contentsBefore };
  outcomes = ofFunction;
  contentsBefore = functionsRunEagerly() ? contentsOfVariables() : null;
  return () => {
    ({ outcomes, contentsBefore } = outer);
  };
}

function contentsOfVariables(): object[] {
  return Object.values(engine().registeredVariables).map(({ dataId }) => dataId);
}

/** What has been assigned in an eager run stays, and would be assigned again. */
function hasAssigned(): boolean {
  if (contentsBefore === null) return false;
  const contents = contentsOfVariables();
  return (
    contents.length !== contentsBefore.length ||
    contents.some((dataId, index) => dataId !== contentsBefore![index])
  );
}

function assignedBefore(location: SourceLocation): ExecutionError {
  return new ExecutionError(
    'await-in-eager-run',
    'A module is imported in a graph function that runs eagerly, after a variable has been assigned: it cannot begin again.',
    location,
    'Import it first, or run the function as a graph (the default).',
  );
}

/** The module that an `import(…)` in staged code gives, or its promise where nobody can wait for it. */
export function moduleFrom(loading: Promise<unknown>, location: SourceLocation): unknown {
  const known = outcomes;
  if (known === null) return loading;
  const outcome = known.get(location);
  if (outcome === undefined) {
    const loaded = loading.then(
      (module) => void known.set(location, { module }),
      (reason) => void known.set(location, { reason }),
    );
    throw refuseInEagerRun(
      hasAssigned() ? assignedBefore(location) : new PendingModule(location, loaded),
    );
  }
  loading.catch(() => {});
  if ('module' in outcome) return outcome.module;
  // The next call tries again.
  known.delete(location);
  throw outcome.reason;
}

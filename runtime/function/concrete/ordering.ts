import type { Variable } from '@tensorflow/tfjs-core';

/** What an asynchronous execution in progress uses. */
interface Pending {
  readonly reads: ReadonlySet<Variable>;
  readonly writes: ReadonlySet<Variable>;
  readonly done: Promise<unknown>;
}

const inProgress = new Set<Pending>();

/**
 * Starts an asynchronous execution after all earlier ones that assign a variable it uses, or use one that it assigns,
 * so that no update is lost. It starts at once where there are none.
 */
export function inCallOrder<T>(
  reads: readonly Variable[],
  writes: readonly Variable[],
  start: () => Promise<T>,
): Promise<T> {
  const use = { reads: new Set(reads), writes: new Set(writes) };
  const earlier = [...inProgress].filter((pending) => conflicts(pending, use));
  const execution =
    earlier.length === 0
      ? start()
      : Promise.all(earlier.map((pending) => pending.done)).then(start);
  const pending: Pending = { ...use, done: execution.then(nothing, nothing) };
  inProgress.add(pending);
  void pending.done.then(() => inProgress.delete(pending));
  return execution;
}

function conflicts(a: Omit<Pending, 'done'>, b: Omit<Pending, 'done'>): boolean {
  return (
    [...a.writes].some((variable) => b.reads.has(variable) || b.writes.has(variable)) ||
    [...b.writes].some((variable) => a.reads.has(variable))
  );
}

function nothing(): void {}

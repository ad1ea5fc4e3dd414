import { Optimizer, Tensor, Variable } from '@tensorflow/tfjs-core';

/*
 * An optimizer counts its steps on the host (`optimizer.iterations`, which is saved with a model) in each
 * `applyGradients`, and its settings are numbers on the host that become constants of a graph. While tracing nothing has
 * stepped yet; it has at each execution. And a graph is of no use when a setting has changed.
 */

/** An optimizer that a graph has in it. */
export interface UsedOptimizer {
  readonly optimizer: Optimizer;
  /** How many steps it takes in one execution. */
  readonly steps: number;
  /** Its settings while tracing. */
  readonly settings: readonly unknown[];
}

interface Counting {
  incrementIterations(): void;
}

/** Collects the optimizers that step, without counting it, until `stop` is called. */
export function watchOptimizers(): { used(): UsedOptimizer[]; stop(): void } {
  const counting = Optimizer.prototype as unknown as Counting;
  const { incrementIterations } = counting;
  const steps = new Map<Optimizer, number>();
  counting.incrementIterations = function (this: Optimizer) {
    steps.set(this, (steps.get(this) ?? 0) + 1);
  };
  return {
    used: () =>
      Array.from(steps, ([optimizer, count]) => ({
        optimizer,
        steps: count,
        settings: settingsOf(optimizer),
      })),
    stop: () => {
      counting.incrementIterations = incrementIterations;
    },
  };
}

/** Counts the steps of one execution; inside of a trace, for its executions. */
export function countSteps(optimizers: readonly UsedOptimizer[]): void {
  for (const { optimizer, steps } of optimizers) {
    for (let step = 0; step < steps; step++) {
      (optimizer as unknown as Counting).incrementIterations();
    }
  }
}

/** Whether the optimizer's learning rate and the like are what they were while tracing. */
export function hasSameSettings({ optimizer, settings }: UsedOptimizer): boolean {
  const current = settingsOf(optimizer);
  return (
    current.length === settings.length &&
    current.every((value, index) => Object.is(value, settings[index]))
  );
}

/** `SGDOptimizer.setLearningRate` makes a new tensor of it. */
function settingsOf(optimizer: Optimizer): unknown[] {
  return Object.entries(optimizer).flatMap(([name, value]) => {
    if (name === 'iterations_') return [];
    const isTensor = value instanceof Tensor && !(value instanceof Variable);
    return isTensor || typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
  });
}

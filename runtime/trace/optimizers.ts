import { Optimizer, Tensor, Variable } from '@tensorflow/tfjs-core';
import {
  isInput,
  isOwn,
  LearningRate,
  learningRateFields,
  optimizerClasses,
} from './learningRate.js';
import { isTracing } from './tracer.js';

/*
 * An optimizer counts its steps on the host (`optimizer.iterations`, which is saved with a model) in each
 * `applyGradients`, and its settings are numbers on the host that become constants of a graph. While tracing nothing has
 * stepped yet; it has at each execution. And a graph is of no use when a setting has changed that is no input of it.
 */

/** An optimizer that a graph has in it. */
export interface UsedOptimizer {
  readonly optimizer: Optimizer;
  /** How many steps it takes in one execution. */
  readonly steps: number;
  /** Its learning rate, where that is an input. */
  readonly learningRate: LearningRate | null;
  /** Its other settings while tracing. */
  readonly settings: readonly unknown[];
}

type Gradients = Parameters<Optimizer['applyGradients']>[0];

interface Internals {
  applyGradients(this: Optimizer, gradients: Gradients): void;
  incrementIterations(this: Optimizer): void;
}

/** The optimizers of one trace. */
class Watch {
  readonly #steps = new Map<Optimizer, number>();
  readonly #learningRates = new Map<Optimizer, LearningRate | null>();

  countStep(optimizer: Optimizer): void {
    this.#steps.set(optimizer, (this.#steps.get(optimizer) ?? 0) + 1);
  }

  learningRateOf(optimizer: Optimizer): LearningRate | null {
    let rate = this.#learningRates.get(optimizer);
    if (rate === undefined) {
      rate = isInput(optimizer) ? new LearningRate(optimizer) : null;
      this.#learningRates.set(optimizer, rate);
    }
    return rate;
  }

  used(): UsedOptimizer[] {
    return Array.from(this.#steps, ([optimizer, steps]) => {
      const learningRate = this.#learningRates.get(optimizer) ?? null;
      return { optimizer, steps, learningRate, settings: settingsOf(optimizer, learningRate) };
    });
  }
}

let watch: Watch | null = null;

/** The one that takes a step just now. */
let stepping: Optimizer | null = null;

export function steppingOptimizer(): Optimizer | null {
  return stepping;
}

function whileStepping(optimizer: Optimizer, step: () => void): void {
  const outer = stepping;
  stepping = optimizer;
  try {
    step();
  } finally {
    stepping = outer;
  }
}

/** Collects the optimizers that step, without counting it, until `stop` is called. */
export function watchOptimizers(): { used(): UsedOptimizer[]; stop(): void } {
  const outer = watch;
  const own = new Watch();
  const remove = outer === null ? watchClasses() : () => {};
  watch = own;
  return {
    used: () => own.used(),
    stop: () => {
      watch = outer;
      remove();
    },
  };
}

function watchClasses(): () => void {
  const counting = Optimizer.prototype as unknown as Internals;
  const { incrementIterations } = counting;
  counting.incrementIterations = function () {
    if (isTracing()) watch!.countStep(this);
    else incrementIterations.call(this);
  };
  const removals = optimizerClasses.map(({ prototype }) => {
    const { applyGradients } = prototype as unknown as Internals;
    prototype.applyGradients = function (this: Optimizer, gradients: Gradients) {
      const isWatched = isTracing() && isOwn(this, prototype);
      const learningRate = isWatched ? watch!.learningRateOf(this) : null;
      const apply = () => whileStepping(this, () => applyGradients.call(this, gradients));
      if (learningRate === null) apply();
      else learningRate.during(apply);
    };
    return () => {
      prototype.applyGradients = applyGradients;
    };
  });
  return () => {
    counting.incrementIterations = incrementIterations;
    for (const remove of removals) remove();
  };
}

/** Counts the steps of one execution; inside of a trace, for its executions. */
export function countSteps(optimizers: readonly UsedOptimizer[]): void {
  for (const { optimizer, steps } of optimizers) {
    for (let step = 0; step < steps; step++) {
      (optimizer as unknown as Internals).incrementIterations.call(optimizer);
    }
  }
}

/** Whether the optimizer's settings that are constants of the graph are what they were while tracing. */
export function hasSameSettings({ optimizer, learningRate, settings }: UsedOptimizer): boolean {
  const current = settingsOf(optimizer, learningRate);
  return (
    current.length === settings.length &&
    current.every((value, index) => Object.is(value, settings[index]))
  );
}

/** What a graph captured, with the present learning rates; where its nodes become another trace's, with that one's inputs. */
export function withLearningRates(
  captures: readonly Tensor[],
  optimizers: readonly UsedOptimizer[],
): readonly Tensor[] {
  let given = captures;
  for (const { optimizer, learningRate } of optimizers) {
    if (learningRate === null) continue;
    const outer = isTracing() ? watch!.learningRateOf(optimizer) : null;
    if (outer === null) learningRate.update();
    else given = given.map((tensor) => (tensor === learningRate.tensor ? outer.tensor : tensor));
  }
  return given;
}

export function releaseLearningRates(optimizers: readonly UsedOptimizer[]): void {
  for (const { learningRate } of optimizers) learningRate?.release();
}

/** `MomentumOptimizer.setMomentum` and the like leave numbers, others make new tensors of them. */
function settingsOf(optimizer: Optimizer, learningRate: LearningRate | null): unknown[] {
  return Object.entries(optimizer).flatMap(([name, value]) => {
    if (name === 'iterations_') return [];
    if (learningRate !== null && learningRateFields.includes(name)) return [];
    const isTensor = value instanceof Tensor && !(value instanceof Variable);
    return isTensor || typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
  });
}

import {
  AdadeltaOptimizer,
  AdagradOptimizer,
  AdamaxOptimizer,
  AdamOptimizer,
  type BackendValues,
  type KernelBackend,
  keep,
  MomentumOptimizer,
  type Optimizer,
  RMSPropOptimizer,
  SGDOptimizer,
  scalar,
  Tensor,
} from '@tensorflow/tfjs-core';
import { kernelNode } from '../graph/builder.js';
import type { Value } from '../graph/graph.js';
import { Scoped } from '../scoped.js';
import { setContent } from './assignments.js';
import { engine } from './engine.js';
import { currentLocation } from './location.js';
import { currentTracer } from './tracer.js';

/*
 * A schedule changes the learning rate at every step, and a graph that had it as a constant would be of use for one step
 * only. So it is an input, which each execution gives its present value. Optimizers of TensorFlow.js have it in one of two
 * ways: as a tensor of their own (`c` of SGDOptimizer), or as a number that they turn into tensors. Of subclasses nobody
 * knows what else they compute of it.
 */

export const optimizerClasses = [
  SGDOptimizer,
  MomentumOptimizer,
  AdagradOptimizer,
  AdadeltaOptimizer,
  AdamOptimizer,
  AdamaxOptimizer,
  RMSPropOptimizer,
] as const;

interface Settings {
  learningRate: number;
  /** The negative of the learning rate, of SGDOptimizer and MomentumOptimizer. */
  c?: Tensor;
}

/** A learning rate as a tensor. */
interface Own {
  content: Tensor | null;
  value: number;
  on: KernelBackend | null;
}

function release(own: Own): void {
  own.content?.dispose();
  own.content = null;
}

/** Of graphs that nobody disposed. */
const forgotten = new FinalizationRegistry<Own>(release);

/** The fields of an optimizer that hold its learning rate. */
export const learningRateFields: readonly string[] = ['learningRate', 'c'];

/** An optimizer's learning rate as an input of one graph. */
export class LearningRate {
  /** What the graph captures. Its content is that of another tensor. */
  readonly tensor: Tensor;
  readonly #settings: Settings;
  readonly #own: Own = { content: null, value: Number.NaN, on: null };

  constructor(optimizer: Optimizer) {
    this.#settings = optimizer as unknown as Settings;
    this.tensor = new Tensor([], 'float32', {}, engine().nextTensorId());
    if (this.#settings.c !== undefined) this.update();
    else forgotten.register(this, this.#own);
  }

  /** Gives the input the present learning rate. */
  update(): void {
    const { c, learningRate } = this.#settings;
    if (c !== undefined) {
      setContent(this.tensor, c.dataId);
      (this.tensor as unknown as { isDisposedInternal: boolean }).isDisposedInternal = c.isDisposed;
      return;
    }
    const on = engine().backend;
    const own = this.#own;
    if (own.content !== null && own.on === on && Object.is(own.value, learningRate)) return;
    release(own);
    const content = keep(scalar(learningRate));
    Object.assign(own, { content, value: learningRate, on });
    setContent(this.tensor, content.dataId);
  }

  /** Frees what `update` made. */
  release(): void {
    release(this.#own);
  }

  /** Runs `apply` with an optimizer whose learning rate is this one. */
  during(apply: () => void): void {
    const settings = this.#settings;
    const { c, learningRate } = settings;
    const outer = current;
    if (c === undefined) {
      current = this.tensor;
      settings.learningRate = unlikely;
    } else settings.c = this.tensor;
    try {
      apply();
    } finally {
      current = outer;
      if (c === undefined) settings.learningRate = learningRate;
      else settings.c = c;
    }
  }
}

/** It stands for the learning rate while an optimizer makes constants of that, and is none of its other constants. */
const unlikely = Math.fround(1.2345678e-31);

let current: Tensor | null = null;

/** The learning rate, or its negative, where the elements of a new constant stand for it. */
export function learningRateOf(values: BackendValues): Value | null {
  if (current === null || values.length !== 1) return null;
  const number = values[0];
  if (number !== unlikely && number !== -unlikely) return null;
  const tracer = currentTracer();
  const rate = tracer.resolve(current);
  if (number === unlikely) return rate;
  const negative = kernelNode('Neg', [rate], ['x'], {}, currentLocation());
  tracer.add(negative);
  return negative.outputs[0]!;
}

const firstSeen = new WeakMap<Optimizer, number>();

const areAllInputs = new Scoped(false);

/** Runs `trace`, in which each learning rate is an input: of a graph that is called whatever the rate has become. */
export function withRatesAsInputs<T>(trace: () => T): T {
  return areAllInputs.during(true, trace);
}

/** Whether it is an optimizer of TensorFlow.js, of the class that has this prototype. */
export function isOwn(optimizer: Optimizer, prototype: Optimizer): boolean {
  return Object.getPrototypeOf(optimizer) === prototype;
}

/**
 * Whether a graph should take the optimizer's learning rate as an input: always where it is a tensor or the graph is held
 * on to, else from when it was seen to change, since a constant costs nothing.
 */
export function isInput(optimizer: Optimizer): boolean {
  const { c, learningRate } = optimizer as unknown as Settings;
  if (c !== undefined || areAllInputs.value) return true;
  const first = firstSeen.get(optimizer);
  if (first === undefined) firstSeen.set(optimizer, learningRate);
  if (first === undefined || Object.is(first, learningRate)) return false;
  firstSeen.set(optimizer, Number.NaN);
  return true;
}

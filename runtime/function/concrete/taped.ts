import { keep, type Tensor, zeros } from '@tensorflow/tfjs-core';
import type { Graph } from '../../graph/graph.js';
import { engine } from '../../trace/engine.js';
import { CompiledGraph } from './compile.js';
import { type Derivative, derivativeOf } from './derivative.js';

/** Derivatives for more combinations of sizes than these are made again when they come back. */
const mostKept = 16;

/** Whether a `tf.grad` or the like around is recording ops. */
export function isTapeOn(): boolean {
  const { gradientDepth, kernelDepth } = engine().state;
  return gradientDepth > 0 && kernelDepth === 0;
}

/**
 * A graph whose calls a tape around takes for one op each, whose gradient is a graph too, as TensorFlow does with the
 * forward and backward functions of a `tf.function`.
 */
export class TapedGraph {
  readonly #calls = new Map<string, TapedCall | null>();

  /** The first `resultCount` outputs may have gradients. */
  constructor(
    readonly graph: Graph,
    readonly resultCount: number,
  ) {}

  /** The outputs, which the caller must dispose; `null` where only the graph's ops have gradients. */
  run(inputs: readonly Tensor[]): Tensor[] | null {
    const shapes = inputs.map(({ shape }) => shape);
    const isNested = engine().state.gradientDepth > 1;
    const key = `${shapes.join(';')} ${isNested}`;
    let call = this.#calls.get(key);
    if (call === undefined) {
      const derivative = derivativeOf(this.graph, this.resultCount, shapes, isNested);
      call = derivative && new TapedCall(derivative, this.graph, isNested);
      if (this.#calls.size >= mostKept) this.dispose();
      this.#calls.set(key, call);
    }
    return call?.run(inputs) ?? null;
  }

  dispose(): void {
    for (const call of this.#calls.values()) call?.dispose();
    this.#calls.clear();
  }
}

class TapedCall {
  readonly #forward: CompiledGraph;
  /** By the parameters whose gradients they give. */
  readonly #backward = new Map<
    string,
    { readonly plain: CompiledGraph; readonly taped: TapedGraph }
  >();

  constructor(
    readonly derivative: Derivative,
    readonly graph: Graph,
    /** Whether a gradient around the one that is taken may go through the latter, and so through what it reads. */
    readonly isNested: boolean,
  ) {
    this.#forward = new CompiledGraph(derivative.forward);
  }

  run(inputs: readonly Tensor[]): Tensor[] {
    const { inputs: read, connected } = this.derivative;
    const copy = (index: number) => inputs[index]!.clone();
    const copies = this.isNested ? read.map(copy) : unrecorded(() => read.map(copy));
    const tensors = run(this.#forward, inputs);
    const outputs = tensors.slice(0, this.graph.outputs.length);
    const residuals = tensors.slice(outputs.length);
    const saved = [...copies, ...residuals].map(keep);
    const watched = Object.fromEntries(connected.map((index) => [index, inputs[index]!]));
    record(`${this.graph.name} in a graph`, watched, outputs, saved, (wanted, gradients) =>
      this.#gradients(wanted, saved, outputs, gradients),
    );
    return outputs;
  }

  #gradients(
    wanted: readonly number[],
    saved: readonly Tensor[],
    outputs: readonly Tensor[],
    gradients: readonly (Tensor | null | undefined)[],
  ): Tensor[] {
    const seeds = this.derivative.differentiable.map(
      (index) => gradients[index] ?? zeros(outputs[index]!.shape),
    );
    const inputs = [...saved, ...seeds];
    const { plain, taped } = this.#backwardFor(wanted);
    return (isTapeOn() ? taped.run(inputs) : null) ?? run(plain, inputs);
  }

  #backwardFor(wanted: readonly number[]) {
    const key = wanted.join();
    let backward = this.#backward.get(key);
    if (backward === undefined) {
      const graph = this.derivative.backward(wanted);
      backward = { plain: new CompiledGraph(graph), taped: new TapedGraph(graph, wanted.length) };
      this.#backward.set(key, backward);
    }
    return backward;
  }

  dispose(): void {
    this.#forward.dispose();
    for (const { plain, taped } of this.#backward.values()) {
      plain.dispose();
      taped.dispose();
    }
  }
}

function run(compiled: CompiledGraph, inputs: readonly Tensor[]): Tensor[] {
  const infos = unrecorded(() => compiled.executor().run(inputs));
  return infos.map((info) => engine().makeTensorFromTensorInfo(info));
}

/** No tape around sees what `body` does. */
function unrecorded<T>(body: () => T): T {
  const { state } = engine();
  const { gradientDepth, activeTape } = state;
  Object.assign(state, { gradientDepth: 0, activeTape: null });
  try {
    return body();
  } finally {
    Object.assign(state, { gradientDepth, activeTape });
  }
}

interface TapeNode {
  readonly inputs: Readonly<Record<string, Tensor>>;
  gradient(gradients: readonly (Tensor | null)[]): Record<string, () => Tensor>;
}

/** `gradientsOf` is asked for the gradients of those inputs that are wanted, and of nothing else. */
function record(
  name: string,
  inputs: Readonly<Record<number, Tensor>>,
  outputs: readonly Tensor[],
  saved: readonly Tensor[],
  gradientsOf: (wanted: readonly number[], gradients: readonly (Tensor | null)[]) => Tensor[],
): void {
  engine().addTapeNode(name, inputs, outputs, () => ({}), saved, {});
  const node = engine().state.activeTape!.at(-1) as TapeNode;
  // A gradient goes through copies of the nodes, with those inputs alone that lead to what is asked for.
  node.gradient = function (this: TapeNode, gradients) {
    const wanted = Object.keys(this.inputs).map(Number);
    const results = gradientsOf(wanted, gradients);
    return Object.fromEntries(wanted.map((index, at) => [index, () => results[at]!]));
  };
}

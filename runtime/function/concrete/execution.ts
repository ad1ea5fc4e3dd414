import type { Tensor, TensorInfo, Variable } from '@tensorflow/tfjs-core';
import { tidy } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../../errors.js';
import { type SourceLocation, sameShape } from '../../graph/types.js';
import { engine, onBackend } from '../../trace/engine.js';
import type { Trace } from '../../trace/function.js';
import { countSteps, releaseLearningRates, withLearningRates } from '../../trace/optimizers.js';
import { replay, replayAnew } from '../../trace/replay.js';
import { isTracing } from '../../trace/session.js';
import { deviceLoss, errorOfLoss } from '../../webgpu/lostDevices.js';
import type { VariableArguments } from '../signature/variableArguments.js';
import { CompiledGraph } from './compile.js';
import { inCallOrder } from './ordering.js';
import { createReplayHost } from './replayHost.js';
import { isTapeOn, TapedGraph } from './taped.js';
import { refuseUnusable } from './unusable.js';

/** Runs one trace: gathers its inputs, and hands out results and variables' new contents. */
export class Execution {
  readonly compiled: CompiledGraph;
  readonly #taped: TapedGraph;
  readonly #resultCount: number;

  constructor(
    readonly name: string,
    readonly trace: Trace,
    readonly variableArguments: VariableArguments,
    readonly location: SourceLocation | null,
    isAwaited: boolean,
  ) {
    const { graph, updates, variables } = trace;
    this.#resultCount = graph.outputs.length - updates.length;
    const firstVariable = graph.parameters.length - variables.length;
    const replaced = updates.flatMap((variable, index): [number, number][] => {
      const read = variables.indexOf(variable);
      return read < 0 ? [] : [[this.#resultCount + index, firstVariable + read]];
    });
    this.compiled = new CompiledGraph({ ...graph, isAwaited }, new Map(replaced));
    this.#taped = new TapedGraph(graph, this.#resultCount);
  }

  get #isEmpty(): boolean {
    const { nodes, parameters, outputs } = this.trace.graph;
    return nodes.length === 0 && parameters.length === 0 && outputs.length === 0;
  }

  /** The results as tensors of their own. `args`, tensors and variables, stay the caller's. */
  run(args: readonly Tensor[]): Tensor[] {
    // A host value is all that such a trace gives: nothing needs a backend.
    if (this.#isEmpty) return [];
    const inputs = this.#inputs(args);
    if (isTracing()) return this.#replay(inputs, args);
    if (isTapeOn()) return this.#record(inputs, args) ?? this.#replay(inputs, args);
    return this.#commit(this.compiled.executor().run(inputs), args);
  }

  /**
   * Variables are read when it is this call's turn; until it has ended, `args` must not be disposed. `finish` is given the
   * results with the backend active that ran the graph: the one of the time of the call.
   */
  runAsync<T>(args: readonly Tensor[], finish: (results: Tensor[]) => T): Promise<T> {
    if (this.#isEmpty) return Promise.resolve(finish([]));
    const { backend, backendName } = engine();
    const active = { backend, backendName };
    const variables = this.variableArguments.resolve(this.trace.variables, args);
    return inCallOrder(variables, this.#updates(args), async () => {
      const running = onBackend(active, () =>
        this.compiled.executor().runAsync(this.#inputs(args)),
      );
      const infos = await running.catch(async (error) => {
        throw await errorOfLoss(backend, error);
      });
      const loss = deviceLoss(backend);
      if (loss !== null) {
        for (const { dataId } of infos) backend.disposeData(dataId);
        throw loss;
      }
      return onBackend(active, () => finish(this.#commit(infos, args)));
    });
  }

  dispose(): void {
    this.compiled.dispose();
    this.#taped.dispose();
    releaseLearningRates(this.trace.optimizers);
  }

  #updates(args: readonly Tensor[]): readonly Variable[] {
    return this.variableArguments.resolve(this.trace.updates, args);
  }

  #inputs(args: readonly Tensor[]): Tensor[] {
    const inputs = [
      ...this.variableArguments.tensors(args),
      ...withLearningRates(this.trace.captures, this.trace.optimizers),
      ...this.variableArguments.resolve(this.trace.variables, args),
    ];
    refuseUnusable(inputs, this.trace, this.name, this.location);
    return inputs;
  }

  #commit(infos: TensorInfo[], args: readonly Tensor[]): Tensor[] {
    const updates = this.#updates(args);
    const unfit = updates.find(
      (variable, index) => !sameShape(variable.shape, infos[this.#resultCount + index]!.shape),
    );
    if (unfit !== undefined) {
      for (const { dataId } of infos) engine().backend.disposeData(dataId);
      throw new ExecutionError(
        'variable-shape-changed',
        `${this.name} assigns a tensor of another shape to the variable '${unfit.name}' of shape [${unfit.shape}].`,
        this.location,
      );
    }
    const tensors = infos.map((info) => engine().makeTensorFromTensorInfo(info));
    updates.forEach((variable, index) => {
      const content = tensors[this.#resultCount + index]!;
      variable.assign(content);
      content.dispose();
    });
    tensors.length = this.#resultCount;
    countSteps(this.trace.optimizers);
    return tensors;
  }

  /** As one op, whose gradient is a graph as well; `null` where it has none. */
  #record(inputs: readonly Tensor[], args: readonly Tensor[]): Tensor[] | null {
    const outputs = this.#taped.run(inputs);
    if (outputs === null) return null;
    const contents = outputs.splice(this.#resultCount);
    assignAll(this.#updates(args), contents);
    for (const content of contents) content.dispose();
    countSteps(this.trace.optimizers);
    return outputs;
  }

  /** Op by op, so that a tape or a trace around sees everything. */
  #replay(inputs: readonly Tensor[], args: readonly Tensor[]): Tensor[] {
    const { graph, optimizers } = this.trace;
    return tidy(() => {
      const outputs = isTracing()
        ? replayAnew(graph, inputs)
        : replay(graph, inputs, createReplayHost());
      assignAll(this.#updates(args), outputs.slice(this.#resultCount));
      countSteps(optimizers);
      const own = new Set<Tensor>(inputs);
      return outputs.slice(0, this.#resultCount).map((output) => {
        const result = own.has(output) ? output.clone() : output;
        own.add(result);
        return result;
      });
    });
  }
}

/** All contents are computed before the first variable changes: one may be another variable itself. */
function assignAll(variables: readonly Variable[], contents: readonly Tensor[]): void {
  const copies = contents.map((content) => content.clone());
  variables.forEach((variable, index) => {
    variable.assign(copies[index]!);
  });
}

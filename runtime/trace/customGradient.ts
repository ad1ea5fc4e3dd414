import { customGrad, type Tensor } from '@tensorflow/tfjs-core';
import { kernelNode } from '../graph/builder.js';
import type { CustomGradient, Graph } from '../graph/graph.js';
import type { TensorType } from '../graph/types.js';
import { explainingMisuse } from './customGradientMisuse.js';
import { Diverged } from './divergence.js';
import { engine } from './engine.js';
import { symbolicTensor } from './kernels.js';
import { currentLocation } from './location.js';
import { traceSubgraph } from './subgraph.js';
import { currentTracer } from './tracer.js';

/*
 * `tf.customGrad` gives a function a gradient of its own, which a graph keeps for a tape around its calls: the function's
 * result passes through an `Identity` that knows the gradient's graph. Its inputs are the result, what the function was
 * given, and what the gradient uses besides.
 */

/** What `customGrad` has the engine run (tfjs-core/src/engine.ts). */
interface CustomCall {
  /** Only a kernel has one. */
  readonly kernelName?: string;
  readonly inputs: Readonly<Record<string, Tensor>>;
  readonly forwardFunc: (backend: unknown, save: (tensors: Tensor[]) => void) => Tensor;
  readonly backwardsFunc: (dy: Tensor, saved: Tensor[]) => Record<string, () => Tensor>;
}

/** Their gradients are those of the ops that they are made of, or of the kernels (`replay.ts`). */
const ownOps = new Set(
  [
    'logSigmoid',
    'logSoftmax',
    'softmaxCrossEntropy',
    'fusedConv2d',
    'fusedDepthwiseConv2d',
    'fusedMatMul',
  ].map((name) => `${name}__op`),
);

/** Records the gradients of `tf.customGrad` until the function returned is called. */
export function watchCustomGradients(): () => void {
  const target = engine() as unknown as { runKernelFunc(call: CustomCall): unknown };
  const outer = Object.getOwnPropertyDescriptor(target, 'runKernelFunc');
  const run = target.runKernelFunc;
  target.runKernelFunc = (call) => run.call(target, isOfUser(call) ? recorded(call) : call);
  return () => {
    if (outer === undefined) delete (target as Partial<typeof target>).runKernelFunc;
    else Object.defineProperty(target, 'runKernelFunc', outer);
  };
}

function isOfUser({ kernelName }: CustomCall): boolean {
  const { kernelDepth, activeScope } = engine().state;
  return kernelName === undefined && kernelDepth === 0 && !ownOps.has(activeScope?.name ?? '');
}

function recorded(call: CustomCall): CustomCall {
  const inputs = Object.entries(call.inputs);
  const explained = <T>(run: () => T): T => explainingMisuse(inputs.length, run);
  return {
    ...call,
    backwardsFunc: (dy, saved) => explained(() => call.backwardsFunc(dy, saved)),
    forwardFunc: (backend, save) => {
      let saved: Tensor[] = [];
      const keep = (tensors: Tensor[]) => {
        saved = tensors;
        save(tensors);
      };
      const result = explained(() => call.forwardFunc(backend, keep));
      const gradient = (dy: Tensor) => {
        const gradients = explained(() => call.backwardsFunc(dy, saved));
        return inputs.map(([name]) => gradients[name]!());
      };
      return markResult(
        result,
        inputs.map(([, input]) => input),
        gradient,
      );
    },
  };
}

function markResult(
  result: Tensor,
  inputs: readonly Tensor[],
  gradientOf: (dy: Tensor) => readonly Tensor[],
): Tensor {
  const tracer = currentTracer();
  const value = tracer.resolve(result);
  const { gradient, used } = traceGradient(value, inputs.length, gradientOf);
  const operands = [value, ...[...inputs, ...used].map((tensor) => tracer.resolve(tensor))];
  const names = operands.map((_, index) => (index === 0 ? 'x' : `used${index}`));
  const node = { ...kernelNode('Identity', operands, names, {}, currentLocation()), gradient };
  tracer.add(node);
  return symbolicTensor(node.outputs[0]!);
}

/** An error of the gradient's code is nobody's concern until the gradient is asked for. */
function traceGradient(
  { dtype, shape }: TensorType,
  inputCount: number,
  gradientOf: (dy: Tensor) => readonly Tensor[],
): { gradient: CustomGradient; used: readonly Tensor[] } {
  try {
    const traced = traceSubgraph('custom gradient', [{ dtype, shape }], ([dy]) =>
      untilDiverged(() => gradientOf(dy!)),
    );
    const { name, parameters, nodes, outputs, captures, variables } = traced;
    const outer = [
      ...captures.map(({ parameter }) => parameter),
      ...variables.map(({ entry }) => entry),
    ];
    return {
      gradient: {
        inputCount,
        graph: { name, parameters: [...parameters, ...outer], nodes, outputs },
      },
      used: [...captures.map(({ tensor }) => tensor), ...variables.map(({ variable }) => variable)],
    };
  } catch (error) {
    return { gradient: { inputCount, error }, used: [] };
  }
}

/** A gradient whose code throws, in the graph then, gives nothing. */
function untilDiverged(body: () => readonly Tensor[]): readonly Tensor[] {
  try {
    return body();
  } catch (error) {
    if (error instanceof Diverged) return [];
    throw error;
  }
}

/** The result once more, for a tape around: `operands` are those of the node, and `run` runs a graph again. */
export function withCustomGradient(
  gradient: CustomGradient,
  [result, ...others]: readonly Tensor[],
  run: (graph: Graph, inputs: readonly Tensor[]) => Tensor[],
): Tensor {
  const { inputCount } = gradient;
  return customGrad((...given) => {
    const save = given.at(-1) as (tensors: Tensor[]) => void;
    save(others.slice(inputCount));
    return {
      value: result!.clone(),
      gradFunc: (dy, used) => {
        if ('error' in gradient) throw gradient.error;
        const gradients = run(gradient.graph, [dy, ...used]);
        if (gradients.length === 0) throw new Diverged();
        return gradients;
      },
    };
  })(...others.slice(0, inputCount));
}

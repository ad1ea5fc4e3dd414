import * as tf from '@tensorflow/tfjs-core';
import { kernelNode } from '../../runtime/graph/builder.js';
import { type Graph, type KernelNode, Value } from '../../runtime/graph/graph.js';
import type { DataType } from '../../runtime/graph/types.js';

/** A tensor's type and elements. */
export interface Elements {
  readonly dtype: DataType;
  readonly shape: readonly number[];
  readonly values: Float32Array | Int32Array | Uint8Array;
}

/** A kernel that cpu ran, with what it was given and what it gave. */
export interface RecordedKernel {
  readonly node: KernelNode;
  readonly inputs: readonly Elements[];
  readonly outputs: readonly Elements[];
}

type RunKernel = (
  kernel: string,
  inputs: tf.NamedTensorMap | tf.Tensor[],
  attributes?: object,
) => tf.Tensor | tf.Tensor[];

/** Every kernel that `body` runs on cpu, which must be the active backend. Its tensors are disposed. */
export function recordOnCpu(body: () => void): RecordedKernel[] {
  const recorded: RecordedKernel[] = [];
  const target = tf.engine() as unknown as { runKernel: RunKernel };
  const original = target.runKernel;
  target.runKernel = (kernel, inputs, attributes = {}) => {
    // The kernel SplitV writes into its attribute.
    const given = structuredClone(attributes) as Record<string, unknown>;
    const result = original.call(target, kernel, inputs, attributes);
    const outputs = [result].flat();
    const tensors = Object.entries(inputs).filter(([, tensor]) => tensor != null);
    if ([...tensors.map(([, tensor]) => tensor), ...outputs].every(isNumeric)) {
      const names = Array.isArray(inputs) ? null : tensors.map(([name]) => name);
      const elements = tensors.map(([, tensor]) => elementsOf(tensor));
      const values = elements.map(({ dtype, shape }) => new Value(dtype, shape));
      const node = kernelNode(kernel, values, names, given);
      recorded.push({ node, inputs: elements, outputs: outputs.map(elementsOf) });
    }
    return result;
  };
  try {
    tf.tidy(body);
  } finally {
    target.runKernel = original;
  }
  return recorded;
}

function isNumeric({ dtype }: tf.Tensor): boolean {
  return dtype !== 'string' && dtype !== 'complex64';
}

function elementsOf(tensor: tf.Tensor): Elements {
  return {
    dtype: tensor.dtype as DataType,
    shape: [...tensor.shape],
    values: tensor.dataSync().slice(),
  };
}

/** A graph of one kernel. */
export function graphOf(node: KernelNode): Graph {
  return { name: node.kernel, parameters: node.inputs, nodes: [node], outputs: node.outputs };
}

export function describeKernel({ node, inputs }: RecordedKernel): string {
  const types = inputs.map(({ dtype, shape, values }) => {
    const some = values.length <= 16 ? ` = [${values}]` : '';
    return `${dtype}[${shape}]${some}`;
  });
  return `${node.kernel}(${types.join(', ')}) ${JSON.stringify(node.attributes)}`;
}

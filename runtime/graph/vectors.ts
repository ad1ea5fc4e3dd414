import { slice_util } from '@tensorflow/tfjs-core';
import type { Constant } from './evaluate.js';
import type { ConstantData, KernelNode } from './graph.js';
import { isFullyKnown, type Shape } from './types.js';

/** Vectors of more elements are left to the backend. */
const mostElements = 256;

/**
 * The result of a kernel that picks, joins or multiplies elements of vectors, as programs do with the sizes of tensors;
 * `null` for all else.
 */
export function evaluateVectors(
  node: KernelNode,
  inputs: readonly Constant[],
): ConstantData | null {
  const [output] = node.outputs;
  const compute = Object.hasOwn(kernels, node.kernel) ? kernels[node.kernel] : undefined;
  if (compute === undefined || output === undefined || !inputs.every(isShortVector)) return null;
  if (output.dtype !== 'int32' || !isFullyKnown(output.shape) || output.shape.length > 1)
    return null;
  const values = compute(node, inputs.map(elementsOf), inputs[0]!.type.shape);
  return values === null ? null : { values: Int32Array.from(values) };
}

type Compute = (
  node: KernelNode,
  inputs: readonly (readonly number[])[],
  shape: Shape,
) => readonly number[] | null;

const kernels: Readonly<Record<string, Compute>> = {
  Pack: (_, inputs) => inputs.flat(),
  Concat: (_, inputs) => inputs.flat(),
  Slice: ({ attributes, outputs }, [x]) => {
    const [begin] = [attributes.begin].flat() as number[];
    return x!.slice(begin, begin! + (outputs[0]!.shape?.[0] ?? 0));
  },
  StridedSlice: ({ attributes }, [x], shape) => {
    const list = (name: string) => [...(attributes[name] as number[])];
    const mask = (name: string) => (attributes[name] as number | undefined) ?? 0;
    const { begin, end, strides } = slice_util.sliceInfo(
      [...(shape as readonly number[])],
      list('begin'),
      list('end'),
      list('strides'),
      mask('beginMask'),
      mask('endMask'),
      mask('ellipsisMask'),
      mask('newAxisMask'),
      mask('shrinkAxisMask'),
    );
    if (begin.length !== 1) return null;
    const picked: number[] = [];
    const isPast = (index: number) => (strides[0]! > 0 ? index >= end[0]! : index <= end[0]!);
    for (let index = begin[0]!; !isPast(index); index += strides[0]!) picked.push(x![index]!);
    return picked;
  },
  GatherV2: ({ inputNames }, inputs) => {
    const [x, indices] = ['x', 'indices'].map((name) => inputs[inputNames?.indexOf(name) ?? -1]);
    return x && indices ? indices.map((index) => x[index] ?? 0) : null;
  },
  Prod: (_, [x]) => [x!.reduce((product, value) => Math.imul(product, value), 1)],
  Sum: (_, [x]) => [x!.reduce((sum, value) => (sum + value) | 0, 0)],
  Max: (_, [x]) => [Math.max(...x!)],
  Min: (_, [x]) => [Math.min(...x!)],
};

function isShortVector({ type: { dtype, shape } }: Constant): boolean {
  return (
    dtype === 'int32' &&
    isFullyKnown(shape) &&
    shape.length <= 1 &&
    (shape[0] ?? 1) > 0 &&
    (shape[0] ?? 1) <= mostElements
  );
}

function elementsOf({ type, data }: Constant): number[] {
  if ('splat' in data) return Array.from({ length: type.shape?.[0] ?? 1 }, () => data.splat);
  return Array.from(data.values as Int32Array);
}

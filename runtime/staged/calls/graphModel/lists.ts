import { scalar, slice, stridedSlice, type Tensor } from '@tensorflow/tfjs-core';
import type { DataType, Shape } from '../../../graph/types.js';
import { TensorArray } from '../../arrays/tensorArray.js';
import { sub } from '../../operators/arithmetic.js';
import { withParts } from '../../values/structure.js';
import { isTensor, shapeOf } from '../../values/tensors.js';
import type { ModelNode } from './nodes.js';

type Inputs = readonly unknown[];

/**
 * The ops of TensorFlow on lists of tensors. A TensorList is the TensorArray itself; of those of TensorFlow 1 it is what
 * flows from one op to the next, while the handle says what it was made as.
 */
const ops: Readonly<Record<string, (inputs: Inputs, node: ModelNode) => readonly unknown[]>> = {
  TensorListReserve: ([shape, size], node) => [
    new TensorArray(dtypeOf(node, 'elementDType'), numberOf(size), {
      elementShape: elementShapeOf(shape),
    }),
  ],
  EmptyTensorList: ([shape], node) => [
    new TensorArray(dtypeOf(node, 'elementDType'), 0, {
      dynamicSize: true,
      elementShape: elementShapeOf(shape),
    }),
  ],
  TensorListFromTensor: ([tensor]) => [filled(tensor as Tensor)],
  TensorListSetItem: ([list, index, item]) => [asArray(list).write(index as Tensor, item)],
  TensorListGetItem: ([list, index]) => [asArray(list).read(index as Tensor)],
  TensorListStack: ([list]) => [asArray(list).stack()],
  TensorListGather: ([list, indices]) => [asArray(list).gather(indices as Tensor)],
  TensorListScatter: (inputs) => [scattered(inputs)],
  TensorListScatterV2: (inputs) => [scattered(inputs)],
  TensorListConcat: ([list]) => [asArray(list).concat()],
  TensorListConcatV2: ([list]) => [asArray(list).concat()],
  TensorListSplit: ([tensor, , lengths]) => [
    new TensorArray((tensor as Tensor).dtype).split(tensor as Tensor, numbersOf(lengths)),
  ],
  TensorListPushBack: ([list, item]) => [asArray(list).write(asArray(list).size(), item)],
  TensorListPopBack: ([list]) => popped(asArray(list)),
  TensorListLength: ([list]) => [sizeOf(list)],
  TensorListResize: ([list, size]) => [resized(asArray(list), numberOf(size))],
  TensorArrayV3: ([size], node) => [
    node.name,
    new TensorArray(dtypeOf(node, 'dtype'), numberOf(size), {
      dynamicSize: node.attrParams.dynamicSize?.value === true,
      elementShape: dimensions(node.attrParams.elementShape?.value as number[] | undefined),
    }),
  ],
  TensorArrayWriteV3: ([, index, value, flow]) => [asArray(flow).write(index as Tensor, value)],
  TensorArrayReadV3: ([, index, flow]) => [asArray(flow).read(index as Tensor)],
  TensorArrayGatherV3: ([, indices, flow]) => [asArray(flow).gather(indices as Tensor)],
  TensorArrayScatterV3: ([, indices, tensor, flow]) => [
    asArray(flow).scatter(indices as Tensor, tensor as Tensor),
  ],
  TensorArrayConcatV3: ([, flow]) => [asArray(flow).concat()],
  TensorArraySplitV3: ([, tensor, lengths, flow]) => [
    asArray(flow).split(tensor as Tensor, numbersOf(lengths)),
  ],
  TensorArraySizeV3: ([, flow]) => [sizeOf(flow)],
  TensorArrayCloseV3: () => [],
};

/** What runs the op, where it is one on lists. */
export function listOp(
  node: ModelNode,
): ((inputs: Inputs, node: ModelNode) => readonly unknown[]) | undefined {
  return Object.hasOwn(ops, node.op) ? ops[node.op] : undefined;
}

function asArray(value: unknown): TensorArray {
  return value as TensorArray;
}

function filled(tensor: Tensor): TensorArray {
  return new TensorArray(tensor.dtype).unstack(tensor);
}

function scattered([tensor, indices, , size]: Inputs): TensorArray {
  const places = numbersOf(indices);
  const given = size === undefined ? -1 : numberOf(size);
  const count = given === -1 ? Math.max(-1, ...places) + 1 : given;
  return new TensorArray((tensor as Tensor).dtype, count).scatter(places, tensor as Tensor);
}

function resized(list: TensorArray, size: number): TensorArray {
  const elements = list.stack();
  const [count = 0, ...rest] = shapeOf(elements) as number[];
  const kept = Math.min(count, size);
  const rows = slice(elements, [0, ...rest.map(() => 0)], [kept, ...rest]);
  const places = Array.from({ length: kept }, (_, index) => index);
  return new TensorArray(list.dtype, size, { elementShape: rest }).scatter(places, rows);
}

/** The list without its last element, and that one. */
function popped(list: TensorArray): readonly unknown[] {
  const elements = list.stack();
  const rest = stridedSlice(elements, [0], [-1], [1]);
  const last = stridedSlice(elements, [-1], [0], [1], 0, 1, 0, 0, 1);
  if (!list.dynamicSize) return [filled(rest), last];
  return [list[withParts]([rest, sub(list.size(), 1, null)]), last];
}

function sizeOf(list: unknown): Tensor {
  const size = asArray(list).size();
  return isTensor(size) ? size : scalar(size, 'int32');
}

function dtypeOf(node: ModelNode, name: string): DataType {
  return node.attrParams[name]?.value as DataType;
}

/** What TensorFlow.js reads too where it runs the op: a number of the model, or one computed from its shapes. */
function numbersOf(value: unknown): number[] {
  return Array.from((value as Tensor).dataSync());
}

function numberOf(value: unknown): number {
  return numbersOf(value)[0]!;
}

/** -1 stands for a shape of which not even the rank is known. */
function elementShapeOf(value: unknown): Shape {
  return (value as Tensor).rank === 0 ? null : dimensions(numbersOf(value));
}

function dimensions(sizes: readonly number[] | undefined): Shape {
  return sizes?.map((size) => (size < 0 ? null : size)) ?? null;
}

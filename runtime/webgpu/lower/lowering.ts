import { kernelNode } from '../../graph/builder.js';
import { type ConstantNode, type Graph, type KernelNode, Value } from '../../graph/graph.js';
import { type DataType, isFullyKnown, type TensorType } from '../../graph/types.js';
import type { Index } from '../wgsl/index.js';
import type { Scalar } from '../wgsl/scalar.js';
import type { MapOperation, Operation, OriginNode, Reader, Region } from './operation.js';
import { lowerRandom } from './random.js';

/** Writes a kernel as operations that define its outputs. */
export type LoweringRule = (node: KernelNode, lowering: Lowering) => void;

export type LoweringRules = Readonly<Record<string, LoweringRule>>;

/** Collects the operations of a region. */
export class Lowering {
  readonly operations: Operation[] = [];
  readonly constants = new Map<Value, ConstantNode>();

  constructor(readonly rules: LoweringRules) {}

  add(operation: Operation): void {
    this.operations.push(operation);
  }

  /** Defines `output` as an expression over elements of `inputs`; `cost` is that of an element, in additions. */
  map(
    output: Value,
    inputs: readonly Value[],
    cost: number,
    emit: (reader: Reader, index: Index) => Scalar,
    takesVectors = false,
  ): void {
    this.add({ kind: 'map', output, inputs, cost, takesVectors, emit } satisfies MapOperation);
  }

  /** Defines `output` as `input` read at other places. */
  view(output: Value, input: Value, place: (index: Index) => Index): void {
    const emit = (reader: Reader, index: Index) => reader.read(input, place(index));
    this.map(output, [input], 0, emit, true);
  }

  /** The result of a kernel that is lowered in turn. */
  call(
    kernel: string,
    inputs: Readonly<Record<string, Value>> | readonly Value[],
    attributes: Readonly<Record<string, unknown>> = {},
  ): Value {
    const names = Array.isArray(inputs) ? null : Object.keys(inputs);
    const node = kernelNode(kernel, Object.values(inputs) as Value[], names, attributes);
    this.lower(node);
    return node.outputs[0]!;
  }

  /** Defines the output of a node as an existing value of as many elements. */
  alias(output: Value, input: Value): void {
    this.view(output, input, (index) => index.reshape(input.shape as readonly number[]));
  }

  value(dtype: DataType, shape: readonly number[]): Value {
    return new Value(dtype, shape);
  }

  lower(node: KernelNode): void {
    this.rules[node.kernel]!(node, this);
  }
}

/** The input of that name; `undefined` for one that the kernel may lack and does. */
export function optionalInput(node: KernelNode, name: string): Value | undefined {
  const index = node.inputNames?.indexOf(name) ?? -1;
  return index < 0 ? undefined : node.inputs[index];
}

export function inputOf(node: KernelNode, name: string): Value {
  return optionalInput(node, name)!;
}

export function lowerGraph(graph: Graph, rules: LoweringRules): Region {
  const lowering = new Lowering(rules);
  const { operations, constants } = lowering;
  const origins = new Map<Value, OriginNode>();
  for (const node of graph.nodes) {
    if (node.kind === 'constant') {
      constants.set(node.outputs[0]!, node);
      continue;
    }
    const first = operations.length;
    if (node.kind === 'random') lowerRandom(node, lowering);
    else lowering.lower(node as KernelNode);
    for (let index = first; index < operations.length; index++) {
      origins.set(operations[index]!.output, node as OriginNode);
    }
  }
  return { parameters: graph.parameters, outputs: graph.outputs, constants, operations, origins };
}

const elementTypes: ReadonlySet<DataType> = new Set(['float32', 'int32', 'bool']);

/** Whether the tensor's elements are what a buffer has: texts and complex numbers are not. */
export function isHeldByBuffers({ dtype }: TensorType): boolean {
  return elementTypes.has(dtype);
}

/** Whether a shader can hold the tensor: of numbers, of a known size that is not zero. */
export function isHeldByShaders(type: TensorType): boolean {
  const { shape } = type;
  return isHeldByBuffers(type) && isFullyKnown(shape) && shape.every((dimension) => dimension > 0);
}

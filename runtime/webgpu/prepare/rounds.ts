import { constantNode, kernelNode } from '../../graph/builder.js';
import {
  type Graph,
  type KernelNode,
  type Node,
  Value,
  type WhileNode,
} from '../../graph/graph.js';
import { prune } from '../../optimize/prune.js';
import { sizesOf } from '../lower/operation.js';
import { isSingle } from './single.js';

/** A loop whose elements end by themselves, and what its single numbers are when all have. */
export interface CountedLoop {
  /** Leaves each element with the number of its iterations too. */
  readonly loop: WhileNode;
  readonly between: readonly Node[];
  /** The loop again, of single numbers alone, for as many iterations as the last element took. */
  readonly numbers: WhileNode;
  readonly constants: readonly Node[];
}

/** `test` is that of each element. */
export function withRounds(node: WhileNode, test: Graph): CountedLoop {
  const shape = sizesOf(test.outputs[0]!);
  const zeros = constantNode({ splat: 0 }, { dtype: 'int32', shape });
  const zero = constantNode({ splat: 0 }, { dtype: 'int32', shape: [] });
  const rounds = new Value('int32', shape);
  const loop = withVariable(
    { ...node, test, outputs: node.outputs.map((one) => (isSingle(one) ? copyOf(one) : one)) },
    zeros.outputs[0]!,
    rounds,
  );
  const most = kernelNode('Max', [rounds], ['x'], {
    reductionIndices: shape.map((_, axis) => axis),
    keepDims: false,
  });
  return {
    constants: [zeros, zero],
    loop,
    between: [most],
    numbers: singleNumbers(node, zero.outputs[0]!, most.outputs[0]!),
  };
}

/** The loop with one more variable, which counts its iterations from zero. */
export function withCount(node: WhileNode): { readonly zero: Node; readonly loop: WhileNode } {
  const zero = constantNode({ splat: 0 }, { dtype: 'int32', shape: [] });
  const [first] = zero.outputs;
  return { zero, loop: withVariable(node, first!, copyOf(first!)) };
}

/** The loop with one more variable, which counts. */
function withVariable(node: WhileNode, initial: Value, output: Value): WhileNode {
  const { inputs, test, body, outputs, loopVariableCount: count } = node;
  const insert = <T>(list: readonly T[], added: T) => list.toSpliced(count, 0, added);
  const variable = copyOf(initial);
  const next = plusOne(variable);
  return {
    ...node,
    inputs: insert(inputs, initial),
    test: { ...test, parameters: insert(test.parameters, copyOf(initial)) },
    body: {
      ...body,
      parameters: insert(body.parameters, variable),
      nodes: [...body.nodes, ...next],
      outputs: [...body.outputs, next.at(-1)!.outputs[0]!],
    },
    outputs: [...outputs, output],
    loopVariableCount: count + 1,
  };
}

function singleNumbers(node: WhileNode, zero: Value, most: Value): WhileNode {
  const { inputs, body, outputs, loopVariableCount: count } = node;
  const isKept = (_: unknown, index: number) => index >= count || isSingle(outputs[index]!);
  const kept = outputs.filter(isSingle);
  const numbers: WhileNode = {
    ...node,
    inputs: [...inputs.filter(isKept), most],
    body: prune({
      ...body,
      parameters: [...body.parameters.filter(isKept), copyOf(most)],
      outputs: body.outputs.filter(isKept),
    }),
    outputs: kept,
    loopVariableCount: kept.length,
  };
  const counting = withVariable(numbers, zero, copyOf(zero));
  const parameters = counting.inputs.map(copyOf);
  const goesOn = kernelNode('Less', [parameters[kept.length]!, parameters.at(-1)!], ['a', 'b'], {});
  return {
    ...counting,
    test: { name: node.test.name, parameters, nodes: [goesOn], outputs: goesOn.outputs },
  };
}

function plusOne(variable: Value): [...Node[], KernelNode] {
  const one = constantNode({ splat: 1 }, { dtype: 'int32', shape: [] });
  return [one, kernelNode('Add', [variable, one.outputs[0]!], ['a', 'b'], {})];
}

export function copyOf({ dtype, shape, name }: Value): Value {
  return new Value(dtype, shape, name);
}

import { internalError } from '../errors.js';
import {
  type AssertNode,
  type ConstantData,
  type ConstantNode,
  type Graph,
  type HostNode,
  type IfNode,
  type KernelNode,
  type PrintNode,
  type RandomDistribution,
  type RandomNode,
  type ThrowNode,
  Value,
  type WhileNode,
} from './graph.js';
import { grownShape } from './growth.js';
import { inferTypes } from './shapes/inferTypes.js';
import type { KernelInputs } from './shapes/shapeFunction.js';
import {
  commonShape,
  formatType,
  isSubtype,
  type SourceLocation,
  type TensorType,
} from './types.js';

/**
 * A call of a TensorFlow.js kernel. The outputs' types come from the kernel's shape function, which throws
 * `StagingError` for inputs that the kernel would refuse.
 */
export function kernelNode(
  kernel: string,
  inputs: readonly Value[],
  inputNames: readonly string[] | null,
  attributes: Readonly<Record<string, unknown>>,
  location: SourceLocation | null = null,
  name = kernel,
): KernelNode {
  const types = inferTypes(kernel, namedInputs(inputs, inputNames), attributes, location, name);
  const outputs = types.map(outputOf);
  return { kind: 'kernel', kernel, inputs, inputNames, attributes, outputs, location };
}

/** What `inferTypes` takes for the inputs of a kernel node. */
export function namedInputs(
  inputs: readonly TensorType[],
  names: readonly string[] | null,
): KernelInputs {
  if (names === null) return inputs;
  return Object.fromEntries(names.map((name, index) => [name, inputs[index]!]));
}

export function constantNode(
  data: ConstantData,
  type: TensorType,
  location: SourceLocation | null = null,
): ConstantNode {
  return { kind: 'constant', data, inputs: [], outputs: [outputOf(type)], location };
}

export function randomNode(
  distribution: RandomDistribution,
  type: TensorType,
  location: SourceLocation | null = null,
  number = 0,
  iterations: readonly Value[] = [],
): RandomNode {
  const outputs = [outputOf(type)];
  return { kind: 'random', distribution, number, inputs: iterations, outputs, location };
}

/** A conditional; `inputs` are the parameters of both branches, without the predicate. */
export function ifNode(
  predicate: Value,
  inputs: readonly Value[],
  thenBranch: Graph,
  elseBranch: Graph,
  location: SourceLocation | null = null,
): IfNode {
  if (thenBranch.outputs.length !== elseBranch.outputs.length) {
    throw internalError(
      `The branches of a conditional have ${thenBranch.outputs.length} and ${elseBranch.outputs.length} results.`,
      location,
    );
  }
  const outputs = thenBranch.outputs.map((one, index) => {
    const other = elseBranch.outputs[index]!;
    if (one.dtype !== other.dtype) {
      const name = one.name ?? other.name ?? `result ${index}`;
      throw internalError(
        `The branches of a conditional leave ${name} with different dtypes: ` +
          `${formatType(one)} and ${formatType(other)}.`,
        location,
      );
    }
    return outputOf({ dtype: one.dtype, shape: commonShape(one.shape, other.shape) });
  });
  return {
    kind: 'if',
    inputs: [predicate, ...inputs],
    thenBranch,
    elseBranch,
    outputs,
    location,
  };
}

/**
 * A loop; `inputs` are the loop variables' first values and then the invariants. The types of the outputs are those of
 * the body's parameters, which therefore must cover the first value and every later one; of what a loop of known length
 * adds a row to in each iteration, it is known how many there are.
 */
export function whileNode(
  inputs: readonly Value[],
  test: Graph,
  body: Graph,
  loopVariableCount: number,
  bounds: { readonly tripCount?: number | null; readonly maximumIterations?: number | null } = {},
  location: SourceLocation | null = null,
): WhileNode {
  const variables = body.parameters.slice(0, loopVariableCount);
  variables.forEach((variable, index) => {
    for (const value of [inputs[index], body.outputs[index]]) {
      if (value !== undefined && isSubtype(value, variable)) continue;
      const found = value === undefined ? 'nothing' : formatType(value);
      throw internalError(
        `The loop variable ${variable.name ?? index} is ${formatType(variable)} but becomes ${found}.`,
        location,
      );
    }
  });
  const { tripCount = null, maximumIterations = null } = bounds;
  const count = tripCount === null ? null : Math.min(tripCount, maximumIterations ?? tripCount);
  const outputs = variables.map(({ dtype, shape, name }, index) => {
    const first = inputs[index]!.shape;
    const last = count === null ? shape : grownShape(first, body, index, count);
    return new Value(dtype, last, name);
  });
  return {
    kind: 'while',
    inputs,
    test,
    body,
    loopVariableCount,
    tripCount,
    maximumIterations,
    outputs,
    location,
  };
}

/** `values` hold a `PrintHole` for each of `inputs`. */
export function printNode(
  values: readonly unknown[],
  inputs: readonly Value[],
  location: SourceLocation | null = null,
): PrintNode {
  return { kind: 'print', values, inputs, outputs: [], location };
}

export function assertNode(
  condition: Value,
  message: string,
  location: SourceLocation | null = null,
): AssertNode {
  return { kind: 'assert', message, holes: [], inputs: [condition], outputs: [], location };
}

/** `holes` stand in the text of `thrown` for the texts of `inputs`. */
export function throwNode(
  thrown: unknown,
  holes: readonly string[],
  inputs: readonly Value[],
  location: SourceLocation | null = null,
): ThrowNode {
  return { kind: 'throw', thrown, holes, inputs, outputs: [], location };
}

/** What a host node calls. */
export type HostCall = Pick<HostNode, 'name' | 'calledBy' | 'isPure' | 'call'>;

/** `types` are those that the results of the call must have. */
export function hostNode(
  host: HostCall,
  inputs: readonly Value[],
  types: readonly TensorType[],
  location: SourceLocation | null,
): HostNode {
  const { name, calledBy, isPure, call } = host;
  return {
    kind: 'host',
    name,
    calledBy,
    isPure,
    call,
    inputs,
    outputs: types.map(outputOf),
    location,
  };
}

function outputOf({ dtype, shape }: TensorType): Value {
  return new Value(dtype, shape);
}

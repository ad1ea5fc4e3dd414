import type { Graph, KernelNode, Value, WhileNode } from '../../graph/graph.js';
import { sizeOf } from '../wgsl/index.js';
import { Definitions } from './definitions.js';

/** A loop variable that begins without rows, and to whose end every iteration adds one. */
export interface Stack {
  /** Among the loop's variables. */
  readonly variable: number;
  /** What an iteration adds, and what makes one tensor of it and the rows before. */
  readonly row: Value;
  readonly concat: KernelNode;
}

/** A loop with such variables. */
export interface Recording {
  readonly loop: WhileNode;
  readonly stacks: readonly Stack[];
  /** The variable that counts the iterations from zero. */
  readonly counter: number;
  /** After how many iterations the loop has ended; `null` where nobody knows. */
  readonly bound: number | null;
}

/** `null` where the loop has none, or where nothing counts its iterations. */
export function recordingOf(loop: WhileNode, around: Graph): Recording | null {
  const outside = new Definitions(around);
  const inside = new Definitions(loop.body);
  const variables = loop.outputs.map((_, index) => index);
  const stacks = variables.flatMap((index) => stackOf(loop, index, outside, inside) ?? []);
  const counters = variables.filter((index) => isCounter(loop, index, outside, inside));
  const counter = counters.find((index) => usesOf(loop.outputs[index]!, around) > 0) ?? counters[0];
  if (stacks.length === 0 || counter === undefined) return null;
  const { tripCount, maximumIterations } = loop;
  const bound =
    tripCount === null ? maximumIterations : Math.min(tripCount, maximumIterations ?? tripCount);
  return { loop, stacks, counter, bound };
}

function stackOf(
  { inputs, test, body }: WhileNode,
  variable: number,
  outside: Definitions,
  inside: Definitions,
): Stack | null {
  const first = outside.of(inputs[variable]!);
  if (first?.kind !== 'constant' || first.outputs[0]!.shape?.[0] !== 0) return null;
  const parameter = body.parameters[variable]!;
  const output = body.outputs[variable]!;
  const concat = inside.of(output);
  if (concat?.kind !== 'kernel' || concat.kernel !== 'Concat') return null;
  const [before, row] = concat.inputs;
  if (concat.inputs.length !== 2 || concat.attributes.axis !== 0 || before !== parameter)
    return null;
  const isAlone =
    usesOf(parameter, body) === 1 &&
    usesOf(output, body) === 1 &&
    usesOf(test.parameters[variable]!, test) === 0;
  return isAlone && row!.shape?.[0] === 1 ? { variable, row: row!, concat } : null;
}

function isCounter(
  { inputs, body }: WhileNode,
  variable: number,
  outside: Definitions,
  inside: Definitions,
): boolean {
  const parameter = body.parameters[variable]!;
  if (parameter.dtype !== 'int32' || outside.number(inputs[variable]!) !== 0) return false;
  const sum = inside.kernel(body.outputs[variable]!, 'Add');
  if (sum === null) return false;
  const [a, b] = sum.inputs as [Value, Value];
  return (a === parameter && inside.number(b) === 1) || (b === parameter && inside.number(a) === 1);
}

function usesOf(value: Value, { nodes, outputs }: Graph): number {
  const used = [...nodes.flatMap(({ inputs }) => inputs), ...outputs];
  return used.filter((one) => one === value).length;
}

/** What all of them take on a device. */
export function bytesOf(values: readonly Value[]): number {
  return values.reduce((sum, { shape }) => sum + 4 * sizeOf(shape as readonly number[]), 0);
}

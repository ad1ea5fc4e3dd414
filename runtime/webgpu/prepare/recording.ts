import type { Graph, Value, WhileNode } from '../../graph/graph.js';
import { type Push, pushOf } from '../../graph/growth.js';
import { isFullyKnown } from '../../graph/types.js';
import { sizeOf } from '../wgsl/index.js';
import { Definitions } from './definitions.js';
import { withParameterRead } from './rowReads.js';

/** A loop variable to whose end every iteration adds a row, and of which otherwise only rows are read. */
export interface Stack extends Push {
  /** Among the loop's variables. */
  readonly variable: number;
  /** How many rows it begins with. */
  readonly first: number;
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
  const stacks = variables.flatMap((index) => stackOf(loop, index) ?? []);
  const counters = variables.filter((index) => isCounter(loop, index, outside, inside));
  const counter = counters.find((index) => usesOf(loop.outputs[index]!, around) > 0) ?? counters[0];
  if (stacks.length === 0 || counter === undefined) return null;
  const { tripCount, maximumIterations } = loop;
  const bound =
    tripCount === null ? maximumIterations : Math.min(tripCount, maximumIterations ?? tripCount);
  return { loop, stacks, counter, bound };
}

function stackOf({ inputs, test, body }: WhileNode, variable: number): Stack | null {
  const [first] = inputs[variable]!.shape ?? [];
  const push = pushOf(body, variable);
  if (push === null || typeof first !== 'number' || !isFullyKnown(push.row.shape)) return null;
  if (usesOf(body.outputs[variable]!, body) > 1) return null;
  const nodes = body.nodes.filter((node) => node !== push.concat);
  const outputs = body.outputs.filter((_, index) => index !== variable);
  const isRead = [test, { ...body, nodes, outputs }].every(
    (graph) => withParameterRead(graph, variable, push.row) !== null,
  );
  return isRead ? { ...push, variable, first } : null;
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

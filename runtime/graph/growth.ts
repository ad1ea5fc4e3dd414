import type { Graph, KernelNode, Value } from './graph.js';
import type { Shape } from './types.js';

/** How each iteration adds a row to the end of a loop variable, such as an array's elements. */
export interface Push {
  readonly concat: KernelNode;
  /** `[1, …]` */
  readonly row: Value;
}

/** `null` where an iteration does anything else with the variable's rows than to put one behind them. */
export function pushOf(body: Graph, variable: number): Push | null {
  const output = body.outputs[variable]!;
  const concat = body.nodes.find(({ outputs }) => outputs.includes(output));
  if (concat?.kind !== 'kernel' || concat.kernel !== 'Concat' || concat.attributes.axis !== 0)
    return null;
  const [before, row] = concat.inputs;
  if (concat.inputs.length !== 2 || before !== body.parameters[variable]) return null;
  return row!.shape?.[0] === 1 ? { concat, row: row! } : null;
}

/** The shape of such a variable after so many iterations, where that is known. */
export function grownShape(first: Shape, body: Graph, variable: number, count: number): Shape {
  const { shape } = body.parameters[variable]!;
  const rows = first?.[0] ?? null;
  if (shape === null || shape[0] !== null || rows === null) return shape;
  return pushOf(body, variable) === null ? shape : [rows + count, ...shape.slice(1)];
}

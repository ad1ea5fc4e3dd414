import type { Graph, Value, WhileNode } from '../../graph/graph.js';
import { Definitions } from './definitions.js';
import type { Recording } from './recording.js';
import { isRowRead } from './rowReads.js';

/** A loop that goes through the rows of another one's stacks, from the last to the first, as gradients do. */
export interface Unwinding {
  readonly loop: WhileNode;
  /** The variable that says how many rows are left: the row of an iteration is that number less one. */
  readonly remaining: number;
  /** For each stack, its place among the inputs; -1 where it is not read. */
  readonly places: readonly number[];
}

/** The loop that does nothing but this with the stacks; `null` where more is done with them, or something else. */
export function unwindingOf(recording: Recording, graph: Graph): Unwinding | null {
  const { loop: recorder, stacks, counter } = recording;
  const results = stacks.map(({ variable }) => recorder.outputs[variable]!);
  const users = graph.nodes.filter(({ inputs }) => inputs.some((input) => results.includes(input)));
  const [loop] = users;
  if (loop?.kind !== 'while' || users.length > 1) return null;
  if (results.some((result) => graph.outputs.includes(result))) return null;
  const remaining = loop.inputs.indexOf(recorder.outputs[counter]!);
  if (remaining < 0 || remaining >= loop.loopVariableCount) return null;
  const places = results.map((result) => loop.inputs.indexOf(result));
  if (places.some((place) => place >= 0 && place < loop.loopVariableCount)) return null;
  const isDown = countsDown(loop, remaining);
  return isDown && places.every((place) => place < 0 || readsItsRow(loop, place, remaining))
    ? { loop, remaining, places }
    : null;
}

function countsDown({ test, body, tripCount }: WhileNode, variable: number): boolean {
  const inside = new Definitions(body);
  const difference = inside.kernel(body.outputs[variable]!, 'Sub');
  const [before, step] = difference?.inputs ?? [];
  if (before !== body.parameters[variable] || inside.number(step!) !== 1) return false;
  if (tripCount !== null) return true;
  const tested = new Definitions(test);
  const comparison = tested.kernel(test.outputs[0]!, 'Greater');
  const [left, right] = comparison?.inputs ?? [];
  return left === test.parameters[variable] && tested.number(right!) === 0;
}

function readsItsRow({ test, body }: WhileNode, place: number, remaining: number): boolean {
  const inside = new Definitions(body);
  const stack: Value = body.parameters[place]!;
  const isUsed = (graph: Graph, value: Value) =>
    graph.nodes.some(({ inputs }) => inputs.includes(value)) || graph.outputs.includes(value);
  if (isUsed(test, test.parameters[place]!) || body.outputs.includes(stack)) return false;
  return body.nodes.every((node) => {
    if (!node.inputs.includes(stack)) return true;
    const [, index] = node.inputs;
    return isRowRead(node) && inside.source(index!) === body.outputs[remaining];
  });
}

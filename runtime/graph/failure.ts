import { formatFrame, type UseGraphError } from '../../diagnostics/index.js';
import type { KernelNode, Node, ThrowNode, Value } from './graph.js';
import type { SourceLocation, TensorType } from './types.js';

const throwers = new WeakMap<object, ThrowNode>();

/** The program throws the value as the node says. */
export function noteThrower(thrown: unknown, node: ThrowNode): void {
  if (thrown instanceof Error) throwers.set(thrown, node);
}

/** The node that threw the error, told once. */
export function takeThrower(error: Error): ThrowNode | undefined {
  const node = throwers.get(error);
  throwers.delete(error);
  return node;
}

/** What the failure of a kernel means to the program, from the types of its operands; null where these do not tell. */
type Meaning = (
  inputs: readonly TensorType[],
  location: SourceLocation | null,
) => UseGraphError | null;

const meanings = new WeakMap<Value, Meaning>();

/** Tells what it means where no kernel can make the value. */
export function noteMeaning(value: Value, meaning: Meaning): void {
  meanings.set(value, meaning);
}

export function meaningOf(
  { outputs, location }: KernelNode,
  inputs: readonly TensorType[],
): UseGraphError | null {
  return meanings.get(outputs[0]!)?.(inputs, location) ?? null;
}

/** Gives an error that a node raises when it runs the functions that the node's line was reached through. */
export function failureOf<E extends UseGraphError>(
  { location, caller }: Pick<Node, 'location' | 'caller'>,
  error: E,
): E {
  const frames: string[] = [];
  let place = location;
  for (let inner = caller ?? null; inner !== null; inner = inner.outer) {
    if (place !== null) frames.push(formatFrame(inner.name, place));
    place = inner.calledAt;
  }
  if (frames.length > 0) error.setPlaces(frames);
  return error;
}

import { formatFrame, type UseGraphError } from '../../diagnostics/index.js';
import type { Node, ThrowNode } from './graph.js';

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

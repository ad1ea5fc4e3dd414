import { formatFrame, type UseGraphError } from '../../diagnostics/index.js';
import type { Node } from './graph.js';

/** Gives an error that a node raises when it runs the functions that the node's line was reached through. */
export function failureOf<E extends UseGraphError>({ location, caller }: Node, error: E): E {
  const frames: string[] = [];
  let place = location;
  for (let inner = caller ?? null; inner !== null; inner = inner.outer) {
    if (place !== null) frames.push(formatFrame(inner.name, place));
    place = inner.calledAt;
  }
  if (frames.length > 0) error.setPlaces(frames);
  return error;
}

import { currentTracer, type Tracer } from '../../trace/tracer.js';

const numbers = new WeakMap<Tracer, Map<unknown, number>>();

/** The number by which a graph knows what is no tensor: a function, a text or an object. */
export function numberOf(thing: unknown): number {
  const { root } = currentTracer();
  const known = numbers.get(root) ?? new Map<unknown, number>();
  numbers.set(root, known);
  const number = known.get(thing) ?? known.size;
  known.set(thing, number);
  return number;
}

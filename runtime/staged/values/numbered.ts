import { currentTracer, type Tracer } from '../../trace/tracer.js';

const numbers = new WeakMap<Tracer, Map<unknown, number>>();

function numbersOfTrace(): Map<unknown, number> {
  const { root } = currentTracer();
  const known = numbers.get(root) ?? new Map<unknown, number>();
  numbers.set(root, known);
  return known;
}

/** How many have a number so far: the next one will have this. */
export function nextNumber(): number {
  return numbersOfTrace().size;
}

export function isNumbered(thing: unknown): boolean {
  return numbersOfTrace().has(thing);
}

/** The number by which a graph knows what is no tensor: a function, a text or an object. */
export function numberOf(thing: unknown): number {
  const known = numbersOfTrace();
  const number = known.get(thing) ?? known.size;
  known.set(thing, number);
  return number;
}

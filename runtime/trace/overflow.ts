import { UseGraphError } from '../errors.js';
import type { Caller } from '../graph/graph.js';

/** Where the stack is full, V8 ends the process if it has to compile a regular expression: none is asked here. */
export function isStackOverflow(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof UseGraphError) return false;
  const { message } = error;
  return (
    message.includes('call stack') ||
    message.includes('too much recursion') ||
    message.includes('stack overflow')
  );
}

const innermost = new WeakMap<Error, Caller>();

/** The error comes out of a function: where the stack was full, it is one of those that called each other. */
export function noteOverflow(error: unknown, caller: Caller): void {
  if (isStackOverflow(error) && !innermost.has(error)) innermost.set(error, caller);
}

export function overflowedIn(error: Error): Caller | null {
  return innermost.get(error) ?? null;
}

/** Which functions call each other without an end: `fact calls itself`, `even and odd call each other`. */
export function recursionOf(caller: Caller | null): string {
  const counts = new Map<string, number>();
  for (let inner = caller, left = 100; inner !== null && left > 0; inner = inner.outer, left--)
    counts.set(inner.name, (counts.get(inner.name) ?? 0) + 1);
  const names = [...counts]
    .filter(([name, count]) => name !== '' && count > 1)
    .map(([name]) => name);
  if (names.length === 0) return 'a function calls itself';
  if (names.length === 1) return `${names[0]} calls itself`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} call each other`;
}

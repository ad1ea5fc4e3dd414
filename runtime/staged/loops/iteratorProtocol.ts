/*
 * What JavaScript asks of an iterator (ECMA-262, Operations on Iterator Objects): its `next` is looked up once, and what its
 * methods give must be an object.
 */

/** `iterable[Symbol.iterator]()` */
export function iteratorOf(iterable: Iterable<unknown>): Iterator<unknown> {
  const iterator = iterable[Symbol.iterator]();
  requireObject(iterator, 'Result of the Symbol.iterator method');
  return iterator;
}

/** Takes one step of the iterator after the other. */
export function stepper(
  iterator: Iterator<unknown>,
): (...sent: unknown[]) => IteratorResult<unknown> {
  const { next } = iterator;
  return (...sent) => {
    const step = Reflect.apply(next, iterator, sent) as IteratorResult<unknown>;
    requireObject(step, 'Iterator result');
    return step;
  };
}

/** What closes the iterator, where it has such a method. */
export function closerOf(iterator: Iterator<unknown>): (() => void) | undefined {
  const close = iterator.return ?? undefined;
  if (close === undefined) return undefined;
  return () => requireObject(Reflect.apply(close, iterator, []), 'Iterator result');
}

function requireObject(value: unknown, what: string): void {
  if (Object(value) !== value) throw new TypeError(`${what} ${String(value)} is not an object`);
}

import { currentTracer, type Tracer } from './tracer.js';

/** A list of which each trace has its own, empty at first, whichever of its branches and loops asks for it. */
export function listPerTrace<T>(): () => T[] {
  const lists = new WeakMap<Tracer, T[]>();
  return () => {
    const { root } = currentTracer();
    const list = lists.get(root) ?? [];
    lists.set(root, list);
    return list;
  };
}

import type { Wanted } from '../directive/index.js';

/** What staged code is found to use of a file, which only grows. */
export class Demand implements Wanted {
  readonly exports = new Set<string>();
  readonly results = new Set<string>();
  readonly members = new Set<string>();
  readonly callers = new Set<string>();
  readonly tables = new Set<string>();

  get isEmpty(): boolean {
    const { exports, results, members, callers, tables } = this;
    return [exports, results, members, callers, tables].every(({ size }) => size === 0);
  }
}

/** What is wanted of a file now, however that grows. */
export function copyOf({ exports, results, members, callers, tables }: Wanted): Wanted {
  return {
    exports: new Set(exports),
    results: new Set(results),
    members: new Set(members),
    callers: new Set(callers),
    tables: new Set(tables),
  };
}

/** Tells whether two demands are the same. */
export function keyOf({ exports, results, members, callers, tables }: Wanted): string {
  return [exports, results, members, callers, tables]
    .map((names) => [...names].sort().join(' '))
    .join('\n');
}

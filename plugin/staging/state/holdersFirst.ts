import * as t from '@babel/types';
import { pathText } from '../tree/targets.js';
import type { StateEntry } from './constructState.js';

/** An entry, and where in the list it stands. */
export interface Placed {
  readonly entry: StateEntry;
  readonly index: number;
}

/**
 * The entries that are assigned: what may hold the object of another one comes before it, by whichever name (`g.q` before
 * `h.q.k`, where `g` and `h` may be one), so that each is put back in the object that it was in.
 */
export function holdersFirst(entries: readonly StateEntry[]): Placed[] {
  const left: Placed[] = entries
    .map((entry, index) => ({ entry, index }))
    .filter(({ entry }) => entry.assigned !== 'never');
  const ordered: Placed[] = [];
  while (left.length > 0) {
    const free = left.filter(({ entry }) => !left.some((other) => mayHold(other.entry, entry)));
    // Where each may hold the object of another one, there is no such order.
    const candidates = free.length > 0 ? free : left;
    const next = candidates.find(({ entry }) => entry.assigned === 'always') ?? candidates[0]!;
    ordered.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return ordered;
}

function mayHold(holder: StateEntry, { target }: StateEntry): boolean {
  const [path, own] = [pathText(holder.target), pathText(target)];
  const key = lastKey(holder.target);
  if (key === null) return own.startsWith(`${path}.`) || own.startsWith(`${path}[`);
  for (let object = objectOf(target); object !== null; object = objectOf(object))
    if (lastKey(object) === key) return true;
  return false;
}

function objectOf(node: t.Node): t.Node | null {
  return t.isMemberExpression(node) ? node.object : null;
}

/** Of `o.p` what follows its object; null of a variable. */
function lastKey(node: t.Node): string | null {
  return t.isMemberExpression(node)
    ? pathText(node)
        .slice(pathText(node.object).length)
        .replace(/^\["(.*)"\]$/, '.$1')
    : null;
}

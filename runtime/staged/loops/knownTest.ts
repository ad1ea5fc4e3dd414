import { hasEffect } from '../../graph/graph.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { where } from '../../trace/knownFlags.js';
import { currentTracer } from '../../trace/tracer.js';
import { currentTry } from '../branches/guardedTry.js';
import { StagedList } from '../lists/stagedList.js';
import { recordTold, type Write } from '../state/writes.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import type { Loop } from './iteration.js';

/**
 * What an iteration runs, which begins with a test that holds: in `while (stack.length > 0) last = stack.pop()` there is an
 * element. Nothing of the graph uses the answer.
 */
export function whereTestHolds({ test, body, tripCount }: Loop, state: readonly unknown[]): void {
  if (tripCount !== null || currentTry() !== null || !state.some(holdsList)) return body();
  const drop = checkpoint();
  const { nodes } = currentTracer();
  const count = nodes.length;
  const writes: Write[] = [];
  const answer = recordTold(test, writes);
  if (isTensor(answer) && writes.length === 0 && !nodes.slice(count).some(hasEffect))
    return where(answer, true, body);
  drop();
  body();
}

function holdsList(value: unknown): boolean {
  return value instanceof StagedList || (nodeOf(value)?.children ?? []).some(holdsList);
}

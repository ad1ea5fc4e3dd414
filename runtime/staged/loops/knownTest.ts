import type { Tensor } from '@tensorflow/tfjs-core';
import { hasEffect } from '../../graph/graph.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { where } from '../../trace/knownFlags.js';
import { currentTracer } from '../../trace/tracer.js';
import { currentTry } from '../branches/guardedTry.js';
import { StagedList } from '../lists/stagedList.js';
import { recordTold, undo, type Write } from '../state/recording.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import type { Loop } from './iteration.js';

/**
 * What an iteration runs, which begins with a test that holds: in `while (stack.length > 0) last = stack.pop()` there is an
 * element. Nothing of the graph uses the answer.
 */
export function whereTestHolds(loop: Loop, state: readonly unknown[]): void {
  const { body, tripCount } = loop;
  const isAsked = tripCount === null && currentTry() === null && state.some(holdsList);
  const answer = isAsked ? answerOf(loop.test) : undefined;
  if (answer === undefined) body();
  else where(answer, true, body);
}

/** What the test gives, where asking once more has no effect. */
function answerOf(test: () => unknown): Tensor | undefined {
  const drop = checkpoint();
  const { nodes } = currentTracer();
  const count = nodes.length;
  const writes: Write[] = [];
  const answer = recordTold(test, writes);
  const isPure = writes.length === 0 && !nodes.slice(count).some(hasEffect);
  if (isTensor(answer) && isPure) return answer;
  undo(writes);
  drop();
  return undefined;
}

function holdsList(value: unknown): boolean {
  return value instanceof StagedList || (nodeOf(value)?.children ?? []).some(holdsList);
}

import type { Tensor } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../../errors.js';
import { hasEffect, type Node, type Value } from '../../graph/graph.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { whereKnown } from '../../trace/knownFlags.js';
import type { Subgraph } from '../../trace/subgraph.js';
import { type Capture, currentTracer } from '../../trace/tracer.js';
import { snapshotVariables } from '../../trace/variables.js';
import { currentTry } from '../branches/guardedTry.js';
import { comparisons } from '../objects/rowIdentity.js';
import { listsRead } from '../objects/rowObjects.js';
import { asPredicate } from '../operators/condition.js';
import { recordWrites, undo, type Write } from '../state/recording.js';
import { absentOf } from '../values/absent.js';
import { isTensor } from '../values/tensors.js';
import type { Loop } from './iteration.js';

/*
 * An iteration only runs where the loop's test holds. What the body asks again (`while (!queue.isEmpty()) use(queue.pop())`, where
 * `pop` asks whether the queue is empty) is known there, as it is in a branch.
 */

/** What has been asked at the beginning of an iteration: the nodes and captures that it took, of which the rest may use some. */
export interface Asked {
  readonly nodes: ReadonlySet<Node>;
  readonly captures: ReadonlySet<Capture>;
  /** What the test gives there; null where that is not known. */
  readonly answer: Tensor | null;
}

/**
 * Runs the body of an iteration that starts with these values, in which the test of the loop is known to hold. Returns what it
 * took to ask.
 */
export function knowingTest(
  { test, tripCount, construct }: Pick<Loop, 'test' | 'tripCount' | 'construct'>,
  starts: Iterable<unknown>,
  body: () => void,
): Asked {
  const { nodes, captures } = currentTracer();
  const [nodeCount, captureCount] = [nodes.length, captures.length];
  const isAskable = tripCount === null && currentTry() === null;
  const answer = isAskable && ![...starts].some(absentOf) ? answerOf(test, construct) : null;
  const asked = {
    nodes: new Set(nodes.slice(nodeCount)),
    captures: new Set(captures.slice(captureCount)),
    answer,
  };
  if (answer === null) body();
  else whereKnown(answer, body);
  return asked;
}

/** The body without what has been asked and is not used. */
export function withoutUnused(body: Subgraph, { nodes, captures }: Asked): Subgraph {
  if (nodes.size === 0 && captures.size === 0) return body;
  const used = new Set<Value>([...body.outputs, ...body.variables.map(({ final }) => final)]);
  const kept = body.nodes.toReversed().filter((node) => {
    if (nodes.has(node) && !node.outputs.some((output) => used.has(output))) return false;
    for (const input of node.inputs) used.add(input);
    return true;
  });
  return {
    ...body,
    nodes: kept.toReversed(),
    captures: body.captures.filter((one) => !captures.has(one) || used.has(one.parameter)),
  };
}

/** What the test gives, if that is all that it does. */
function answerOf(test: () => unknown, construct: string): Tensor | null {
  const tracer = currentTracer();
  const drop = checkpoint();
  const restoreVariables = snapshotVariables();
  const { length } = tracer.nodes;
  const [read, compared] = [listsRead().length, comparisons().length];
  const writes: Write[] = [];
  let answer: unknown = null;
  try {
    answer = recordWrites(test, writes);
    if (isTensor(answer)) answer = asPredicate(answer, construct);
  } catch (error) {
    // The test itself will tell, with the variables that the loop has in the end.
    if (!(error instanceof UseGraphError)) throw error;
  }
  restoreVariables();
  listsRead().splice(read);
  comparisons().splice(compared);
  undo(writes);
  const isPure = writes.length === 0 && !tracer.nodes.slice(length).some(hasEffect);
  if (isTensor(answer) && isPure) return answer;
  drop();
  return null;
}

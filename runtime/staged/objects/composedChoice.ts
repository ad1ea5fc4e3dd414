import { logicalAnd, logicalOr, type Tensor } from '@tensorflow/tfjs-core';
import { isGone } from '../../trace/heirs.js';
import { implies, negated } from '../../trace/knownFlags.js';
import { type Candidate, candidatesOf } from '../values/choice.js';

/** The same choice, of which none is itself a chosen object: what that one may be takes its place. */
export function composedChoice(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.every(({ object }) => candidatesOf(object) === undefined)) return candidates;
  const ways = new Map<object, Tensor | null>();
  const add = (object: object, isIt: Tensor | null): void => {
    const known = ways.get(object);
    ways.set(object, known === undefined ? isIt : combined(known, isIt, logicalOr));
  };
  for (const candidate of candidates) {
    const inner = candidatesOf(candidate.object);
    if (inner === undefined) add(candidate.object, isChosen(candidate));
    for (const way of inner ?? [])
      add(way.object, combined(isChosen(candidate), isChosen(way), both));
  }
  return [...ways].map(([object, predicate]) => ({ object, predicate, holds: true }));
}

/** Who knows that both hold knows it of each. */
function both(a: Tensor, b: Tensor): Tensor {
  const all = logicalAnd(a, b);
  for (const predicate of [a, b]) implies(all, true, { predicate, holds: true });
  return all;
}

function isChosen({ predicate, holds }: Candidate): Tensor | null {
  if (predicate === null || isGone(predicate)) return null;
  return holds ? predicate : negated(predicate);
}

function combined(
  a: Tensor | null,
  b: Tensor | null,
  combine: (a: Tensor, b: Tensor) => Tensor,
): Tensor | null {
  return a === null || b === null ? null : combine(a, b);
}

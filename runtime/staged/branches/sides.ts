import type { Tensor } from '@tensorflow/tfjs-core';
import { isGone } from '../../trace/heirs.js';
import type { Fact } from '../../trace/knownFlags.js';
import { type Candidate, candidatesOf } from '../values/choice.js';
import type { Branch } from './branch.js';

/* What a branch leaves may be one of several objects or texts, as a tensor chooses: one, for sure, or where its predicate holds. */
export type Side<T> = Candidate<T> | true | undefined;

/** The objects that an object may be, each with where it is. */
export function sidesOf(object: object | undefined): Map<object, Candidate | true> {
  if (object === undefined) return new Map();
  const candidates = candidatesOf(object);
  if (candidates === undefined) return new Map([[object, true]]);
  return new Map(candidates.map((candidate) => [candidate.object, candidate]));
}

/** Whether it is still known where the side is the one chosen. */
export function isUsable(side: Side<unknown>, { results }: Branch): boolean {
  if (typeof side !== 'object') return true;
  return side.predicate !== null && (results.has(side.predicate) || !isGone(side.predicate));
}

/** What is known where a candidate that only one branch has is the one chosen. */
export function factsOf(predicate: Tensor, a: Side<unknown>, b: Side<unknown>): Fact[] {
  if (a !== undefined && b !== undefined) return [];
  const side = a ?? b;
  const isThis =
    typeof side !== 'object' || side.predicate === null
      ? []
      : [{ predicate: side.predicate, holds: side.holds }];
  return [{ predicate, holds: a !== undefined }, ...isThis];
}

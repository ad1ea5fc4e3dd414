import { equal, scalar, type Tensor } from '@tensorflow/tfjs-core';
import { isGone } from '../../trace/heirs.js';
import type { Candidate } from '../values/choice.js';
import { not } from './comparison.js';

/*
 * A text that a tensor chooses (`x > 0 ? 'up' : 'down'`) is a string tensor, which only the host can compare. Where it is
 * known which texts it may be, and when, that is asked instead.
 */

const known = new WeakMap<object, readonly Candidate<string>[]>();

export function markTexts(tensor: Tensor, candidates: readonly Candidate<string>[]): Tensor {
  known.set(tensor.dataId, candidates);
  return tensor;
}

/** The texts that the value may be; undefined where that is not known. */
export function textsOf(value: Tensor | string): Map<string, Candidate<string> | true> | undefined {
  if (typeof value === 'string') return new Map([[value, true]]);
  const candidates = known.get(value.dataId);
  return candidates && new Map(candidates.map((candidate) => [candidate.object, candidate]));
}

/** What tells which of its texts it is. */
export function predicatesOf(value: Tensor): Tensor[] {
  return (known.get(value.dataId) ?? []).flatMap(({ predicate }) => predicate ?? []);
}

/** Whether a string tensor holds this text. */
export function isText(tensor: Tensor, text: string): unknown {
  const texts = textsOf(tensor);
  const candidate = texts?.get(text);
  if (texts !== undefined && candidate === undefined) return false;
  if (typeof candidate === 'object' && candidate.predicate !== null && !isGone(candidate.predicate))
    return candidate.holds ? candidate.predicate : not(candidate.predicate, null);
  return equal(tensor, scalar(text, 'string'));
}

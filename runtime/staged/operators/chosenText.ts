import { equal, scalar, type Tensor, where } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { emitIf } from '../../trace/controlFlow.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold, negated } from '../../trace/knownFlags.js';
import { currentLocation } from '../../trace/session.js';
import { traceSubgraph } from '../../trace/subgraph.js';
import type { Candidate } from '../values/choice.js';
import { both, either } from '../values/flags.js';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  withParts,
} from '../values/structure.js';
import { isTensor } from '../values/tensors.js';

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

/** The text that `made` holds is the one that `value` is: what is known of that is known of it. */
export function sameText(made: Tensor, value: Tensor | string): Tensor {
  const texts = made.dtype === 'string' ? textsOf(value) : undefined;
  if (texts === undefined) return made;
  const certain = (object: string) => ({ object, predicate: null, holds: true });
  return markTexts(
    made,
    [...texts].map(([text, candidate]) => (candidate === true ? certain(text) : candidate)),
  );
}

/** What tells which of its texts it is. */
export function predicatesOf(value: Tensor): Tensor[] {
  return (known.get(value.dataId) ?? []).flatMap(({ predicate }) => predicate ?? []);
}

/** Whether a string tensor holds this text. */
export function isText(tensor: Tensor, text: string): Tensor | boolean {
  const texts = textsOf(tensor);
  const candidate = texts?.get(text);
  if (texts !== undefined) {
    const possible = [...texts].filter(([, one]) => isPossible(one));
    if (possible.every(([one]) => one !== text)) return false;
    if (possible.length === 1) return true;
  }
  if (typeof candidate === 'object' && candidate.predicate !== null && !isGone(candidate.predicate))
    return candidate.holds ? candidate.predicate : negated(candidate.predicate);
  return equal(tensor, scalar(text, 'string'));
}

/** Whether the branches around leave it open that it is this one. */
function isPossible(candidate: Candidate<string> | true): boolean {
  if (candidate === true) return true;
  const known = knownToHold(candidate.predicate ?? undefined);
  return known === undefined || known === candidate.holds;
}

/** `a + b` of texts of which it is known which they may be; undefined where that is not known of one. */
export function joinedTexts(a: string | Tensor, b: string | Tensor): Tensor | undefined {
  const [left, right] = [textsOf(a), textsOf(b)];
  if (left === undefined || right === undefined) return undefined;
  if (left.size * right.size > mostTexts) throw tooManyTexts(left.size * right.size);
  const ways = new Map<string, unknown>();
  for (const one of left.keys()) {
    for (const other of right.keys()) {
      const isThis = both(isOne(a, one), isOne(b, other));
      const text = one + other;
      ways.set(text, ways.has(text) ? either(ways.get(text), isThis) : isThis);
    }
  }
  const candidates = [...ways].map(([object, predicate]) => {
    return {
      object,
      predicate: isTensor(predicate) ? predicate : scalar(predicate === true, 'bool'),
      holds: true,
    };
  });
  return textAmong(candidates);
}

/** Each of them is compared on its own. */
const mostTexts = 64;

function tooManyTexts(count: number): StagingError {
  return new StagingError(
    'growing-text',
    `A tensor decides which of ${count} texts + gives here, and a graph, which compares them one by one, tells ${mostTexts} apart at most.`,
    currentLocation(),
    'Push numbers that stand for the pieces onto an array, return it, and make the text of what the call returns.',
  );
}

function isOne(text: string | Tensor, one: string): unknown {
  return typeof text === 'string' ? true : isText(text, one);
}

/** The text of the candidate whose predicate holds. */
export function textAmong(candidates: readonly Candidate<string>[]): Tensor {
  const branch = (name: string, result: () => Tensor) => traceSubgraph(name, [], () => [result()]);
  const text = candidates.reduceRight<Tensor | null>((rest, { object, predicate }) => {
    if (rest === null) return scalar(object, 'string');
    const [main, other] = [
      branch('main', () => scalar(object, 'string')),
      branch('else', () => rest),
    ];
    return emitIf(predicate!, main, other)[0]!;
  }, null)!;
  return markTexts(text, candidates);
}

/** A text as a loop carries it, which changes it: the index of one of those that it may be. */
export class ChosenText implements Composite {
  readonly [compositeKind] = 'one of several texts';
  readonly [compositeLabels] = [' (the choice)'];

  #text: Tensor | null = null;

  constructor(
    readonly which: unknown,
    readonly texts: readonly string[],
  ) {}

  [compositeParts](): readonly unknown[] {
    return [this.which];
  }

  [withParts]([which]: readonly unknown[]): ChosenText {
    return new ChosenText(which, this.texts);
  }

  /** What the program sees. */
  asText(): string | Tensor {
    const { which, texts } = this;
    if (!isTensor(which)) return texts[which as number]!;
    if (this.#text !== null && !isGone(this.#text)) return this.#text;
    const candidates = texts.map((object, index) => {
      return { object, predicate: equal(which, scalar(index, 'int32')), holds: true };
    });
    const text = textAmong(candidates);
    indices.set(text.dataId, this);
    this.#text = text;
    return this.#text;
  }

  /** The index of a text that is one of these. */
  indexOf(text: string | Tensor): unknown {
    if (typeof text === 'string') return this.texts.indexOf(text);
    const known = indices.get(text.dataId);
    if (known?.texts === this.texts) return known.which;
    return [...textsOf(text)!.keys()].reduce<unknown>((rest, one) => {
      const index = scalar(this.texts.indexOf(one), 'int32');
      return rest === null ? index : where(isText(text, one) as Tensor, index, rest as Tensor);
    }, null);
  }
}

const indices = new WeakMap<object, ChosenText>();

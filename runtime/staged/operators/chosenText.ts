import { equal, scalar, type Tensor, where } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { emitIf } from '../../trace/controlFlow.js';
import { errorHere } from '../../trace/errorHere.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold, negated } from '../../trace/knownFlags.js';
import { type Late, lateOf, markLate } from '../../trace/late.js';
import { isTracing } from '../../trace/session.js';
import { traceSubgraph } from '../../trace/subgraph.js';
import type { Candidate } from '../values/choice.js';
import { both, either, inverse } from '../values/flags.js';
import { kindOfTexts } from '../values/kinds.js';
import { isNullOf } from '../values/missingKind.js';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  withParts,
} from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { constant, markWeak, naturalDtype } from '../values/weak.js';
import { markWhole } from '../values/wholeNumbers.js';
import { elementsOf, missingLate } from './late.js';
import { giveTextMembers } from './textMembers.js';

/*
 * A text that a tensor chooses (`x > 0 ? 'up' : 'down'`) is a string tensor, which only the host can compare. Where it is
 * known which texts it may be, and when, that is asked instead.
 */

const known = new WeakMap<object, readonly Candidate<string>[]>();

export function markTexts(tensor: Tensor, candidates: readonly Candidate<string>[]): Tensor {
  known.set(tensor.dataId, candidates);
  giveTextMembers(tensor);
  return tensor;
}

/** The texts that the value may be; undefined where that is not known. */
export function textsOf(value: Tensor | string): Map<string, Candidate<string> | true> | undefined {
  if (typeof value === 'string') return new Map([[value, true]]);
  const candidates = known.get(value.dataId);
  return candidates && new Map(candidates.map((candidate) => [candidate.object, candidate]));
}

/** Whether it is a text of the program's that a tensor chooses. */
export function isChosenText(value: unknown): value is Tensor {
  return isTracing() && isTensor(value) && textsOf(value) !== undefined;
}

/**
 * The text that `made` holds is the one that `value` is: what is known of that is known of it. `here` gives what stands for a
 * predicate where `made` is.
 */
export function sameText(
  made: Tensor,
  value: Tensor | string,
  here: (predicate: Tensor) => Tensor = (predicate) => predicate,
): Tensor {
  const texts = made.dtype === 'string' ? textsOf(value) : undefined;
  if (texts === undefined) return made;
  const certain = (object: string) => ({ object, predicate: null, holds: true });
  return markTexts(
    made,
    [...texts].map(([text, candidate]) => {
      if (candidate === true) return certain(text);
      const { predicate } = candidate;
      return { ...candidate, predicate: predicate && here(predicate) };
    }),
  );
}

/** What tells which of its texts it is. */
export function predicatesOf(value: Tensor): Tensor[] {
  return (known.get(value.dataId) ?? []).flatMap(({ predicate }) => predicate ?? []);
}

/** Whether a string tensor holds this text, if there is one. */
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
  return equal(elementsOf(tensor) as Tensor, scalar(text, 'string'));
}

/** Whether the branches around leave it open that it is this one. */
function isPossible(candidate: Candidate<string> | true): boolean {
  if (candidate === true) return true;
  const known = knownToHold(candidate.predicate ?? undefined);
  return known === undefined || known === candidate.holds;
}

export type TextOrMissing = string | null | undefined;

/** All that a text, of which a tensor may choose, may be; undefined where that is not known. */
export function possibleTexts(value: string | Tensor): readonly TextOrMissing[] | undefined {
  const texts = textsOf(value);
  const late = isTensor(value) ? lateOf(value) : undefined;
  if (texts === undefined || late === undefined) return texts && [...texts.keys()];
  return [...texts.keys(), ...(isTensor(late.missing) ? [null, undefined] : [late.missing])];
}

/** What a value may be, null and undefined among it, and whether it is that one. */
interface Alternative {
  readonly value: TextOrMissing;
  readonly isThis: unknown;
}

/** The same, and when it is which. */
export function alternativesOf(value: string | Tensor): readonly Alternative[] | undefined {
  const texts = textsOf(value);
  if (texts === undefined || !isTensor(value))
    return texts && [{ value: value as string, isThis: true }];
  const late = missingLate(value);
  const alternatives: Alternative[] = [...texts.keys()].map((text) => ({
    value: text,
    isThis: both(late?.isSet ?? true, isText(value, text)),
  }));
  if (late !== undefined) {
    const [isMissing, isNull] = [inverse(late.isSet), isNullOf(late.missing)];
    alternatives.push({ value: null, isThis: both(isMissing, isNull) });
    alternatives.push({ value: undefined, isThis: both(isMissing, inverse(isNull)) });
  }
  return alternatives.filter(({ isThis }) => isThis !== false);
}

/** Of each text that a value may be written as whether it is that one. */
type Ways = Map<string, unknown>;

function waysOf(value: string | Tensor): Ways | undefined {
  const alternatives = alternativesOf(value);
  const ways: Ways = new Map();
  for (const { value: one, isThis } of alternatives ?? []) addWay(ways, String(one), isThis);
  return alternatives && ways;
}

function addWay(ways: Ways, text: string, isThis: unknown): void {
  if (isThis !== false) ways.set(text, either(ways.get(text) ?? false, isThis));
}

/** `a + b` of texts of which it is known which they may be; undefined where that is not known of one. */
export function joinedTexts(a: string | Tensor, b: string | Tensor): Tensor | undefined {
  const [left, right] = [waysOf(a), waysOf(b)];
  if (left === undefined || right === undefined) return undefined;
  if (left.size * right.size > mostTexts) throw tooManyTexts(left.size * right.size);
  const ways: Ways = new Map();
  for (const [one, isOne] of left) {
    for (const [other, isOther] of right) addWay(ways, one + other, both(isOne, isOther));
  }
  return textOfWays(ways);
}

/** The text that JavaScript writes for a chosen text that may be missing, as a template literal or a key does. */
export function writtenText(value: Tensor): Tensor {
  const ways = missingLate(value) && waysOf(value);
  return ways === undefined ? value : textOfWays(ways);
}

function textOfWays(ways: Ways): Tensor {
  const candidates = [...ways].map(([object, predicate]) => {
    return {
      object,
      predicate: isTensor(predicate) ? predicate : scalar(predicate === true, 'bool'),
      holds: true,
    };
  });
  return textAmong(candidates);
}

/** The number that `convert` makes of a chosen text, or of the null or undefined in its place. */
export function numberOfText(
  text: Tensor,
  convert: (text: TextOrMissing) => number = Number,
): Tensor {
  const numbers = alternativesOf(text)!.map(({ value, isThis }) => ({
    number: convert(value),
    isThis,
  }));
  const isWhole = numbers.every(({ number }) => naturalDtype(number) === 'int32');
  const [first, ...others] = numbers.map(({ number, isThis }) => ({
    number: constant(number, isWhole ? 'int32' : 'float32'),
    isThis,
  }));
  const chosen = others.reduce(
    (rest, { number, isThis }) => where(isThis as Tensor, number, rest),
    first!.number,
  );
  return isWhole ? markWhole(markWeak(chosen)) : markWeak(chosen);
}

/** Each of them is compared on its own. */
const mostTexts = 64;

function tooManyTexts(count: number): StagingError {
  return errorHere(
    'growing-text',
    `A tensor decides which of ${count} texts + gives here, and a graph tells ${mostTexts} apart at most.`,
    'Push numbers that stand for the pieces onto an array, return it, and make the text of that.',
  );
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

/** A text as a loop carries it, which changes it or leaves it out: the index of one of those that it may be. */
export class ChosenText implements Composite {
  readonly [compositeKind] = kindOfTexts;
  readonly [compositeLabels] = [' (the choice)'];

  #text: Tensor | null = null;

  constructor(
    readonly which: unknown,
    readonly texts: readonly TextOrMissing[],
    /** Of a use where it is left out. */
    readonly late: Pick<Late, 'message' | 'location'>,
  ) {}

  [compositeParts](): readonly unknown[] {
    return [this.which];
  }

  [withParts]([which]: readonly unknown[]): ChosenText {
    return new ChosenText(which, this.texts, this.late);
  }

  /** What the program sees. */
  asText(): unknown {
    const { which, texts } = this;
    if (!isTensor(which)) return texts[which as number];
    if (this.#text !== null && !isGone(this.#text)) return this.#text;
    const candidates = texts.flatMap((object, index) =>
      typeof object === 'string'
        ? { object, predicate: equal(which, scalar(index, 'int32')), holds: true }
        : [],
    );
    const text = textAmong(candidates);
    const [isNull, isUndefined] = [null, undefined].map((missing) => this.#isAt(missing));
    const isSet = inverse(either(isNull, isUndefined));
    if (isTensor(isSet)) {
      const missing =
        isNull === false ? undefined : isUndefined === false ? null : (isNull as Tensor);
      markLate(text, { ...this.late, isSet, missing });
    }
    indices.set(text.dataId, this);
    this.#text = text;
    return text;
  }

  #isAt(value: TextOrMissing): Tensor | boolean {
    const index = this.texts.indexOf(value);
    return index < 0 ? false : equal(this.which as Tensor, scalar(index, 'int32'));
  }

  /** The index of a text that is one of these. */
  indexOf(text: TextOrMissing | Tensor): unknown {
    if (!isTensor(text)) return this.texts.indexOf(text);
    const known = indices.get(text.dataId);
    if (known?.texts === this.texts) return known.which;
    return alternativesOf(text)!.reduce<unknown>((rest, { value, isThis }) => {
      const index = scalar(this.texts.indexOf(value), 'int32');
      return rest === null ? index : where(isThis as Tensor, index, rest as Tensor);
    }, null);
  }
}

const indices = new WeakMap<object, ChosenText>();

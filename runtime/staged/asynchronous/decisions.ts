import type { Tensor } from '@tensorflow/tfjs-core';
import { isGone } from '../../trace/heirs.js';
import { lateOf } from '../../trace/late.js';
import { textsOf } from '../operators/chosenText.js';
import { questionOf } from '../operators/late.js';
import { type Candidate, candidatesOf } from '../values/choice.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { rememberedWords } from '../values/wideInteger.js';
import { type Known, Later } from './later.js';
import { encodedError } from './partErrors.js';
import { wideLeft } from './wideNumbers.js';

/*
 * What a tensor decides and no tensor can be: whether a variable is null, which of two objects it is, whether a property is
 * there. The graph of a part gives both.
 */

type Given = readonly [predicate: Tensor, one: unknown, other: unknown];

/** The one where the predicate holds, and the other where not. */
class Choice extends Later<Given> {
  deciding([predicate]: Given): readonly Tensor[] {
    return [predicate];
  }

  settle([predicate, one, other]: Given, { elements, settled }: Known): unknown {
    return settled(elements(predicate)[0] ? one : other);
  }
}

const choice = new Choice();

/** Stands for a property or an entry that is not there. */
export const absent = new (class Absent {})();

export function decision(predicate: unknown, one: unknown, other: unknown): unknown {
  if (isTensor(predicate)) return [choice, predicate, one, other];
  return predicate === true ? one : other;
}

/** What a tensor of the trace decides about a value, with `map` of what it may be; undefined for any other value. */
export function decisionAbout(value: unknown, map: (value: unknown) => unknown): unknown {
  if (isTensor(value)) {
    const words = rememberedWords(value);
    if (words !== undefined) return wideLeft(value, words);
    if (lateOf(value) === undefined) return undefined;
    const { isSet, missing } = questionOf(value);
    const other = isTensor(missing) ? decision(missing, null, undefined) : missing;
    return decision(isSet, map(withoutQuestion(value)), other);
  }
  if (value instanceof Error) return encodedError(value, map);
  const variant = variantOf(value);
  if (variant === undefined) return undefined;
  return decision(variant.predicate, map(variant.one), map(variant.other));
}

/** A text, of which a tensor chooses. */
class TextOf extends Later<readonly [tensor: Tensor]> {
  deciding(given: readonly [Tensor]): readonly Tensor[] {
    return given;
  }

  settle([tensor]: readonly [Tensor], { elements }: Known): unknown {
    return elements(tensor)[0];
  }
}

const textOf = new TextOf();

/** Of a text that a tensor chooses; undefined for any other value. */
export function decidedText(value: unknown): readonly unknown[] | undefined {
  if (!isTensor(value) || value.dtype !== 'string' || lateOf(value) !== undefined) return undefined;
  return textsOf(value) === undefined ? undefined : [textOf, value];
}

/**
 * Of an object that tensors of the trace have chosen, which of those it is that somebody has besides, with `map` of each, and else what
 * `itself` gives; undefined where it is none of them, and where it is not known when.
 */
export function choiceAmong(
  object: object,
  isKept: (candidate: object) => boolean,
  map: (candidate: object) => unknown,
): ((itself: () => unknown) => unknown) | undefined {
  const candidates = candidatesOf(object);
  const kept = candidates?.filter((one) => one.object !== object && isKept(one.object)) ?? [];
  if (kept.length === 0 || !kept.every(isKnown)) return undefined;
  return (itself) => {
    const isAmongThem = kept.length === candidates!.length;
    const last = isAmongThem ? map(kept.at(-1)!.object) : itself();
    const others = isAmongThem ? kept.slice(0, -1) : kept;
    return others.reduceRight((rest, { object: candidate, predicate, holds }) => {
      const one = map(candidate);
      return holds ? decision(predicate, one, rest) : decision(predicate, rest, one);
    }, last);
  };
}

function isKnown({ predicate }: Candidate): boolean {
  return predicate !== null && !isGone(predicate);
}

import type { Tensor } from '@tensorflow/tfjs-core';
import { emitAssert } from '../../trace/effects.js';
import { errorHere } from '../../trace/errorHere.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { isTracing } from '../../trace/session.js';
import { choose, chosenBy } from '../branches/ifStatement.js';
import { stageWhere } from '../branches/stageWhere.js';
import { certain } from '../operators/certain.js';
import {
  alternativesOf,
  isText,
  type TextOrMissing,
  textsOf,
  writtenText,
} from '../operators/chosenText.js';
import { missingLate } from '../operators/late.js';
import { extraEntry, variableEntry } from '../state/state.js';
import { branching } from '../values/construct.js';
import { describeValue } from '../values/describeValue.js';
import { isCollection } from '../values/entryPresence.js';
import { describeMissing } from '../values/missingKind.js';
import { isThereOf, noElementMessage } from '../values/outside.js';
import { isTensor } from '../values/tensors.js';
import { faultOfVariant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/*
 * A key that a tensor chooses: `counts[x > 0 ? 'up' : 'down']`. What is done at it is done at each of the texts that it
 * may be, where it is that one.
 */

export function isTextTensor(value: unknown): value is Tensor {
  return isTensor(value) && value.dtype === 'string';
}

/** What `read` gives for the text that the key is; one that may be missing is written as a text. */
export function atText(given: Tensor, holder: object, read: (text: string) => unknown): unknown {
  if (!isTracing()) return read(textIn(given));
  const key = writtenText(given);
  const texts = textsFor(key, holder);
  const entry = { ...extraEntry('the value at the key'), noneMessage: noneAt(texts, holder) };
  const from = (index: number): unknown => {
    const text = texts[index]!;
    if (index === texts.length - 1) return read(text);
    const next = (): unknown => from(index + 1);
    return choose(isText(key, text), () => read(text), next, choosing, entry);
  };
  return from(0);
}

/** Of the assertion that there is something at the key. */
function noneAt(texts: readonly string[], holder: object): string {
  if (holder === String.prototype) return 'the text that a tensor chooses has no such part';
  if (variantOf(holder) !== undefined) return noneThere;
  const has = isCollection(holder)
    ? (text: string) => holder.has(text)
    : (text: string) => text in holder;
  const missing = texts.filter((text) => !has(text)).map((text) => `'${text}'`);
  return missing.length === 0 ? noneThere : `${noneThere}, ${missing.join(' or ')}`;
}

/** What `read` gives for a chosen text; null or undefined in its place has no `part`, or, where that is empty, no iterator. */
export function ofText(text: Tensor, part: string, read: (text: string) => unknown): unknown {
  const late = missingLate(text);
  if (late === undefined) return atText(text, String.prototype, read);
  const present = () => atText(certain(text), String.prototype, read);
  const isSet = knownToHold(late.isSet) ?? late.isSet;
  const missing = (): never => {
    const value = describeMissing(late.missing);
    throw faultOfVariant(
      part === ''
        ? `${value} is not iterable`
        : `Cannot read properties of ${value} (reading ${part})`,
    );
  };
  return chosenBy(isSet, present, missing, null);
}

/** What `read` gives for what a chosen text is, be it null or undefined. */
export function ofEachText(text: Tensor, read: (value: TextOrMissing) => unknown): unknown {
  const alternatives = alternativesOf(text)!;
  const from = (index: number): unknown => {
    const { value, isThis } = alternatives[index]!;
    if (index === alternatives.length - 1) return read(value);
    return choose(
      isThis,
      () => read(value),
      () => from(index + 1),
      choosing,
      entryOfText,
    );
  };
  return from(0);
}

/** Calls `change` for the text that the key is, as `atText` does. */
export function changeAtText(given: Tensor, holder: object, change: (text: string) => void): void {
  if (!isTracing()) {
    change(textIn(given));
    return;
  }
  const key = elementOfKeys(given) ?? writtenText(given);
  for (const text of textsFor(key, holder)) {
    stageWhere(isText(key, text), () => change(text), choosing);
  }
}

/** Of an array of keys, beyond whose end is none: nobody means undefined as a key. Undefined of any other text. */
export function elementOfKeys(text: Tensor): Tensor | undefined {
  const isThere = isThereOf(text);
  if (isThere === undefined) return undefined;
  emitAssert(isThere, noElementMessage);
  return certain(text);
}

/** What one of the two gives, as the first does where there is something at the key. */
export function whereKeyIsThere(
  isThere: Tensor | boolean,
  read: () => unknown,
  otherwise: () => unknown,
): unknown {
  const entry = { ...extraEntry('the value at the key'), noneMessage: noneThere };
  return choose(isThere, read, otherwise, choosing, entry);
}

const noneThere = 'there is nothing at the key that a tensor chooses';
const choosing = branching('the choice of a key');
const entryOfText = variableEntry('the result for the text that a tensor chooses');

function textsFor(key: Tensor, holder: object): string[] {
  const known = textsOf(key);
  if (known !== undefined) return [...known.keys()];
  throw errorHere(
    'index-type',
    `A string tensor is a key of ${describeValue(holder)}: which texts it may hold is not known while tracing.`,
    "Choose the key where it is used, as in x > 0 ? 'up' : 'down', or keep a number and use switch.",
  );
}

function textIn(key: Tensor): string {
  return (key.dataSync() as unknown as readonly string[])[0]!;
}

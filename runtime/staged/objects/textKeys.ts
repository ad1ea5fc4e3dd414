import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { if_exp } from '../branches/ifStatement.js';
import { stageWhere } from '../branches/stageWhere.js';
import { certain } from '../operators/certain.js';
import { isText, textsOf, writtenText } from '../operators/chosenText.js';
import { missingLate } from '../operators/late.js';
import { branching } from '../values/construct.js';
import { describeValue } from '../values/describeValue.js';
import { describeMissing, missingValue } from '../values/missingKind.js';
import { isTensor } from '../values/tensors.js';
import { isHostScalar } from '../values/weak.js';
import { whereKnown } from './numberKeys.js';

/*
 * A key that a tensor chooses: `counts[x > 0 ? 'up' : 'down']`. What is done at it is done at each of the texts that it
 * may be, where it is that one.
 */

export function isTextTensor(value: unknown): value is Tensor {
  return isTensor(value) && value.dtype === 'string';
}

/** A text that the program has, and a tensor chooses. */
export function isChosenText(value: unknown): value is Tensor {
  return isTracing() && isTextTensor(value) && textsOf(value) !== undefined;
}

/** What `read` gives for the text that the key is; one that may be missing is written as a text. */
export function atText(given: Tensor, holder: object, read: (text: string) => unknown): unknown {
  if (!isTracing()) return read(textIn(given));
  const key = writtenText(given);
  const texts = textsFor(key, holder);
  const from = (index: number): unknown => {
    const text = texts[index]!;
    if (index === texts.length - 1) return read(text);
    return if_exp(
      isText(key, text),
      () => read(text),
      () => from(index + 1),
      null,
    );
  };
  return from(0);
}

/** As `atText`, of a property, which an object has not where the text is missing: a number or text is late then. */
export function propertyAt(key: Tensor, holder: object, read: (text: string) => unknown): unknown {
  const late = missingLate(key);
  if (late === undefined || 'null' in holder || 'undefined' in holder)
    return atText(key, holder, read);
  const held = atText(certain(key), holder, read);
  if (!isHostScalar(held) && !isTensor(held)) return atText(key, holder, read);
  const message = `${describeValue(holder)} has nothing at a key that is ${describeMissing(late.missing)}`;
  return whereKnown(held, {
    isSet: late.isSet,
    missing: undefined,
    message,
    location: currentLocation(),
  });
}

/** What `read` gives for a chosen text, or for the null or undefined that may be in its place. */
export function ofText(text: Tensor, read: (text: never) => unknown): unknown {
  const late = missingLate(text);
  const ofOne = read as (text: unknown) => unknown;
  if (late === undefined) return atText(text, String.prototype, ofOne);
  const present = () => atText(certain(text), String.prototype, ofOne);
  const isSet = knownToHold(late.isSet) ?? late.isSet;
  return if_exp(isSet, present, () => ofOne(missingValue(late.missing)), null);
}

/** Calls `change` for the text that the key is, as `atText` does. */
export function changeAtText(given: Tensor, holder: object, change: (text: string) => void): void {
  if (!isTracing()) {
    change(textIn(given));
    return;
  }
  const key = writtenText(given);
  for (const text of textsFor(key, holder)) {
    stageWhere(isText(key, text), () => change(text), choosing);
  }
}

const choosing = branching('the choice of a key');

function textsFor(key: Tensor, holder: object): string[] {
  const known = textsOf(key);
  if (known !== undefined) return [...known.keys()];
  throw new StagingError(
    'index-type',
    `A string tensor is a key of ${describeValue(holder)}: which texts it may hold is not known while tracing.`,
    currentLocation(),
    "Choose the key where it is used, as in x > 0 ? 'up' : 'down', or keep a number and use switch.",
  );
}

function textIn(key: Tensor): string {
  return (key.dataSync() as unknown as readonly string[])[0]!;
}

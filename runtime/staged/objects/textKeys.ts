import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { if_exp } from '../branches/ifStatement.js';
import { stageWhere } from '../branches/stageWhere.js';
import { isText, textsOf } from '../operators/chosenText.js';
import { branching } from '../values/construct.js';
import { describeValue } from '../values/describeValue.js';
import { isTensor } from '../values/tensors.js';

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

/** What `read` gives for the text that the key is. */
export function atText(key: Tensor, holder: object, read: (text: string) => unknown): unknown {
  if (!isTracing()) return read(textIn(key));
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

/** Calls `change` for the text that the key is. */
export function changeAtText(key: Tensor, holder: object, change: (text: string) => void): void {
  if (!isTracing()) {
    change(textIn(key));
    return;
  }
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

import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { formatType } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { and, or } from '../branches/logical.js';
import { certain } from '../operators/certain.js';
import { missingLate, type Question } from '../operators/late.js';
import { isMadeHere } from '../state/creation.js';
import { describeValue } from '../values/describeValue.js';
import { keysOf } from '../values/entries.js';
import { type Collection, isCollection, presenceOfKey } from '../values/entryPresence.js';
import { missingValue } from '../values/missingKind.js';
import { isThereOf } from '../values/outside.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { changing } from './announce.js';
import { isKey, mayHoldTensorKey } from './heldTensors.js';
import { atNumber, changeAtNumber } from './numberKeys.js';
import { sameValueZero } from './sameValue.js';
import { atText, changeAtText, elementOfKeys, isTextTensor, whereKeyIsThere } from './textKeys.js';

export function mayEqual(value: unknown): boolean {
  return isKey(value) || typeof value === 'number' || typeof value === 'boolean';
}

/** The numbers that may be keys of it now. */
function numbersIn(collection: Collection): unknown[] {
  return keysOf(collection).filter(
    (key) => mayEqual(key) && presenceOfKey(collection, key) !== false,
  );
}

/** The numbers, or the bools, of these: a key of the one type is none of the other. */
function ofOneType(keys: readonly (number | boolean)[], key: Tensor): (number | boolean)[] {
  return keys.filter((known) => (typeof known === 'boolean') === (key.dtype === 'bool'));
}

/** `set.has(x)` or `map.has(x)`, where it is not the tensor itself that they hold; `undefined` for any other call. */
export function hasByValue(f: unknown, self: unknown, [key]: readonly unknown[]): unknown {
  if (f !== Set.prototype.has && f !== Map.prototype.has) return undefined;
  if (!isCollection(self) || presenceOfKey(self, key) !== false) return undefined;
  if (!mayEqual(key) || !(isKey(key) || mayHoldTensorKey(self))) return undefined;
  const keys = numbersIn(self);
  if (!isKey(key) && !keys.some(isKey)) return undefined;
  return keys.reduce<unknown>(
    (found, known) =>
      or(found, () => and(presenceOfKey(self, known), () => sameValueZero(known, key), null), null),
    false,
  );
}

/** `map.get(x)` where the keys are numbers; `undefined` for any other call. */
export function getByValue(
  f: unknown,
  self: unknown,
  [key]: readonly unknown[],
  read: (key: unknown) => unknown,
): (() => unknown) | undefined {
  if (f !== Map.prototype.get || !(self instanceof Map) || !isKey(key)) return undefined;
  if (presenceOfKey(self, key) !== false) return undefined;
  const keys = numbersIn(self);
  if (keys.some(isTensor)) return undefined;
  const alike = ofOneType(keys as number[], key);
  return atNumber(key, self, alike, (known) => read(known)) ?? undefined;
}

/** `map.set(x, value)`, `map.delete(x)` and `set.delete(x)` where the keys are numbers; `undefined` for any other call. */
export function changeByValue(
  f: unknown,
  self: unknown,
  [key, ...rest]: readonly unknown[],
  apply: (args: unknown[]) => unknown,
): (() => unknown) | undefined {
  if (!isCollection(self) || !isKey(key) || presenceOfKey(self, key) !== false) return undefined;
  const isDeleted = f === Map.prototype.delete || f === Set.prototype.delete;
  if (f !== Map.prototype.set && !isDeleted) return undefined;
  const keys = numbersIn(self);
  if (keys.length === 0 || keys.some(isTensor)) return undefined;
  const alike = ofOneType(keys as number[], key);
  const has = self instanceof Map ? Map.prototype.has : Set.prototype.has;
  const change = changeAtNumber(
    key,
    self,
    alike,
    (known) => {
      changing(self);
      apply([known, ...rest]);
    },
    { mayBeNone: isDeleted },
  );
  if (change === null) return undefined;
  return () => {
    const wasThere = isDeleted ? hasByValue(has, self, [key]) : undefined;
    change();
    return isDeleted ? wasThere : self;
  };
}

/** A method of a Map or Set that is given a text which a tensor chooses; `undefined` for any other call. */
export function callAtText(
  f: unknown,
  self: unknown,
  [key, ...rest]: readonly unknown[],
  apply: (args: unknown[]) => unknown,
): (() => unknown) | undefined {
  if (!isTextTensor(key) || !isCollection(self)) return undefined;
  const isAdding = f === Map.prototype.set || f === Set.prototype.add;
  const late = missingLate(key);
  if (late !== undefined) {
    if (isAdding && isThereOf(key) !== undefined)
      return () => callAtText(f, self, [elementOfKeys(key), ...rest], apply)!();
    const present = () => callAtText(f, self, [certain(key), ...rest], apply)?.();
    return () => whereThere(f, self, late, present, (missing) => apply([missing, ...rest]));
  }
  const call = (text: string): unknown => apply([text, ...rest]);
  if (f === Map.prototype.get || f === Map.prototype.has || f === Set.prototype.has) {
    return () => atText(key, self, call);
  }
  const isDeleted = f === Map.prototype.delete || f === Set.prototype.delete;
  if (!isAdding && !isDeleted) return undefined;
  return () => {
    const wasThere = isDeleted && atText(key, self, (text) => presenceOfKey(self, text));
    changeAtText(key, self, (text) => {
      changing(self);
      call(text);
    });
    return isDeleted ? wasThere : self;
  };
}

/** The same with null or undefined, which are keys of their own, where the text is missing. */
function whereThere(
  f: unknown,
  self: Collection,
  { isSet, missing }: Question,
  present: () => unknown,
  otherwise: (missing: unknown) => unknown,
): unknown {
  const isChange = f !== Map.prototype.get && f !== Map.prototype.has && f !== Set.prototype.has;
  const call = (use: () => unknown) => () => {
    const result = use();
    return result === self ? undefined : result;
  };
  if (isChange) changing(self);
  const result = whereKeyIsThere(
    isSet,
    call(present),
    call(() => otherwise(missingValue(missing))),
  );
  return f === Map.prototype.set || f === Set.prototype.add ? self : result;
}

const keyed = new Set<unknown>([
  Set.prototype.add,
  Set.prototype.delete,
  Map.prototype.get,
  Map.prototype.set,
  Map.prototype.delete,
]);

/** Refuses to look for a traced number in a Map or Set whose keys it may equal. */
export function refuseKey(f: unknown, self: unknown, [key]: readonly unknown[]): void {
  if (!keyed.has(f) || !isCollection(self)) return;
  if (presenceOfKey(self, key) !== false) return;
  if (!mayEqual(key) || !(isKey(key) || mayHoldTensorKey(self))) return;
  const numbers = numbersIn(self);
  const isRead = f === Map.prototype.get && isKey(key) && !numbers.some(isTensor);
  const [known] = isRead ? ofOneType(numbers as number[], key) : numbers;
  if (isKey(key) && known !== undefined) {
    const name = self.constructor.name;
    throw isMadeHere(self) ? keyOfTensor(name, key) : keyOutside(name, key);
  }
  const held = numbers.find(isKey);
  if (held !== undefined) throw keyOfTensor(self.constructor.name, held);
}

function keyOutside(collection: string, key: Tensor): StagingError {
  return errorHere(
    'tensor-key',
    `${formatType(typeOf(key))} cannot become a key of a ${collection} that was made outside of the function: which keys it has must be ` +
      'known while tracing.',
    `Make a ${collection} in the function (\`new ${collection}(given)\`), and return what you need of it.`,
  );
}

export function keyOfTensor(collection: string, key: unknown): StagingError {
  return errorHere(
    'tensor-key',
    `${isTensor(key) ? formatType(typeOf(key)) : describeValue(key)} cannot be a key of this ${collection}: once a tensor is among ` +
      'them, its keys are the rows of a tensor, all of them numbers, or all bools, and the values of a Map alike.',
    `Use a ${collection} that the function makes, for the numbers alone, and another one for the other keys.`,
  );
}

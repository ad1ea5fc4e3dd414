import { clone, type Tensor } from '@tensorflow/tfjs-core';
import { emitAssert } from '../../trace/effects.js';
import { type Late, markLate } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { choose } from '../branches/ifStatement.js';
import { and, or } from '../branches/logical.js';
import { stageWhere } from '../branches/stageWhere.js';
import { sameText } from '../operators/chosenText.js';
import { missingLate } from '../operators/late.js';
import { variableEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { branching } from '../values/construct.js';
import { describeValue } from '../values/describeValue.js';
import { both } from '../values/flags.js';
import { isNullOf, missingIf } from '../values/missingKind.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { constant, type HostScalar, isHostScalar, markWeak } from '../values/weak.js';
import { sameValueZero } from './sameValue.js';

/** Each tells the graph a condition of its own. */
const mostKeys = 64;

/**
 * What a table, an object or Map whose keys are numbers, holds at the number that `key` is; undefined where that is none of
 * them, about which the program may ask. Null where there are no such keys, or too many.
 */
export function atNumber(
  key: Tensor,
  table: object,
  keys: readonly (number | boolean)[],
  read: (key: number | boolean) => unknown,
): (() => unknown) | null {
  if (keys.length === 0 || keys.length > mostKeys) return null;
  return () => {
    const conditions = keys.map((known) => sameValueZero(key, known));
    const from = (index: number): unknown => {
      if (index === keys.length - 1) return read(keys[index]!);
      const [main, other] = [() => read(keys[index]!), () => from(index + 1)];
      return choose(conditions[index], main, other, choosing, found);
    };
    const value = from(0);
    const isKnown = anyOf(conditions);
    const message = `${describeValue(table)} has nothing at the number that it is asked for`;
    if (isHostScalar(value) || isTensor(value)) {
      const late = { isSet: isKnown, missing: undefined, message, location: currentLocation() };
      return whereKnown(value, late);
    }
    if (isMissing(value)) return value;
    // The object itself, which a copy would not be changed with.
    return variantObject(new Variant(isKnown, value, undefined, message));
  };
}

function whereKnown(value: Tensor | HostScalar, late: Late): Tensor {
  if (!isTensor(value)) return markLate(sameText(markWeak(constant(value)), value as string), late);
  const held = missingLate(value);
  if (held === undefined) return markLate(sameText(clone(value), value), late);
  const isSet = and(late.isSet, () => held.isSet, null) as Tensor;
  const missing = missingIf(both(late.isSet, isNullOf(held.missing)));
  return markLate(sameText(withoutQuestion(value), value), { ...late, isSet, missing });
}

/** Calls `change` for the key of such a table that the number is, of which the graph asserts that it is one unless it `mayBeNone`. */
export function changeAtNumber<K extends number | boolean>(
  key: Tensor,
  table: object,
  keys: readonly K[],
  change: (key: K) => void,
  { mayBeNone = false } = {},
): (() => void) | null {
  if (keys.length === 0 || keys.length > mostKeys) return null;
  return () => {
    const conditions = keys.map((known) => sameValueZero(key, known));
    if (!mayBeNone)
      emitAssert(
        anyOf(conditions),
        `${describeValue(table)} is changed at a number that is none of its keys: a graph adds none`,
      );
    conditions.forEach((isIt, index) => {
      stageWhere(isIt as Tensor, () => change(keys[index]!), choosing);
    });
  };
}

/** Whether such a table has the number that `key` is. */
export function hasNumber(
  key: Tensor,
  keys: readonly number[],
  isThere: (key: number) => unknown,
): unknown {
  const conditions = keys.map((known) =>
    and(sameValueZero(key, known), () => isThere(known), null),
  );
  return conditions.length === 0 ? false : anyOf(conditions);
}

function anyOf(conditions: readonly unknown[]): Tensor {
  return conditions.reduce((one, other) => or(one, () => other, null)) as Tensor;
}

/** The keys of an object, where all of them are numbers. */
export function numberKeysOf(table: object): number[] {
  const numbers = numbersAmongKeys(table);
  return numbers.length === Object.keys(table).length ? numbers : [];
}

export function numbersAmongKeys(object: object): number[] {
  return Object.keys(object)
    .filter((key) => key === String(Number(key)))
    .map(Number);
}

const choosing = branching('the choice of a key');
const found = variableEntry('the value at the key');

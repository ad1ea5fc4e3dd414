import type { Tensor } from '@tensorflow/tfjs-core';
import { whereChosen } from '../../trace/heirs.js';
import { if_exp, stageIf } from '../branches/ifStatement.js';
import { not } from '../operators/comparison.js';
import { branching } from '../values/construct.js';
import { callMethod, setVariantUses, type Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { written } from './announce.js';

const choice = branching('the choice of an object');

setVariantUses({
  get({ predicate, one, other }, key) {
    const [a, b] = [one, other].map((object) => Reflect.get(object as object, key) as unknown);
    if (Object.is(a, b) && typeof a !== 'function') return a;
    if (typeof a !== 'function' || typeof b !== 'function') {
      return whereChosen(() =>
        if_exp(
          predicate,
          () => Reflect.get(one as object, key),
          () => Reflect.get(other as object, key),
          null,
        ),
      );
    }
    return (...args: unknown[]) => {
      const call = (object: unknown) => () => callMethod(object, key, args);
      return whereChosen(() => if_exp(predicate, call(one), call(other), null));
    };
  },
  set({ predicate, one, other }, key, value) {
    const assign = (object: unknown) => () => {
      Reflect.set(object as object, key, written(value, object, key));
    };
    whereChosen(() => stageIf(predicate as Tensor, assign(one), assign(other), noState, choice));
  },
});

const noState = { entries: [], read: () => [], write: () => {} };

/** `a === b`, where one of them is an object that a tensor chooses; undefined where none is. */
export function isSameVariant(a: unknown, b: unknown): unknown {
  const [variant, value] = variantOf(a) === undefined ? [variantOf(b), a] : [variantOf(a), b];
  if (variant === undefined) return undefined;
  return a === b || isOneOf(variant, value);
}

function isOneOf({ predicate, one, other }: Variant, value: unknown): unknown {
  const [isOne, isOther] = [one, other].map(
    (object) => isSameVariant(object, value) ?? object === value,
  );
  if (isOne === isOther) return isOne;
  if (isOne === true && isOther === false) return predicate;
  if (isOne === false && isOther === true) return not(predicate, null);
  return if_exp(
    predicate,
    () => isOne,
    () => isOther,
    null,
  );
}

import { isMissing, isNull } from './absent.js';
import { both, either, inverse } from './flags.js';
import { Instance } from './instance.js';
import { isPlainObject, isSameKind, nodeOf } from './structure.js';
import { isTensor } from './tensors.js';
import { Variant } from './variant.js';

/*
 * A variable may hold an object of one of several kinds: of several classes, or with several sets of keys, as the states of
 * a machine have. However often it is assigned it is one of so many.
 */

/** One of the objects that a value may be, and what has to hold where it is the one. */
export interface Alternative {
  readonly object: unknown;
  readonly when: readonly Condition[];
}

interface Condition {
  readonly predicate: unknown;
  readonly holds: boolean;
}

export function alternativesOf(value: unknown, when: readonly Condition[] = []): Alternative[] {
  if (!(value instanceof Variant) || value.isThereMessage !== undefined)
    return [{ object: value, when }];
  const { predicate, one, other } = value;
  return [
    ...alternativesOf(one, [...when, { predicate, holds: true }]),
    ...alternativesOf(other, [...when, { predicate, holds: false }]),
  ];
}

/** Whether the value is an object of one of several kinds: more than one that may be left out, and no two of one kind. */
export function isOfKinds(value: unknown): value is Variant {
  if (!(value instanceof Variant) || value.isThereMessage !== undefined) return false;
  if (isMissing(value.other) && !(value.one instanceof Variant)) return false;
  const objects = alternativesOf(value).map(({ object }) => object);
  return objects.every((one, index) =>
    objects.slice(0, index).every((other) => !isOfKind(one, other)),
  );
}

/** Whether objects of one kind hold objects of the same kinds: a list may be longer than another one. */
export function isAsDeep(a: unknown, b: unknown): boolean {
  if (isMissing(a) || isMissing(b)) return isMissing(a) && isMissing(b);
  if (!isContainer(a) && !isContainer(b)) return true;
  if (!isOfKind(a, b)) return false;
  const [one, other] = [nodeOf(a)!.children, nodeOf(b)!.children];
  return one.every((child, index) => isAsDeep(child, other[index]));
}

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || isPlainObject(value) || value instanceof Instance;
}

export function isOfKind(a: unknown, b: unknown): boolean {
  if (isMissing(a) || isMissing(b)) return isMissing(a) && isMissing(b) && isNull(a) === isNull(b);
  const primitive = primitiveKind(a);
  if (primitive !== undefined) return primitive === primitiveKind(b);
  const [one, other] = [nodeOf(a), nodeOf(b)];
  return one !== null && other !== null && isSameKind(one, other);
}

/** Of what a loop carries in place of a text that it changes. */
export const kindOfTexts = 'one of several texts';

/** `typeof` of a text, number or bool, in a tensor or not; undefined of anything else. */
export function primitiveKind(value: unknown): string | undefined {
  if (isTensor(value)) {
    if (value.dtype === 'string') return 'string';
    return value.dtype === 'bool' ? 'boolean' : 'number';
  }
  const type = typeof value;
  if (type === 'string' || type === 'boolean' || type === 'number') return type;
  return nodeOf(value)?.kind === kindOfTexts ? 'string' : undefined;
}

/** Whether both may be objects of the same kinds, in the same order. */
export function isAligned(planned: unknown, end: unknown): boolean {
  if (!(planned instanceof Variant)) return !(end instanceof Variant) && isOfKind(planned, end);
  return (
    end instanceof Variant && isAligned(planned.one, end.one) && isAligned(planned.other, end.other)
  );
}

/** An object, and what holds where it is the one and none of those before it. */
export interface Choice {
  readonly object: unknown;
  readonly condition: unknown;
}

/** One of them, of which one of the conditions holds. What is missing is the last one, once. */
export function choiceOf(choices: readonly Choice[]): unknown {
  const there = choices.filter(({ object }) => !isMissing(object));
  const missing = choices.filter(({ object }) => isMissing(object));
  const known = [null, undefined].flatMap((none): Choice[] => {
    const same = missing.filter(({ object }) => isNull(object) === isNull(none));
    const condition = same.reduce<unknown>((any, one) => either(any, one.condition), false);
    return same.length === 0 ? [] : [{ object: none, condition }];
  });
  return firstOf([...there, ...known]);
}

function firstOf([first, ...rest]: readonly Choice[]): unknown {
  const { object, condition } = first!;
  if (rest.length === 0 || condition === true) return object;
  return condition === false ? firstOf(rest) : new Variant(condition, object, firstOf(rest));
}

/** Whether all of the conditions hold. `known` gives what a predicate is. */
export function allOf(
  when: readonly Condition[],
  known = (predicate: unknown): unknown => predicate,
): unknown {
  return when.reduce<unknown>((all, { predicate, holds }) => {
    const value = known(predicate);
    return both(all, holds ? value : inverse(value));
  }, true);
}

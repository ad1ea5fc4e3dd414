import { isOfNoPart } from '../../trace/heirs.js';
import { StagedList } from '../lists/stagedList.js';
import { isMissing } from '../values/absent.js';
import { basesOf, type Candidate, markChosen, rowOf } from '../values/choice.js';
import { ChosenFunction } from '../values/chosenFunction.js';
import { Instance } from '../values/instance.js';
import { alternativesOf, isOfKinds } from '../values/kinds.js';
import { linked, originalOf } from '../values/originals.js';
import { nodeOf, withParts } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { freeze } from './freeze.js';
import { holdsTensor, originalsIn, thaw } from './snapshot.js';

/*
 * A loop may put an object that is known elsewhere where a variable held none before it. Which one the variable holds
 * depends on how often the loop has run: after the loop it gets an object of its own, which must not be changed
 * (`aliases.ts`).
 */

/**
 * The objects that an iteration puts in the place of none, and that others may know too. Both are copies of the state. What
 * the iteration has made itself is another object each time that it is traced.
 */
export function movedObjects(before: unknown, after: unknown): readonly object[] {
  if (isOptional(before) || isOptional(after))
    return movedObjects(objectIn(before), objectIn(after));
  if (after instanceof Variant) {
    const had = alternativesOf(before).map(({ object }) => originalOf(object));
    const now = alternativesOf(after).map(({ object }) => originalOf(object));
    return now.flatMap((object) =>
      object === undefined || had.includes(object) ? [] : basesOf(object).filter(isKnown),
    );
  }
  if (after instanceof ChosenFunction) return [];
  const [start, end] = [originalOf(before), originalOf(after)];
  if (end === undefined) return [];
  if (start === undefined) return isMissing(before) ? basesOf(end).filter(isKnown) : [];
  const [started, ended] = [before, after].map((value) => nodeOf(value)?.children ?? []);
  return started!.flatMap((child, index) => movedObjects(child, ended![index]));
}

/** The same of what it puts where there was nothing at all, with what is in it. */
export function objectsInsteadOfNone(before: unknown, after: unknown): object[] {
  if (isMissing(before)) return originalsIn(after).flatMap(basesOf).filter(isKnown);
  const [started, ended] = [before, after].map((value) => nodeOf(value)?.children ?? []);
  return started!.flatMap((child, index) => objectsInsteadOfNone(child, ended![index]));
}

/** Whether others may have the object too: the iteration that has ended has not made it, though a branch before the loop may have. */
export function isKnown(base: object): boolean {
  return rowOf(base) !== undefined || !holdsTensor(base, isOfNoPart);
}

function isMoved(before: unknown, after: unknown): boolean {
  return movedObjects(before, after).length > 0;
}

/** The copy `value`, in which each object that is moved is one of its own, what `end` is a copy of. */
export function detached(value: unknown, initial: unknown, start: unknown, end: unknown): unknown {
  const node = nodeOf(value);
  if (node === null || isOfKinds(value) || !isMoved(start, end)) return value;
  if (value instanceof Variant && isOptional(value)) {
    const copies = [initial, start, end].map(objectIn) as [unknown, unknown, unknown];
    return value[withParts]([value.predicate, detached(value.one, ...copies)]);
  }
  if (originalOf(start) === undefined) return separate(value, initial, end);
  if (value instanceof StagedList) return value;
  const [initials, started, ended] = [initial, start, end].map(
    (copy) => nodeOf(copy)?.children ?? [],
  );
  const children = node.children.map((child, index) =>
    detached(child, initials![index], started![index], ended![index]),
  );
  const original = originalOf(value);
  const copy = node.rebuild(children);
  return original === undefined ? copy : linked(copy, original);
}

export function isOptional(value: unknown): boolean {
  const variant = value instanceof Variant ? value : variantOf(value);
  return variant !== undefined && isMissing(variant.other);
}

/** The copy as one that may be any of the objects, and need not be. */
export function ofUnknownIdentity(copy: unknown, objects: readonly object[]): unknown {
  if (objects.length === 0) return copy;
  const candidates = [...new Set(objects)].map(
    (object): Candidate => ({ object, predicate: null, holds: true }),
  );
  if (copy instanceof Instance) return copy.chosenFrom(candidates);
  const target = thaw(copy) as object;
  markChosen(target, [...candidates, { object: target, predicate: null, holds: false }]);
  return linked(copy, target);
}

/** The object of one that may be left out, as an element that is one may too, as a copy. */
export function objectIn(value: unknown): unknown {
  if (!isOptional(value)) return value;
  return objectIn(value instanceof Variant ? value.one : freeze(variantOf(value)!.one));
}

function separate(value: unknown, initial: unknown, end: unknown): unknown {
  const node = nodeOf(value);
  if (node === null) return value;
  const [initials, ended] = [initial, end].map((copy) => nodeOf(copy)?.children ?? []);
  const copy = node.rebuild(
    node.children.map((child, index) => separate(child, initials![index], ended![index])),
  );
  const objects = [initial, end].flatMap((other) => basesOf(originalOf(other)));
  const candidates = [...new Set(objects)].map(
    (object): Candidate => ({ object, predicate: null, holds: true }),
  );
  if (candidates.length === 1 && !isMissing(initial)) return linked(copy, candidates[0]!.object);
  if (copy instanceof Instance) return copy.chosenFrom(candidates);
  const target = thaw(copy) as object;
  markChosen(target, candidates);
  return linked(copy, target);
}

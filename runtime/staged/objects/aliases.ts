import { logicalAnd, type Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { privateFieldsOf } from '../../function/signature/privateFields.js';
import { errorHere } from '../../trace/errorHere.js';
import { isGone } from '../../trace/heirs.js';
import { negated } from '../../trace/knownFlags.js';
import { at, currentLocation } from '../../trace/session.js';
import { or } from '../branches/logical.js';
import { stageWhere } from '../branches/stageWhere.js';
import { sameList, stagedListOf } from '../lists/heldList.js';
import { choiceIn } from '../lists/oneOfKinds.js';
import { SharedElements } from '../lists/sharedElements.js';
import { holdsGone } from '../state/snapshot.js';
import { Unmerged } from '../values/absent.js';
import { type Candidate, candidatesOf, chosenFrom, hasAliases, rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import { describeValue } from '../values/describeValue.js';
import { inheritedProperty } from '../values/inheritedProperty.js';
import { ownKeys } from '../values/propertyPresence.js';
import { isSpreading, spread } from '../values/spreading.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { ArrayContents } from './arrayContents.js';
import { assignedValues } from './assignedValue.js';
import { othersThan } from './counterparts.js';
import { eitherNumber } from './eitherNumber.js';

/** Another object that may be the same one. */
interface Alias {
  readonly object: object;
  /** The object of the program's that both are then. */
  readonly base: object;
  /** Whether it is; null where no graph can tell. */
  readonly isSame: () => Tensor;
  readonly isKnown: boolean;
}

/**
 * Does to each object that may be the same one, where it is, what the program does to `object`. Where no graph can tell
 * whether it is, `object` must not be changed if it is the chosen one, and what was chosen is of no use any more if it may
 * have been this one.
 */
export function changeAliases(
  object: object,
  change: (alias: object, base: object) => void,
  changeInstead: (alias: object, isSame: Tensor) => boolean = () => false,
): void {
  if (isSpreading()) return;
  const aliases = aliasesOf(object);
  const row = rowOf(object);
  if (aliases.length === 0 && row === undefined) return;
  // Rows of tensors need not be right as long as nobody reads them.
  const isUnknown = aliases.some((alias) => {
    return !alias.isKnown && !(alias.object instanceof SharedElements);
  });
  if (isUnknown && candidatesOf(object) !== undefined) throw unknownObject(object);
  const known = aliases.filter(({ isKnown }) => isKnown);
  const contents = new ArrayContents([object, ...known.map((alias) => alias.object)]);
  spread(() => {
    // First, since a conditional copies what is known of lists.
    for (const alias of aliases) if (!alias.isKnown) spoil(alias.object);
    const isInPlace = row !== undefined && isIn(row.element, object);
    for (const alias of insideFirst(known)) {
      const other = rowOf(alias.object);
      contents.putBack(alias.object);
      const isOwn = isInPlace && other?.put === row.put;
      if (other === undefined || isOwn) changeWhere(alias, change, changeInstead);
      else
        changeWhere(
          alias,
          (found, base) => {
            changeRow(found, change);
            change(found, base);
          },
          () => false,
        );
      contents.note(alias.object);
    }
    contents.putBack(object);
    changeRow(object, change);
    contents.putBack(object);
  });
}

/** Does to each array that may be this one, where it is, what is done to an element of it. */
export function changeOtherArrays(array: object, change: (alias: object) => void): void {
  for (const alias of aliasesOf(array)) {
    // Of one that nobody may read any more nothing has to be right.
    if (stagedListOf(alias.object)?.shared?.isStale) continue;
    if (alias.isKnown) changeWhere(alias, change, () => false);
    else spoil(alias.object);
  }
}

/**
 * What one of them is given may be merged with what it held, which becomes an object of its own with what both hold: another
 * of them, if it is in there, has been changed by then.
 */
function insideFirst(aliases: readonly Alias[]): readonly Alias[] {
  if (aliases.length < 2) return aliases;
  const objects = new Set(aliases.map(({ object }) => object));
  const depths = new Map([...objects].map((object) => [object, countIn(object, objects)]));
  return aliases.toSorted((one, other) => depths.get(one.object)! - depths.get(other.object)!);
}

/** How many of the objects are in this one. */
function countIn(object: object, objects: ReadonlySet<object>): number {
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isTensor(value) || seen.has(value)) return;
    seen.add(value);
    const variant = variantOf(value);
    const parts =
      variant === undefined ? elementNode(value)?.children : [variant.one, variant.other];
    for (const part of parts ?? []) visit(part);
  };
  visit(object);
  return [...objects].filter((one) => seen.has(one)).length;
}

/** Whether an element holds the part still, where another object may have been put. */
function isIn(element: unknown, part: object): boolean {
  if (element === part) return true;
  const choice = choiceIn(element);
  if (choice !== undefined) return [choice.one, choice.other].some((side) => isIn(side, part));
  return isRow(element) && elementNode(element)!.children.some((child) => isIn(child, part));
}

/** Changes the row that the object is, or a part of. */
export function changeRow(object: object, change: (alias: object, base: object) => void): void {
  const row = rowOf(object);
  const changePart = (part: object) => change(part, object);
  if (row !== undefined) row.put(changedCopy(row.element, object, changePart), row.element, object);
}

/** The same of an assignment, for which numbers need no branch of the graph. */
export function assignAliases(
  object: object,
  key: PropertyKey,
  value: unknown,
  assign: (alias: object, value: unknown) => void,
): void {
  if (isSpreading() || !hasAliases(object)) return;
  // What a setter assigns tells of itself.
  if (inheritedProperty(object, key)?.set) return;
  const assignChosen = (alias: object, isSame: Tensor): boolean => {
    // A setter is another matter.
    const held: unknown = Object.getOwnPropertyDescriptor(alias, key)?.value;
    const chosen = eitherNumber(isSame, value, held);
    if (chosen !== null) assign(alias, chosen);
    return chosen !== null;
  };
  const given = assignedValues(object, value);
  changeAliases(object, (alias, base) => assign(alias, given(base)), assignChosen);
}

/** A copy of the element in which the part of it is changed. */
function changedCopy(element: unknown, part: object, change: (alias: object) => void): unknown {
  const choice = choiceIn(element);
  if (choice !== undefined) {
    const { predicate, one, other, isThereMessage, origin } = choice;
    const [first, second] = [one, other].map((side) => changedPart(side, part, change));
    const copy = variantObject(new Variant(predicate, first, second, isThereMessage, origin));
    changedCopies.add(copy);
    return copy;
  }
  const node = elementNode(element);
  if (node === null) return element;
  const copy =
    Array.isArray(element) && stagedListOf(element)
      ? sameList(element)
      : node.rebuild(node.children.map((child) => changedPart(child, part, change)));
  if (element === part) change(copy as object);
  changedCopies.add(copy as object);
  return copy;
}

function changedPart(child: unknown, part: object, change: (alias: object) => void): unknown {
  return isRow(child) ? changedCopy(child, part, change) : child;
}

const changedCopies = new WeakSet<object>();

/** Whether it is the copy of a part of an element, for a change in it or in another part; any other one has been assigned. */
export function isChangedCopy(part: unknown): boolean {
  return changedCopies.has(part as object);
}

/** Or else something that the row refers to. */
function isRow(child: unknown): boolean {
  const choice = choiceIn(child);
  if (choice !== undefined) return isRow(choice.one) || isRow(choice.other);
  return typeof child === 'object' && child !== null && rowOf(child) !== undefined;
}

function changeWhere(
  { object, base, isSame }: Alias,
  change: (alias: object, base: object) => void,
  changeInstead: (alias: object, isSame: Tensor) => boolean,
): void {
  const condition = isSame();
  if (!changeInstead(object, condition)) stageWhere(condition, () => change(object, base));
}

/** `a === b` of objects of which a tensor has chosen one or both. */
export function isSameObject(a: object, b: object): unknown {
  if (a === b) return true;
  const aliases = aliasesOf(a).filter(({ object }) => object === b);
  if (aliases.some(({ isKnown }) => !isKnown))
    throw unknownObject(candidatesOf(a) === undefined ? b : a);
  return aliases.reduce<unknown>((one, other) => or(one, () => other.isSame(), null), false);
}

function aliasesOf(object: object): Alias[] {
  const itself: Candidate = { object, predicate: null, holds: true };
  const own = candidatesOf(object);
  return (own ?? [itself]).flatMap((candidate) => {
    const isIt = own === undefined ? null : candidate;
    const isAnother = isIt === null ? () => false : othersThan(object, candidate.object);
    const others = chosenFrom(candidate.object).filter(
      (other) => other !== object && other !== candidate.object && !isAnother(other),
    );
    const found = others.flatMap((other): Alias[] => {
      const match = candidatesOf(other)!.find((known) => known.object === candidate.object)!;
      const isOfNone = other instanceof SharedElements && other.isOfOtherBranch;
      return isOfNone || isOver(other) || isPast(match)
        ? []
        : [aliasOf(other, candidate.object, isIt === null ? [match] : [isIt, match])];
    });
    return isIt === null || candidate.object === object || isOver(candidate.object)
      ? found
      : [aliasOf(candidate.object, candidate.object, [isIt]), ...found];
  });
}

/** It was made in a branch or loop that has ended: nobody else has it. Rows of tensors stay what it has become. */
function isOver(object: object): boolean {
  return !(object instanceof SharedElements) && holdsGone(object);
}

/** What a trace has chosen that has ended: another one, or what is after it, has chosen anew. */
function isPast({ predicate }: Candidate): boolean {
  return predicate !== null && isGone(predicate);
}

function aliasOf(object: object, base: object, conditions: readonly Candidate[]): Alias {
  return {
    object,
    base,
    isKnown: conditions.every(({ predicate }) => predicate !== null && !isGone(predicate)),
    isSame: () =>
      conditions
        .map(({ predicate, holds }) => (holds ? predicate! : negated(predicate!)))
        .reduce((one, other) => logicalAnd(one, other)),
  };
}

/** An object that is of no use any more, or some keys of it, and what gives it what it held. */
export type Spoiled = readonly [
  object: object,
  keys: readonly PropertyKey[] | undefined,
  restore: () => void,
];

let spoiled: Spoiled[] | null = null;

/** What `body` gives, and what is of no use any more after it, which is so once it is told again. */
export function recordSpoils<T>(body: () => T): readonly [result: T, spoiled: readonly Spoiled[]] {
  const outer = spoiled;
  const found: Spoiled[] = [];
  spoiled = found;
  try {
    return [body(), found];
  } finally {
    spoiled = outer;
    for (const [, , restore] of found.toReversed()) restore();
  }
}

/** What may be another object after an assignment that no graph can make: an error where it, or one key of it, is read. */
export function spoil(object: object, keys?: readonly PropertyKey[]): void {
  if (object instanceof SharedElements) {
    object.isSpoiled = true;
    spoiled?.push([object, keys, () => {}]);
    return;
  }
  if (stagedListOf(object) !== undefined) throw unknownObject(object);
  const fields = keys === undefined ? privateFieldsOf(Object.getPrototypeOf(object)) : null;
  const target = object as Record<PropertyKey, unknown>;
  const own = keys ?? ownKeys(object);
  const held = own.map((key) => target[key]);
  const hidden = fields?.read(object);
  const location = currentLocation();
  // Most of it nobody reads: an error takes its time to be made.
  const error = () => at(location, () => unknownObject(object));
  const nothing = (key: PropertyKey) =>
    new Unmerged(`${describeValue(object)}.${String(key)}`, error).placeholder;
  const write = (values: readonly unknown[], others?: readonly unknown[]) => {
    own.forEach((key, index) => {
      target[key] = values[index];
    });
    if (others !== undefined) fields!.write(object, others);
  };
  spoiled?.push([object, keys, () => write(held, hidden)]);
  write(own.map(nothing), fields?.names.map(nothing));
}

export function unknownObject(object: object): StagingError {
  const known = (candidatesOf(object) ?? []).length;
  return errorHere(
    'chosen-object',
    `A tensor has chosen which of ${known > 1 ? `${known} objects` : 'several objects'} this is (${describeValue(object)}), ` +
      'in the iterations of a loop or among many: no graph can tell which of them an assignment changes.',
    'Assign to the objects themselves, under conditions, or keep the index of the one chosen.',
  );
}

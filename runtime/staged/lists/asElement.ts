import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { sameShape } from '../../graph/types.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { lateOf } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { symbolicData } from '../../trace/symbolic.js';
import { currentTracer } from '../../trace/tracer.js';
import { isMissing, isNull } from '../values/absent.js';
import { basesOf } from '../values/choice.js';
import { classInstanceOf, elementNode } from '../values/classInstances.js';
import { fillerLike } from '../values/filler.js';
import { Instance } from '../values/instance.js';
import { MadeFunction } from '../values/madeFunction.js';
import { isNullOf } from '../values/missingKind.js';
import { isNumbered } from '../values/numbered.js';
import { OptionalNumber, withoutQuestion } from '../values/optionalNumber.js';
import { originalOf } from '../values/originals.js';
import { areSame, isSameKind, mapLeaves, nodeOf, withParts } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import type { Variant } from '../values/variant.js';
import { commonDtype, isGuess } from '../values/weak.js';
import {
  canBeRow,
  heldLeaves,
  instanceOrSelf,
  isContainer,
  isFresh,
  isListLeaf,
  isPlain,
  isRow,
  leafType,
  leafTyping,
  structureOf,
  united,
} from './elements.js';
import { choiceIn, OneOfKinds } from './oneOfKinds.js';
import { asRaggedRow, type Forms, raggedOfBoth } from './raggedForms.js';
import { RaggedRow } from './raggedRow.js';
import {
  eitherReference,
  Reference,
  referenceTo,
  Selection,
  selected,
  type Which,
} from './references.js';
import type { WideElement } from './wideElement.js';
import { asWideElement, wideFormOfBoth } from './wideLists.js';

/* What a value is as an element of an array whose length a tensor decides. */

/** The element as such an array holds it: with references in the place of what is no row of a tensor. */
export function asElement(given: unknown, like?: unknown): unknown {
  const value = like === undefined || like instanceof Reference ? given : withoutNumber(given);
  if (value instanceof OneOfKinds)
    return like instanceof OneOfKinds ? (inKinds(value, like) ?? value) : value;
  if (like instanceof OptionalNumber || isAsked(value)) return asOptionalNumber(value, like);
  if (like instanceof Reference && !isMade(value)) return referenceTo(value) ?? value;
  const wide = asWideElement(value, like);
  if (wide !== undefined) return wide;
  const row = asRaggedRow(value, like, forms);
  if (row !== undefined) return row;
  const choice = choiceIn(value);
  if (like instanceof OneOfKinds || choice !== undefined) return ofKinds(value, choice, like);
  const instance = instanceIn(value, like);
  if (instance !== null) {
    const likes = nodeOf(like)?.children ?? [];
    return instance[withParts](instance.values.map((part, index) => asElement(part, likes[index])));
  }
  if (value instanceof Instance || !isContainer(value))
    return isListLeaf(value) ? value : (referenceTo(value) ?? value);
  const node = nodeOf(value)!;
  const likes = nodeOf(like)?.children ?? [];
  return node.rebuild(node.children.map((child, index) => asElement(child, likes[index])));
}

const forms: Forms = {
  asElement: (value, like) => asElement(value, like),
  formOfBoth: (one, other) => formOfBoth(one, other),
};

/** What an object holds that an element knows by its number. */
function withoutNumber(element: unknown): unknown {
  if (!(element instanceof Reference)) return element;
  const [thing, ...others] = element.things.values();
  return canBeRow(thing) && others.length === 0 ? instanceOrSelf(thing) : element;
}

/** Whether the value can be an element of the same structure. */
export function canBeLike(value: unknown, like: unknown): boolean {
  return structureOf(asElement(value, like)) === structureOf(like);
}

/** Whether it is a function that an iteration makes anew each time. */
function isMade(value: unknown): boolean {
  const instance = value instanceof Instance ? value : classInstanceOf(value);
  return instance instanceof MadeFunction && instance.values.length > 0;
}

/** The element as one that may be of other kinds; what is of none of those of `like` as it is. */
function ofKinds(value: unknown, choice: Variant | undefined, like: unknown): unknown {
  if (choice !== undefined) {
    const isKnown = !(like instanceof OneOfKinds) && !holdsNew(choice);
    if (isKnown || !isTensor(choice.predicate)) return referenceTo(value) ?? value;
    return ofChoice(choice, like) ?? value;
  }
  const { kinds } = like as OneOfKinds;
  for (const [index, kind] of kinds.entries()) {
    const form = isMissing(kind) ? missingForm(value) : asElement(value, kind);
    if (structureOf(form) === structureOf(kind))
      return new OneOfKinds(
        index,
        kinds.map((other, at) => (at === index ? form : placeholder(other))),
      );
  }
  return asElement(value);
}

/** One of objects of which some are new: then those that are known are rows, too. */
function ofChoice({ predicate, one, other }: Variant, like: unknown): unknown {
  if (!isTensor(predicate)) return undefined;
  const [left, right] = [one, other].map((side) => {
    const inner = choiceIn(side);
    return (inner && ofChoice(inner, like)) ?? asRow(side, like);
  });
  return either(predicate, left, right);
}

/** Whether one of the objects that a tensor chooses is new: others are known by their numbers. */
function holdsNew(choice: Variant): boolean {
  return [choice.one, choice.other].some((side) => {
    const inner = choiceIn(side);
    if (inner !== undefined) return holdsNew(inner);
    const object = originalOf(side) ?? side;
    return isMade(side) || isNew(object) || isOfGone(object);
  });
}

/** Whether it is a row of its own, and no number stands for it: one that is made anew each time, or one of those that branches have made. */
export function isOwnRow(element: unknown): boolean {
  return isFresh(element) || isOfGone(element);
}

/** Whether it is one of those that branches have made, of which nobody knows any more what they hold. */
function isOfGone(object: unknown): boolean {
  const bases = typeof object === 'object' && object !== null ? basesOf(object) : [];
  return bases.flatMap((base) => heldLeaves(base)).some(isGoneTensor);
}

function isGoneTensor(leaf: unknown): boolean {
  return isTensor(leaf) && isGone(leaf);
}

/** As `isFresh`, where the branch or iteration may have ended: only what the element is like counts then. */
function isNew(object: unknown): boolean {
  if (isNumbered(object) || elementNode(object) === null) return false;
  const { root } = currentTracer();
  return heldLeaves(object).some((leaf) => {
    const owner = isTensor(leaf) ? symbolicData(leaf)?.tracer : undefined;
    return owner !== undefined && owner !== root;
  });
}

/** Null and undefined are known by numbers, too. */
function missingForm(value: unknown): unknown {
  const [thing, ...others] = value instanceof Reference ? value.things.values() : [value];
  return isMissing(thing) && others.length === 0 ? (isNull(thing) ? null : undefined) : value;
}

/** Stands in an element for one of another kind. */
export function placeholder(kind: unknown): unknown {
  if (isMissing(kind)) return kind;
  return mapLeaves(kind, '', (leaf) => {
    if (isTensor(leaf)) return fillerLike(leaf);
    return typeof leaf === 'boolean' ? false : 0;
  });
}

/** Which of two elements it is, of which each may be of one of several kinds; undefined where no list holds both. */
function either(predicate: Tensor, one: unknown, other: unknown): unknown {
  const isAlike = structureOf(one) === structureOf(other);
  if (isAlike && !(one instanceof OneOfKinds)) return chosenParts(predicate, one, other);
  const all = isAlike ? one : kindsOfBoth(one, other);
  if (!(all instanceof OneOfKinds)) return undefined;
  const sides = [one, other].map((side) => asElement(side, all));
  if (sides.some((side) => structureOf(side) !== structureOf(all))) return undefined;
  const [left, right] = sides as OneOfKinds[];
  const [first, second] = [kindsHeld(left!), kindsHeld(right!)];
  const kinds = all.kinds.map((kind, index) => {
    if (isMissing(kind)) return kind;
    if (!(first.has(index) && second.has(index)))
      return (first.has(index) ? left : right)!.kinds[index];
    return chosenParts(predicate, left!.kinds[index], right!.kinds[index]);
  });
  if (kinds.some((kind, index) => kind === undefined && all.kinds[index] !== undefined))
    return undefined;
  return new OneOfKinds(new Selection(predicate, left!.which, right!.which), kinds);
}

/** An element like both, whose parts are those of one of them. */
function chosenParts(predicate: Tensor, one: unknown, other: unknown): unknown {
  if (one instanceof Reference && other instanceof Reference)
    return eitherReference(predicate, one, other);
  if (one instanceof RaggedRow) return undefined;
  const [left, right] = [one, other].map(nodeOf);
  if (left === null || right === null) return chosenLeaf(predicate, one, other);
  const children = left!.children.map((child, index) =>
    chosenParts(predicate, child, right!.children[index]),
  );
  return children.includes(undefined) ? undefined : left!.rebuild(children);
}

function chosenLeaf(predicate: Tensor, one: unknown, other: unknown): unknown {
  if (!isRow(one) || !isRow(other)) return undefined;
  const [left, right] = [one, other].map(leafType);
  const typings = [one, other].map(leafTyping);
  const dtype = commonDtype(typings[0]!, typings[1]!);
  if (dtype === null || !sameShape(left!.shape, right!.shape)) return undefined;
  const type = { dtype, shape: left!.shape };
  return new Selection(predicate, one, other, type, isGuess(dtype, typings));
}

/** The element as one of more kinds; undefined where some of its own are none of those. */
function inKinds(value: OneOfKinds, like: OneOfKinds): OneOfKinds | undefined {
  const structures = like.kinds.map(structureOf);
  const places = value.kinds.map((kind) => structures.indexOf(structureOf(kind)));
  if (places.includes(-1)) return undefined;
  const placed = (which: Which): Which =>
    which instanceof Selection
      ? new Selection(which.predicate, placed(which.one), placed(which.other))
      : places[which as number]!;
  return new OneOfKinds(
    placed(value.which),
    like.kinds.map((kind, place) =>
      places.includes(place) ? value.kinds[places.indexOf(place)] : placeholder(kind),
    ),
  );
}

/** The kinds that such an element may be of. */
function kindsHeld({ which }: OneOfKinds): Set<number> {
  const all = (part: Which): number[] =>
    part instanceof Selection ? [...all(part.one), ...all(part.other)] : [part as number];
  return new Set(all(which));
}

/** Objects that are known by their numbers are themselves, and no rows. */
function refersToObjects(kind: unknown): kind is Reference {
  return kind instanceof Reference && [...kind.things.values()].some(isObject);
}

/** Whether it is known by its number, and one of objects that can be rows, or null. */
export function refersToRows(element: unknown): element is Reference {
  if (!refersToObjects(element)) return false;
  const things = [...element.things.values()];
  return things.every((thing) => isMissing(thing) || (isObject(thing) && canBeRow(thing)));
}

function isObject(thing: unknown): thing is object {
  return typeof thing === 'object' && thing !== null;
}

/** An object with what it holds, which no number stands for. */
export type RowForm = Instance | Readonly<Record<string, unknown>>;

/** What elements are like that differ from each other. */
export type ElementForm = OneOfKinds | OptionalNumber | RaggedRow | WideElement | RowForm | number;

/** More kinds than this are too many for a list: something grows. */
const mostKinds = 16;

/** What may be either element; null where no list holds both: they are no objects, functions or numbers, and not missing. */
export function formOfBoth(one: unknown, other: unknown): ElementForm | null {
  if (structureOf(one) === structureOf(other)) return null;
  const wide = wideFormOfBoth(one, other);
  if (wide !== undefined) return wide;
  const row = raggedOfBoth(one, other, forms);
  if (row !== null) return row;
  return partsOfBoth(one, other) ?? optionalOfBoth(one, other) ?? kindsOfBoth(one, other);
}

/** Where some parts of the one are known by their numbers, and rows in the other; null where they differ otherwise. */
export function partsOfBoth(one: unknown, other: unknown): ElementForm | null {
  if (structureOf(one) === structureOf(other)) return united(one, other) as ElementForm;
  const [first, second] = [one, other].map(nodeOf);
  if (!first || !second) return null;
  if (one instanceof Reference || other instanceof Reference) {
    const row = refersToRows(one) || refersToRows(other) ? kindsOfBoth(one, other) : null;
    return row instanceof OneOfKinds ? null : row;
  }
  if (!isSameKind(first, second)) return null;
  const parts = first.children.map((part, index) => partsOfBoth(part, second.children[index]));
  return parts.includes(null) ? null : (first.rebuild(parts) as RowForm);
}

/** With the row in the place of each reference in an element of which `isNew` holds. */
export function withRowsOf(element: unknown, isNew: (reference: Reference) => boolean): unknown {
  if (element instanceof Reference)
    return isNew(element) ? (kindsOfBoth(element, element) ?? element) : element;
  const node = element instanceof RaggedRow ? null : nodeOf(element);
  if (node === null) return element;
  const parts = node.children.map((part) => withRowsOf(part, isNew));
  return areSame(parts, node.children) ? element : node.rebuild(parts);
}

/** Of an object that is known by its number, beside a row of its kind, the row. */
export function kindsOfBoth(one: unknown, other: unknown): OneOfKinds | RowForm | null {
  const kinds: unknown[] = [];
  for (const kind of [one, other].flatMap(kindsOf)) {
    const index = kinds.findIndex((known) => partsOfBoth(known, kind) !== null);
    if (index < 0) kinds.push(kind);
    else kinds[index] = partsOfBoth(kinds[index], kind);
  }
  const there = kinds.filter((kind) => !isMissing(kind));
  const areObjects = there.every(
    (kind) => nodeOf(kind) !== null && isPlain(kind) && !Array.isArray(kind),
  );
  // What is missing is one of them: nothing tells null from undefined.
  const isOther =
    kinds.some(refersToObjects) || (kinds.includes(null) && kinds.includes(undefined));
  if (!areObjects || isOther || there.length === 0) return null;
  if (kinds.length > mostKinds) return null;
  return kinds.length === 1 ? (kinds[0] as RowForm) : new OneOfKinds(0, kinds);
}

export function kindsOf(element: unknown): readonly unknown[] {
  if (element instanceof OneOfKinds) return element.kinds;
  if (!refersToRows(element)) return [missingForm(element)];
  return [...element.things.values()].flatMap((thing) =>
    isMissing(thing) ? [thing] : kindsOf(asRow(thing)),
  );
}

/** As an element; of an object that is known by its number, what it holds. */
function asRow(thing: unknown, like?: unknown): unknown {
  const held = canBeRow(thing) ? instanceOrSelf(thing) : thing;
  if (like !== undefined || !(held instanceof Instance) || held instanceof MadeFunction)
    return asElement(held, like);
  return held[withParts](held.values.map((part) => asElement(part)));
}

/** A number of which the program has to ask whether it is there. */
function isAsked(value: unknown): value is Tensor {
  const late = isTensor(value) && value.dtype !== 'string' ? lateOf(value) : undefined;
  return (
    late?.question !== undefined && late.missing !== undefined && knownToHold(late.isSet) !== true
  );
}

function asOptionalNumber(value: unknown, like: unknown): unknown {
  if (value instanceof OptionalNumber) return value;
  if (isAsked(value)) {
    const { isSet, missing, ...late } = lateOf(value)!;
    return new OptionalNumber(isSet, isNullOf(missing), value, late);
  }
  if (!(like instanceof OptionalNumber)) return value;
  const form = missingForm(value);
  if (isMissing(form))
    return new OptionalNumber(false, form === null, placeholder(like.value), like.late);
  return isListLeaf(value) ? new OptionalNumber(true, false, value, like.late) : value;
}

function optionalOfBoth(one: unknown, other: unknown): OptionalNumber | null {
  const forms = [one, other].map(missingForm);
  const known = forms.find((form) => form instanceof OptionalNumber);
  const areNumbers = forms.every(
    (form) => isMissing(form) || isListLeaf(form) || form instanceof OptionalNumber,
  );
  const number = forms.find(isListLeaf);
  if (!areNumbers || forms.includes(undefined)) return null;
  if (known !== undefined) return known as OptionalNumber;
  if (number === undefined || !forms.includes(null)) return null;
  return new OptionalNumber(true, false, number, nullElement());
}

function nullElement(): OptionalNumber['late'] {
  const location = currentLocation();
  const message = 'an element of an array whose length a tensor decides is null';
  const refusal = new StagingError(
    'null-in-branch',
    `An element of an array, whose length a tensor decides, may be null, and is used before the program has asked whether it is.`,
    location,
    'Ask first (`x === null`, `x ?? 0`).',
  );
  return { message, location, question: { refusal, isAsked: false } };
}

/** As `asElement`, in the trace: the numbers of its references are tensors of it. */
export function tracedElement(value: unknown, like: unknown): unknown {
  return mapLeaves(withoutQuestions(asElement(value, like)), '', selected);
}

/** What the element knows to be there or not, nobody has to ask of its numbers. */
function withoutQuestions(element: unknown): unknown {
  if (element instanceof OptionalNumber) {
    const { isSet, isNull, value } = element;
    return element[withParts]([isSet, isNull, isAsked(value) ? withoutQuestion(value) : value]);
  }
  const node = nodeOf(element);
  if (node === null) return element;
  const children = node.children.map(withoutQuestions);
  return areSame(children, node.children) ? element : node.rebuild(children);
}

/** What an object of a class holds that an iteration or branch has made: another one is a reference. */
function instanceIn(value: unknown, like: unknown): Instance | null {
  const instance = value instanceof Instance ? value : classInstanceOf(value);
  if (instance === null) return null;
  // One that knows nothing is always the same.
  if (instance instanceof MadeFunction) return instance.values.length === 0 ? null : instance;
  const isAlike = like instanceof Instance && like.prototype === instance.prototype;
  const original = value instanceof Instance ? originalOf(value) : value;
  return isAlike || original === undefined || isOwnRow(original) ? instance : null;
}

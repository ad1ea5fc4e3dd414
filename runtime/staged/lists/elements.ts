import { equal, type Tensor } from '@tensorflow/tfjs-core';
import { makeList } from '../../function/signature/list.js';
import type { TensorType } from '../../graph/types.js';
import { emitAssert } from '../../trace/effects.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { symbolicData } from '../../trace/symbolic.js';
import { currentTracer } from '../../trace/tracer.js';
import { isMissing } from '../values/absent.js';
import { candidatesOf, rowOf } from '../values/choice.js';
import { classInstanceOf, elementNode } from '../values/classInstances.js';
import { isConstructedInside } from '../values/constructed.js';
import { describeValue } from '../values/describeValue.js';
import { commonFixed } from '../values/fixedness.js';
import { Instance } from '../values/instance.js';
import { isNumbered, numberOf } from '../values/numbered.js';
import { OptionalNumber } from '../values/optionalNumber.js';
import {
  arePropertiesOrdered,
  markPropertiesUnordered,
  ownKeys,
} from '../values/propertyPresence.js';
import { areSame, isPlainObject, isSameKind, mapLeaves, nodeOf } from '../values/structure.js';
import { dtypeOf, isTensor, isVariable, typeOf } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { constant, type HostScalar, isWeak, naturalDtype, type Typing } from '../values/weak.js';
import { HalfOfWord } from './halfOfWord.js';
import { choiceIn, OneOfKinds } from './oneOfKinds.js';
import { RaggedRow } from './raggedRow.js';
import { Reference, Selection } from './references.js';
import { StackedCells } from './stackedCells.js';
import { WideElement } from './wideElement.js';

/* What the elements of an array are like whose length a tensor decides. */

/** An element that has been taken from an array, as one that was there; of a choice that is known here what it is. */
export function presentRow(value: unknown): unknown {
  const { predicate, one, other, isThereMessage } = variantOf(value) ?? {};
  const holds = isThereMessage === undefined ? knownToHold(predicate) : undefined;
  if (holds !== undefined) return presentRow(holds ? one : other);
  if (isThereMessage === undefined || elementNode(one) === null || !isMissing(other)) return value;
  if (rowOf(one as object) === undefined) return value;
  if (isTensor(predicate) && knownToHold(predicate) !== true) emitAssert(predicate, isThereMessage);
  return one;
}

/** Like both elements, whose structure is the same: what references may be in the one they may be in the other. */
export function united(one: unknown, other: unknown): unknown {
  if (one instanceof Reference) return other instanceof Reference ? one.united(other) : one;
  if (one instanceof RaggedRow) return other instanceof RaggedRow ? unitedRows(one, other) : one;
  const [node, second] = [nodeOf(one), nodeOf(other)];
  if (node === null || second === null) return one;
  const children = node.children.map((child, index) => united(child, second.children[index]));
  const isReordered = haveOtherOrder(one, other);
  const fixed = commonFixed(node.fixed, second.fixed);
  if (!isReordered && fixed === node.fixed && areSame(children, node.children)) return one;
  const both = node.rebuild(children, fixed);
  if (isReordered) markPropertiesUnordered(both as object);
  return both;
}

function unitedRows(one: RaggedRow, other: RaggedRow): RaggedRow {
  const template = united(one.template, other.template);
  const both = template === one.template ? one : one.withTemplate(template);
  return other.isLonger ? both.longer() : both;
}

/** Of objects as elements: in which order the properties are depends on which it is. */
function haveOtherOrder(one: unknown, other: unknown): boolean {
  if (!isPlainObject(one) || !isPlainObject(other) || !arePropertiesOrdered(one)) return false;
  const isOne = areSame(ownKeys(one), ownKeys(other));
  return !isOne || !arePropertiesOrdered(other);
}

/** The element that the leaves are of, as the program sees it. */
export function elementOf(template: unknown, leaves: Iterator<unknown>): unknown {
  if (template instanceof Reference)
    return new Reference(leaves.next().value, template.things).value;
  if (template instanceof OneOfKinds) return oneOf(template.kinds, leaves);
  const node = nodeOf(template);
  if (node === null) return leaves.next().value;
  const children = node.children.map((child) => elementOf(child, leaves));
  const made = template instanceof Instance ? template.make(children) : node.rebuild(children);
  if (made instanceof RaggedRow) return made.asArray();
  if (made instanceof WideElement) return made.asNumber();
  return made instanceof OptionalNumber ? made.asNumber() : made;
}

/** What has the rows of all elements in the place of each leaf. */
export function stackedOf(template: unknown, leaves: Iterator<unknown>): unknown {
  if (template instanceof RaggedRow) return stackedRows(template, leaves);
  const node =
    template instanceof Reference || template instanceof OneOfKinds ? null : nodeOf(template);
  const isPlain = node !== null && (Array.isArray(template) || isPlainObject(template));
  if (!isPlain) return elementOf(template, leaves);
  return node.rebuild(node.children.map((child) => stackedOf(child, leaves)));
}

function stackedRows({ template }: RaggedRow, leaves: Iterator<unknown>): unknown[] {
  const stacked = template === null ? undefined : stackedOf(template, leaves);
  const lengths = leaves.next().value as Tensor;
  return makeList([], { stacked: () => stacked, size: lengths, lengths });
}

function oneOf(kinds: readonly unknown[], leaves: Iterator<unknown>): unknown {
  const which: unknown = leaves.next().value;
  const objects = kinds.map((kind) => (isMissing(kind) ? kind : elementOf(kind, leaves)));
  if (!isTensor(which)) return objects[which as number];
  const inOrder = [...kinds.keys()].toSorted(
    (a, b) => Number(isMissing(kinds[a])) - Number(isMissing(kinds[b])),
  );
  const from = (at: number): unknown => {
    const index = inOrder[at]!;
    if (at === inOrder.length - 1) return objects[index];
    const isThis = equal(which, constant(index, 'int32'));
    return variantObject(new Variant(isThis, objects[index], from(at + 1)));
  };
  return from(0);
}

/** Each of the objects that an element may be, with what it is like. */
export function objectsIn(
  element: unknown,
  template: unknown,
): [object: unknown, template: unknown][] {
  if (!(template instanceof OneOfKinds)) return [[element, template]];
  const choice = choiceIn(element);
  if (choice !== undefined)
    return [choice.one, choice.other].flatMap((side) => objectsIn(side, template));
  const node = elementNode(element);
  const kind = template.kinds.find((one) => {
    const like = nodeOf(one);
    return node !== null && like !== null && isSameKind(node, like);
  });
  return kind === undefined ? [] : [[element, kind]];
}

/** Whether an element is an object of its own, and not one that is known by its number. */
export function isObjectForm(template: unknown): boolean {
  const others = [Reference, OptionalNumber, WideElement];
  return nodeOf(template) !== null && !others.some((form) => template instanceof form);
}

export function hasReferences(element: unknown): boolean {
  return referredIn(element) !== undefined;
}

/** What no tensor holds of an element, in words, and where it is in it. */
export function referredIn(element: unknown, path = ''): string | undefined {
  if (element instanceof RaggedRow) return referredIn(element.template, `${path}[i]`);
  const things = element instanceof Reference ? [...element.things.values()] : undefined;
  const number = element instanceof OptionalNumber ? [element] : undefined;
  const known = element instanceof OneOfKinds ? element.kinds : (things ?? number);
  if (known !== undefined)
    return [...new Set(known.map(describeValue))].join(' or ') + (path && ` (${path})`);
  const { children = [], labels = [] } = nodeOf(element) ?? {};
  for (const [index, child] of children.entries()) {
    const found = referredIn(child, path + labels[index]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `[tensor, { a: tensor }]`: what two values must share to be elements of one list. */
export function structureOf(element: unknown): string {
  const node = nodeOf(element);
  if (node === null) return isRow(element) ? 'tensors' : describeValue(element);
  const kind =
    element instanceof Instance ? `${node.kind} ${numberOf(element.prototype)}` : node.kind;
  return `${kind} (${node.children.map(structureOf).join(', ')})`;
}

export function leavesOf(element: unknown): unknown[] {
  const leaves: unknown[] = [];
  mapLeaves(element, '', (leaf) => leaves.push(leaf));
  return leaves;
}

/** What an object holds, and the objects in it that no number stands for. */
export function heldLeaves(object: unknown, seen = new Set()): unknown[] {
  seen.add(object);
  return leavesOf(instanceOrSelf(object)).flatMap((leaf) => {
    const isOpaque = isNumbered(leaf) || seen.has(leaf) || classInstanceOf(leaf) === null;
    return isOpaque ? [leaf] : heldLeaves(leaf, seen);
  });
}

/** Those of which the element does not say itself whether they are there. */
export function certainLeaves(element: unknown): unknown[] {
  if (element instanceof OptionalNumber) return [];
  return nodeOf(element)?.children.flatMap(certainLeaves) ?? [element];
}

/** Of arrays and objects that rows can make anew, and leaves. */
export function isPlain(element: unknown): boolean {
  const node = nodeOf(element);
  if (node === null || element instanceof Reference) return true;
  return isContainer(element) && node.children.every(isPlain);
}

export function isContainer(value: unknown): boolean {
  const forms = [Instance, OneOfKinds, OptionalNumber, RaggedRow, WideElement];
  const isOne = forms.some((form) => value instanceof form);
  if (isOne) return true;
  return (Array.isArray(value) || isPlainObject(value)) && nodeOf(value) !== null;
}

/** An object of a class as what it holds, which no number stands for. */
export function instanceOrSelf(thing: unknown): unknown {
  return classInstanceOf(thing) ?? thing;
}

/** Whether rows of tensors can be made of objects like it. */
export function canBeRow(object: unknown): object is object {
  return isPlainObject(object) || classInstanceOf(object) !== null;
}

/** A text is none: no backend has an op that picks one of a tensor of them. */
export function isListLeaf(leaf: unknown): leaf is Tensor | number | boolean {
  if (!isTensor(leaf)) return typeof leaf === 'number' || typeof leaf === 'boolean';
  return !isVariable(leaf) && dtypeOf(leaf) !== 'string';
}

export type Unmade = Selection | HalfOfWord | StackedCells;

/** Whether it is a tensor that is made where the element is added to a list. */
export function isUnmade(leaf: unknown): leaf is Unmade {
  return [Selection, HalfOfWord, StackedCells].some((form) => leaf instanceof form);
}

export function isRow(leaf: unknown): boolean {
  return isListLeaf(leaf) || isUnmade(leaf);
}

/** Whether nobody chose its dtype. */
export function isOpenLeaf(leaf: unknown): boolean {
  return isUnmade(leaf) ? leaf.isWeak : isWeak(leaf);
}

/** The dtype of a leaf, and whether nobody chose it. */
export function leafTyping(leaf: unknown): Typing {
  return { dtype: leafType(leaf).dtype, isWeak: isOpenLeaf(leaf) };
}

export function leafType(leaf: unknown): TensorType {
  if (typeof leaf === 'object' && leaf !== null && !isTensor(leaf)) return leaf as TensorType;
  return isTensor(leaf) ? typeOf(leaf) : { dtype: naturalDtype(leaf as HostScalar), shape: [] };
}

/** Whether the object is one that a branch or iteration has made, as far as can be seen. */
export function isFresh(value: unknown): boolean {
  const isPlain = isPlainObject(value);
  const instance = isPlain ? null : classInstanceOf(value);
  if (isNumbered(value) || (!isPlain && instance === null)) return false;
  if (rowOf(value as object) !== undefined || isConstructedInside(value as object)) return true;
  // One that a tensor has chosen refers to those that it may be.
  const candidates = candidatesOf(value as object);
  const areKnown = candidates?.every(({ object }) => !isPlain || isNumbered(object));
  if (areKnown === true) return false;
  const tracer = currentTracer();
  const isMade = (leaf: unknown) => {
    const owner = isTensor(leaf) ? symbolicData(leaf)?.tracer : undefined;
    if (instance === null) return tracer !== tracer.root && owner === tracer;
    return owner !== undefined && owner !== tracer.root;
  };
  return heldLeaves(value).some(isMade);
}

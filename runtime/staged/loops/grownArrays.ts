import { listFrom, sampleOf } from '../lists/samples.js';
import { StagedList } from '../lists/stagedList.js';
import { isExtension } from '../state/extension.js';
import { freeze } from '../state/snapshot.js';
import { alternativesOf } from '../values/kinds.js';
import { linkedLike, originalOf } from '../values/originals.js';
import { areSame, isSameKind, nodeOf } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import type { Earlier } from './earlier.js';
import { elementsGrow } from './loopErrors.js';
import { likeOptional } from './plannedForm.js';
import { plannedList } from './plannedLists.js';

/* Arrays that an iteration of a loop makes longer or shorter. */

/** What stands in place of an array that an iteration made longer or shorter. */
export type Replace = (name: string, initial: readonly unknown[], end: unknown) => unknown;

/** `initial`, in which each array that has another length after the iteration than before it is replaced. */
export function replaceGrown(
  name: string,
  [initial, start, end]: readonly [unknown, unknown, unknown],
  container: object | null,
  replace: Replace,
): unknown {
  // The arrays of which a tensor chooses one have places of their own.
  if (variantOf(initial) !== undefined) return initial;
  const chosen = end instanceof Variant || variantOf(end) !== undefined;
  if (isPlainArray(initial) && chosen) {
    const elements = elementsOfAll(end);
    return elements === null ? initial : replace(name, initial, elements);
  }
  // What a Map or Set holds comes as an array too.
  const mayFollow = container === null || Array.isArray(container);
  const isGrown =
    isChangedInPlace(start, end, Array.isArray(container)) ||
    isExtension(start, end) ||
    (mayFollow && canFollow(initial, end));
  if (Array.isArray(initial) && isGrown) {
    if (end instanceof StagedList) return replace(name, initial, end);
    if (Array.isArray(end) && end.length !== initial.length) return replace(name, initial, end);
  }
  const after = likeOptional(initial, end);
  const [node, started, ended] = [initial, start, after].map((value) => nodeOf(value));
  if (!node || !started || !ended || !isSameKind(node, ended)) return initial;
  const children = node.children.map((child, index) => {
    const values = [child, started.children[index], ended.children[index]] as const;
    return replaceGrown(name + node.labels[index]!, values, null, replace);
  });
  return areSame(children, node.children) ? initial : linkedLike(node.rebuild(children), initial);
}

/** What all arrays hold of which a tensor has chosen one, where they are not of one length; null where they are, or are no arrays. */
function elementsOfAll(chosen: unknown): readonly unknown[] | null {
  const arrays = alternativesOf(freeze(chosen)).map(({ object }) => object);
  if (!arrays.every(isPlainArray)) return null;
  const isAlike = arrays.every(({ length }) => length === arrays[0]!.length);
  return isAlike ? null : arrays.flat();
}

function isPlainArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether another array that an iteration leaves can take the place of the one before it, with another length. */
function canFollow(initial: unknown, end: unknown): boolean {
  if (!Array.isArray(initial) || !Array.isArray(end)) return false;
  const sample = sampleOf(end) ?? sampleOf(initial);
  return sample !== null && listFrom('', initial, sample) !== null;
}

export function asList(
  name: string,
  initial: readonly unknown[],
  end: unknown,
  earlier: Earlier,
): StagedList {
  const list = plannedList(name, initial, end, earlier);
  if (list === null) throw elementsGrow(name, initial.length);
  return list;
}

/** Whether the value is the array or object that it was before the iteration, with other contents. */
export function isChangedInPlace(start: unknown, end: unknown, isContents: boolean): boolean {
  return isContents || (originalOf(start) !== undefined && originalOf(start) === originalOf(end));
}

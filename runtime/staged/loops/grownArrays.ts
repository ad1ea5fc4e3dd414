import { listFrom, sampleOf } from '../lists/samples.js';
import { StagedList } from '../lists/stagedList.js';
import { isExtension } from '../state/extension.js';
import { linkedLike, originalOf } from '../values/originals.js';
import { areSame, isSameKind, nodeOf } from '../values/structure.js';
import { variantOf } from '../values/variantObjects.js';
import { elementsOfAll, isChosenArray, leavesOtherLength, listOfChosen } from './chosenLists.js';
import type { Earlier } from './earlier.js';
import { elementsGrow } from './loopErrors.js';
import { likeOptional } from './plannedForm.js';
import { plannedList } from './plannedLists.js';

/* Arrays that an iteration of a loop makes longer or shorter. */

/** What stands in place of an array that an iteration made longer or shorter. */
export type Replace = (name: string, initial: unknown, end: unknown) => unknown;

/** `initial`, in which each array that has another length after the iteration than before it is replaced. */
export function replaceGrown(
  name: string,
  [initial, start, end]: readonly [unknown, unknown, unknown],
  container: object | null,
  replace: Replace,
): unknown {
  if (isChosenArray(initial)) {
    const isOther = !Object.is(initial, end) && leavesOtherLength(initial, end);
    if (isOther) return replace(name, initial, end);
  }
  // The objects of which a tensor chooses one have places of their own.
  if (variantOf(initial) !== undefined) return initial;
  if (Array.isArray(initial) && isChosenArray(end)) {
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

/** Whether another array that an iteration leaves can take the place of the one before it, with another length. */
function canFollow(initial: unknown, end: unknown): boolean {
  if (!Array.isArray(initial) || !Array.isArray(end) || variantOf(end) !== undefined) return false;
  const sample = sampleOf(end) ?? sampleOf(initial);
  return sample !== null && listFrom('', initial, sample) !== null;
}

export function asList(name: string, initial: unknown, end: unknown, earlier: Earlier): unknown {
  if (!Array.isArray(initial) || variantOf(initial) !== undefined)
    return listOfChosen(name, initial) ?? initial;
  const list = plannedList(name, initial, end, earlier);
  if (list === null) throw elementsGrow(name, initial.length);
  return list;
}

/** Whether the value is the array or object that it was before the iteration, with other contents. */
export function isChangedInPlace(start: unknown, end: unknown, isContents: boolean): boolean {
  return isContents || (originalOf(start) !== undefined && originalOf(start) === originalOf(end));
}

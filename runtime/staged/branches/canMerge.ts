import { isMissing } from '../values/absent.js';
import { isFunction } from '../values/chosenFunction.js';
import { isSameKind, nodeOf } from '../values/structure.js';
import { isListLike } from './growth.js';
import { isLeaf, mergedDtype } from './mergedDtype.js';
import { optionalsOf } from './optionalObject.js';

/** Whether a part that one of them has may be left out in the other one. */
type LeftOut = 'left out' | null;

/** Whether two values can become one, part by part. */
export function canMerge(a: unknown, b: unknown, leftOut: LeftOut = null): boolean {
  if (Object.is(a, b)) return true;
  if (isMissing(a) || isMissing(b)) return false;
  if (isLeaf(a) && isLeaf(b)) return mergedDtype(a, b) !== null;
  if (isFunction(a) && isFunction(b)) return true;
  const [left, right] = [nodeOf(a), nodeOf(b)];
  if (left === null || right === null) return false;
  // Arrays of different sizes can become a list.
  if (!isSameKind(left, right)) return isListLike(a) && isListLike(b);
  return left.children.every((child, index) => {
    const other = right.children[index];
    return canMerge(child, other, leftOut) || (leftOut !== null && areOptional(child, other));
  });
}

/** Whether it is one object that is there or not. */
function areOptional(a: unknown, b: unknown): boolean {
  const [one, other] = optionalsOf(a, b);
  const left = [one, other].filter(({ presence }) => presence !== true);
  if (left.length === 0 || left.some(({ missing }) => missing !== left[0]!.missing)) return false;
  const [object, another] = [one.object, other.object];
  if (isMissing(object) || isMissing(another))
    return nodeOf(isMissing(object) ? another : object) !== null;
  return canMerge(object, another, 'left out');
}

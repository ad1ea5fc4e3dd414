import { isMissing } from '../values/absent.js';
import { isFunction } from '../values/chosenFunction.js';
import { isSameKind, nodeOf } from '../values/structure.js';
import { isListLike } from './growth.js';
import { isLeaf, mergedDtype } from './mergedDtype.js';

/** Whether two values can become one, part by part. */
export function canMerge(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (isMissing(a) || isMissing(b)) return false;
  if (isLeaf(a) && isLeaf(b)) return mergedDtype(a, b) !== null;
  if (isFunction(a) && isFunction(b)) return true;
  const [left, right] = [nodeOf(a), nodeOf(b)];
  if (left === null || right === null) return false;
  // Arrays of different sizes can become a list.
  if (!isSameKind(left, right)) return isListLike(a) && isListLike(b);
  return left.children.every((child, index) => canMerge(child, right.children[index]));
}

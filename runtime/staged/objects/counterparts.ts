import { knownToHold } from '../../trace/knownFlags.js';
import { presentOf, resolved } from '../operators/presence.js';
import { isMissing } from '../values/absent.js';
import { candidatesOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

/**
 * Where the object chosen is `base`, what `object` holds is what `base` holds: what each choice in the one is in the other.
 */
export function counterparts(object: object, base: object): ReadonlyMap<object, unknown> {
  const found = new Map<object, unknown>();
  const pair = (one: unknown, other: unknown): void => {
    if (!isObject(one) || one === other || found.has(one)) return;
    const variant = variantOf(one);
    if (variant === undefined && candidatesOf(one) === undefined) return;
    found.set(one, other);
    const there = resolved(other);
    if (variant !== undefined) {
      const isThere = isCertain(there) || knownToHold(variant.predicate) === true;
      if (isThere && isMissing(variant.other)) pair(variant.one, presentOf(there));
    } else if (isCertain(there)) pairParts(one, there);
  };
  const pairParts = (one: object, other: object): void => {
    const [node, its] = [elementNode(one), elementNode(other)];
    node?.children.forEach((child, index) => {
      const at = its?.labels.indexOf(node.labels[index]!) ?? -1;
      if (at !== -1) pair(child, its!.children[at]);
    });
  };
  pairParts(object, base);
  return found;
}

/** Which of the choices in `object` are known to be other objects than `base` where that is the object chosen. */
export function othersThan(object: object, base: object): (choice: object) => boolean {
  let known: ReadonlyMap<object, unknown> | undefined;
  return (choice) => {
    known ??= counterparts(object, base);
    const other = known.get(choice);
    return isCertain(other) && other !== base && candidatesOf(other) === undefined;
  };
}

/** Whether it is an object for sure. */
function isCertain(value: unknown): value is object {
  return isObject(value) && variantOf(value) === undefined && !isMissing(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isTensor(value);
}

import { rebuiltLike } from '../state/snapshot.js';
import { isMissing } from '../values/absent.js';
import { isNullOf, missingOfValue, NullOrUndefined } from '../values/missingKind.js';
import { OptionalElement } from '../values/optionalElement.js';
import { isThereOf } from '../values/outside.js';
import { areSame, isSameKind, nodeOf, withParts } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { likeKeys } from './keysOfObjects.js';
import { likeKinds } from './kindsOfObjects.js';

/**
 * A copy of the state, in which what is an element that an array may not have, or an object of one of several kinds, in the
 * loop's plan, is one, too.
 */
export function inPlannedForm(planned: unknown, value: unknown, isContents = false): unknown {
  if (planned instanceof OptionalElement && !(value instanceof Variant))
    return inPlannedForm(planned, likeOptional(planned, value));
  const ofKind = likeKinds(planned, value);
  const aligned = isContents ? ofKind : likeKeys(planned, ofKind);
  if (!Object.is(aligned, value)) return inPlannedForm(planned, aligned, isContents);
  const [known, node] = [planned, value].map(nodeOf);
  if (!known || !node || !isSameKind(known, node)) return value;
  const children = node.children.map((child, index) => inPlannedForm(known.children[index], child));
  return areSame(children, node.children) ? value : rebuiltLike(value, node, children, () => true);
}

/** `end`, where an object may be left out before the loop, as one that may be. */
export function likeOptional(initial: unknown, end: unknown): unknown {
  if (initial instanceof NullOrUndefined) {
    const left = missingOfValue(end);
    return left === undefined ? end : new NullOrUndefined(isNullOf(left.missing));
  }
  if (!(initial instanceof Variant) || !isMissing(initial.other) || end instanceof Variant)
    return end;
  if (isMissing(end)) return initial[withParts]([false, initial.one]);
  // Beside null, and where an iteration must have run, it is the object itself that tells.
  const isTold = initial.other === null || initial.one instanceof OptionalElement;
  return initial[withParts]([(isTold ? undefined : isThereOf(end)) ?? true, end]);
}

import { isGone } from '../../trace/heirs.js';
import { stagedListOf } from '../lists/heldList.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { classInstanceOf } from '../values/classInstances.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import type { Write } from './recording.js';

/**
 * Whether a place held a tensor of an ended trace even before that: then it is something that the trace made. The state must be
 * what it was. What the trace had changed by then in the objects that the place held, as `writes` tell, is none of it; where
 * writing the state reaches a place, `isReached`, that held a tensor of the trace which stood for what it was before.
 */
export function heldGone(
  { before }: Write,
  writes: readonly Write[],
  isReached: (write: Write) => boolean,
): boolean {
  const isIn = (value: unknown, seen: Set<object>): boolean => {
    if (isTensor(value)) return isGone(value);
    const object = originalOf(value) ?? value;
    if (typeof object === 'object' && object !== null) {
      if (seen.has(object)) return false;
      seen.add(object);
    }
    const contents = writes.find(({ place }) => place.container === object);
    const isInContents = (held: unknown): boolean => {
      const { children = [], labels } = nodeOf(held) ?? {};
      return children.some((child, index) => {
        const own = writes.find(
          ({ place }) => place.owner === object && place.label === labels![index],
        );
        if (own === undefined) return isIn(child, seen);
        return isIn(own.before, seen) && !(isReached(own) && !isIn(child, new Set()));
      });
    };
    const present = presentOf(object);
    if (contents === undefined) return isInContents(present);
    return isInContents(contents.before) && !(isReached(contents) && !isInContents(present));
  };
  return isIn(before, new Set());
}

/** As a copy would have it, with the present parts. */
function presentOf(object: unknown): unknown {
  return (
    stagedListOf(object) ??
    variantOf(object) ??
    chosenFunctionOf(object) ??
    classInstanceOf(object) ??
    object
  );
}

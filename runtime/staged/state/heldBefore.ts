import { isGone } from '../../trace/heirs.js';
import { stagedListOf } from '../lists/stagedList.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { instanceOf } from './instances.js';
import type { Write } from './recording.js';

/**
 * Whether a place held a tensor of an ended trace even before that: then it is something that the trace made. The state must be
 * what it was. What the trace had changed by then in the objects that the place held, as `writes` tell, is none of it.
 */
export function heldGone({ before }: Write, writes: readonly Write[]): boolean {
  const seen = new Set<object>();
  const isIn = (value: unknown): boolean => {
    if (isTensor(value)) return isGone(value);
    const object = originalOf(value) ?? value;
    if (typeof object === 'object' && object !== null) {
      if (seen.has(object)) return false;
      seen.add(object);
    }
    const contents = writes.find(({ place }) => place.container === object)?.before;
    const { children = [], labels } = nodeOf(contents ?? presentOf(object)) ?? {};
    return children.some((child, index) => {
      const label = labels![index];
      const own = writes.find(({ place }) => place.owner === object && place.label === label);
      return isIn(own === undefined ? child : own.before);
    });
  };
  return isIn(before);
}

/** As a copy would have it, with the present parts. */
function presentOf(object: unknown): unknown {
  return (
    stagedListOf(object) ??
    variantOf(object) ??
    chosenFunctionOf(object) ??
    instanceOf(object) ??
    object
  );
}

import { clone, type Tensor } from '@tensorflow/tfjs-core';
import { type Late, markLate } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { choose } from '../branches/ifStatement.js';
import { and, or } from '../branches/logical.js';
import { missingLate } from '../operators/late.js';
import { variableEntry } from '../state/state.js';
import { branching } from '../values/construct.js';
import { describeValue } from '../values/describeValue.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { mapLeaves } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { constant, isHostScalar, markWeak } from '../values/weak.js';
import { eq } from './equality.js';

/** Each tells the graph a condition of its own. */
const mostKeys = 64;

/**
 * What a table, an object or Map whose keys are numbers, holds at the number that `key` is; undefined where that is none of
 * them, about which the program may ask. Null where there are no such keys, or too many.
 */
export function atNumber(
  key: Tensor,
  table: object,
  keys: readonly (number | boolean)[],
  read: (key: number | boolean) => unknown,
): (() => unknown) | null {
  if (keys.length === 0 || keys.length > mostKeys) return null;
  return () => {
    const conditions = keys.map((known) => eq(key, known, null));
    const from = (index: number): unknown => {
      if (index === keys.length - 1) return read(keys[index]!);
      const [main, other] = [() => read(keys[index]!), () => from(index + 1)];
      return choose(conditions[index], main, other, choosing, found);
    };
    const value = from(0);
    const isKnown = conditions.reduce((one, other) => or(one, () => other, null)) as Tensor;
    const late: Late = {
      isSet: isKnown,
      missing: undefined,
      message: `${describeValue(table)} has nothing at the number that it is asked for`,
      location: currentLocation(),
    };
    return mapLeaves(value, '', (leaf) => {
      const held = isTensor(leaf) ? missingLate(leaf) : undefined;
      if (held !== undefined) {
        const isSet = and(isKnown, () => held.isSet, null) as Tensor;
        return markLate(withoutQuestion(leaf as Tensor), { ...late, isSet });
      }
      if (isTensor(leaf)) return markLate(clone(leaf), late);
      return isHostScalar(leaf) ? markLate(markWeak(constant(leaf)), late) : leaf;
    });
  };
}

const choosing = branching('the choice of a key');
const found = variableEntry('the value at the key');

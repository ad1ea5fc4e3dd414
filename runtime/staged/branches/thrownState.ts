import type { Tensor } from '@tensorflow/tfjs-core';
import { lateOf } from '../../trace/late.js';
import { ChosenText } from '../operators/chosenText.js';
import { holdsGone, mapFrozen, originalsIn, rebuiltLike, Whole } from '../state/snapshot.js';
import type { OpenState } from '../state/state.js';
import { absentOf, isUnmerged, notReturned, observe } from '../values/absent.js';
import { isNullOf } from '../values/missingKind.js';
import { OptionalNumber, withoutQuestion } from '../values/optionalNumber.js';
import { areSame, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { canMerge } from './canMerge.js';

/*
 * The handler of a `try` statement goes on from what the variables were where something was thrown. Where what follows the
 * throw leaves something that cannot be merged with that, only these tell.
 */

/** Stand for what is there, and is undefined or null: `undefined` itself tells that nothing was thrown. */
const missing = new Map<unknown, symbol>([
  [undefined, Symbol('undefined')],
  [null, Symbol('null')],
]);
const values = new Map([...missing].map(([value, symbol]) => [symbol as unknown, value]));

/** What the variables are, as state. */
export function variablesNow({ entries, read }: OpenState): unknown[] {
  try {
    return read().map((value, index) => {
      const isUnknown = entries[index]!.isOpaque || holdsUnmerged(value) || holdsGone(value);
      if (isUnknown) return undefined;
      if (entries[index]!.isResult && absentOf(value) !== undefined) return notReturned;
      const seen = mapFrozen(value, held);
      return missing.get(seen) ?? seen;
    });
  } catch {
    // A property of something that is not there.
    return entries.map(() => undefined);
  }
}

/** All arrays and objects that the variables hold. */
export function objectsNow({ read }: OpenState): Set<object> {
  try {
    return new Set(read().flatMap(originalsIn));
  } catch {
    return new Set();
  }
}

/** A number that may be missing says so by itself: where the handler reads it, nobody else does. */
function held(value: unknown): unknown {
  const late = isTensor(value) ? lateOf(value) : undefined;
  if (late?.question === undefined) return observe(value);
  return new OptionalNumber(
    late.isSet,
    isNullOf(late.missing),
    withoutQuestion(value as Tensor),
    late,
  );
}

/** What a loop has left of them, as the program has it: texts that it knew by their numbers are texts again. */
export function asVariable(content: unknown): unknown {
  if (content instanceof ChosenText) return content.asText();
  const node = nodeOf(content);
  if (node === null) return content;
  const children = node.children.map(asVariable);
  return areSame(children, node.children) ? content : rebuiltLike(content, node, children);
}

/** A part that nobody knows makes the whole unknown: it could not be put back. */
function holdsUnmerged(value: unknown): boolean {
  const node = nodeOf(value);
  return node === null ? isUnmerged(value) : node.children.some(holdsUnmerged);
}

/** What the variables, which are `present` now, were `then`, where that is known. */
export function variablesThen(present: readonly unknown[], then: readonly unknown[]): unknown[] {
  return present.map((value, index) => {
    const before = then[index];
    if (before === undefined || before instanceof Whole) return value;
    return values.has(before) ? values.get(before) : before;
  });
}

/** Whether both can be what the variables are where the same is thrown, as the graph decides. */
export function areAlike(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every(
    (value, index) => value === undefined || b[index] === undefined || canMerge(value, b[index]),
  );
}

import type { Tensor } from '@tensorflow/tfjs-core';
import { lateOf } from '../../trace/late.js';
import { questionOf } from '../operators/late.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { isListOfObjects, numbersOf, type ObjectRow, objectsOf } from './objectRows.js';
import { encodedError, errorOf, isPartError, tensorsInTexts } from './partErrors.js';
import { leavesOf, mapParts, tensorsOf } from './partValues.js';

/*
 * What a tensor decides and no tensor can be: whether a variable is null, which of two objects it is, whether a property is
 * there. The graph of a part gives both, and JavaScript, which waits for the part anyway, reads which of them it is.
 */

class Mark {}

const mark = new Mark();

/** Stands for the one where the predicate holds, and for the other where not. */
export type Decision = readonly [Mark, predicate: unknown, one: unknown, other: unknown];

/** Stands for a property or an entry that is not there. */
export const absent = new (class Absent {})();

export function decision(predicate: unknown, one: unknown, other: unknown): unknown {
  if (isTensor(predicate)) return [mark, predicate, one, other] satisfies Decision;
  return predicate === true ? one : other;
}

function isDecision(value: unknown): value is Decision {
  return Array.isArray(value) && value[0] === mark;
}

/** What a tensor of the trace decides about a value, with `map` of what it may be; undefined for any other value. */
export function decisionAbout(value: unknown, map: (value: unknown) => unknown): unknown {
  if (isTensor(value)) {
    if (lateOf(value) === undefined) return undefined;
    const { isSet, missing } = questionOf(value);
    const other = isTensor(missing) ? decision(missing, null, undefined) : missing;
    return decision(isSet, map(withoutQuestion(value)), other);
  }
  if (value instanceof Error) return encodedError(value, map);
  const variant = variantOf(value);
  if (variant === undefined) return undefined;
  return decision(variant.predicate, map(variant.one), map(variant.other));
}

/** What tensors have decided in the values that a part's graph gave; `add` gives what stands for an object of a class. */
export async function readDecisions(
  given: unknown,
  add: (row: ObjectRow) => unknown,
): Promise<Decided | null> {
  const deciding = new Set<Tensor>();
  let hasOthers = false;
  const find = (value: unknown): unknown => {
    if (isDecision(value)) deciding.add(value[1] as Tensor);
    else if (isPartError(value)) {
      hasOthers = true;
      for (const tensor of tensorsInTexts(value)) deciding.add(tensor);
    } else if (isListOfObjects(value)) {
      hasOthers = true;
      for (const tensor of numbersOf(value)) deciding.add(tensor);
    }
    mapParts(value, find);
    return value;
  };
  find(given);
  if (deciding.size === 0 && !hasOthers) return null;
  const read = async (tensor: Tensor): Promise<[Tensor, ArrayLike<number>]> => [
    tensor,
    await tensor.data(),
  ];
  return new Decided(new Map(await Promise.all([...deciding].map(read))), add);
}

/** What tensors have decided. */
export class Decided {
  /** The tensors in errors, where nobody sees them. */
  readonly inErrors: Tensor[] = [];

  constructor(
    private readonly elements: ReadonlyMap<Tensor, ArrayLike<number>>,
    private readonly add: (row: ObjectRow) => unknown,
  ) {}

  /** The value with what was chosen in each place. */
  in(value: unknown): unknown {
    if (isDecision(value)) {
      const [, predicate, one, other] = value;
      return this.in(this.#read(predicate as Tensor)[0] ? one : other);
    }
    if (isListOfObjects(value)) {
      const decided = (thing: unknown): unknown => this.in(thing);
      return objectsOf(value, (tensor) => this.#read(tensor), decided, this.add);
    }
    if (isPartError(value)) {
      return errorOf(
        value,
        (tensor) => this.#read(tensor),
        (part) => {
          const held = this.in(part);
          this.inErrors.push(...tensorsOf(held));
          return held;
        },
      );
    }
    return mapParts(value, (part) => this.in(part)) ?? value;
  }

  #read(tensor: Tensor): ArrayLike<number> {
    return this.elements.get(tensor)!;
  }
}

/** Frees the tensors in what a graph gave that are not in what is left of it. */
export function freeOthers(given: unknown, left: unknown): void {
  const used = new Set(leavesOf(left));
  for (const leaf of new Set(leavesOf(given)))
    if (isTensor(leaf) && !used.has(leaf)) leaf.dispose();
}

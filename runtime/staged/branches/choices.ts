import { logicalXor, scalar, type Tensor } from '@tensorflow/tfjs-core';
import { implies, impliesHere } from '../../trace/knownFlags.js';
import { markTexts, textsOf } from '../operators/chosenText.js';
import { recovered, thaw } from '../state/snapshot.js';
import type { Entry } from '../state/state.js';
import { type Candidate, markChosen } from '../values/choice.js';
import { linked } from '../values/originals.js';
import { isTensor } from '../values/tensors.js';
import type { Branch } from './branch.js';
import { chosenRow } from './chosenRow.js';
import { factsOf, isUsable, type Side, sidesOf } from './sides.js';

/** Gives a merged value once the conditional's results are known. */
export type Merged = (results: readonly Tensor[]) => unknown;

/** What stays known of a merged value: which of several objects or texts it is, and when. */
export class Choices {
  readonly #known: { a: unknown; b: unknown; finish: Merged }[] = [];

  constructor(
    readonly predicate: Tensor,
    readonly main: Branch,
    readonly other: Branch,
    /** Makes one truth value of those that the branches leave. */
    readonly mergeFlag: (name: string, a: unknown, b: unknown) => Merged,
  ) {}

  /** Which of two objects it is stays known, and two variables that hold the same two go on holding one object. */
  object(
    { name, isThrown }: Pick<Entry, 'name' | 'isThrown'>,
    a: object | undefined,
    b: object | undefined,
    merged: Merged,
  ): Merged {
    const known = this.#known.find((choice) => choice.a === a && choice.b === b);
    if (known !== undefined) return known.finish;
    const [inMain, inOther] = [sidesOf(a), sidesOf(b)];
    const objects = new Set([...inMain.keys(), ...inOther.keys()]);
    const candidates = [...objects].map((object) =>
      this.#candidate(name, object, inMain.get(object), inOther.get(object)),
    );
    const nameRow = this.row(a, b);
    let result: unknown;
    const finish: Merged = (results) => {
      if (result !== undefined) return result;
      const copy = merged(results);
      // What an exception finds is a copy, whose making changes nothing.
      const target = (isThrown ? recovered(copy) : thaw(copy)) as object;
      markChosen(
        target,
        candidates.flatMap((candidate) => candidate(results) ?? []),
      );
      nameRow?.(target, results);
      result = linked(copy, target);
      return result;
    };
    this.#known.push({ a, b, finish });
    return finish;
  }

  /** Tells of which row of a list the object behind the branches is another name, if it is one. */
  row(a: object | undefined, b: object | undefined): ReturnType<typeof chosenRow> {
    return chosenRow(a, b, (one, other) => this.mergeFlag('', one, other));
  }

  /** Which of some texts it is stays known. */
  text(name: string, a: unknown, b: unknown, merged: Merged): Merged {
    const textsIn = (side: unknown) =>
      side === undefined ? new Map<string, Side<string>>() : textsOf(side as Tensor | string);
    const [inMain, inOther] = [textsIn(a), textsIn(b)];
    if (inMain === undefined || inOther === undefined) return merged;
    const candidates = [...new Set([...inMain.keys(), ...inOther.keys()])].map((text) =>
      this.#candidate(name, text, inMain.get(text), inOther.get(text)),
    );
    return (results) =>
      markTexts(
        merged(results) as Tensor,
        candidates.flatMap((candidate) => candidate(results) ?? []),
      );
  }

  /** Where the branch that runs holds the object. */
  #candidate<T>(
    name: string,
    object: T,
    a: Side<T>,
    b: Side<T>,
  ): (results: readonly Tensor[]) => Candidate<T> | undefined {
    const isKnown = isUsable(a, this.main) && isUsable(b, this.other);
    if (!isKnown) return () => ({ object, predicate: null, holds: true });
    if (typeof a === 'object' && typeof b === 'object' && a.holds !== b.holds)
      return this.#oppositeWays(name, object, a, b);
    const way =
      (typeof a === 'object' ? a.holds : undefined) ??
      (typeof b === 'object' ? b.holds : a === true);
    const conditionOf = (side: Side<T>) => {
      if (side === undefined) return !way;
      return side === true ? way : side.predicate;
    };
    const predicate = this.mergeFlag(name, conditionOf(a), conditionOf(b));
    const [first, second] = factsOf(this.predicate, a, b);
    return (results) => {
      const value = predicate(results);
      if (isTensor(value)) {
        if (first !== undefined) implies(value, way, first);
        // What is known of the side's predicate here may have gone into the value.
        if (second !== undefined) {
          impliesHere(value, way, second);
          impliesHere(value, !way, { ...second, holds: !second.holds }, first!);
        }
        return { object, predicate: value, holds: way };
      }
      return value === way ? certainly(object) : undefined;
    };
  }

  /** What one branch chooses where its predicate holds, the other one where its own does not. */
  #oppositeWays<T>(
    name: string,
    object: T,
    a: Candidate<T>,
    b: Candidate<T>,
  ): (results: readonly Tensor[]) => Candidate<T> {
    const merged = this.mergeFlag(name, a.predicate, b.predicate);
    return (results) => {
      const predicate = logicalXor(merged(results) as Tensor, this.predicate);
      return { object, predicate, holds: b.holds };
    };
  }
}

/** Of a text nobody asks when it is the one that it may be. */
function certainly<T>(object: T): Candidate<T> {
  const predicate = typeof object === 'object' ? scalar(true, 'bool') : null;
  return { object, predicate, holds: true };
}

import type { Tensor } from '@tensorflow/tfjs-core';
import { type Entry, variableEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { both, either, inverse } from '../values/flags.js';
import { type Alternative, allOf, alternativesOf, choiceOf, isOfKind } from '../values/kinds.js';
import type { Branch } from './branch.js';
import { canMerge } from './canMerge.js';
import type { Merged } from './choices.js';
import type { Parts } from './mergedParts.js';

/** What branches make of variables that hold objects of one of several kinds: those of one kind become one. */
export class MergedKinds {
  constructor(
    private readonly predicate: Tensor,
    private readonly main: Branch,
    private readonly other: Branch,
    private readonly parts: Parts,
  ) {}

  /** Null where the branches leave no two objects of one kind, or each only one. */
  merge(entry: Entry, name: string, a: unknown, b: unknown): Merged | null {
    const [left, right] = [alternativesOf(a), alternativesOf(b)];
    if (left.length === 1 && right.length === 1) return null;
    const rest = [...right];
    const pairs: [Alternative | undefined, Alternative | undefined][] = left.map((one) => {
      const index = rest.findIndex((other) => canUnite(one.object, other.object));
      return [one, index === -1 ? undefined : rest.splice(index, 1)[0]];
    });
    if (rest.length === right.length) return null;
    pairs.push(...rest.map((other): [undefined, Alternative] => [undefined, other]));
    const [inMain, inOther] = [this.#flags(name, left, true), this.#flags(name, right, false)];
    const choices = pairs.map(([one, other]) => {
      return { one, other, object: this.#object(entry, name, one, other) };
    });
    return (results) => {
      const holds = (side: Alternative | undefined, flags: ReadonlyMap<unknown, Merged>) =>
        side !== undefined && allOf(side.when, (predicate) => flags.get(predicate)!(results));
      return choiceOf(
        choices.map(({ one, other, object }) => ({
          object: object(results),
          condition: either(
            both(this.predicate, holds(one, inMain)),
            both(inverse(this.predicate), holds(other, inOther)),
          ),
        })),
      );
    };
  }

  /** What tells, in one of the branches, which object it is. */
  #flags(
    name: string,
    side: readonly Alternative[],
    isMain: boolean,
  ): ReadonlyMap<unknown, Merged> {
    const flag = { ...variableEntry(name), isFlag: true };
    const predicates = side.flatMap(({ when }) => when.map(({ predicate }) => predicate));
    return new Map(
      [...new Set(predicates)].map((predicate) => [
        predicate,
        this.parts.value(flag, name, isMain && predicate, !isMain && predicate),
      ]),
    );
  }

  #object(
    entry: Entry,
    name: string,
    one: Alternative | undefined,
    other: Alternative | undefined,
  ): Merged {
    if (one === undefined) return this.parts.present(entry, other!.object, this.main);
    if (other === undefined) return this.parts.present(entry, one.object, this.other);
    if (isMissing(one.object)) return () => one.object;
    return this.parts.value(entry, name, one.object, other.object);
  }
}

/** Whether two of the objects that a variable may hold are of one kind, and can become one. */
function canUnite(a: unknown, b: unknown): boolean {
  return isOfKind(a, b) && (isMissing(a) || canMerge(a, b, 'left out'));
}

import type { Tensor } from '@tensorflow/tfjs-core';
import { knownToHold, where } from '../../trace/knownFlags.js';

/** A bool of the program's or of ours: what a branch leaves of it is known, or a tensor. */
export type Flag = boolean | Tensor;

/** What the branches of a conditional have left of a bool. */
interface Sides {
  readonly predicate: Tensor;
  readonly a: Flag;
  readonly b: Flag;
}

/** By what the conditional gives. */
export const sidesOf = new WeakMap<Tensor, Sides>();

/** Whether two bools are the same, if those of a pair are. */
export function areMergedAlike(x: unknown, y: unknown, pair: readonly unknown[]): boolean {
  const [some, others] = [x, y].map((flag) => (pair.includes(flag) ? pair : [flag]));
  if (some!.some((flag) => others!.includes(flag))) return true;
  const [one, other] = [x, y].map((flag) => sidesOf.get(flag as Tensor));
  const [known, expected] = [some!, others!].map((flags) =>
    flags.map(knownToHold).find((truth) => truth !== undefined),
  );
  if (known !== undefined && expected !== undefined) return known === expected;
  const predicate = (one ?? other)?.predicate;
  if (predicate === undefined) return false;
  const inBranch = (flag: unknown, sides: Sides | undefined, isMain: boolean) => {
    if (sides?.predicate !== predicate) return flag;
    return isMain ? sides.a : sides.b;
  };
  return [true, false].every(
    (isMain) =>
      knownToHold(predicate) === !isMain ||
      where(predicate, isMain, () =>
        areMergedAlike(inBranch(x, one, isMain), inBranch(y, other, isMain), pair),
      ),
  );
}

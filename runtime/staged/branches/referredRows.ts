import type { Tensor } from '@tensorflow/tfjs-core';
import { knownToHold } from '../../trace/knownFlags.js';
import { lateOf } from '../../trace/late.js';
import { asElement, type ElementForm } from '../lists/asElement.js';
import { leavesOf } from '../lists/elements.js';
import { Reference } from '../lists/references.js';
import type { StagedList } from '../lists/stagedList.js';
import { isNull } from '../values/absent.js';
import { Instance } from '../values/instance.js';
import { withParts } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';

/*
 * A list may refer to objects that a branch has made. Behind the branch there is no such object: each is what it held at the
 * end of the branch, a row.
 */

/** Of one leaf of each object, those that the numbers of a list choose. */
export class ChosenCells {
  constructor(
    readonly which: Tensor,
    /** Of the objects, in the order of the cells. */
    readonly numbers: readonly number[],
    readonly cells: readonly unknown[],
  ) {}
}

/** A list of references to objects, with what these hold in the place of each. */
export class ReferredRows {
  constructor(
    readonly which: Tensor,
    readonly numbers: readonly number[],
    readonly copies: readonly unknown[],
    /** As elements: an object of a class is what it holds, which no reference stands for. */
    readonly rows = copies.map((copy) =>
      copy instanceof Instance ? copy[withParts](copy.values) : copy,
    ),
  ) {}

  /** As elements that may be of other kinds. */
  inForm(form: ElementForm): ReferredRows {
    const rows = this.rows.map((row) => asElement(row, form));
    return new ReferredRows(this.which, this.numbers, this.copies, rows);
  }

  column(index: number): ChosenCells {
    const cells = this.rows.map((row) => leavesOf(row)[index]);
    return new ChosenCells(this.which, this.numbers, cells);
  }
}

/** The rows that a list of references becomes; null where something in it is no row. */
export function referredRows(
  { template, columns: [which] }: StagedList,
  heldBy: (object: unknown) => unknown,
): ReferredRows | null {
  if (!(template instanceof Reference) || !isTensor(which)) return null;
  const copies = [...template.things.values()].map((thing) =>
    isNull(thing) ? thing : heldBy(thing),
  );
  const areRows = !copies.includes(undefined) && copies.flatMap(leavesOf).every(isSurelyThere);
  return areRows ? new ReferredRows(which, [...template.things.keys()], copies) : null;
}

/** A value that may be missing is asked for only where its object is the one chosen. */
function isSurelyThere(leaf: unknown): boolean {
  const late = isTensor(leaf) ? lateOf(leaf) : undefined;
  return late === undefined || knownToHold(late.isSet) === true;
}

import { makeList, unmakeList } from '../../function/signature/list.js';
import { stagedListOf } from '../lists/heldList.js';
import { StagedList } from '../lists/stagedList.js';
import { noteContents } from '../state/writes.js';
import { areSame } from '../values/structure.js';
import { variantOf } from '../values/variantObjects.js';

/**
 * A method changes what an array holds, where an assignment says what it is: one that has been changed already, as another name
 * of the same element, is changed as it was before.
 */
export class ArrayContents {
  readonly #known = new Map<object, StagedList | readonly unknown[]>();

  constructor(objects: readonly object[]) {
    for (const object of objects) this.note(object);
  }

  /** What it holds now is right. */
  note(object: object): void {
    if (!Array.isArray(object) || variantOf(object) !== undefined) return;
    this.#known.set(object, stagedListOf(object) ?? [...object]);
  }

  /** What it was is right. */
  putBack(object: object): void {
    const before = this.#known.get(object);
    if (before === undefined || !Array.isArray(object)) return;
    const now = stagedListOf(object);
    if (before === now || (now === undefined && areSame(before as unknown[], object))) return;
    noteContents(object);
    if (before instanceof StagedList) makeList(object, before);
    else {
      unmakeList(object);
      object.splice(0, object.length, ...before);
    }
  }
}

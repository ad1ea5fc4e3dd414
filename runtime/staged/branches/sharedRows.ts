import { makeList } from '../../function/signature/list.js';
import { stagedListOf } from '../lists/heldList.js';
import { Reference } from '../lists/references.js';
import { StagedList } from '../lists/stagedList.js';
import { holdsGone } from '../state/snapshot.js';
import type { OpenState } from '../state/state.js';
import { basesOf } from '../values/choice.js';
import { originalOf, originalsAmong } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { objectAt } from '../values/variant.js';

/*
 * A branch may leave an object that it has made in a variable, and as an element of an array. Behind the branches the
 * variable holds an object, and the array rows: what is assigned to the one is not seen on the other.
 */

/** Makes objects that the branches leave other names of the rows of arrays that were the same objects in a branch. */
export function shareNewRows(
  { entries, read }: OpenState,
  ends: readonly (readonly unknown[])[],
  kept: ReadonlySet<object>,
): void {
  const left = read();
  const isMade = (object: object) => kept.has(object) || holdsGone(object);
  for (const end of ends)
    end.forEach((value, index) => {
      eachNewList(value, left[index], isMade, (made, array) => {
        const present = stagedListOf(entries[index]!.container ?? array);
        const objects = present === undefined ? [] : leftOf(made, end, left);
        if (objects.length > 0)
          makeList((entries[index]!.container ?? array) as unknown[], present!.named(objects));
      });
    });
}

/** The objects that stand for those of the branch that are rows now, and these where they may be asked for. */
function leftOf(
  made: ReadonlySet<object>,
  end: readonly unknown[],
  left: readonly unknown[],
): object[] {
  const found = new Set<object>();
  const visit = (value: unknown, counterpart: unknown): void => {
    const there = objectAt(value, counterpart);
    const [own, object] = [originalOf(value), originalOf(there)];
    if (own !== undefined && made.has(own) && object !== undefined)
      for (const one of [object, ...basesOf(object).filter((base) => made.has(base))])
        found.add(one);
    const [children, others] = [value, there].map((copy) => nodeOf(copy)?.children ?? []);
    children!.forEach((child, index) => {
      visit(child, others![index]);
    });
  };
  end.forEach((value, index) => {
    visit(value, left[index]);
  });
  return [...found];
}

/** The arrays that have become lists of rows, each with the objects of the branch that are its elements. */
function eachNewList(
  value: unknown,
  counterpart: unknown,
  isMade: (object: object) => boolean,
  visit: (made: ReadonlySet<object>, array: object | undefined) => void,
): void {
  const there = objectAt(value, counterpart);
  if (there instanceof StagedList) {
    const made = there.template instanceof Reference ? [] : elementsOf(value).filter(isMade);
    if (made.length > 0) visit(new Set(made), originalOf(there));
    return;
  }
  const others = nodeOf(there)?.children ?? [];
  nodeOf(value)?.children.forEach((child, index) => {
    eachNewList(child, others[index], isMade, visit);
  });
}

function elementsOf(value: unknown): object[] {
  if (Array.isArray(value)) return originalsAmong(value);
  if (!(value instanceof StagedList)) return [];
  const { template } = value;
  return template instanceof Reference
    ? ([...template.things.values()] as object[])
    : [...(value.shared?.objects ?? [])];
}

import { choiceIn, OneOfKinds } from '../lists/oneOfKinds.js';
import { Reference } from '../lists/references.js';
import { markAsRow, rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import { nodeOf } from '../values/structure.js';
import { isChangedCopy } from './aliases.js';

/*
 * An object that is assigned to a property of an element is a part of the row from then on: what it is assigned, the row is. One
 * that is a part of another row is not, and must not be changed as long as the rows are read.
 */

/** Makes what has been assigned in `after` a part of the row that `before` is. */
export function markNewParts(after: unknown, before: unknown, template: unknown): void {
  const row = typeof before === 'object' && before !== null ? rowOf(before) : undefined;
  if (row === undefined) return;
  const mark = (part: unknown, like: unknown): void => {
    if (like instanceof Reference) return;
    if (like instanceof OneOfKinds && like.kinds.some((kind) => kind instanceof Reference)) return;
    const choice = choiceIn(part);
    if (choice !== undefined) {
      for (const side of [choice.one, choice.other]) mark(side, like);
      return;
    }
    const node = elementNode(part);
    if (node === null) return;
    const isNew = !isChangedCopy(part) && rowOf(part as object) === undefined;
    if (isNew) markAsRow(part as object, row, row.element);
    const parts = like instanceof OneOfKinds ? undefined : nodeOf(like)?.children;
    node.children.forEach((child, index) => {
      mark(child, parts?.[index]);
    });
  };
  mark(after, template);
}

/** Whether what an element holds is known by another name than as a part of its row. */
export function isOtherPart(part: object, element: unknown): boolean {
  return !isChangedCopy(part) && !isOwnPart(part, element);
}

/** Whether it is a part of the row that the element is. */
export function isOwnPart(part: unknown, element: unknown): boolean {
  const [own, whole] = [part, element].map((object) =>
    typeof object === 'object' && object !== null ? rowOf(object) : undefined,
  );
  return own !== undefined && own.put === whole?.put;
}

import { listOf } from '../../function/signature/list.js';
import { rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import type { Origin } from './elementChanges.js';
import { isObjectForm, objectsIn } from './elements.js';
import { OneOfKinds } from './oneOfKinds.js';
import { RaggedRow } from './raggedRow.js';
import { Reference } from './references.js';
import type { SharedElements } from './sharedElements.js';
import type { StagedList } from './stagedList.js';

/* The objects in an element of which a list holds copies, and where they have been before. */

/** What is known of the elements of an array that is an element itself. */
export function sharedInside(object: object): SharedElements | undefined {
  const list = listOf<StagedList>(object);
  return list && isObjectForm(list.template) ? list.shared : undefined;
}

/** The objects of an element of which a list holds copies: those that it refers to are themselves. */
export function rowsIn(element: unknown, template: unknown): object[] {
  if (template instanceof RaggedRow && Array.isArray(element)) {
    const own = listOf(element) === undefined ? element : [];
    return [element, ...own.flatMap((one) => rowsIn(one, template.template))];
  }
  if (template instanceof OneOfKinds)
    return objectsIn(element, template).flatMap(([object, kind]) => rowsIn(object, kind));
  const [node, parts] = [element, template].map(elementNode);
  if (!node || !parts || template instanceof Reference) return [];
  const inside = node.children.flatMap((child, index) => rowsIn(child, parts.children[index]));
  return [element as object, ...inside];
}

/** Whether an element has been read of arrays that hold such. */
export function comesFrom(given: unknown, { origins }: SharedElements): boolean {
  const row = typeof given === 'object' && given !== null ? rowOf(given) : undefined;
  return row?.origins.some((origin) => origins.has(origin as Origin)) === true;
}

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

/** An object of an element, and where in the element it is: `''` of the element itself. */
type Placed = readonly [object: object, path: string];

/** The objects of an element of which a list holds copies: those that it refers to are themselves. */
export function rowsIn(element: unknown, template: unknown, path = ''): Placed[] {
  if (template instanceof RaggedRow && Array.isArray(element)) {
    const own = listOf(element) === undefined ? element : [];
    const inside = own.flatMap((one) => rowsIn(one, template.template, `${path}[]`));
    return [[element, path], ...inside];
  }
  if (template instanceof OneOfKinds)
    return objectsIn(element, template).flatMap(([object, kind]) => rowsIn(object, kind, path));
  const [node, parts] = [element, template].map(elementNode);
  if (!node || !parts || template instanceof Reference) return [];
  const inside = node.children.flatMap((child, index) =>
    rowsIn(child, parts.children[index], path + parts.labels[index]),
  );
  return [[element as object, path], ...inside];
}

const places = new WeakMap<object, readonly string[]>();

/** Notes that an object is an element, or a part of elements at the paths. */
export function notePlaced(object: object, paths: readonly string[]): void {
  places.set(object, [...placesIn(object), ...paths]);
}

/** Where the object is in all elements that it is a part of. */
export function placesIn(object: object): readonly string[] {
  return places.get(object) ?? [];
}

/** Whether an element has been read of arrays that hold such. */
export function comesFrom(given: unknown, { origins }: SharedElements): boolean {
  const row = typeof given === 'object' && given !== null ? rowOf(given) : undefined;
  return row?.origins.some((origin) => origins.has(origin as Origin)) === true;
}

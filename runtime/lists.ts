/** Adds to the list that stands under the key. */
export function addTo<Key, Element>(lists: Map<Key, Element[]>, key: Key, element: Element): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [element]);
  else list.push(element);
}

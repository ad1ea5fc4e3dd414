/** The property that an object has or inherits; undefined where there is none. */
export function inheritedProperty(
  object: object | null,
  key: PropertyKey,
): PropertyDescriptor | undefined {
  if (object === null) return undefined;
  const own = Object.getOwnPropertyDescriptor(object, key);
  return own ?? inheritedProperty(Object.getPrototypeOf(object), key);
}

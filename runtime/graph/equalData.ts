/** Whether two attributes or constants hold the same: numbers by bits, arrays and plain objects by what is in them. */
export function isEqualData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (Array.isArray(a) || ArrayBuffer.isView(a)) {
    return areEqualLists(a as ArrayLike<unknown>, b as ArrayLike<unknown>);
  }
  const prototype: unknown = Object.getPrototypeOf(a);
  if (prototype !== Object.prototype && prototype !== null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && isEqualData(Reflect.get(a, key), Reflect.get(b, key)),
    )
  );
}

function areEqualLists(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    if (!isEqualData(a[index], b[index])) return false;
  }
  return true;
}

/** Whether an object takes no more properties, loses none, and keeps their values; undecided where a tensor decides which. */
export type Fixed = '' | 'closed' | 'sealed' | 'frozen' | 'undecided';

const undecided = new WeakSet<object>();

export function fixedOf(object: object): Fixed {
  if (undecided.has(object)) return 'undecided';
  if (Object.isExtensible(object)) return '';
  if (Object.isFrozen(object)) return 'frozen';
  return Object.isSealed(object) ? 'sealed' : 'closed';
}

/** Has an object that holds what it is to hold be as fixed as that says. */
export function fix<T extends object>(object: T, fixed: Fixed): T {
  if (fixed === 'frozen') Object.freeze(object);
  else if (fixed === 'sealed') Object.seal(object);
  else if (fixed === 'closed') Object.preventExtensions(object);
  else if (fixed === 'undecided') undecided.add(object);
  return object;
}

/** What is known of an object that is one or the other. */
export function commonFixed(one: Fixed, other: Fixed): Fixed {
  return one === other ? one : 'undecided';
}

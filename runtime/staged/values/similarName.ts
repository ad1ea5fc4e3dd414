/** The name that is nearest: but for the case, but for how other libraries write it, by few letters, or as its beginning. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((key) => ({ key, distance: distanceOf(name, key) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance || a.key.length - b.key.length);
  return ranked[0]?.key ?? beginningOf(name, names);
}

/** The names of an object's methods, and of those that it inherits. */
export function methodNames(object: object): string[] {
  const found = new Set<string>();
  for (let from = object; from !== null; from = Object.getPrototypeOf(from) as object) {
    // Every object has these.
    if (from === Object.prototype) break;
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(from)))
      if (typeof value === 'function' && key !== 'constructor') found.add(key);
  }
  return [...found];
}

function distanceOf(name: string, key: string): number {
  const [a, b] = [name.toLowerCase(), key.toLowerCase()];
  if (a === b) return 0;
  if (plain(a) === plain(b)) return 0.5;
  const edits = Math.min(editsBetween(a, b), editsBetween(plain(a), b));
  return edits <= Math.max(1, Math.floor(b.length / 4)) ? edits : Number.POSITIVE_INFINITY;
}

/** Without what only other libraries write: `reduce_mean`, `max_pool2d`. */
function plain(name: string): string {
  return name.replace(/^reduce_?|_/g, '').replace(/\dd$/, '');
}

/** `multiply`, `subtract` and `power` have shorter names here. */
function beginningOf(name: string, names: readonly string[]): string | undefined {
  const begun = names.filter((key) => key.length > 2 && name.toLowerCase().startsWith(key));
  return begun.sort((a, b) => b.length - a.length)[0];
}

/** How many letters are another, missing, too many, or have changed their place. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          last[j]! + 1,
          row[j - 1]! + 1,
          last[j - 1]! + Number(!isSame),
          isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

/** Whether it is TensorFlow.js, or its part, as a module. */
export function isLibrary(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'Tensor' in value && 'tensor' in value;
}

/** What is to be said of a function of the name, which the library does not have. */
export function unknownFunction(library: object, name: string): string {
  const similar = similarFunction(library, name);
  const meant = similar === undefined ? '' : ` Did you mean 'tf.${similar}'?`;
  return `${name} is not a function: TensorFlow.js has no '${name}'.${meant}`;
}

/** The function whose name is nearest: but for the case, but for how others write it, by few letters, or as its beginning. */
function similarFunction(library: object, name: string): string | undefined {
  // What begins with a capital is a class, or the name of a kernel.
  const functions = Object.keys(library).filter(
    (key) => /^[a-z]/.test(key) && typeof Reflect.get(library, key) === 'function',
  );
  const ranked = functions
    .map((key) => ({ key, distance: distanceOf(name, key) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance || a.key.length - b.key.length);
  return ranked[0]?.key ?? beginningOf(name, functions);
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
function beginningOf(name: string, functions: readonly string[]): string | undefined {
  const begun = functions.filter((key) => key.length > 2 && name.toLowerCase().startsWith(key));
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

/** Whether it is TensorFlow.js, or its part, as a module. */
export function isLibrary(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'Tensor' in value && 'tensor' in value;
}

/** What is to be said of a function of the name, which the library does not have. */
export function unknownFunction(library: object, name: string): string {
  const similar = Object.keys(library).find((key) => areSimilar(key, name));
  const meant = similar === undefined ? '' : ` Did you mean '${similar}'?`;
  return `${name} is not a function: TensorFlow.js has no '${name}'.${meant}`;
}

/** Whether one letter is another, is missing, or has changed its place, whatever the case. */
function areSimilar(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const rest = (text: string, left: number) => text.slice(from + left);
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2))
  );
}

import { knownToHold } from '../../trace/knownFlags.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { Variant } from '../values/variant.js';

/** Where in a state each object is that it holds copies of. */
export function pathsIn(state: readonly unknown[]): Map<object, string[]> {
  return pathsBy(state, () => false);
}

/** The same without the objects that are known not to be the one chosen. */
export function possiblePathsIn(state: readonly unknown[]): Map<object, string[]> {
  return pathsBy(state, ({ predicate, one, other }, part) => {
    const isOne = knownToHold(predicate);
    return isOne !== undefined && part === (isOne ? other : one);
  });
}

function pathsBy(
  state: readonly unknown[],
  isLeftOut: (variant: Variant, part: unknown) => boolean,
): Map<object, string[]> {
  const paths = new Map<object, string[]>();
  const visit = (value: unknown, path: string): void => {
    const original = originalOf(value);
    if (original !== undefined) paths.set(original, [...(paths.get(original) ?? []), path]);
    for (const [index, child] of nodeOf(value)?.children.entries() ?? [])
      if (!(value instanceof Variant && isLeftOut(value, child))) visit(child, `${path},${index}`);
  };
  for (const [index, value] of state.entries()) visit(value, String(index));
  return paths;
}

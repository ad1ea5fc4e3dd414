import type { ConstantNode } from '../../graph/graph.js';

/** The number that all elements of a constant are; `null` where they differ. */
export function splatOf({ data }: ConstantNode): number | null {
  if ('splat' in data) return data.splat;
  const numbers = data.values as ArrayLike<number>;
  return numbers.length === 1 ? numbers[0]! : null;
}

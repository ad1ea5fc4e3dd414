import { mapLeaves, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';

/** `structuredClone(value)`. Tensors are values: they need no copy. */
export function clonedStructure(value: unknown): unknown {
  if (isTensor(value)) return value;
  if (nodeOf(value) === null || !holdsTensor(value, new Set())) return structuredClone(value);
  return mapLeaves(value, '', clonedStructure);
}

/** An object may hold itself. */
function holdsTensor(value: unknown, seen: Set<unknown>): boolean {
  if (isTensor(value) || seen.has(value)) return isTensor(value);
  seen.add(value);
  return nodeOf(value)?.children.some((part) => holdsTensor(part, seen)) ?? false;
}

import type { Tensor } from '@tensorflow/tfjs-core';
import { listOf } from '../../function/signature/list.js';
import { isCollection } from '../values/entryPresence.js';
import { ownKeys } from '../values/propertyPresence.js';
import { accessorsOf, areSame, isPlainObject } from '../values/structure.js';
import { isTensor, isVariable } from '../values/tensors.js';

/*
 * The arrays, object literals and collections in the variables of a part, and what is in them.
 */

/**
 * The container with its parts replaced, itself where they all stay what they are; `null` for what is none, and for an object
 * with getters, which is what it is made to be.
 */
export function mapParts(value: unknown, map: (part: unknown) => unknown): object | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    if (listOf(value) !== undefined) return value;
    const parts = value.map(map);
    return areSame(parts, value) ? value : parts;
  }
  if (value instanceof Map || value instanceof Set) return mapEntries(value, map);
  if (!isPlainObject(value)) return null;
  const keys = ownKeys(value);
  if (accessorsOf(value, keys).size > 0) return null;
  const before = keys.map((key) => Reflect.get(value, key) as unknown);
  const parts = before.map(map);
  if (areSame(parts, before)) return value;
  return Object.fromEntries(keys.map((key, index) => [key, parts[index]]));
}

function mapEntries(
  collection: Map<unknown, unknown> | Set<unknown>,
  map: (part: unknown) => unknown,
): object {
  // Of one with entries that a tensor decides about, the collection itself tells.
  if (Object.hasOwn(collection, 'size') || !isCollection(collection)) return collection;
  const before = [...collection.values()];
  const parts = before.map(map);
  if (areSame(parts, before)) return collection;
  if (collection instanceof Set) return new Set(parts);
  return new Map([...collection.keys()].map((key, index) => [key, parts[index]]));
}

/** All that is in values, in order, and no container. */
export function leavesOf(value: unknown): unknown[] {
  const leaves: unknown[] = [];
  mapLeaves(value, (leaf) => {
    leaves.push(leaf);
    return leaf;
  });
  return leaves;
}

/** The value with other leaves. */
export function mapLeaves(value: unknown, replace: (leaf: unknown) => unknown): unknown {
  return mapParts(value, (part) => mapLeaves(part, replace)) ?? replace(value);
}

/** The tensors among the leaves that are no variables. */
export function tensorsOf(value: unknown): Tensor[] {
  return leavesOf(value).filter((leaf): leaf is Tensor => isTensor(leaf) && !isVariable(leaf));
}

/** Whether tensors may be in it. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isTensor(value);
}

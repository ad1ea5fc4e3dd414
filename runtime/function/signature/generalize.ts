import { commonShape, isFullyKnown, isSubtype, sameShape } from '../../graph/types.js';
import type { Argument, VariableArgument } from './argument.js';

/**
 * Arguments that cover both lists: unequal sizes become `null`, unequal ranks an unknown one. `null` where the lists
 * differ in more than the shapes of tensors.
 */
export function generalizeArguments(
  a: readonly Argument[],
  b: readonly Argument[],
): Argument[] | null {
  if (a.length !== b.length) return null;
  const result: Argument[] = [];
  for (let index = 0; index < a.length; index++) {
    const common = generalize(a[index]!, b[index]!);
    if (common === null) return null;
    result.push(common);
  }
  return result;
}

function generalize(a: Argument, b: Argument): Argument | null {
  if (a.kind === 'tensor' && b.kind === 'tensor') {
    return a.dtype === b.dtype ? { ...a, shape: commonShape(a.shape, b.shape) } : null;
  }
  if (a.kind === 'variable' && b.kind === 'variable') return isAlike(a, b) ? a : null;
  if (a.kind === 'value' && b.kind === 'value') return Object.is(a.value, b.value) ? a : null;
  if (a.kind === 'reference' && b.kind === 'reference') {
    return a.reference.deref() === b.reference.deref() ? a : null;
  }
  if (a.kind === 'hole' && b.kind === 'hole') return a;
  if (a.kind === 'same' && b.kind === 'same') return a.first === b.first ? a : null;
  if (a.kind === 'record' && b.kind === 'record') {
    const hasSameKeys = isSameList(a.keys, b.keys) && a.listed === b.listed;
    if (!hasSameKeys || a.isBare !== b.isBare) return null;
    const items = generalizeArguments(a.items, b.items);
    return items === null ? null : { ...a, items };
  }
  if ('prototype' in a && 'prototype' in b && a.prototype?.deref() !== b.prototype?.deref())
    return null;
  if (a.kind === 'map' && b.kind === 'map') {
    const keys = generalizeArguments(a.keys, b.keys);
    const items = generalizeArguments(a.items, b.items);
    return keys === null || items === null ? null : { ...a, keys, items };
  }
  if ((a.kind === 'array' || a.kind === 'set') && (b.kind === 'array' || b.kind === 'set')) {
    const items = a.kind === b.kind ? generalizeArguments(a.items, b.items) : null;
    return items === null ? null : { ...a, items };
  }
  return null;
}

function isSameList(a: readonly PropertyKey[], b: readonly PropertyKey[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

function isAlike(a: VariableArgument, b: VariableArgument): boolean {
  return (
    a.first === b.first &&
    a.trainable === b.trainable &&
    a.dtype === b.dtype &&
    sameShape(a.shape, b.shape)
  );
}

/** Whether every call that fits `specific` also fits `general`. */
export function isMoreSpecific(
  specific: readonly Argument[],
  general: readonly Argument[],
): boolean {
  if (specific.length !== general.length) return false;
  return specific.every((argument, index) => {
    const other = general[index]!;
    if (argument.kind === 'tensor' && other.kind === 'tensor') return isSubtype(argument, other);
    if (!('items' in argument) || !('items' in other)) return true;
    return isMoreSpecific(argument.items, other.items);
  });
}

export function hasUnknownSizes(args: readonly Argument[]): boolean {
  return args.some((argument) => {
    if (argument.kind === 'tensor') return !isFullyKnown(argument.shape);
    return 'items' in argument && hasUnknownSizes(argument.items);
  });
}

/** Whether the same calls fit both lists. */
export function sameArguments(a: readonly Argument[], b: readonly Argument[]): boolean {
  return generalizeArguments(a, b) !== null && isMoreSpecific(a, b) && isMoreSpecific(b, a);
}

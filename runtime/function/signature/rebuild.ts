import type { Tensor } from '@tensorflow/tfjs-core';
import type { Argument } from './argument.js';
import { listOf } from './list.js';
import { isPlainObject } from './structure.js';

/**
 * The arguments that the traced function is given: those of the call, with `leaves` in place of the call's tensors and
 * variables and new containers, so that the trace cannot change the caller's.
 */
export function rebuildArguments(args: readonly Argument[], leaves: Iterator<unknown>): unknown[] {
  return args.map((argument) => rebuild(argument, leaves));
}

function rebuild(argument: Argument, leaves: Iterator<unknown>): unknown {
  switch (argument.kind) {
    case 'tensor':
    case 'variable':
      return leaves.next().value;
    case 'value':
      return argument.value;
    case 'reference':
      return argument.reference.deref();
    case 'array':
      return rebuildArguments(argument.items, leaves);
    case 'set':
      return new Set(rebuildArguments(argument.items, leaves));
    case 'record': {
      const items = rebuildArguments(argument.items, leaves);
      return Object.fromEntries(argument.keys.map((key, index) => [key, items[index]]));
    }
    case 'map': {
      const keys = rebuildArguments(argument.keys, leaves);
      const items = rebuildArguments(argument.items, leaves);
      return new Map(keys.map((key, index) => [key, items[index]]));
    }
  }
}

/** Whether `value`, which `rebuildArguments` made, is still what it was: the tracer's leaves in the same containers. */
export function isUnchanged(argument: Argument, value: unknown, leaves: Iterator<Tensor>): boolean {
  if (listOf(value) !== undefined) return false;
  switch (argument.kind) {
    case 'tensor':
    case 'variable':
      return leaves.next().value === value;
    case 'value':
      return Object.is(argument.value, value);
    case 'reference':
      return argument.reference.deref() === value;
    case 'array':
      return areUnchanged(argument.items, value as unknown[], leaves);
    case 'set':
      return areUnchanged(argument.items, [...(value as Set<unknown>)], leaves);
    case 'map': {
      const map = value as Map<unknown, unknown>;
      return (
        areUnchanged(argument.keys, [...map.keys()], leaves) &&
        areUnchanged(argument.items, [...map.values()], leaves)
      );
    }
    case 'record': {
      if (typeof value !== 'object' || value === null || !isPlainObject(value)) return false;
      if (Object.keys(value).length !== argument.keys.length) return false;
      const items = argument.keys.map((key) => value[key]);
      return areUnchanged(argument.items, items, leaves);
    }
  }
}

function areUnchanged(
  args: readonly Argument[],
  values: readonly unknown[],
  leaves: Iterator<Tensor>,
): boolean {
  return (
    args.length === values.length &&
    args.every((argument, index) => isUnchanged(argument, values[index], leaves))
  );
}

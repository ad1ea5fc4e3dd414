import type { Tensor } from '@tensorflow/tfjs-core';
import type { Argument } from './argument.js';
import { listOf } from './list.js';
import { isPlainObject } from './structure.js';

/**
 * The arguments that the traced function is given: those of the call, with `tensors` in place of the call's tensors and
 * new containers, so that the trace cannot change the caller's.
 */
export function rebuildArguments(args: readonly Argument[], tensors: Iterator<unknown>): unknown[] {
  return args.map((argument) => rebuild(argument, tensors));
}

function rebuild(argument: Argument, tensors: Iterator<unknown>): unknown {
  switch (argument.kind) {
    case 'tensor':
      return tensors.next().value;
    case 'value':
      return argument.value;
    case 'reference':
      return argument.reference.deref();
    case 'array':
      return rebuildArguments(argument.items, tensors);
    case 'set':
      return new Set(rebuildArguments(argument.items, tensors));
    case 'record': {
      const items = rebuildArguments(argument.items, tensors);
      return Object.fromEntries(argument.keys.map((key, index) => [key, items[index]]));
    }
    case 'map': {
      const keys = rebuildArguments(argument.keys, tensors);
      const items = rebuildArguments(argument.items, tensors);
      return new Map(keys.map((key, index) => [key, items[index]]));
    }
  }
}

/** Whether `value`, which `rebuildArguments` made, is still what it was: the tracer's tensors in the same containers. */
export function isUnchanged(
  argument: Argument,
  value: unknown,
  tensors: Iterator<Tensor>,
): boolean {
  if (listOf(value) !== undefined) return false;
  switch (argument.kind) {
    case 'tensor':
      return tensors.next().value === value;
    case 'value':
      return Object.is(argument.value, value);
    case 'reference':
      return argument.reference.deref() === value;
    case 'array':
      return areUnchanged(argument.items, value as unknown[], tensors);
    case 'set':
      return areUnchanged(argument.items, [...(value as Set<unknown>)], tensors);
    case 'map': {
      const map = value as Map<unknown, unknown>;
      return (
        areUnchanged(argument.keys, [...map.keys()], tensors) &&
        areUnchanged(argument.items, [...map.values()], tensors)
      );
    }
    case 'record': {
      if (typeof value !== 'object' || value === null || !isPlainObject(value)) return false;
      if (Object.keys(value).length !== argument.keys.length) return false;
      const items = argument.keys.map((key) => value[key]);
      return areUnchanged(argument.items, items, tensors);
    }
  }
}

function areUnchanged(
  args: readonly Argument[],
  values: readonly unknown[],
  tensors: Iterator<Tensor>,
): boolean {
  return (
    args.length === values.length &&
    args.every((argument, index) => isUnchanged(argument, values[index], tensors))
  );
}

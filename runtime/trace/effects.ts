import { Tensor } from '@tensorflow/tfjs-core';
import { assertNode, printNode } from '../graph/builder.js';
import { PrintHole, type Value } from '../graph/graph.js';
import { currentLocation, currentTracer } from './tracer.js';

/** Prints the values at every execution, at this place in the program's order. */
export function emitPrint(values: readonly unknown[]): void {
  const tracer = currentTracer();
  const inputs: Value[] = [];
  const replaceTensors = (value: unknown): unknown => {
    if (value instanceof Tensor) return new PrintHole(inputs.push(tracer.resolve(value)) - 1);
    if (Array.isArray(value)) return value.map(replaceTensors);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, replaceTensors(item)]),
    );
  };
  const replaced = values.map(replaceTensors);
  tracer.add(printNode(replaced, inputs, currentLocation()));
}

/** Fails the execution with `message` where the bool tensor `condition` is not all true. */
export function emitAssert(condition: Tensor, message: string): void {
  const tracer = currentTracer();
  tracer.add(assertNode(tracer.resolve(condition), message, currentLocation()));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

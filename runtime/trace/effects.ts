import type { Tensor } from '@tensorflow/tfjs-core';
import { assertNode, printNode, throwNode } from '../graph/builder.js';
import { type HeldInput, PrintHole, PrintText } from '../graph/graph.js';
import { valueNow } from './chosenVariables.js';
import { addRandomNode } from './draws.js';
import { holesIn, type TextHole } from './errorText.js';
import { isTensor } from './isTensor.js';
import { symbolicTensor } from './kernels.js';
import { currentLocation } from './location.js';
import { symbolicData } from './symbolic.js';
import { currentTracer, isTracing } from './tracer.js';

/** Prints the values at every execution, at this place in the program's order. */
export function emitPrint(values: readonly unknown[]): void {
  const tracer = currentTracer();
  const { withHoles, tensors } = takeTensors(values);
  const inputs = tensors.map(valueNow);
  tracer.add(printNode(withHoles, inputs, currentLocation()));
}

/** The values with a hole in the place of each tensor in them, and the tensors. */
export function takeTensors(values: readonly unknown[]): {
  withHoles: readonly unknown[];
  tensors: readonly Tensor[];
} {
  const tensors: Tensor[] = [];
  const around = new Set<unknown>();
  const replaceTensors = (value: unknown): unknown => {
    if (isTensor(value)) return new PrintHole(tensors.push(value) - 1);
    if (value instanceof PrintText) return new PrintText(value.pieces.map(replaceTensors));
    if (!Array.isArray(value) && !isPlainObject(value)) return value;
    if (around.has(value)) return new PrintText(['[Circular]']);
    around.add(value);
    const replaced = Array.isArray(value)
      ? value.map(replaceTensors)
      : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTensors(item)]));
    around.delete(value);
    return replaced;
  };
  return { withHoles: values.map(replaceTensors), tensors };
}

/** Fails the execution with `message`, in which there may be holes, where the bool tensor `condition` is not all true. */
export function emitAssert(condition: Tensor, message: string): void {
  const tracer = currentTracer();
  const holes = holesIn(message);
  const node = assertNode(valueNow(condition), message, currentLocation());
  const inputs = [...node.inputs, ...holes.map(({ tensor }) => valueNow(tensor))];
  tracer.add({ ...node, holes: holes.map(({ text }) => text), inputs });
}

/**
 * As `emitAssert`, in the graph that has made the condition. A synchronous call on a backend that cannot be read does without,
 * as what XLA compiles of TensorFlow does.
 */
export function emitLenientAssert(condition: Tensor, message: string): void {
  const data = symbolicData(condition)!;
  const node = assertNode(data.value, message, currentLocation());
  data.tracer.add({ ...node, isLenient: true });
}

/**
 * Ends the execution with `thrown`, in whose text each of `holes` stands for the text of a tensor, or of a number, and which
 * holds `properties` then.
 */
export function emitThrow(
  thrown: unknown,
  holes: readonly (TextHole & { readonly isNumber: boolean })[],
  properties: Readonly<Record<string, unknown>> = {},
  held: readonly (HeldInput & { readonly tensor: Tensor })[] = [],
): void {
  const tracer = currentTracer();
  const texts = holes.map(({ text }) => text);
  const inputs = [...holes, ...held].map(({ tensor }) => valueNow(tensor));
  const numbers = holes.filter(({ isNumber }) => isNumber).map(({ text }) => text);
  const node = { ...throwNode(thrown, texts, inputs, currentLocation()), numbers };
  tracer.add({
    ...node,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(held.length > 0 && { held: held.map(({ path, isPlain }) => ({ path, isPlain })) }),
  });
}

/** `Math.random()` of a function that was given tensors: a number that each execution draws anew. */
export function emitRandomNumber(): Tensor {
  return emitRandomTensor([]);
}

/** Numbers between 0 and 1 that each execution draws anew. */
export function emitRandomTensor(shape: readonly number[]): Tensor {
  const { outputs } = addRandomNode(
    { kind: 'uniform', minimum: 0, maximum: 1 },
    { dtype: 'float32', shape },
    currentLocation(),
  );
  return symbolicTensor(outputs[0]!);
}

/** Whether `Math.random()` has to be drawn by the graph. In a function without tensors it is JavaScript's. */
export function drawsInGraph(f: unknown): boolean {
  return f === Math.random && isTracing() && currentTracer().takesTensors;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

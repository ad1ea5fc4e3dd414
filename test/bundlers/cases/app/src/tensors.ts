import '@tensorflow/tfjs-backend-cpu';
import * as tf from '@tensorflow/tfjs-core';
import * as model from './model.js';

/** The functions of the program are written for numbers; staged, they take tensors as well. */
type OnTensors = (...args: unknown[]) => unknown;

async function numberOf(result: unknown): Promise<number> {
  const value = await result;
  return value instanceof tf.Tensor ? value.dataSync()[0]! : (value as number);
}

/** What each function gives for a number, and what its graph gives for a tensor of the same value. */
export async function compare(): Promise<Record<string, [number, number][]>> {
  await tf.setBackend('cpu');
  const counter = model.Counter.make();
  const functions: Record<string, OnTensors> = {
    settle: model.settle as OnTensors,
    absolute: model.absolute as OnTensors,
    apply: ((x: number) => counter.apply(x)) as OnTensors,
    later: model.later as OnTensors,
    wrapped: model.wrapped as OnTensors,
  };
  const results: Record<string, [number, number][]> = {};
  for (const [name, call] of Object.entries(functions)) {
    results[name] = [];
    for (const x of [-300, 0.5, 2, 8]) {
      results[name].push([await numberOf(call(x)), await numberOf(call(tf.scalar(x)))]);
    }
  }
  return results;
}

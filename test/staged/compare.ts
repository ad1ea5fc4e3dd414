import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { compile } from '../support/compile.js';
import { type BackendName, useCpu } from '../support/index.js';

export type Program = (...args: unknown[]) => unknown;

/** Compiles a module's text, which may use what use-graph exports for people, and TensorFlow.js as `tf`. */
export async function programOf(
  source: string,
  scope: Readonly<Record<string, unknown>> = {},
): Promise<Program> {
  const imports = `
    import * as tf from '@tensorflow/tfjs-core';
    import { print, range, setLoopOptions, shapeOf, TensorArray } from 'use-graph';
  `;
  const { f } = await compile(imports + source, scope);
  return f as Program;
}

/** One argument: an array or number of the dtype is a tensor. */
export type Given =
  | { readonly int32?: unknown; readonly float32?: unknown; readonly bool?: unknown }
  | unknown;

export const int32 = (value: unknown): Given => ({ int32: value });
export const float32 = (value: unknown): Given => ({ float32: value });
export const bool = (value: unknown): Given => ({ bool: value });

/**
 * Runs the function `f` of a module op by op on the cpu, where JavaScript takes every decision, and then as a graph on the
 * backend. Expects the same values, and gives them. `f` must be async for decisions on WebGPU.
 */
export async function expectSame(
  source: string,
  calls: readonly (readonly Given[])[],
  { backend, start }: { readonly backend: BackendName; readonly start: () => Promise<void> },
): Promise<void> {
  const f = await programOf(source);
  for (const given of calls) {
    await useCpu();
    runFunctionsEagerly(true);
    let wanted: unknown;
    try {
      wanted = await plain(await f(...given.map(argumentOf)));
    } finally {
      runFunctionsEagerly(false);
    }
    if (backend !== 'cpu') await start();
    const found = await plain(await f(...given.map(argumentOf)));
    expect(found).toEqual(wanted);
  }
}

/** The values of all tensors in a result, bools as 0 and 1, rounded as far as the backends agree. */
export async function plain(result: unknown): Promise<unknown> {
  if (result instanceof tf.Tensor) return rounded(await result.array());
  if (typeof result === 'number' || typeof result === 'boolean') return rounded(result);
  if (Array.isArray(result)) return Promise.all(result.map(plain));
  if (result instanceof Map) return plain([...result]);
  if (result instanceof Set) return plain([...result]);
  if (typeof result !== 'object' || result === null) return result;
  const entries = Object.entries(result).map(async ([key, value]) => [key, await plain(value)]);
  return Object.fromEntries(await Promise.all(entries));
}

function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  return Number(Number(value).toPrecision(4));
}

export function argumentOf(given: Given): unknown {
  if (typeof given !== 'object' || given === null) return given;
  for (const dtype of ['int32', 'float32', 'bool'] as const) {
    if (dtype in given) {
      return tf.tensor((given as Record<string, never>)[dtype]!, undefined, dtype);
    }
  }
  return given;
}

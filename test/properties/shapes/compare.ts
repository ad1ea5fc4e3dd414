import * as tf from '@tensorflow/tfjs-core';
import { range, setLoopOptions, UseGraphError } from '../../../runtime/index.js';
import * as helpers from '../../../runtime/staged/index.js';
import { stage } from '../../support/compile.js';
import type { ShapedCall, ShapedProgram } from './program.js';

/** What a call gave: of tensors shape and elements, then what the variable holds. Or the error that ended it. */
type Outcome =
  | { readonly values: readonly unknown[] }
  | { readonly error: string; readonly code?: string };

export interface Difference {
  readonly call: number;
  readonly expected: Outcome;
  readonly actual: Outcome;
}

/**
 * How the program differs, as a graph on the active backend, from what it does as plain JavaScript on the cpu backend;
 * null where it does not. `refusal` is the code with which a call that cannot wait may be refused.
 */
export async function compareShaped(
  program: ShapedProgram,
  isAsync: boolean,
): Promise<{ difference: Difference | null; refusal: string | null }> {
  const backend = tf.getBackend();
  tf.setBackend('cpu');
  const expected = await outcomes(program, plain(program.source), plainScope);
  tf.setBackend(backend);
  const actual = await outcomes(program, staged(program.source, isAsync), graphScope);
  const tolerance = backend === 'cpu' ? 0 : reassociated;
  for (const [call, outcome] of actual.entries()) {
    const code = 'code' in outcome ? outcome.code! : '';
    if (refusals.has(code) || (!isAsync && whereNothingWaits.has(code)))
      return { difference: null, refusal: code };
    if (!agree(outcome, expected[call], tolerance)) {
      return { difference: { call, expected: expected[call]!, actual: outcome }, refusal: null };
    }
  }
  return { difference: null, refusal: null };
}

/** A shader's products may be taken in another order (WGSL, section 15.7.4), and each be rounded otherwise. */
const reassociated = 2 ** -20;

function agree(actual: unknown, expected: unknown, tolerance: number): boolean {
  if (typeof actual === 'number' && typeof expected === 'number')
    return (
      Object.is(actual, expected) ||
      (expected !== 0 && Math.abs(actual - expected) <= tolerance * Math.abs(expected))
    );
  if (typeof actual !== 'object' || typeof expected !== 'object' || !actual || !expected)
    return Object.is(actual, expected);
  const keys = Object.keys(expected) as (keyof object)[];
  return (
    keys.length === Object.keys(actual).length &&
    keys.every((key) => agree(actual[key], expected[key], tolerance))
  );
}

/** A number that is an int32 after one branch and a float32 after the other. */
const refusals = new Set(['branch-dtypes-differ', 'loop-dtype-changes']);

/** A loop over much, or one in which an array grows, that nothing bounds. */
const whereNothingWaits = new Set(['loop-needs-async', 'condition-needs-async']);

const plainScope = {
  value: (tensor: tf.Tensor) => tensor.dataSync()[0],
  range: (stop: number) => Array.from({ length: Math.max(0, stop) }, (_, index) => index),
  setLoopOptions: () => {},
};
const graphScope = { value: (tensor: tf.Tensor) => tensor, range, setLoopOptions, ug: helpers };

function plain(source: string): string {
  return source.replace('export ', '').replace('"use graph";', '');
}

function staged(source: string, isAsync: boolean): string {
  const text = isAsync ? source.replace('export function', 'export async function') : source;
  return stage(text)
    .replace(/import \* as ug from ["']use-graph\/staged["'];/, '')
    .replace('export ', '');
}

async function outcomes(
  { shapes, calls }: ShapedProgram,
  text: string,
  scope: object,
): Promise<Outcome[]> {
  const isPlain = scope === plainScope;
  const weights = tf.variable(tf.zeros([...shapes[0]]), false);
  const names = { tf, weights, ...scope };
  const make = new Function(...Object.keys(names), `'use strict';\n${text}\nreturn program;`);
  const program = make(...Object.values(names)) as (...args: unknown[]) => unknown;
  const found: Outcome[] = [];
  for (const call of calls) {
    tf.tidy(() => weights.assign(tf.zeros([...shapes[0]])));
    const before = tf.memory().numTensors;
    const args = argumentsOf(call, shapes, isPlain);
    if (isPlain) tf.engine().startScope('program');
    const outcome = await outcomeOf(() => program(...args), weights);
    if (isPlain) tf.engine().endScope();
    tf.dispose(args as tf.TensorContainer);
    const leaked = tf.memory().numTensors - before;
    found.push(leaked === 0 ? outcome : { error: `leaked ${leaked} tensors` });
  }
  weights.dispose();
  return found;
}

function argumentsOf(
  { elements, s, n }: ShapedCall,
  shapes: ShapedProgram['shapes'],
  isPlain: boolean,
): unknown[] {
  const tensors = shapes.map((shape, index) =>
    tf.tensor([...elements[index]!], [...shape], 'float32'),
  );
  return isPlain ? [...tensors, s, n] : [...tensors, tf.scalar(s), tf.scalar(n, 'int32')];
}

async function outcomeOf(run: () => unknown, weights: tf.Variable): Promise<Outcome> {
  try {
    const result = (await run()) as unknown[];
    const values = await Promise.all([...result, weights].map(read));
    tf.dispose(result.filter((value) => value instanceof tf.Tensor));
    return { values };
  } catch (error) {
    const text = String(error instanceof Error ? error.stack : error);
    return error instanceof UseGraphError ? { error: text, code: error.code } : { error: text };
  }
}

async function read(value: unknown): Promise<unknown> {
  if (!(value instanceof tf.Tensor)) return { shape: [], elements: [withoutSubnormals(value)] };
  const elements = Array.from(await value.data(), withoutSubnormals);
  return { shape: [...value.shape], elements };
}

/** A device may take numbers for zero that are smaller than the normal ones (WGSL, section 15.7). */
function withoutSubnormals(value: unknown): unknown {
  return typeof value === 'number' && Math.abs(value) < 2 ** -126 ? 0 : value;
}

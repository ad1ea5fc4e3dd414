import * as tf from '@tensorflow/tfjs-core';
import { print, range, runFunctionsEagerly, UseGraphError } from '../../runtime/index.js';
import * as helpers from '../../runtime/staged/index.js';
import { importModule, stage } from '../support/compile.js';
import { minified } from '../support/minify.js';
import { withOperators } from './operators.js';
import { plainTensors } from './plainTensors.js';
import { thrownPrefix } from './programs/exceptions.js';
import type { Arguments, Program } from './programs/program.js';
import { stepLimit, withSteps } from './steps.js';
import { plainTrail, type Trail, variableTrail } from './trail.js';

/** How a program is run, to be compared with what JavaScript makes of it on numbers. */
export type Mode =
  /** The staged code, on numbers: exactly JavaScript. */
  | 'numbers'
  /** One graph for all calls. */
  | 'graph'
  /** Some inputs are tensors. */
  | 'mixed'
  /** The helpers of staged code on tensors, without a graph. */
  | 'eager'
  /** One graph for all calls, of what a bundler makes of the staged code for production. */
  | 'minified';

export const modes: readonly Mode[] = ['numbers', 'graph', 'mixed', 'eager'];

/** What a call gave and, by its trail, did; or the error that ended it. */
export interface Outcome {
  readonly result?: unknown;
  readonly trail?: number;
  /** What the program itself threw: a call that throws has assigned no variable, so that the trail counts for nothing. */
  readonly thrown?: string;
  /** The code of a `UseGraphError`, or the text of any other one. */
  readonly refusal?: string;
  readonly error?: string;
}

const intIndex = 2;
const vectorIndex = 3;

type Run = (...given: unknown[]) => unknown;

/** What JavaScript makes of the program. */
export async function expectedOutcomes({ source, calls }: Program): Promise<Outcome[]> {
  const text = limited(source).replace('export ', '').replace('"use graph";', '');
  return outcomesOf(text, calls, plainScope, plainTrail(), (values) => values);
}

export async function outcomes(program: Program, mode: Mode, isAsync: boolean): Promise<Outcome[]> {
  const { source, calls } = program;
  if (mode === 'numbers') {
    return outcomesOf(staged(limited(source)), calls, plainScope, plainTrail(), (values) => values);
  }
  const text = stagedText(program, isAsync);
  const run = mode === 'minified' ? await minifiedText(text) : text;
  // An array of numbers has no operators, so the vector is always a tensor.
  const isTensor = (index: number) =>
    mode !== 'mixed' || index === vectorIndex || index % 2 === source.length % 2;
  const given = (values: Arguments) =>
    values.map((value, index) => (isTensor(index) ? asTensor(value, index === intIndex) : value));
  const trail = variableTrail();
  if (mode === 'eager') runFunctionsEagerly(true);
  try {
    return await outcomesOf(run, calls, tensorScope, trail, given, mode === 'eager');
  } finally {
    runFunctionsEagerly(false);
    trail.dispose();
  }
}

const plainScope = {
  tf: plainTensors,
  range: (stop: number) => Array.from({ length: stop }, (_, index) => index),
};
const tensorScope = { tf, range, print };

/** The staged code is made once, for all modes with tensors. */
const stagedTexts = new WeakMap<Program, string>();

function stagedText(program: Program, isAsync: boolean): string {
  const known = stagedTexts.get(program);
  if (known !== undefined) return known;
  const source = withOperators(limited(program.source));
  const text = staged(
    isAsync ? source.replace('export function', 'export async function') : source,
  );
  stagedTexts.set(program, text);
  return text;
}

async function minifiedText(text: string): Promise<string> {
  const module = `import * as ug from 'use-graph/staged';\n${text}\nexport { program };`;
  try {
    return `${await minified(module, importModule)}\nconst { program } = built;`;
  } catch (error) {
    // No bundler takes a program that assigns a constant, which JavaScript does when it gets there.
    if (/Cannot assign to "\S+" because it is a constant/.test(String(error))) return text;
    throw error;
  }
}

let lastLimited = { source: '', text: '' };

/** The program with its steps counted. */
function limited(source: string): string {
  if (lastLimited.source !== source) lastLimited = { source, text: withSteps(source) };
  return lastLimited.text;
}

function staged(source: string): string {
  return stage(source)
    .replace(/import \* as ug from ["']use-graph\/staged["'];/, '')
    .replace('export ', '');
}

async function outcomesOf(
  text: string,
  calls: readonly Arguments[],
  scope: object,
  trail: Trail,
  given: (values: Arguments) => readonly unknown[],
  isTidied = false,
): Promise<Outcome[]> {
  const steps = stepLimit();
  const names = { ...scope, ug: helpers, record: trail.record, step: steps.step };
  const make = new Function(...Object.keys(names), `'use strict';\n${text}\nreturn program;`);
  const program = make(...Object.values(names)) as Run;
  const found: Outcome[] = [];
  for (const values of calls) {
    trail.reset();
    steps.reset();
    const before = tf.memory().numTensors;
    const args = given(values);
    if (isTidied) tf.engine().startScope('program');
    const outcome = await outcomeOf(program, args, trail);
    if (isTidied) tf.engine().endScope();
    tf.dispose(args.filter((arg) => arg instanceof tf.Tensor));
    const leaked = tf.memory().numTensors - before;
    found.push(leaked === 0 ? outcome : { error: `leaked ${leaked} tensors` });
  }
  return found;
}

async function outcomeOf(program: Run, args: readonly unknown[], trail: Trail): Promise<Outcome> {
  try {
    const result = await program(...args);
    const elements = await plain(result);
    tf.dispose(result as tf.TensorContainer);
    return { result: elements, trail: await trail.read() };
  } catch (error) {
    if (error instanceof UseGraphError) return { refusal: error.code, error: error.message };
    if (error instanceof Error && error.message.startsWith(thrownPrefix)) {
      return { thrown: `${error.name}: ${error.message}` };
    }
    return { error: String(error instanceof Error ? error.stack : error) };
  }
}

function asTensor(value: number | boolean | readonly number[], isInt: boolean): tf.Tensor {
  if (typeof value === 'number') return tf.scalar(value, isInt ? 'int32' : 'float32');
  return typeof value === 'boolean' ? tf.scalar(value, 'bool') : tf.tensor1d([...value]);
}

/** The elements of tensors in a structure; booleans as the numbers that bool tensors hold. */
async function plain(value: unknown): Promise<unknown> {
  if (value instanceof tf.Tensor) return numbersIn(await value.array());
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  if (typeof value !== 'object' || value === null) return numbersIn(value);
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await plain(inner)]);
  return Object.fromEntries(await Promise.all(entries));
}

function numbersIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numbersIn);
  if (typeof value === 'boolean') return Number(value);
  return value === 0 ? 0 : value;
}

import {
  type BackendValues,
  randomNormal,
  randomUniform,
  TensorBuffer,
  truncatedNormal,
} from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import type { RandomDistribution } from '../graph/graph.js';
import type { SourceLocation, TensorType } from '../graph/types.js';
import { Scoped } from '../scoped.js';
import { type EngineScope, engine } from './engine.js';

/*
 * TensorFlow.js draws random numbers in JavaScript and hands the backend an array that looks like any other constant.
 * Which op writes it is known from the scope that each op opens; that it was not seeded, from a call of `Math.random`
 * in that scope, whose result is the seed. The distribution's parameters are those of the staged call where it is one,
 * and otherwise (a dropout or noise layer) are solved for, by drawing the standard distribution from the same seed.
 */

interface Draw {
  readonly value: number;
  readonly scope: EngineScope | null;
}

interface RandomCall {
  readonly op: string;
  readonly args: readonly unknown[];
}

let draws: Draw[] = [];
const call = new Scoped<RandomCall | null>(null);
let reference: { values: ArrayLike<number> | null } | null = null;

/** Remembers each `Math.random()` until the function returned is called. */
export function watchMathRandom(): () => void {
  const original = Math.random;
  const outerDraws = draws;
  const restoreBuffers = enlargeBuffers();
  draws = [];
  Math.random = () => {
    const value = original();
    draws.push({ value, scope: engine().state.activeScope });
    return value;
  };
  return () => {
    Math.random = original;
    restoreBuffers();
    draws = outerDraws;
  };
}

/** From one element alone nothing can be solved for: a random op draws a few more, which are then dropped. */
function enlargeBuffers(): () => void {
  const prototype = TensorBuffer.prototype as object;
  const outer = Object.getOwnPropertyDescriptor(prototype, 'values');
  Object.defineProperty(prototype, 'values', {
    configurable: true,
    set(this: object, given: Float32Array) {
      const isDrawn = given.length === 1 && randomOps.has(engine().state.activeScope?.name ?? '');
      const value = isDrawn ? new (given.constructor as Float32ArrayConstructor)(enough) : given;
      Object.defineProperty(this, 'values', { value, writable: true, enumerable: true });
    },
  });
  return () => {
    if (outer === undefined) delete (prototype as { values?: unknown }).values;
    else Object.defineProperty(prototype, 'values', outer);
  };
}

const enough = 32;

/** Lets a random op that staged code calls be traced with the call's own arguments. */
export function duringCall<T>(
  callee: { readonly name: string },
  args: readonly unknown[],
  body: () => T,
): T {
  if (!(callee.name in distributionOfCall)) return body();
  return call.during({ op: callee.name, args }, body);
}

/** Whether the value is what `Math.random` gave to the op that is running: then nobody asked for that seed. */
export function drawsSeed(seed: unknown): boolean {
  return drawInScope()?.value === seed;
}

/** What an array comes from that a random op without a seed has just drawn; `null` for every other array. */
export function drawnRandomly(
  values: BackendValues,
  type: TensorType,
  location: SourceLocation | null,
): RandomDistribution | null {
  if (reference !== null) {
    reference.values = values as ArrayLike<number>;
    return null;
  }
  const { activeScope, scopeStack } = engine().state;
  const op = activeScope?.name ?? '';
  if (!randomOps.has(op)) return null;
  const draw = drawInScope();
  if (draw === null) return null;
  const caller = scopeStack.at(-2)?.name ?? '';
  return (
    distributionOfCaller(op, caller) ??
    solve(op, values as ArrayLike<number>, type, draw.value, location)
  );
}

const randomOps = new Set([
  'randomUniform__op',
  'randomNormal__op',
  'truncatedNormal__op',
  'randomGamma__op',
  'rand__op',
]);

function drawInScope(): Draw | null {
  const { activeScope } = engine().state;
  return draws.findLast((draw) => draw.scope === activeScope) ?? null;
}

const distributionOfCall: Record<string, (args: readonly unknown[]) => RandomDistribution> = {
  randomUniform__op: ([, minimum = 0, maximum = 1]) => uniform(minimum, maximum),
  randomUniformInt__op: ([, minimum, maximum]) => uniform(minimum, maximum),
  randomNormal__op: ([, mean = 0, deviation = 1]) => normal('normal', mean, deviation),
  // Its `beta` is the scale, though documented as the inverse of it.
  randomGamma__op: ([, alpha, beta]) => ({
    kind: 'gamma',
    alpha: Number(alpha),
    scale: Number(beta ?? 1),
  }),
  randomStandardNormal__op: () => normal('normal', 0, 1),
  truncatedNormal__op: ([, mean = 0, deviation = 1]) => normal('truncatedNormal', mean, deviation),
};

function distributionOfCaller(op: string, caller: string): RandomDistribution | null {
  if (call.value !== null && (call.value.op === op || call.value.op === caller))
    return distributionOfCall[call.value.op]!(call.value.args);
  if (caller === 'dropout__op') return uniform(0, 1);
  if (caller === 'randomStandardNormal__op') return normal('normal', 0, 1);
  return null;
}

function uniform(minimum: unknown, maximum: unknown): RandomDistribution {
  return { kind: 'uniform', minimum: Number(minimum), maximum: Number(maximum) };
}

function normal(
  kind: 'normal' | 'truncatedNormal',
  mean: unknown,
  deviation: unknown,
): RandomDistribution {
  return { kind, mean: Number(mean), deviation: Number(deviation) };
}

/** Finds offset and scale from two elements far apart, and checks them against all others. */
function solve(
  op: string,
  drawn: ArrayLike<number>,
  type: TensorType,
  seed: number,
  location: SourceLocation | null,
): RandomDistribution {
  const standard = type.dtype === 'float32' ? drawStandard(op, drawn.length, seed) : null;
  if (standard === null || drawn.length < 2) throw unknownDistribution(op, type, location);
  const low = indexOfExtreme(standard, (a, b) => a < b);
  const high = indexOfExtreme(standard, (a, b) => a > b);
  const scale = (drawn[high]! - drawn[low]!) / (standard[high]! - standard[low]!);
  const offset = snapToZero(drawn[low]! - scale * standard[low]!, scale);
  const fits = Array.from(standard).every(
    (value, index) =>
      Math.abs(offset + scale * value - drawn[index]!) <=
      1e-4 * (Math.abs(scale) + Math.abs(offset)),
  );
  if (!fits) throw unknownDistribution(op, type, location);
  if (op === 'randomUniform__op') return uniform(offset, offset + scale);
  return normal(op === 'randomNormal__op' ? 'normal' : 'truncatedNormal', offset, scale);
}

function drawStandard(op: string, size: number, seed: number): ArrayLike<number> | null {
  const outer = reference;
  const drawn: { values: ArrayLike<number> | null } = { values: null };
  reference = drawn;
  try {
    if (op === 'randomUniform__op') randomUniform([size], 0, 1, 'float32', seed);
    else if (op === 'randomNormal__op') randomNormal([size], 0, 1, 'float32', seed);
    else if (op === 'truncatedNormal__op') truncatedNormal([size], 0, 1, 'float32', seed);
  } finally {
    reference = outer;
  }
  return drawn.values;
}

function indexOfExtreme(
  values: ArrayLike<number>,
  beats: (a: number, b: number) => boolean,
): number {
  let best = 0;
  for (let index = 1; index < values.length; index++) {
    if (beats(values[index]!, values[best]!)) best = index;
  }
  return best;
}

/** Rounding must not let `log(uniform(0, 1))` see a negative number. */
function snapToZero(offset: number, scale: number): number {
  return Math.abs(offset) < 1e-5 * Math.abs(scale) ? 0 : offset;
}

function unknownDistribution(
  op: string,
  type: TensorType,
  location: SourceLocation | null,
): StagingError {
  const name = op.replace('__op', '');
  return new StagingError(
    'random-not-traceable',
    `tf.${name} of shape [${type.shape}] and dtype ${type.dtype} cannot be drawn anew at every call of the graph ` +
      'here.',
    location,
    'Call it directly in a function marked "use graph", ' +
      'give a seed if the same numbers at every call are wanted, or pass the numbers in as an argument.',
  );
}

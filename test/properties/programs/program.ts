import { resultValue } from './jumps.js';
import { Random } from './random.js';
import { Scope, type Type } from './scope.js';
import { block } from './statements.js';
import type { Result, Surroundings } from './surroundings.js';

export interface Program {
  /** A module that exports `program(a, b, n, v, flag)`. */
  readonly source: string;
  /** What it is called with, one after the other. */
  readonly calls: readonly Arguments[];
}

/** Two floats, an int, a vector and a bool. */
export type Arguments = readonly [number, number, number, readonly number[], boolean];

/**
 * A random program over everything that is staged: what it does on tensors must be what JavaScript does on numbers.
 */
export function randomProgram(seed: number): Program {
  const random = new Random(seed);
  let count = 0;
  const scope = new Scope();
  const declare = (text: string, type: Type, isAssignable = true) =>
    scope.declare(text, { places: [{ text, type, isAssignable }] });
  declare('a', 'float');
  declare('b', 'float');
  declare('n', 'int');
  declare('v', 'vector', false);
  declare('flag', 'bool');
  declare('x', 'float');
  declare('y', 'float');
  declare('i', 'int');
  declare('w', 'vector');
  const result = random.pick<Result>([
    'float',
    { array: ['float', 'int', 'bool'] },
    { object: { p: 'float', q: 'vector' } },
  ]);
  const around: Surroundings = {
    random,
    fresh: (letter) => `${letter}${++count}`,
    scope,
    depth: random.pick([2, 2, 3, 3, 4, 5]),
    budget: { left: random.pick([5, 10, 10, 20, 30]) },
    weight: 1,
    calls: { count: 0 },
    labels: [],
    canBreak: false,
    canContinue: false,
    result,
    canReturn: true,
    isGuarded: false,
    canAwait: random.chance(0.12),
  };
  const statements = block(around, 6);
  const source = [
    `export ${around.canAwait ? 'async ' : ''}function program(a, b, n, v, flag) {`,
    '"use graph";',
    `let x = ${random.pick(['a', '0', '1', 'b - a', '0.5'])};`,
    `let y = ${random.pick(['b', '0', '2', 'a * 2'])};`,
    `let i = ${random.pick(['n', '0', '1', 'n + 1'])};`,
    'let w = tf.add(v, 1);',
    statements,
    'record(x); record(y); record(i); record(tf.sum(w));',
    `return ${resultValue(result, { ...around, scope: scope.inner() })};`,
    '}',
  ].join('\n');
  return { source, calls: random.times(4, () => randomArguments(random, [-3, -1, 0, 1, 2, 3, 5])) };
}

/** What a call of a program is given; `ints` are those that its whole number may be. */
export function randomArguments(random: Random, ints: readonly number[]): Arguments {
  const float = () => random.pick([-3, -2, -1, -0.5, 0, 0.25, 0.5, 1, 2, 3, 4.75]);
  return [float(), float(), random.pick(ints), [float(), float(), float()], random.chance(0.5)];
}

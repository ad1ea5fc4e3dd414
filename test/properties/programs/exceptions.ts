import { expression, literal } from './expressions.js';
import { braced } from './statements.js';
import { inBlock, type Surroundings } from './surroundings.js';

/** What the messages of errors begin with that programs throw. */
export const thrownPrefix = 'thrown';

export function tryStatement(around: Surroundings): string {
  const { random } = around;
  const tried = () => `try ${braced(around, { isGuarded: true })}`;
  const finalizer = () => `finally ${braced(around, {}, 2)}`;
  return random.weighted<() => string>([
    [2, () => `try ${braced(around)} ${finalizer()}`],
    [2, () => `${tried()} ${handler(around)}`],
    [2, () => `${tried()} ${handler(around)} ${finalizer()}`],
  ])();
}

function handler(around: Surroundings): string {
  const { random } = around;
  if (random.chance(0.25)) return `catch ${braced(around, {}, 2)}`;
  const error = around.fresh('error');
  const look = random.pick([
    '',
    `record(${error} instanceof RangeError ? 1 : 2);\n`,
    `if (${error}.code !== undefined) record(${error}.code);\n`,
    `if (${error}.message === '${thrownPrefix} 1') ${random.pick(['record(3);', around.isGuarded ? `throw ${error};` : ';'])}\n`,
  ]);
  return `catch (${error}) {\n${look}${braced(inBlock(around, { depth: around.depth }), {}, 2)}\n}`;
}

/** Throws, mostly under a condition. What no handler catches ends the program. */
export function throwStatement(around: Surroundings): string {
  const { random } = around;
  const kinds = [
    `new Error('${thrownPrefix} ${random.below(3)}')`,
    `new RangeError('${thrownPrefix} ${random.below(3)}')`,
  ];
  if (around.isGuarded) kinds.push(`{ code: ${literal('float', around)} }`);
  const text = `throw ${random.pick(kinds)};`;
  return random.chance(0.07) ? text : `if (${expression('bool', around, 1)}) ${text}`;
}

import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  assert,
  print,
  range,
  runFunctionsEagerly,
  setLoopOptions,
  TensorArray,
} from '../../runtime/index.js';
import { compile, compileEager, stage } from '../support/compile.js';
import { executors } from '../support/index.js';
import { type Argument, type Call, caseFiles, type Program, readPrograms } from './read.js';
import { agree, settled, shown, tensorsIn } from './results.js';

/*
 * Each program is run as plain JavaScript on plain values; staged, on plain values; as a graph, on tensors, where one trace
 * serves all calls with equal types; and eagerly.
 */

type F = (...args: unknown[]) => unknown;

const scope = { assert, print, range, setLoopOptions, TensorArray };
const head = `import * as tf from '@tensorflow/tfjs-core'; `;

/** `function f` exported, and async where a condition on tensors can only be awaited. */
function moduleOf({ source }: Program, isAsync: boolean): string {
  const found = /^(async )?function f\(/m;
  if (!found.test(source)) throw new Error('There is no function f at the start of a line.');
  return (
    head +
    source.replace(found, (_, word) => `export ${isAsync ? 'async ' : (word ?? '')}function f(`)
  );
}

function onTensors({ as, value }: Argument): unknown {
  if (as === 'host') return value;
  return tf.tensor(value as tf.TensorLike, undefined, as === 'int32' ? as : undefined);
}

const onPlainValues = ({ args }: Call) => structuredClone(args.map(({ value }) => value));

async function expectGiven(call: () => unknown, expected: unknown, what: string): Promise<void> {
  let actual: unknown;
  try {
    actual = await settled(await call());
  } catch (error) {
    (error as Error).message = `${what} throws: ${(error as Error).message}`;
    throw error;
  }
  if (!agree(actual, expected))
    expect.fail(`${what} gives ${shown(actual)}, not ${shown(expected)}`);
}

/** The call gives this, holds no tensors but those of its result, and the same once more. */
async function expectValue(f: F, args: unknown[], expected: unknown, what: string): Promise<void> {
  await expectGiven(() => f(...args), expected, what);
  const before = tf.memory().numTensors;
  const result = await f(...args);
  const made = tensorsIn(result).filter((tensor) => !args.includes(tensor));
  expect(tf.memory().numTensors, `tensors after ${what}`).toBe(before + made.length);
  tf.dispose(made);
}

async function expectError(f: F, args: unknown[], pieces: readonly string[], what: string) {
  const before = tf.memory().numTensors;
  let result: unknown;
  try {
    result = await settled(await f(...args));
  } catch (error) {
    const { message } = error as Error;
    let from = 0;
    for (const piece of pieces) {
      const at = message.indexOf(piece, from);
      if (at === -1) expect.fail(`${what}: '${piece}' is not in: ${message}`);
      from = at + piece.length;
    }
    expect(tf.memory().numTensors, `tensors after ${what}`).toBe(before);
    return;
  }
  expect.fail(`${what} gives ${shown(result)}, and throws no error`);
}

describe.each(executors)('$backend', ({ backend, start }) => {
  beforeAll(start);
  afterEach(() => runFunctionsEagerly(false));

  describe.each(caseFiles)('%s', (file) => {
    it.each(readPrograms(file).map((program) => [program.name, program] as const))(
      '%s',
      async (_, program) => {
        const module = moduleOf(program, backend === 'webgpu');
        const unmarked = module.replaceAll(/(["'])use graph\1;?/g, '');
        const { f } = await compile<{ f: F }>(module, scope);
        const { f: plain } = await compileEager<{ f: F }>(unmarked, scope);
        try {
          for (const call of program.calls) {
            const { outcome, shown } = call;
            const args = call.args.map(onTensors);
            if (outcome && 'error' in outcome) {
              await expectError(f, args, outcome.error, shown);
              await expectError(f, args, outcome.error, `${shown} again`);
            } else {
              const expected = outcome
                ? outcome.value
                : await settled(await plain(...onPlainValues(call)));
              if (!outcome && backend === 'cpu') {
                const what = `${shown} on plain values`;
                await expectGiven(() => f(...onPlainValues(call)), expected, what);
              }
              await expectValue(f, args, expected, shown);
              if (backend === 'cpu') {
                runFunctionsEagerly(true);
                await expectGiven(() => f(...args), expected, `${shown} run eagerly`);
                runFunctionsEagerly(false);
              }
            }
            tf.dispose(args as tf.TensorContainer);
          }
        } catch (error) {
          if (process.env.SHOW_STAGED)
            (error as Error).message += `\n${stage(module).slice(head.length)}`;
          throw error;
        }
      },
    );
  });
});

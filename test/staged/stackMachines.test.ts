import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { expectSame, float32, int32, programOf } from './compare.js';

const machine = (body: string, start = '[]') => `export async function f(code) {
"use graph";
const stack = ${start};
let at = 0;
while (at < code.length) { const op = code[at++]; ${body} }
return stack;
}`;

/* JavaScript decides about the first iteration, whose branches take elements from a stack that has none yet. */
const programs = [
  machine('if (op === 0) stack.push(code[at++]); else stack.push(stack[stack.length - 1]);'),
  machine(
    'if (op === 0) stack.push(code[at++]); else if (op === 1) { const t = stack.pop(); stack.push(t); stack.push(t); }',
  ),
  machine(
    'if (op === 0) stack.push(code[at++]); else if (op === 1) stack.push(stack.pop() + stack.pop()); else { const [p, q] = [stack.pop(), stack.pop()]; stack.push(p, q); }',
    '[0]',
  ),
  machine(
    'switch (op) { case 0: stack.push(code[at++]); break; case 1: stack.push(stack.at(-1)); break; case 2: { const q = stack.pop(), p = stack.pop(); stack.push(p * q); break; } default: throw new Error("unknown op at " + (at - 1)); }',
  ),
];

describe.each(executors)('stack machines, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (source) => {
    const code = [0, 5, 0, 3, 1, 0, 2];
    await expectSame(source, [[int32(code)], [float32(code)]], { backend, start });
  });

  it('tell where they stop, as the number that JavaScript counts', async () => {
    const f = await programOf(programs.at(-1)!);
    const error = await Promise.resolve(f(tf.tensor1d([0, 5, 7], 'int32'))).catch(
      (e: unknown) => e,
    );
    expect(String(error)).toBe('Error: unknown op at 2');
  });
});

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { expectSame, float32, programOf } from './compare.js';

/** Texts that a tensor chooses: `f` is called with x and n. */
const programs: Record<string, string> = {
  'added to in branches': `let s = 'a'; if (x > 0) s += 'b'; if (n > 2) s = \`\${s}!\`; return s === 'ab!' ? 1 : s === 'a' ? 2 : 3;`,
  'a part of a key': `const mode = x > 0 ? 'up' : 'down'; const table = { on_up: (y) => y + 1, on_down: (y) => y * 2 }; return table[\`on_\${mode}\`](n);`,
  'two together': `const k = (x > 0 ? 'up' : 'down') + '-' + (n > 2 ? 'L' : 'R'); switch (k) { case 'up-L': return 1; case 'up-R': return 2; case 'down-L': return 3; default: return 4; }`,
  'the same text on two ways': `const k = (x > 0 ? 'a' : 'ab') + (n > 2 ? 'bc' : 'c'); return (k === 'abc' ? 1 : 0) + (k === 'ac' ? 10 : 0);`,
  'its length and methods': `const mode = x > 0 ? 'up' : 'down'; return mode.length + (mode.startsWith('u') ? 10 : 20) + (mode.toUpperCase() === 'DOWN' ? 100 : 0) + mode.indexOf('w');`,
  'added to in a loop of JavaScript': `let s = ''; for (const c of ['a', 'b']) if (x > 0) s += c; return s === 'ab' ? 1 : s.length;`,
  'its characters': `const s = x > 0 ? 'big' : 'small'; let v = 0; for (const c of s) if ('aeiou'.includes(c)) v += n; const [first, ...rest] = s; return [v, [...s].length, first === 'b' ? 1 : 0, rest.length];`,
  'in the message of an error': `const mode = x > 0 ? 'up' : 'down'; try { if (n > 2) throw new Error(\`bad \${mode}\`); } catch (e) { return 5; } return 6;`,
};

const calls = [
  [float32(1.5), float32(3)],
  [float32(-2), float32(2)],
  [float32(0), float32(4)],
];

describe.each(executors)('chosen texts on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(Object.entries(programs))('%s', async (_, body) => {
    await expectSame(`export async function f(x, n) { "use graph"; ${body} }`, calls, executor);
  });
});

describe.each(executors)('in synchronous calls on $backend', (executor) => {
  beforeAll(executor.start);

  it('a text is known that one branch chooses where the other one does not', async () => {
    const body = `
      const next = { red: 'green', green: 'yellow', yellow: 'red' };
      let light = 'red', sum = 0;
      for (let i = 0; i < 3; i++) {
        if (light === 'green') sum += n;
        if (x > i) light = next[light];
      }
      return [sum, light === 'red', light === 'yellow'];`;
    await expectSame(`export function f(x, n) { "use graph"; ${body} }`, calls, executor);
  });
});

describe('texts that no graph has', () => {
  beforeAll(useCpu);

  it('names the variable that each iteration makes longer', async () => {
    const f = await programOf(
      `export function f(n) { "use graph"; let bar = ''; for (let i = 0; i < n; i++) bar += i > 1 ? '#' : '-'; return bar.length; }`,
    );
    const n = tf.scalar(3);
    expect(() => f(n)).toThrow(/^'bar' is a longer text after each iteration/);
    n.dispose();
  });

  it('throws an error with the text in its message', async () => {
    const f = await programOf(
      `export function f(x) { "use graph"; const mode = x > 0 ? 'up' : 'down'; if (x > 1) throw new RangeError(\`bad \${mode} \` + mode); return x; }`,
    );
    const x = tf.scalar(3);
    expect(() => f(x)).toThrow(new RangeError('bad up up'));
    x.dispose();
  });
});

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../staged/compare.js';
import { useCpu } from '../support/index.js';

/* Messages speak of what the user wrote. */

async function messageOf(body: string, before = '', x: tf.Tensor = tf.scalar(1)): Promise<string> {
  const f = await programOf(`${before}\nexport function f(x) {\n"use graph";\n${body}\n}`);
  try {
    await f(x);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown.');
}

describe('a message', () => {
  beforeAll(() => useCpu());

  it.each([
    ['let f = (v) => { if (v > 3) return v; if (v > 2) return; }; return f(x);'],
    ['if (x > 3) return x; if (x > 2) return;'],
    ['switch (x) { case 1: return x; case 2: return; case 3: return 5; }'],
  ])('tells of a return that is missing: %s', async (body) => {
    expect(await messageOf(body)).toContain('[return-in-some-branches]');
  });

  it.each([
    ["const o = { a: 1 }; o[x > 3 ? 'a' : 'b'] += 1; return o;", 'has b, which only some'],
    ["const o = { a: 1 }; const k = o[x > 3 ? 'a' : 'b']; return k + 1;", "chooses, 'b'"],
    [
      "const m = new Map([['a', 1]]); return m.get(x > 3 ? 'a' : 'b') * 2;",
      "nothing at the key that a tensor chooses, 'b'",
    ],
    [
      'const o = x > 3 ? { a: 1 } : null; const k = (o && o.a) || null; return k + 1;',
      'The value of ||',
    ],
    [
      'const o = x > 3 ? { a: 1 } : null; const k = o?.a ?? undefined; return k + 1;',
      'The value of ??',
    ],
    [
      'class A { go() { return 1; } } class B { go() {} } const o = x > 3 ? new A() : new B(); return o.go() * 2;',
      'The result for the object that a tensor chooses',
    ],
  ])('names what is missing: %s', async (body, text) => {
    const message = await messageOf(body);
    expect(message).toContain(text);
    expect(message).not.toContain('?:');
  });
});

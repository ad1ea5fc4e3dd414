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

  it.each([
    ["let i = 0; if (x > 3) i = 'found'; return i;"],
    ["if (x > 3) return 'found'; return 2;"],
    ["let s = 1; for (let i = 0; i < x; i++) s = 'k'; return s;"],
  ])('casts no text: %s', async (body) => {
    const message = await messageOf(body);
    expect(message).toContain('keep the text in a variable of its own');
    expect(message).not.toContain('tf.cast');
  });

  it.each([
    ['if (x > 3) x = x.dataSync()[0]; return x;'],
    ['for (let i = 0; i < x; i++) x = x.dataSync()[0]; return x;'],
  ])('names the function that is traced: %s', async (body) => {
    expect(await messageOf(body)).toContain("while tracing 'f'");
    const helper = `function helper(x) { ${body} }`;
    expect(await messageOf('return helper(x);', helper)).toContain("while tracing 'helper'");
  });

  it.each([
    ["if (x > 'high') return 1; return 2;", 'Compare the tensor with a number'],
    ['return tf.matMul([1, 2], [3, 4]) + x;', 'Multiply vectors with tf.dot'],
    ['return tf.sum(x, 2);', 'A scalar has no axes'],
    [
      'return tf.add([1, 2], tf.tensor1d([1, 2, 3])) + x;',
      'Sizes are compared from the last axis on',
    ],
    ['return tf.stack([x, x])[0.5];', 'Math.floor(i)'],
    ['let y = x; for (let i = 0; i < x; i++) y = [y]; return y;', 'must be of one kind'],
    ['return tf.stack([x, x])[2];', 'Use an index from 0 to 1, or from the end, -2 to -1'],
    ['return [x, x].find((v) => v > 9) * 2;', 'find(…) ?? 0'],
    [
      'const l = []; for (const v of tf.stack([x])) if (v > 0) l.push(v); return l[3] * 2;',
      'ask first, l[3] ?? 0',
    ],
    ['return tf.grad((v) => [v])(x);', 'Return the one tensor whose gradient is wanted'],
    ['return tf.grad((v) => x * 2)(tf.ones([2]));', 'does not depend on its argument'],
    ['return tf.grads((v, w) => v * 2)([x, tf.ones([2])]);', 'does not depend on its argument 2'],
    [
      "const w = tf.variable(x, true, 'weight'); return tf.variableGrads(() => x * 2, [w]).value;",
      "does not depend on the variable 'weight'",
    ],
    ["return x + 'px';", 'read what the call returns'],
    ['return tf.concat([tf.reshape(x, [1]), tf.ones([1, 2])]);', 'their ranks, 1 and 2, differ'],
    ['return x.mean();', 'write tf.mean(…), or import'],
  ])('says what to do: %s', async (body, text) => {
    expect(await messageOf(body)).toContain(text);
  });

  it.each([
    ['let k = i; fs.push(() => k++);'],
    ['let k = i; fs.push({ v: i, get() { return (this.v += k++); } });'],
    ['let k = i; fs.push([() => k++, i]);'],
  ])('tells of functions that iterations make: %s', async (push) => {
    const message = await messageOf(
      `const fs = []; for (let i = 0; i < x; i++) { ${push} } return fs.length;`,
    );
    expect(message).toContain("'fs' is given a new function in each iteration");
  });

  it.each([
    ['x &&= 3; return x;', 'The condition of &&= must be'],
    ['let p = 2; tf.isNaN(x) && (p = [1]); return p;', 'in the right side of &&'],
    ['const p = x > 3 ? x : undefined; return p * 2;', 'Give both sides a value'],
    [
      'function* g() { if (x > 0) yield x; } return g().next().value;',
      'taken one by one, by next() or',
    ],
    [
      'function* g() { try { yield 1; } finally { if (x > 0) yield x; } } return [...g()];',
      'it yields in a `finally`',
    ],
    [
      'const o = x > 0 ? { k: 1 } : null; if (x < 3) o.k = [2]; return o.k;',
      "The property 'k' must",
    ],
  ])('names what applies: %s', async (body, text) => {
    expect(await messageOf(body)).toContain(text);
  });

  it('a `finally` that jumps drops no refusal', async () => {
    const body =
      'function* g(all) { for (const v of all) { try { if (v > 0) yield v; } finally { continue; } } } return [...g([x, x])];';
    expect(await messageOf(body)).toContain('[condition-in-generator]');
  });

  const box =
    "const box = new Function('return { keep(x) { this.x = x; }, get() { return this.x; } }')();";

  it.each([
    ['if (x > 0) box.keep(x * 2); return tf.add(box.get(), 1);', '`let y = 0; if (…) y = …;`'],
    [
      'for (let i = 0; i < x; i++) box.keep(x * 2); return tf.add(box.get(), 1);',
      '`let y = 0; for (…) y = …;`',
    ],
    ['return tf.lowerBound([1, 2], x);', 'of tf.lowerBound or tf.upperBound'],
  ])('tells of what has no value there: %s', async (body, text) => {
    expect(await messageOf(body, box)).toContain(text);
  });

  it.each([
    [
      "const s = x > 3 ? 'a' : null; return s;",
      "Give both sides a text, such as '' in place of null",
    ],
    ["const s = x > 3 && 'a'; return s;", "0, '' or null (`condition ? value : 0`"],
    ['const s = x > 3 ? null : undefined; return s;', 'whether this is null or undefined, which'],
    [
      'let head = null; while (x > -3) { if (x > 0) head = { x, next: head }; x -= 1; } return head.x;',
      "'head' is another object with each iteration",
    ],
  ])('says what may be missing: %s', async (body, text) => {
    expect(await messageOf(body)).toContain(text);
  });

  it('null or undefined have texts', async () => {
    const f = await programOf(
      `export function f(x) { "use graph"; const s = x > 3 ? null : undefined; return 'is ' + s; }`,
    );
    const text = (await f(tf.scalar(1))) as tf.Tensor;
    expect(text.dataSync()).toEqual(['is undefined']);
  });
});

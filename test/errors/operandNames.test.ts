import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { argumentNames, whileRunning } from '../../runtime/trace/runningCode.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

async function told(program: string, ...args: unknown[]): Promise<string> {
  const { f } = await compile(program, { tf }, 'model.js');
  try {
    f!(...args);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown.');
}

const marked = (body: string, parameters = 'x, o') =>
  `export function f(${parameters}) {\n  "use graph";\n  ${body}\n}`;

describe('an operand that has no meaning', () => {
  beforeAll(useCpu);

  it.each([
    ['return x + o.scale;', 'x (float32[2]) + o.scale (undefined)'],
    ['const { rate } = o; return x * rate;', 'x (float32[2]) * rate (undefined)'],
    ['x -= o.a.b; return x;', 'x (float32[2]) - o.a.b (undefined)'],
    ['o.a.b *= x; return x;', 'o.a.b (undefined) * x (float32[2])'],
    ['return o.list[0] - x;', 'o.list[0] (undefined) - x (float32[2])'],
    [
      'for (let i = 0; i < 1; i++) x += o.list[i]; return x;',
      'x (float32[2]) + o.list[i] (undefined)',
    ],
    ['const g = (a) => a ** this?.p; return g(x);', 'a (float32[2]) ** undefined'],
    ['return x / (x, null);', 'x (float32[2]) / null'],
    ['return tf.add(x, 1) % o.scale;', 'float32[2] % o.scale (undefined)'],
    ['const [a, b, c] = x; return a + b + c;', 'float32[] + c (undefined)'],
    ['const [a, b, c] = x; return a + c + b;', 'a (float32[]) + c (undefined)'],
    ["return x * 'a, b)' * o.a;", 'x (float32[2]) * the string "a, b)"'],
  ])('is called what the program calls it: %s', async (body, operation) => {
    const message = await told(marked(body), tf.tensor1d([1, 2]), { a: {}, list: [] });
    expect(message).toContain(`${operation} has no meaning.`);
  });

  it.each([
    'return [x, x] * 2;',
    'const xs = [x, 1]; return xs - xs;',
    'return x.map((e) => e * 2) / 2;',
    'if ([x] > 1) return 1; return 2;',
  ])('is an array of tensors, of which JavaScript makes a text: %s', async (body) => {
    const message = await told(marked(body), tf.tensor1d([1, 2]));
    expect(message).toContain('has no meaning: an array is no tensor, whatever it holds.');
    expect(message).toContain('tf.stack(xs)');
  });

  it('tells how to give it a value', async () => {
    expect(await told(marked('return x + o;'), tf.scalar(1))).toContain(
      "Give 'o' a value before, or say what counts where it has none: o ?? 0. [operand-type]",
    );
  });

  it('tells that a function may lack its return', async () => {
    const program =
      'function g(x) { x * 2; }\nexport function f(x) { "use graph"; return g(x) + x; }';
    expect(await told(program, tf.scalar(1))).toContain(
      'Where a function was called for the operand that is undefined, let it return something. [operand-type]',
    );
  });

  it.each([
    'const scaled = (v, by) => tf.relu(v) * by;\nexport function f(x) { "use graph"; return scaled(x); }',
    'class A { scaled(v, by) { return tf.relu(v) * by; } }\nexport function f(x) { "use graph"; return new A().scaled(x); }',
    'class A { constructor(v, by) { this.v = tf.relu(v) * by; } }\nexport function f(x) { "use graph"; return new A(x).v; }',
    'export function f(x) { "use graph"; const g = (v, by) => tf.relu(v) * by; return g(x); }',
    'export const f = (x, by) => { "use graph"; return tf.relu(x) * by; };',
  ])('is known in every function of the program', async (program) => {
    expect(await told(program, tf.scalar(1))).toContain('float32[] * by (undefined) has no');
  });

  it('is named beside one that does not broadcast', async () => {
    const message = await told(marked('return x * o;'), tf.ones([2]), tf.ones([3]));
    expect(message).toContain('x (float32[2]) * o (float32[3]): sizes 2 and 3 do not broadcast.');
  });
});

describe('names in code that a bundler has written', () => {
  const place = 'model.js:3:10';
  const names = (call: string) => {
    const code = new Function(`return () => { return ${call}; }`)() as object;
    return whileRunning(code, () => argumentNames('mul', place, 2));
  };

  it.each([
    [`ug.mul(x, o.scale, "${place}")`, ['x', 'o.scale']],
    [`mul$2(x, scale, '${place}')`, ['x', 'scale']],
    [`__vite_ssr_import_0__.mul(x, __vite_ssr_import_1__.scale, "${place}")`, ['x', 'scale']],
    [
      `(0,staged__WEBPACK_IMPORTED_MODULE_0__.mul)(x, c__WEBPACK_IMPORTED_MODULE_1__.scale, "${place}")`,
      ['x', 'scale'],
    ],
    [`ug.lt(ug.mul(g(a, [b]), this.#rate, "${place}"), 1, "${place}")`, [undefined, 'this.#rate']],
  ])('are those of the program: %s', (call, expected) => {
    expect(names(call.replace('this.#rate', 'this.rate'))).toEqual(
      expected.map((name) => name?.replace('#', '')),
    );
  });

  it.each([`Q(e,t.scale,"${place}")`, `e.mul(t,n,"${place}")`, `ug.add(x, y, "${place}")`])(
    'are left out where they are none of it: %s',
    (call) => expect(names(call)).toEqual([]),
  );
});

describe('names of parameters that a bundler renamed, since staged code is inside of a function that has them too', () => {
  const place = 'model.js:3:10';
  const inner = (parameters: string) =>
    `(${parameters}) => { return ug.mul(x2, w2.scale, "${place}"); }`;

  it.each([
    [`(${inner('x2, w2')})`, ['x', 'w']],
    [`(${inner('x2, ...w2')})`, ['x', '...w']],
    [
      `(function f(x, w) { if (ug.is_staging("staged from model.js:1:1")) return (${inner('x2, w2')})(...arguments); return x * w.scale; })`,
      undefined,
    ],
    [
      `((x, w = 1) => ug.is_staging("staged from model.js:1:1") ? (${inner('x2, w2 = 1')})(x, w) : x * w.scale)`,
      undefined,
    ],
    [
      `({ f(x, w) { if (ug.is_staging("staged from model.js:1:1")) return (${inner('x2, w2')})(...arguments); } }).f`,
      undefined,
    ],
  ])('are those of the program: %s', (code, parameters) => {
    const f = new Function(`return ${code}`)() as object;
    expect(whileRunning(f, () => argumentNames('mul', place, 2), parameters)).toEqual([
      'x',
      'w.scale',
    ]);
  });

  it.each([
    ['const wide = 7; return x * wide;', 'wide'],
    ['const wide = 7; const wide2 = 8; return x * wide2;', 'wide2'],
    ['return x * o.wide;', 'wide2'],
  ])('are those of variables: %s', (written, expected) => {
    const f = new Function(
      `return (function f(x) { if (ug.is_staging("staged from model.js:1:1")) return ((x2) => { const wide2 = 7; return ug.mul(x2, wide2, "${place}"); })(...arguments); ${written} })`,
    )() as object;
    expect(whileRunning(f, () => argumentNames('mul', place, 2))).toEqual(['x', expected]);
  });

  it('are also those of a function around', () => {
    const inside = `(e2) => ug.mul(x2, e2, "${place}")`;
    const [f, g] = [`(x2) => [1].map(${inside})`, inside].map(
      (text) => new Function(`return ${text}`)() as object,
    );
    const names = whileRunning(f!, () => whileRunning(g!, () => argumentNames('mul', place, 2)), [
      'x',
    ]);
    expect(names).toEqual(['x', 'e2']);
  });

  it('are as they are written where nobody knows others', () => {
    const f = new Function(`return (${inner('x2, w2')})`)() as object;
    expect(whileRunning(f, () => argumentNames('mul', place, 2))).toEqual(['x2', 'w2.scale']);
  });
});

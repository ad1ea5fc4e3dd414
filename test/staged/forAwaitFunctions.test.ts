import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, compileEager } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';

type Program = Record<string, (x: unknown) => Promise<unknown>>;

/** What the loops iterate, and what makes functions that keep what they were given. */
const shared = `
  async function* items(x) { for (let i = 0; i < 3; i++) yield x[i]; }
  async function* repeated(n, y) { for (let i = 0; i < n; i++) yield y; }
  const adder = (n) => (v) => v + n;
  const tally = (start) => { let t = start; return { add(v) { t += v; }, total: () => t, get twice() { return t * 2; } }; };
  const every = (k, g) => { let calls = 0; return (v) => (++calls % k === 0 ? g(v) : 0); };
  const once = (g) => { let done = false, kept; return (...a) => { if (!done) { done = true; kept = g(...a); } return kept; }; };
  const remembered = (g) => { const known = new Map(); return (k) => { if (!known.has(k)) known.set(k, g(k)); return known.get(k); }; };
  const pipe = (...fs) => (v) => fs.reduce((w, g) => g(w), v);
  const double = (v) => v * 2;
`;

/** Functions that calls make know tensors and variables of the call: another call makes others. */
const bodies: Record<string, string> = {
  'a variable of a block that has the name of one which a function mentions':
    'let a = x[0] * 2; function get() { return a + 1; } let s = 0; for await (const b of items(x)) { const a = get() * b; s = s + a; for await (const c of [a, 1]) { let a = c + get(); s = s + a; } } return s + get();',
  'a block around the loop that has the name of a parameter which a function mentions':
    'let s = 0; { const x = g(); for await (const k of [1, 2]) s = s + k * x; } function g() { return x[0] * 2 + x[1]; } return s;',
  'a function that a call returns':
    'const add = adder(x[0]); let s = 0; for await (const b of items(x)) s = add(s + b); return s;',
  'one in an object, an array and a Map':
    "const o = { go: adder(x[0]) }, l = [adder(x[1])], m = new Map([['a', adder(x[2])]]); let s = 0; for await (const b of items(x)) s = m.get('a')(l[0](o.go(s))) + b; return s;",
  'functions that a callback makes':
    'const fs = [1, 2].map((k) => (v) => v * k + x[0]); let s = 0; for await (const b of items(x)) for (const g of fs) s = g(s + b); return s;',
  'functions that Array.from makes':
    'const fs = Array.from({ length: 2 }, (_, i) => () => x[0] + i); let s = 0; for await (const b of items(x)) s += fs[1]() * b; return s;',
  'iterators that functions make':
    'let s = 0; const jobs = [1, 2].map((k) => () => repeated(k, x[0])); for (const job of jobs) for await (const b of job()) s += b; return s;',
  'what a function keeps to itself':
    'const sum = tally(x[0]); for await (const b of items(x)) { if (b > 1) sum.add(b); } return sum.total() + sum.twice;',
  'the same of a function that is called at once':
    'const sum = (() => { let t = x[0]; return { add(v) { t += v; }, total: () => t }; })(); for await (const b of items(x)) sum.add(b * 2); return sum.total();',
  'two of them':
    'function counter(start) { let c = start; return { inc: (by = 1) => (c += by), get value() { return c; } }; } const p = counter(x[0]), q = counter(0); for await (const b of items(x)) { p.inc(b); if (p.value > 4) q.inc(); } return p.value * 10 + q.value;',
  'one that counts its calls':
    'const g = every(2, (v) => v * x[0]); let s = 0; for await (const b of items(x)) s += g(b); return s;',
  'one that calls another once':
    'const first = once((v) => v * x[1]); let s = 0; for await (const b of items(x)) s += first(b); return s;',
  'one that remembers':
    'const square = remembered((k) => k * x[0]); let s = 0; for await (const b of items(x)) s += square(2) + b; return s;',
  'one of others':
    'const g = pipe((v) => v + x[0], (v) => (v > 4 ? v : -v)); let s = 0; for await (const b of items(x)) s += g(b); return s;',
  'one of a function of the call':
    'let s = 0; const add = (v) => { s += v + x[0]; }; const twice = ((g) => (v) => { g(v); g(v); })(add); for await (const b of items(x)) twice(b); return s;',
  'one that a loop makes anew':
    'let g = adder(x[0]); let s = 0; for await (const b of items(x)) { s = g(s); g = adder(b); } return g(s);',
  'a function of the module in an object':
    'const o = { g: double, n: x[0] }; let s = 0; for await (const b of items(x)) s += o.g(b) + o.n; return s;',
};

const calls = [
  [1, 2, 3],
  [2, 0.5, 5],
  [0.25, 7, 1],
];

const sourceOf = (body: string) => `${shared}\nexport async function f(x) { "use graph"; ${body} }`;

async function numberIn(result: unknown): Promise<unknown> {
  const number = result instanceof tf.Tensor ? (await result.data())[0] : result;
  tf.dispose(result as tf.Tensor);
  return number;
}

describe.each(executors)('for await and functions that calls make, on $backend', ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(bodies))('%s', async (_, body) => {
    const source = sourceOf(body);
    const plain = await compileEager<Program>(source.replaceAll('"use graph";', ''), { tf });
    const program = await compile<Program>(source, { tf });
    for (const numbers of calls) {
      const x = tf.tensor1d(numbers);
      const before = tf.memory().numTensors;
      const found = await numberIn(await program.f!(x));
      expect(found).toBeCloseTo((await plain.f!(numbers)) as number, 3);
      expect(tf.memory().numTensors, 'tensors left').toBe(before);
      x.dispose();
    }
  });
});

describe('for await and functions', () => {
  beforeAll(useCpu);

  it('returns one that a call has made', async () => {
    const source = sourceOf(
      'const sum = tally(x[0]); for await (const b of items(x)) sum.add(b); return sum.total;',
    );
    const { f } = await compile<Record<string, (x: unknown) => Promise<() => tf.Tensor>>>(source, {
      tf,
    });
    const total = await f!(tf.tensor1d([1, 2, 3]));
    expect(await total().data()).toEqual(Float32Array.of(7));
  });

  it('remains a graph where a part finds functions of the module', async () => {
    const { f, count } = await compile<Program & { count(): number }>(
      `${shared}
       let traces = 0;
       export const count = () => traces;
       const noted = (v) => { traces++; return v * 2; };
       export async function f(x) {
         "use graph";
         const o = { g: noted };
         let s = 0;
         for await (const b of items(x)) s += o.g(b);
         return s;
       }`,
      { tf },
    );
    const x = tf.tensor1d([1, 2, 3]);
    for (let call = 0; call < 3; call++) expect(await numberIn(await f!(x))).toBe(12);
    const first = count();
    expect(await numberIn(await f!(x))).toBe(12);
    expect(count()).toBe(first);
    x.dispose();
  });
});

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, compileEager } from '../support/compile.js';
import { executors, holdings, useCpu } from '../support/index.js';

/** Each is run on plain numbers by JavaScript, and on tensors as a graph. */
const programs: Record<string, readonly [source: string, ...inputs: (number | number[])[]]> = {
  'a guard': [
    `async function f(x) { "use graph"; if (x < 0) throw new RangeError('negative'); return x * 2; }`,
    -1,
    2,
  ],
  'a branch that throws instead of assigning': [
    `async function f(x) { "use graph"; let y; if (x > 0) y = 1; else throw new RangeError('no'); return y + x; }`,
    -1,
    1,
  ],
  'one after the other': [
    `async function f(x) { "use graph"; if (x < 0) throw new RangeError('a'); if (x > 5) throw new TypeError('b'); return x; }`,
    -1,
    2,
    7,
  ],
  'both branches': [
    `async function f(x) { "use graph"; if (x > 0) throw new Error('pos'); else throw new TypeError('neg'); }`,
    1,
    -1,
  ],
  'all that follows throws': [
    `async function f(x) { "use graph"; if (x > 0) throw new Error('pos'); throw new TypeError('neg'); }`,
    1,
    -1,
  ],
  'the end after a return': [
    `async function f(x) { "use graph"; if (x > 0) return x; throw new TypeError('neg'); }`,
    1,
    -1,
  ],
  'nested branches': [
    `async function f(x) { "use graph"; let y = 0; if (x > 0) { if (x > 5) { throw new Error('big'); } y = x; } else { y = -x; if (y > 5) throw new Error('small'); } return y; }`,
    1,
    7,
    -1,
    -7,
  ],
  'a switch': [
    `async function f(x) { "use graph"; let y = 0; switch (x) { case 1: y = 10; break; case 2: y = 20; default: if (x > 3) throw new RangeError('unknown'); y += 1; } return y; }`,
    1,
    2,
    3,
    4,
  ],
  'a loop over rows': [
    `async function f(v) { "use graph"; let s = 0; for (const r of v) { if (r < 0) throw new RangeError('row'); s += r; } return s; }`,
    [1, 2],
    [1, -2],
  ],
  'an endless loop': [
    `async function f(x) { "use graph"; let n = 0; for (;;) { n++; if (n > x) throw new Error('end'); } }`,
    0,
    3,
  ],
  'a helper': [
    `function check(x) { if (x < 0) throw new RangeError('neg'); return x + 1; } async function f(x) { "use graph"; return check(x) * 2; }`,
    1,
    -1,
  ],
  'a helper that only throws': [
    `function fail(m) { throw new TypeError(m); } async function f(x) { "use graph"; if (x < 0) { const y = fail('neg'); return y.z; } return x; }`,
    1,
    -1,
  ],
  '?: and &&': [
    `function fail(m) { throw new TypeError(m); } async function f(x) { "use graph"; const y = x > 0 ? x : fail('neg'); (y > 5) && fail('big'); return y; }`,
    1,
    -1,
    7,
  ],
  'a class of the program': [
    `class Mine extends Error { constructor(a) { super('mine ' + a); this.code = a; } } async function f(x) { "use graph"; if (x > 0) throw new Mine(3); return x; }`,
    1,
    -1,
  ],
  'no error at all': [
    `async function f(x) { "use graph"; if (x > 0) throw 'text'; return x; }`,
    1,
    -1,
  ],
  'a catch': [
    `async function f(x) { "use graph"; let y = 1; try { y = 2; if (x > 0) throw new Error('a'); y = 3; } catch (e) { y = y * 10; } return y + x; }`,
    1,
    -1,
  ],
  'a catch without a parameter': [
    `async function f(x) { "use graph"; try { if (x > 0) throw new Error('a'); return x; } catch { return -x; } }`,
    1,
    -1,
  ],
  'a catch around a helper': [
    `function check(x) { if (x > 5) throw new TypeError('big'); return x + 1; } async function f(x) { "use graph"; let y = 0; try { y = check(x); y = y * 10; } catch (e) { y = e.message === 'big' ? -1 : -2; } return y; }`,
    3,
    7,
  ],
  'a catch that asks what it is': [
    `async function f(x) { "use graph"; try { if (x > 10) throw new RangeError('r'); if (x > 5) throw new TypeError('t'); return x; } catch (e) { if (e instanceof RangeError) return x * 100; return x * 1000; } }`,
    1,
    7,
    12,
  ],
  'a catch that throws again': [
    `async function f(x) { "use graph"; try { if (x > 10) throw new RangeError('r'); if (x > 5) throw new TypeError('t'); return x; } catch (e) { if (e instanceof RangeError) throw e; throw new Error('wrapped ' + e.message); } }`,
    1,
    7,
    12,
  ],
  'a parameter that is taken apart': [
    `async function f(x) { "use graph"; try { if (x > 0) throw { code: 4, at: [1, 2] }; return x; } catch ({ code, at: [a, b] }) { return code + a * b; } }`,
    1,
    -1,
  ],
  'nested statements': [
    `async function f(x) { "use graph"; let log = 0; try { try { if (x > 0) throw new Error('in'); log += 1; } catch (e) { log += 10; if (x > 5) throw new Error('out'); log += 100; } finally { log += 1000; } log += 10000; } catch { log += 100000; } return log; }`,
    -1,
    1,
    7,
  ],
  'finally after everything': [
    `async function f(x) { "use graph"; let n = 0; try { if (x > 5) return n + 1; if (x > 2) throw new Error('a'); n += 10; } catch { n += 100; if (x > 4) return n; } finally { n += 1000; } return n; }`,
    1,
    3,
    5,
    7,
  ],
  'finally that returns': [
    `async function f(x) { "use graph"; let z = 0; try { if (x > 0) throw new Error('pos'); z = 1; } finally { if (x > 5) return -1; z = 2; } return z; }`,
    -1,
    3,
    7,
  ],
  'finally that always returns': [
    `async function f(x) { "use graph"; try { if (x > 0) throw new Error('pos'); return 1; } finally { return x + 2; } }`,
    -1,
    3,
  ],
  'finally that breaks': [
    `async function f(x) { "use graph"; let n = 0; while (n < 10) { try { n++; if (n > x) throw new Error('stop'); } finally { if (n > 4) break; } } return n; }`,
    2,
    6,
    20,
  ],
  'continue through finally': [
    `async function f(x) { "use graph"; let z = 0; while (x > 0) { x = x - 1; try { if (x < 5) continue; z = z + 1; } finally { z = z + 10; } } return z; }`,
    10,
    4,
    0,
  ],
  'break through finally': [
    `async function f(x) { "use graph"; let z = 0; while (x > 0) { x = x - 1; try { if (x < 5) break; z = z + 1; } finally { z = z + 10; } } return z; }`,
    10,
    4,
    0,
  ],
  'a try in a loop': [
    `async function f(v) { "use graph"; let s = 0; for (const r of v) { try { if (r < 0) throw new RangeError('row'); s += r; } catch { s += 100; } } return s; }`,
    [1, 2],
    [1, -2, 3],
  ],
  'a loop in a try': [
    `async function f(v) { "use graph"; let s = 0; let n = -1; try { for (const r of v) { if (r < 0) throw new RangeError('row'); s += r; n = n + 1; } s = s * 2; } catch { s = -s; } return s * 100 + n; }`,
    [1, 2],
    [1, -2, 3],
    [-1, 1],
  ],
  'an endless loop in a try': [
    `async function f(x) { "use graph"; let n = 0; try { while (true) { n = n + 1; if (n > x) throw new Error('stop'); } } catch { n = n * 2; } return n; }`,
    3,
    0,
  ],
  'a test that throws': [
    `function below(n, x) { if (n > 6) throw new Error('far'); return n < x; } async function f(x) { "use graph"; let n = 0; try { while (below(n, x)) n = n + 2; } catch { n = n * 100; } return n; }`,
    3,
    20,
  ],
  'loops in loops in a try': [
    `async function f(x) { "use graph"; let n = 0; try { for (let i = x * 0; i < 3; i++) { for (let j = x * 0; j < 3; j++) { n = n + 1; if (i * j >= x) throw new Error('found'); } n = n + 10; } } catch { n = -n; } finally { n = n + 0.5; } return n; }`,
    1,
    2,
    9,
  ],
  'a callback': [
    `async function f(x) { "use graph"; let s = 0; try { [1, 2, 3].forEach((k) => { if (k > x) throw new Error('over'); s += k; }); } catch { s = s * 100; } return s; }`,
    0,
    2,
    5,
  ],
  'JavaScript throws in the block': [
    `async function f(x) { "use graph"; let y = x; try { y = y + 1; JSON.parse('{'); y = y + 1; } catch (e) { y = e instanceof SyntaxError ? y * 10 : 0; } return y; }`,
    1,
  ],
  'JavaScript throws in a branch of the block': [
    `async function f(x) { "use graph"; let y = x; try { if (x > 0) { y = y + 1; JSON.parse('{'); } y = y + 2; } catch (e) { y = e instanceof SyntaxError ? y * 10 : 0; } return y; }`,
    1,
    -1,
  ],
  'JavaScript throws after a tensor may have': [
    `async function f(x) { "use graph"; try { if (x > 0) throw new RangeError('x'); null.length; } catch (e) { return e instanceof TypeError ? 1 : 2; } return 3; }`,
    1,
    -1,
  ],
  'a variable without a value': [
    `async function f(x) { "use graph"; let y; try { if (x > 0) throw new Error('a'); y = x; } catch { y = 5; } return y; }`,
    1,
    -1,
  ],
  'another type': [
    `async function f(x) { "use graph"; let y = true; try { if (x > 0) throw new Error('a'); y = x * 1.5; } catch { y = 5; } return y; }`,
    1,
    -1,
  ],
  'an array': [
    `async function f(x) { "use graph"; const a = [x, 0]; try { a[1] = 1; if (x > 0) throw new Error('a'); a[0] = 7; } catch { a[1] += 10; } return a[0] * 100 + a[1]; }`,
    1,
    -1,
  ],
  'an object': [
    `async function f(x) { "use graph"; const o = { n: 0 }; try { o.n = x; if (x > 0) throw new Error('a'); o.n = 7; } finally { o.n += 10; } return o.n; }`,
    1,
    -1,
  ],
  'a graph function inside': [
    `function g(x) { "use graph"; if (x > 0) throw new Error('g'); return x; } async function f(x) { "use graph"; let y; try { y = g(x); } catch { y = 9; } return y; }`,
    1,
    -1,
  ],
  'a labelled block': [
    `async function f(x) { "use graph"; let n = 0; out: { try { if (x > 0) break out; n = 1; if (x < -5) throw new Error('low'); } catch { n = 50; } finally { n += 10; } n += 100; } return n; }`,
    1,
    -1,
    -9,
  ],
  'a loop in a staged loop, in each round of another': [
    `async function f(x) { "use graph"; let n = 0; try { for (const step of [0.5, 0]) { for (let i = 0; i < x; i++) { for (let j = 0; ; j++) { n += step; if (x === 3) break; throw j; } } } } catch (e) { n += 10 + e; } return n; }`,
    0,
    2,
    3,
  ],
  'the state of a loop at the throw': [
    `async function f(x) { "use graph"; let n = 0, last = -1; for (let i = 0; i < 4; i++) { try { last = i; if (i > x) throw new Error('a'); n += 1; } catch { n += last * 10; continue; } finally { n += 100; } } return n; }`,
    0,
    2,
    9,
  ],
  'what a variable is at the throw, where what follows cannot be merged with it': [
    `async function f(x) { "use graph"; let o = null; try { if (x < 0) throw 1; o = { q: x }; if (x > 5) throw 2; } catch { return o === null ? -1 : o.q + 100; } return o.q; }`,
    -1,
    2,
    7,
  ],
  'what a variable is at the throw, an object of another kind': [
    `async function f(x) { "use graph"; let o = { p: 1 }, p = o; try { if (x < 0) throw 1; o = { q: x, r: 1 }; if (x > 5) throw 2; } catch { return (o.p ?? 50) + (o.q ?? 7) + p.p; } return o.q; }`,
    -1,
    2,
    7,
  ],
  'what a variable is at the throw, in a loop': [
    `async function f(v) { "use graph"; let last = null; try { for (const e of v) { if (e > 2) throw e; last = { e }; } } catch { return last?.e ?? 9; } return last === null ? 1 : last.e + 10; }`,
    [3, 1],
    [1, 2, 3],
    [1, 2],
  ],
  'what a variable is at the throw, in the finalizer': [
    `async function f(x) { "use graph"; let o = null, n = 0; try { try { if (x < 0) throw 1; o = { q: x }; } finally { n = o?.q ?? 7; } n += o.q; } catch { n += 100; } return n; }`,
    -1,
    2,
  ],
};

describe.each(executors)('exceptions on $backend', ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(programs))('%s', async (_, [source, ...inputs]) => {
    const program = exported(source);
    const plain = await compileEager(program.replaceAll('"use graph";', ''));
    const staged = await compile(program);
    for (const input of inputs) {
      const expected = [input, await outcome(plain.f!, input)];
      const x = tf.tensor(input);
      expect([input, await outcome(staged.f!, x)]).toEqual(expected);
      // A call that throws leaves nothing behind that the next one would notice.
      const before = holdings();
      expect([input, await outcome(staged.f!, x)]).toEqual(expected);
      expect(holdings().numTensors).toBe(before.numTensors);
      // Constants of programs that have been collected may go meanwhile.
      expect(holdings().numDataIds).toBeLessThanOrEqual(before.numDataIds);
      x.dispose();
    }
  });
});

function exported(source: string): string {
  return source.replace(/async function f\(/, 'export async function f(');
}

/** What a call gives or throws, on tensors and numbers alike. */
async function outcome(f: (...args: unknown[]) => unknown, input: unknown): Promise<unknown> {
  try {
    const result = await f(input);
    if (!(result instanceof tf.Tensor)) return Number(result);
    const [value] = await result.data();
    result.dispose();
    return Number(value);
  } catch (error) {
    if (!(error instanceof Error)) return error;
    return {
      class: error.constructor.name,
      message: error.message,
      code: (error as { code?: unknown }).code,
    };
  }
}

describe('what an exception leaves', () => {
  beforeAll(useCpu);

  it('is thrown as it is: its class, properties and cause', async () => {
    const { f, same } = await compile(
      `class Mine extends Error { constructor(m, info) { super(m); this.info = info; } }
       const known = new TypeError('known');
       export function f(x) { "use graph"; if (x > 0) throw new Mine('m', { a: 1 }); return x; }
       export function same(x) { "use graph"; if (x > 0) throw known; return x; }
       export { known, Mine };`,
    );
    const x = tf.scalar(1);
    const thrown = caught(() => f!(x)) as Error & { info: unknown };
    expect(thrown.constructor.name).toBe('Mine');
    expect(thrown.info).toEqual({ a: 1 });
    expect(caught(() => same!(x))).toBe(caught(() => same!(x)));
    x.dispose();
  });

  it('has the text of tensors in its message when it happens', async () => {
    const { f } = await compile(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the program's own template.
      'export function f(x) { "use graph"; if (x > 0) throw new RangeError(`got ${x}` + \' and \' + x * 2 + String(x)); return x; }',
    );
    for (const value of [1, 4]) {
      const x = tf.scalar(value);
      const double = tf.scalar(value * 2);
      expect((caught(() => f!(x)) as Error).message).toBe(`got ${x} and ${double}${x}`);
      tf.dispose([x, double]);
    }
  });

  it('assigns no variable where the call fails, and keeps what a block did before it was caught', async () => {
    const v = tf.variable(tf.scalar(1));
    const { fails, catches } = await compile(
      `export function fails(x) { "use graph"; v.assign(v + 1); if (x > 0) throw new Error('x'); return x; }
       export function catches(x) { "use graph"; try { v.assign(v + 1); if (x > 0) throw new Error('x'); v.assign(v * 10); } catch {} return x; }`,
      { v },
    );
    const x = tf.scalar(1);
    expect(caught(() => fails!(x))).toEqual(new Error('x'));
    expect(v.dataSync()[0]).toBe(1);
    (catches!(x) as tf.Tensor).dispose();
    expect(v.dataSync()[0]).toBe(2);
    tf.dispose([x, v]);
  });

  it('has gradients around and inside', async () => {
    const { inside, guarded, handled } = await compile(
      `const h = (x) => { if (x < 0) throw new RangeError('neg'); return x * x; };
       const k = (x) => { let y = x; try { y = h(x) * 2; } catch { y = x * -5; } return y; };
       export function guarded(x) { "use graph"; return h(x); }
       export function inside(x) { "use graph"; return tf.grad(h)(x); }
       export function handled(x) { "use graph"; let g = tf.grad(k)(x); try { g = g + tf.grad(h)(x); } catch { g = g * 100; } return g; }`,
      { tf },
    );
    const around = tf.grad(guarded as (x: tf.Tensor) => tf.Tensor);
    for (const [value, first, second] of [
      [3, 6, 18],
      [-3, null, -500],
    ] as const) {
      const x = tf.scalar(value);
      for (const gradient of [around, inside!]) {
        const result = caught(() => (gradient(x) as tf.Tensor).dataSync()[0]);
        expect(result).toEqual(first ?? new RangeError('neg'));
      }
      expect((handled!(x) as tf.Tensor).dataSync()[0]).toBe(second);
      x.dispose();
    }
  });

  it('of the trace itself reaches no handler', async () => {
    const { f } = await compile(
      `export function f(x) { "use graph"; try { return x.dataSync()[0]; } catch { return x; } }`,
    );
    const x = tf.scalar(1);
    expect(caught(() => f!(x))).toMatchObject({ code: 'host-read' });
    x.dispose();
  });
});

/** What the call throws, or what it gives where it does not. */
function caught(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

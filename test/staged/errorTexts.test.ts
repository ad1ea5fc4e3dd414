// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs' own templates.
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** What handlers and others read in the texts of errors, in which there are texts that a tensor chooses. */
const bodies: readonly string[] = [
  "const op = a > 1 ? 'sum' : 'nope'; try { if (b > 0) throw new TypeError(`no ${op}`); } catch (e) { return e.message === 'no nope' ? -9 : -8; } return 1;",
  "const op = a > 1 ? 'sum' : 'nope'; try { if (b > 0) throw new TypeError(op); } catch (e) { return e.message === 'nope' ? -9 : -8; } return 1;",
  "const op = a > 1 ? 'sum' : 'nope'; try { if (b > 0) throw op; } catch (e) { return e === 'nope' ? -9 : -8; } return 1;",
  "const op = a > 1 ? 'sum' : 'nope'; const e = new Error(`no ${op}`); return e.message === 'no nope' ? 1 : 2;",
  "const op = a > 1 ? 'sum' : 'nope'; const e = new Error(`no ${op}`); return e.message.length;",
  "const op = a > 1 ? 'sum' : 'nope'; const s = `no ${op}`; return s === 'no nope' ? 1 : 2;",
  "class E2 extends Error { constructor(op) { super('bad ' + op); this.op = op; } } const op = a > 1 ? 'sum' : 'nope'; try { throw new E2(op); } catch (e) { return (e.message === 'bad sum' ? 1 : 2) + (e.op === 'sum' ? 10 : 20); }",
  "const op = a > 1 ? 'sum' : 'nope'; try { if (b > 0) throw new TypeError(`no ${op}`); } catch (e) { return e.message.includes('nope') ? -9 : -8; } return 1;",
  "const op = a > 1 ? 'sum' : 'nope'; try { if (b > 0) throw new TypeError('no ' + op); } catch ({ message }) { return message.startsWith('no s') ? message.length : -8; } return 1;",
  "const op = a > 1 ? 'sum' : 'nope'; let m = ''; try { if (b > 0) throw new TypeError('no ' + op); } catch ({ message }) { m = message; } return m === 'no sum' ? 1 : m === '' ? 2 : 3;",
  "const err = new Error('x'); err.message = a > 1 ? 'p' : 'q'; return err.message === 'p' ? 1 : 2;",
];

/** What is thrown in the end, where x is 1, and its text. A text of a tensor of the program is what String() makes of it. */
const thrown: readonly (readonly [source: string, text: string])[] = [
  [
    'try { if (x > -100) throw new Error(`x ${x}`); } catch (e) { throw new Error("outer: " + e.message); }',
    'Error: outer: x Tensor\n    1',
  ],
  [
    'try { if (x > -100) throw new Error(`x ${x}`); } catch (e) { if (x > -200) throw e; }',
    'Error: x Tensor\n    1',
  ],
  [
    'try { if (x > -100) throw new Error(`x ${x}`); } catch (e) { throw e; }',
    'Error: x Tensor\n    1',
  ],
  [
    'try { if (x > -100) throw new Error(`x ${x}`); } finally { x = x + 1; }',
    'Error: x Tensor\n    1',
  ],
  [
    'let e2; try { if (x > 0) throw new Error(`x ${x}`); } catch (e) { e2 = e; } if (e2) throw e2;',
    'Error: x Tensor\n    1',
  ],
  [
    'let e2; try { if (x > 0) throw new Error("x"); } catch (e) { e2 = e; } if (e2) throw e2;',
    'Error: x',
  ],
  [
    'try { if (x > 0) throw new Error(`x ${x}`); } catch (e) { throw new Error("o", { cause: e }); }',
    'Error: o because of Error: x Tensor\n    1',
  ],
  ['const op = x > 0 ? "sum" : "nope"; throw new Error(`no ${op}`);', 'Error: no sum'],
  ['const op = x > 0 ? "sum" : "nope"; const e = new Error(`no ${op}`); throw e;', 'Error: no sum'],
  ['const e = new RangeError(`no ${x}`); if (x > 0) throw e;', 'RangeError: no Tensor\n    1'],
  [
    'class E extends Error { constructor(op) { super("bad " + op); this.op = op; } } const op = x > 0 ? "sum" : "nope"; try { throw new E(op); } catch (e) { if (e.op === "sum") throw e; }',
    'Error: bad sum',
  ],
  [
    'let e2 = null; for (let i = 0; i < 3; i++) { try { if (x + i > 2) throw new RangeError(`x ${x}`); } catch (e) { e2 = e; } } if (e2) throw e2;',
    'RangeError: x Tensor\n    1',
  ],
  [
    'let k = 0; while (true) { k += 1; if (x * k > 2) throw new RangeError(`at ${k}`); }',
    'RangeError: at 3',
  ],
  [
    'let k = 0.5; while (x < 9) { k *= 0.5; if (x * k < 0.2) throw new RangeError(`at ${k}, ${k < 1}`); }',
    'RangeError: at 0.125, true',
  ],
  ['const e2 = x > 0 ? new TypeError("a") : new RangeError("b"); throw e2;', 'TypeError: a'],
  ['const E = x > 0 ? TypeError : RangeError; throw new E("b");', 'TypeError: b'],
  [
    'let m = "none"; if (x > 0) m = "some"; try { throw new Error(m); } catch (e) { throw new Error("outer " + e.message); }',
    'Error: outer some',
  ],
  [
    'let m = "none"; if (x > 0) m = "some"; try { throw new Error(m); } catch ({ message }) { throw new Error(`outer ${message} ${message.length} ${message.toUpperCase()}`); }',
    'Error: outer some 4 SOME',
  ],
  [
    'try { if (x > -100) throw new Error(`x ${x}`); } catch ({ message }) { throw new Error(`outer ${message}`); }',
    'Error: outer x Tensor\n    1',
  ],
  [
    'try { if (x > -100) throw new Error(`x ${x}`); } catch (e) { throw new Error(`outer ${e}`); }',
    'Error: outer Error: x Tensor\n    1',
  ],
];

describe.each(executors)('the texts of errors, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(thrown)('%s', async (source, text) => {
    const { f } = await compile(`export async function f(x) { "use graph"; ${source} return x; }`);
    const x = tf.scalar(1);
    const error = (await Promise.resolve(f!(x)).catch((e: unknown) => e)) as Error;
    const cause = error.cause === undefined ? '' : ` because of ${error.cause}`;
    expect(`${error}${cause}`).toBe(text);
    expect(error.stack).toContain(error.message);
    x.dispose();
  });

  it('are refused where they hold the text of a number, which the graph does not know', async () => {
    const { f } = await compile(
      'export function f(x) { "use graph"; try { if (x > 0) throw new Error(`x ${x}`); } catch (e) { return e.message.length; } return 1; }',
    );
    const x = tf.scalar(1);
    expect(() => f!(x)).toThrow(/The text of an error asks for.*\n.*program\.js:1:\d+/);
    x.dispose();
  });
});

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { executors, useCpu } from '../support/index.js';
import { programOf } from './compare.js';

/*
 * An assignment to an element of a tensor makes a new tensor. It is put where the old one was, however that is found: to
 * plain JavaScript x and y are the arrays that these bodies change.
 */
const bodies: readonly string[] = [
  'const s = [{ k: x }]; s[0].k[0] = 9; return s[0].k;',
  'const o = { b: [{ k: x }] }; o.b[0].k[0] = 9; o.b[0].k[1] += 3; o.b[0].k[2]++; return o.b[0].k;',
  'class Net { constructor(k) { this.layers = [{ k }]; } step() { this.layers[0].k[0] = 9; this.layers[0].k[1] *= 2; return this.layers[0].k[2]--; } } const m = new Net(x); const r = m.step(); return [m.layers[0].k, r];',
  'const o = { p: { k: x } }; const key = "p"; o[key].k[0] = 9; o[key].k[1] += 1; return o.p.k;',
  'const s = [{ k: x }, { k: y }]; const j = n - 1; s[j].k[0] = 9; s[j].k[1] += 2; return [s[0].k, s[1].k];',
  'const s = [{ k: x }, { k: y }]; s[c ? 0 : 1].k[i] -= 9; return [s[0].k, s[1].k];',
  'const p = { k: x }; const get = () => p; get().k[0] = 9; get().k[1] += 2; return p.k;',
  'const m = new Map([["p", { k: x }]]); m.get("p").k[0] = 9; m.get("p").k[2]++; return m.get("p").k;',
  'const s = [{ k: x }]; s.at(-1).k[0] = 9; (s ?? null)[0].k[1] = 4; return s[0].k;',
  'const s = { k: x }; (s ?? null).k[0] = 9; (c ? s : s).k[1]++; return s.k;',
  'const s = [{ k: x }]; if (c) s[0].k[0] = 9; else s[0].k[1] -= 5; return s[0].k;',
  'const s = [{ k: x }]; for (let j = 0; j < n; j++) s[0].k[0] += j; return s[0].k;',
  'const s = [{ k: x }]; for (let j = 0; j < n; j++) { if (j > 0) s[0].k[j] = j * 2; } return s[0].k;',
  'const s = [{ k: x }]; [s[0].k[0], s[0].k[2]] = [s[0].k[2], s[0].k[0]]; return s[0].k;',
  'const s = [{ k: x }]; const l = [7, 8]; [s[0].k[0], s[0].k[2]] = l; return s[0].k;',
  'const s = [{ k: x }]; const o = { a: 7, b: 8 }; ({ a: s[0].k[0], b: s[0].k[2] } = o); return s[0].k;',
  'const s = [{ k: x }]; for (s[0].k[1] of [7, 8]) ; return s[0].k;',
  'const s = [{ k: x }]; s[0].k[1] ??= 5; return s[0].k;',
  'const s = [{ k: x }]; const r = (s[0].k[0] = 9); return [r, s[0].k];',
  'const s = [{ k: x }]; const r = s[0].k[0]++; const q = ++s[0].k[1]; return [r, q, s[0].k];',
  'const s = [{ k: x }]; if (c) { [s[0].k[0]] = [4]; const l = [3]; [s[0].k[1]] = l; } return s[0].k;',
  'const log = []; const s = [{ k: x }]; const get = (j) => { log.push(j); return s[j]; }; const key = (j) => { log.push(10 + j); return j; }; const value = (j) => { log.push(20 + j); return j; }; get(0).k[key(1)] = value(2); get(0).k[key(2)] += value(3); get(0).k[key(0)]++; const l = [value(7), value(8)]; [get(0).k[key(2)], get(0).k[key(1)]] = l; return [log, s[0].k];',
  'const s = [{ g: [x, y] }]; s[0].g[1][0] = 9; s[0].g[0][1] += 7; s[0].g[0][2]++; const l = [1, 2]; [s[0].g[1][1], s[0].g[0][0]] = l; return s[0].g;',
  'const s = [{ k: x }]; let t = 0; while (t < n) { s[0].k[0] += 1; if (s[0].k[0] > 2) break; t++; } return [s[0].k, t];',
  'const s = [{ k: x }]; try { s[0].k[0] = 9; if (c) throw new Error("x"); s[0].k[1] = 8; } catch { s[0].k[2] = 7; } return s[0].k;',
  'const s = [{ k: x }]; let j = 0; s[j].k[j++] = 9; s[j - 1].k[j] += j++; return [s[0].k, j];',
  'const o = { r: { s: [{ t: { k: x } }] } }; o.r.s[0].t.k[0] = 9; o.r.s[0].t.k[1] -= 2; return o.r.s[0].t.k;',
  'const l = []; for (let j = 0; j < n; j++) l.push({ k: [j, j + 1] }); for (let j = 0; j < l.length; j++) { l[j].k[0] = j * 2; l[j].k[1]++; } return l.map((o) => o.k[0] + o.k[1]);',
  'const s = [x]; const l = [7, 8]; [s[0][1], s[0][2]] = l; return s[0];',
  'const o = { g: [[1, 2], [3, 4]] }; const l = [5, 6]; [o.g[0][1], o.g[1][0]] = l; return o.g;',
  // Others have the object, too.
  'const o = { k: x }; const put = (p) => { p.k[0] = 9; }; if (c) put(o); return o.k;',
  'const s = [{ k: x }]; if (c) { const l = s[0]; l.k[0] = 9; l.k[1] += 2; } return s[0].k;',
  'const s = [{ k: x }, { k: y }]; s.forEach((o, j) => { if (c) o.k[j] = 5; }); return s.map((o) => o.k);',
  'class Layer { constructor(k) { this.k = k; } put(j, v) { this.k[j] += v; } } const s = [new Layer(x)]; for (let j = 0; j < n; j++) s[0].put(j, 9); return s[0].k;',
  'class Layer { #k; constructor(k) { this.#k = k; } put(j, v) { this.#k[j] = v; } get k() { return this.#k; } } const s = [new Layer(x)]; if (c) s[0].put(0, 9); return s[0].k;',
  'class Layer { #k; constructor(k) { this.#k = k; } static put(list, j, v) { list[j].#k[j] = v; list[j].#k[2] += v; const l = [v]; [list[0].#k[1]] = l; } get k() { return this.#k; } } const s = [new Layer(x)]; if (c) Layer.put(s, 0, 9); return s[0].k;',
  'class Layer { #k; constructor(k) { this.#k = k; } static put(layer, v) { layer.#k[0] = v; layer.#k[2] += v; } get k() { return this.#k; } } const s = [new Layer(x), new Layer(y)]; Layer.put(c ? s[0] : s[1], 9); return [s[0].k, s[1].k];',
  'const make = () => ({ k: x, add(j, v) { this.k[j] += v; return this; } }); const o = make(); if (c) o.add(0, 2).add(1, 3); return o.k;',
  'const o = { put(j, v) { x[j] = v; }, add(j, v) { x[j] += v; }, take(l) { [x[2]] = l; } }; if (c) { o.put(0, 9); o.add(1, 3); o.take([4]); } return x;',
  'const o = { k: x }; const p = c ? o : { k: y }; p.k[0] = 9; return o.k;',
  'const o = { k: x }; const q = { k: y }; const p = c ? o : q; p.k[1] += 9; return [o.k, q.k];',
];

const calls = [
  [true, 2, 1],
  [false, 1, 0],
] as const;

describe.each(executors)('elements of properties, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    const isAsync = backend === 'webgpu';
    const source = `export ${isAsync ? 'async ' : ''}function f(x, y, c, n, i) {\n"use graph";\n${body}\n}`;
    const f = await programOf(source);
    const numbers = new Function('x', 'y', 'c', 'n', 'i', body);
    for (const [c, n, i] of calls) {
      const wanted = plain(numbers([1, 2, 3], [4, 5, 6], c, n, i));
      expect(await plain(await f([1, 2, 3], [4, 5, 6], c, n, i))).toEqual(await wanted);
      const given = () => [
        tf.tensor1d([1, 2, 3]),
        tf.tensor1d([4, 5, 6]),
        tf.scalar(c, 'bool'),
        tf.scalar(n, 'int32'),
        tf.scalar(i, 'int32'),
      ];
      if (!isAsync) {
        runFunctionsEagerly(true);
        try {
          expect(await plain(await f(...given()))).toEqual(await wanted);
        } finally {
          runFunctionsEagerly(false);
        }
      }
      expect(await plain(await f(...given()))).toEqual(await wanted);
    }
  });
});

describe('a tensor that nothing holds', () => {
  beforeAll(useCpu);

  it.each([
    'const get = () => x; get()[0] = 9;',
    'const s = [x]; s.at(-1)[0] = 9;',
    'const m = new Map([["k", x]]); m.get("k")[0] += 9;',
    '(n > 1 ? x : y)[0] = 9;',
    'const l = [9]; const get = () => x; [get()[0]] = l;',
  ])('%s', async (body) => {
    const f = await programOf(`export function f(x, y, n) {\n"use graph";\n${body} return x;\n}`);
    expect(() => f(tf.tensor1d([1, 2]), tf.tensor1d([3, 4]), 2)).toThrow(
      /cannot be assigned|what an expression gives/,
    );
  });
});

async function plain(result: unknown): Promise<unknown> {
  if (result instanceof tf.Tensor) return result.array();
  return Array.isArray(result) ? Promise.all(result.map(plain)) : result;
}

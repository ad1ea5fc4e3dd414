import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { programOf } from './compare.js';
import { compareBody } from './compareBody.js';

/* `x[i] = v` makes a new tensor, so that a function must hand it to someone: of an array all who have it see the change. */

const change = (helper: string) =>
  `${helper}\nexport function f(x) { "use graph"; const y = x[0] * 1; change(y, 2); return y; }`;

describe('an element that nobody would see', () => {
  beforeAll(useCpu);

  it.each([
    ['of a parameter', change('function change(a) { a[0] = 0; }')],
    ['of an arrow’s', change('const change = (a) => { a[0] += 1; };')],
    ['in a loop', change('function change(a, n) { for (let i = 0; i < n; i++) a[i] = a[i + 1]; }')],
    ['under a condition', change('function change(a) { if (a[0] > 1) a[0] = 0; else a[1]++; }')],
    ['in a callback', change('function change(a) { [0, 1].forEach((i) => { a[i] = 0; }); }')],
    ['by a pattern of parameters', change('const change = ([a, b], n) => { a[0] = n; };')],
    ['of two exchanged', change('function change(a) { [a[0], a[2]] = [a[2], a[0]]; }')],
    [
      'of what a loop sorts',
      change(
        'function change(a) { for (let i = 0; i < 2; i++) if (a[i] > a[i + 1]) { const t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; } }',
      ),
    ],
    [
      'where another thing is returned',
      change('function change(a) { const s = a[0] * 2; a[0] = s; return s; }'),
    ],
    [
      'of an item of a loop',
      'export function f(a) { "use graph"; for (let r of a) r[0] = 1; return a; }',
    ],
    [
      'of a row',
      'export function f(a) { "use graph"; a.forEach((r) => { r[0] = 1; }); return a; }',
    ],
    [
      'of a row with a name',
      'export function f(x) { "use graph"; let a = x[0]; a[0] = 5; return x; }',
    ],
    [
      'of a property with a name',
      'export function f(x) { "use graph"; const o = { x }; let a = o.x; a[0] = 5; return o.x; }',
    ],
  ])('%s', async (_, source) => {
    const f = await programOf(source);
    expect(() =>
      f(
        tf.tensor2d([
          [3, 1, 2],
          [1, 2, 3],
          [2, 3, 1],
        ]),
      ),
    ).toThrow(
      /An element of the tensor '[ar]' is assigned[\s\S]*nobody gets[\s\S]*program\.js:\d+:\d+[\s\S]*y = f\(y\)/,
    );
  });
});

const bodies: readonly string[] = [
  'const zero = (a) => { a[0] = 0; return a; }; return zero(v);',
  'const total = (a) => { let s = 0; for (let i = 0; i < a.length; i++) { a[i] = i * 2; s += a[i]; } return s; }; return total(v);',
  'const keep = (o, w) => { w[0] = 7; o.w = w; }; const o = {}; keep(o, v); return o.w;',
  'const put = (o) => { o.w[0] = 7; }; const o = { w: v }; put(o); return o.w;',
  'const put = (l) => { l[0] = 7; l[1][0] = a; }; const l = [b, v]; put(l); return l;',
  'const put = (l) => { for (let i = 0; i < l.length; i++) l[i] *= 2; }; const l = [a, b]; put(l); return l;',
  'const change = (w) => { if (w[0] > 0) w[0] = 0; record(w[0]); return w; }; return change(v);',
  'const put = (w, i, j) => { [w[i], w[j]] = [w[2], w[2]]; return w; }; return put(v, 0, 1);',
  'let w = v; for (let i = 0; i < 2; i++) { w[0] = w[1] + 1; record(w[0]); } return w;',
];

describe.each(executors)('an element that somebody sees, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

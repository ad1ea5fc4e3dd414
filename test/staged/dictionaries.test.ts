import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects that get properties under the program's own keys, where a tensor decides. */
const bodies: readonly string[] = [
  'const counts = {}; for (const k of [1, 2, 1]) if (a > 0) counts[k] = (counts[k] ?? 0) + 1; return counts[1] ?? 0;',
  'const counts = {}; for (const k of ["x", "y", "x"]) { if (a > 0) counts[k] = (counts[k] ?? 0) + 1; else counts[k] = 5; } return counts.x + counts.y;',
  'const seen = {}; let dup = 0; for (const e of ["p", "q", "p"]) { if (seen[e]) dup++; if (a > 0) seen[e] = true; } return dup;',
  'const sums = {}; for (let i = 0; i < 3; i++) { const k = i % 2 ? "odd" : "even"; if (v[i] > 1) sums[k] = (sums[k] ?? 0) + v[i]; } return (sums.odd ?? -1) * 100 + (sums.even ?? -1);',
  'const o = { k: 1 }; const key = "z"; if (a > 0) o[key] = b; return o.z === undefined ? o.k : o.z;',
  'const o = { s: {} }; for (const k of ["p", "q"]) if (a > 0) o.s[k] = b; return (o.s.p ?? 1) + (o.s.q ?? 2);',
  'class C { m = {}; add(k) { if (a > 0) this.m[k] = (this.m[k] ?? 0) + b; } } const c = new C(); c.add("x"); c.add("x"); c.add("y"); return (c.m.x ?? 9) - (c.m.y ?? 4);',
  'const d = {}; if (a > 0) d.y = 2; else d.y = 3; return ("y" in d) ? Object.keys(d).length : 0;',
  'const d = {}; if (a > 0) d.y = 2; d.y = 4; let s = 0; for (const k in d) s += d[k]; return s;',
  'const { p = 1, q = 2 } = (() => { const o = {}; for (const k of ["p", "q"]) if (a > 0) o[k] = b; return o; })(); return p * 10 + q;',
  'const d = { 0: 0, 1: 0 }; for (let i = 0; i < n; i++) d[i % 2] += i + 1; return d[0] * 10 + d[1];',
  'const d = { 1: 0, 3: b, 4: 1, 0: 3 }; if (a > 0) d[n] = a; else if (b > 0) { d[n]++; d[0] = 9; } return [d[0], d[1], d[3], d[4]];',
  'const d = { 0: { c: 0 }, 3: { c: 1 }, 4: { c: 2 } }; d[n].c += a; if (b > 0) d[n] = { c: b }; return [d[0].c, d[3].c, d[4].c];',
  'const g = { 0: [], 1: [] }; for (let i = 0; i < n; i++) g[i % 2].push(i); return g[0].length * 10 + g[1].length;',
  'const m = new Map([[3, [1]], [4, [2]], [0, [1]]]); m.get(n).push(a); m.get(3).push(b); return [m.get(3).length, m.get(4).length];',
  "const m = {}; for (const x of v) { const k = x > 1 ? 'hi' : 'lo'; if (!m[k]) m[k] = { n: 0, s: 0 }; m[k].n++; m[k].s += x; } return [m.hi?.s ?? -1, m.lo?.n ?? -1];",
  "const m = {}; for (const x of v) { const k = x > 1 ? 'hi' : 'lo'; if (!(k in m)) m[k] = { n: 0, s: 0 }; m[k].n++; m[k].s += x; } return [m.hi?.s ?? -1, m.lo?.n ?? -1];",
  "const m = {}; for (const x of v) { const k = x > 1 ? 'hi' : 'lo'; m[k] ??= { n: 0, max: -9 }; m[k].n++; if (x > m[k].max) m[k].max = x; } return [m.hi?.max ?? -1, m.lo?.n ?? -1];",
];

describe.each(executors)('dictionaries, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('a table whose keys are numbers', () => {
  beforeAll(useCpu);

  it.each([
    ['changed', 't[k] = { v: 5 }; return t[0].v;'],
    ['asked for an object', 't[k].v += 1; return t[0].v;'],
  ])('has none but its own where it is %s', async (_, use) => {
    const { f } = await compile(
      `export function f(k) {\n"use graph";\nconst t = { 0: { v: 1 }, 1: { v: 2 } };\n${use}\n}`,
    );
    const k = tf.scalar(2, 'int32');
    expect(() => f!(k)).toThrow(
      /an object with the keys 0, 1 is changed at|Cannot read properties of undefined \(reading 'v'\)/,
    );
    k.dispose();
  });
});

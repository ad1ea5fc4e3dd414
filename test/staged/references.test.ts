import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What is no row of a tensor in an array whose length a tensor decides: texts, functions, null and objects. */
const bodies: readonly string[] = [
  "const out = []; for (const x of v) { if (x > 0) out.push('pos'); } return out.length * 10 + (out[0] === 'pos' ? 1 : 2);",
  "const out = []; for (const x of v) { if (x > 0) out.push('pos'); else if (x < 0) out.push('neg'); } let r = 0; for (const t of out) switch (t) { case 'pos': r = r * 10 + 1; break; case 'neg': r = r * 10 + 2; break; } return r;",
  "const words = ['a', 'bb', 'ccc']; const w = words.filter((w, i) => v[i] > 0); let s = 0; for (const t of w) s += t.length; return s * 10 + w.length;",
  "const w = ['x', 'y']; if (a > 0) w.push('z'); return w.length * 10 + (w.at(-1) === 'z' ? 1 : 2) + (w.indexOf('y') * 100);",
  'const fs = []; if (a > 0) fs.push((y) => y + 1); if (b > 0) fs.push((y) => y * 2); let r = n; for (const f of fs) r = f(r); return r;',
  'const ops = []; for (const x of v) { if (x > 1) ops.push(Math.abs); else ops.push((y) => -y); } let r = a; for (const f of ops) r = f(r); return r;',
  'class P { constructor(x) { this.x = x; } up(k) { this.x += k; } } const ps = [new P(1), new P(2), new P(3)]; const l = ps.filter((p, i) => v[i] > 1); for (const p of l) p.up(10); return ps[0].x + ps[1].x * 100 + ps[2].x * 10000 + l.length;',
  "const out = []; for (const x of v) { out.push(x > 0 ? { k: 'p', x } : { k: 'n', x: -x }); } let s = 0; for (const { k, x } of out) s += k === 'p' ? x : 10 * x; return s;",
  "const out = []; for (const x of v) { if (x > 0) out.push({ kind: 'pos', x }); else out.push({ kind: 'neg', x }); } return out.filter((e) => e.kind === 'pos').length * 10 + (out[0].kind === 'neg' ? 1 : 0);",
  "const out = []; for (const x of v) { if (x > 0) out.push(['pos', x]); } return out.reduce((s, [k, x]) => s + (k === 'pos' ? x : 0), 0);",
  "const q = ['a']; let s = ''; let k = 0; while (q.length > 0 && k < 6) { const t = q.shift(); k++; if (t === 'a') { if (k < n) q.push('a'); q.push('b'); } s = t; } return k * 10 + (s === 'b' ? 1 : 0);",
  "const stack = []; let ok = true; for (const x of v) { if (x > 0) stack.push('('); else if (stack.length === 0) ok = false; else stack.pop(); } return [ok, stack.length];",
  'const out = [null]; for (const x of v) if (x > 0) out.push(null); return out.length + (out[0] === null ? 10 : 20);',
  'const g = new Map(); const out = []; for (const x of v) { if (x > 0) out.push(g); } return out.length;',
  "const names = ['lo', 'hi']; const out = []; let i = 0; while (i < n) { out.push(names[i % 2]); i++; } let r = 0; for (const o of out) r = r * 2 + (o === 'hi' ? 1 : 0); return r;",
  "const words = ['a', 'b', 'c']; const kept = []; for (let i = 0; i < n; i++) { if (i < 3 && v[i] > 0) kept.unshift(words[i]); } return kept.length * 10 + (kept[0] === 'c' ? 1 : kept[0] === 'b' ? 2 : 3);",
  "const parts = []; if (a > 0) parts.push('x'); if (b > 0) parts.push('y'); return parts.concat(['z']).length * 10 + ([...parts, 'q'].lastIndexOf('q'));",
  "const p = ['x']; const q = ['y', 'z']; const l = a > 0 ? p : q; l.push('w'); return [p.length, q.length, l.length, l[1] === 'w'];",
];

describe.each(executors)(
  'lists of texts, functions and objects, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

describe('what no graph can do with such a list is named', () => {
  beforeAll(useCpu);

  it.each([
    ["const out = []; if (x > 0) out.push('a'); return out;", /'out', .* no graph can return it/i],
    [
      "const out = []; if (x > 0) out.push('a'); return out.join(',');",
      /join\(\) cannot be used on it/,
    ],
    [
      "const out = ['a']; if (x > 0) out.push(x); return out.length;",
      /elements that are not alike/,
    ],
  ])('%s', async (body, message) => {
    const { f } = await compile(`export function f(x) {\n"use graph";\n${body}\n}`);
    const x = tf.scalar(1);
    expect(() => f!(x)).toThrow(message);
    x.dispose();
  });
});

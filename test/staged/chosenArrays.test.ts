import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Two arrays of which a tensor decides which one it is: with different lengths, or with elements that are not alike. */
const programs: readonly (readonly [name: string, body: string])[] = [
  [
    'taken apart',
    'const [x = 1] = flag ? [2] : []; const [p, ...q] = a > 0 ? [1, b, 3] : [4]; const { 0: y = 5, length } = a > 0 ? [1, 2] : []; return [x, p, q.length, q[0] ?? 0, y, length];',
  ],
  [
    'what may be empty',
    'let best = null; if (a > 0) best = [a, b]; let l = []; if (b > 0) l = [a, b]; return (best ?? []).length + l.length + (l[0] ?? 0);',
  ],
  [
    'loops and methods',
    'const xs = a > 0 ? [1, b, 3] : [4]; let s = 0; for (const x of xs) s += x; for (let i = 0; i < xs.length; i++) s += xs[i] * i; return [s, xs.map((x) => x * 2).reduce((p, q) => p + q, 0), xs.at(-1), Math.max(...xs), [...xs, 5].length, xs.includes(4), xs.toSorted((p, q) => p - q)[0]];',
  ],
  [
    'of objects, and of arrays',
    'const xs = a > 0 ? [{ x: 1, y: b }, { x: 2, y: a }] : [{ x: 3, y: 0 }]; const ys = a > 0 ? [[1, b], [2, a]] : []; let s = ys.length; for (const { x, y } of xs) s += x * y; for (const [p, q] of ys) s += p * q; return s + xs[0].x + (ys[0]?.[1] ?? 7);',
  ],
  [
    'results of a function',
    'function g(x) { if (x > 0) return [1, x]; if (x < -1) return [x]; return []; } const [p = 5] = g(a); let s = p; for (const e of [...g(a), ...g(b)]) s += e; return s;',
  ],
  [
    'properties',
    'const o = { l: [1, 2] }; const k = o.l; if (a > 0) o.l = [b]; k.push(6); o.l.push(7); return [o.l[0], o.l.length, k];',
  ],
  [
    'one of them is changed: so is the other name of it',
    'const xs = [1, 2]; const ys = [3]; const zs = a > 0 ? xs : ys; xs.push(7); zs.push(9); ys[0] = 8; const last = zs.pop(); for (const e of v) if (e > 1) zs.push(e); return [xs, ys, [...zs], last, zs === xs];',
  ],
  [
    'one of them is emptied',
    'const xs = [1, 2]; const ys = [3]; const zs = a > 0 ? xs : ys; zs.length = 0; return [xs.length, ys.length, zs.length];',
  ],
  [
    'a longer copy is another array than what it was made of',
    'const xs = [1]; let l = xs; if (a > 0) l = [...l, b]; xs.push(3); const k = l; let m = l; if (b > 0) m = m.concat([2]); k.push(4); return [xs, l, m];',
  ],
  [
    'of texts',
    "const xs = a > 0 ? ['x', 'y'] : ['z']; let s = ''; for (const x of xs) s += x; return [s.length, xs.length, xs[0], xs.join('-') === 'x-y', [...xs, 'w'].length];",
  ],
  [
    'of functions',
    'const xs = a > 0 ? [(x) => x, (x) => x + 1] : [(x) => x * 2]; let r = b; for (const f of xs) r = f(r); return [r, xs.reduce((p, f) => f(p), b)];',
  ],
  [
    'of objects of a class',
    'class P { constructor(x) { this.x = x; } get d() { return this.x * 2; } } const xs = a > 0 ? [new P(1), new P(b)] : [new P(a)]; let s = 0; for (const p of xs) { p.x += 1; s += p.d; } const ys = b > 0 ? [new P(a)] : []; return [s, xs[0].x, ys.length, ys[0]?.d ?? 4];',
  ],
  [
    'of several kinds',
    "const xs = a > 0 ? [1, 'y', null] : [b]; const ys = a > 0 ? [[1], [2, 3]] : [[b]]; let s = 0; for (const y of ys) for (const e of y) s += e; const [p] = xs; xs[0] = 5; return [s, xs.length, xs[0], p, ys.flat().length, Math.max(...ys[0])];",
  ],
  [
    'a list that the first push of a loop makes',
    'let l = null; for (let i = 0; i < n; i++) { l ??= []; l.push(i * a); } let k; for (const e of v) { if (e > 1) { if (k === undefined) k = [e]; else k.push(e); } } let s = 0; for (const e of l ?? []) s += e; return [s, l === null, l?.length ?? -1, k === undefined ? 0 : k[0], k ? k.at(-1) : -7];',
  ],
  [
    'one that may be missing is changed in branches and loops',
    'let l = a > 0 ? [1, b] : null; const k = l; if (b > 0) { if (l) l.push(b); l = [1]; } let m = a > 0 ? [1] : null; for (let i = 0; i < n; i++) { if (!m) m = [i]; else m.push(i); } const o = a > 0 ? [1, b] : null; for (const e of v) if (o) o.push(e); if (o) o[0] = 5; return [l?.length ?? 0, k?.length ?? 0, m?.length ?? 7, o?.length ?? 9, o?.[0] ?? 4];',
  ],
  [
    'what a loop replaces by another of another length',
    'let row = [1]; let pair = []; let p = []; let q = [1]; for (let i = 0; i < n; i++) { const next = [1]; for (let j = 0; j + 1 < row.length; j++) next.push(row[j] + row[j + 1]); next.push(1); row = next; pair = [i, a]; [p, q] = [q, [...p, i]]; } return [row, pair, p.length, q.length];',
  ],
  [
    'one that a loop puts in the place of another has two names',
    'const xs = [7]; const ys = [1, 2]; let l = xs; for (const e of v) { if (e > 1) l = ys; } l.push(3); const k = l; let i = 0; while (i < n) { l.push(i); l = [i, 3, 4]; i++; } return [xs, ys, l, k];',
  ],
  [
    'results of a callback, put together',
    "const f = (x) => (x > 1 ? [x, x] : []); const g = (x) => (x > 1 ? ['p', 'q'] : []); let c = 0; for (const t of [...v].flatMap(g)) c += t === 'p' ? 1 : 10; return [[...v].flatMap(f), v.flatMap(f).length, [...v].map(f).flat().length, c, [1, [2, [3]]].flat(2).length];",
  ],
  [
    'Maps and Sets',
    'const m = a > 0 ? new Map([[1, b]]) : new Map([[2, a], [3, 1]]); const t = a > 0 ? new Set([1, 2]) : new Set([3]); let s = t.size + m.size; for (const [k, w] of m) s += k * w; return [s, m.get(1) ?? 5, t.has(3)];',
  ],
  [
    'that a loop in a branch changes by another name',
    'const s2 = [b, 1], s3 = [2, a]; const s1 = a > 0 ? s2 : s3; if (flag) { for (const y of v) { if (y <= b) s3.push(y); } } s1.push(3); return [s1, s2, s3].map((s) => s.length);',
  ],
  [
    'that a loop shortens which becomes no loop of the graph',
    'const s2 = [b], s3 = [0, NaN]; const s1 = a > 0 ? s2 : s3; if (flag) { for (const y of v) s1.splice(0, 1); } return [s1, s2, s3].map((s) => s.length);',
  ],
  [
    'that a loop in one branch makes longer, and the other one shorter',
    'const s2 = [b], s3 = [2, a]; const s1 = a > 0 ? s2 : s3; if (flag) { if (s1.length > 1) for (const y of v) s1.push(y); } else if (s2.length > 0) s2.shift(); return [s1, s2, s3].map((s) => s.length);',
  ],
  [
    'what an arrow gives that asks whether its argument is there',
    'const walk = (q) => q !== null ? [q.x] : []; let q = null; if (flag) q = { x: a }; return walk(q).length;',
  ],
  [
    'what an arrow gives, of different lengths',
    'const walk = (q) => q === null ? [1, 2] : [q.x]; let q = null; if (flag) q = { x: a }; return walk(q).length;',
  ],
  [
    'what an arrow gives, taken apart',
    'const walk = (q) => q === null ? [1, 2] : [q.x]; let q = null; if (flag) q = { x: a }; const [r] = walk(q); return r;',
  ],
  [
    'what an arrow gives that calls itself',
    'const walk = (q) => q === null ? [] : [q.x, ...walk(q.next)]; const q = { x: a, next: flag ? { x: b, next: null } : null }; return walk(q).length;',
  ],
  [
    'what an arrow gives, mapped and read',
    'const walk = (q) => q === null ? [] : [q.x]; let q = null; if (flag) q = { x: a }; return [walk(q).map((x) => x + 1).length, walk(q)[0] ?? 3];',
  ],
  [
    'copies, which can be returned',
    'const x = [1], y = [2, 3]; const zs = a > 0 ? x : y; const copies = [[...zs], Array.from(zs), zs.concat(), zs.with(0, 5), zs.toSpliced(0, 0), Object.values(zs)]; for (const copy of copies) copy.push(9); return [x, y, ...copies];',
  ],
  [
    'what a callback gives for the only element',
    'const x = [1], y = [2, 3]; const zs = [a].flatMap((e) => (e > 0 ? x : y)); zs.push(9); return [x, y, zs];',
  ],
];

describe.each(executors)('arrays that a tensor chooses, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_, body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('arrays that a tensor chooses', () => {
  beforeAll(useCpu);

  it.each([
    [
      'let y; if (x > 0) y = [1, 2]; else y = [x]; return { y };',
      /'y' must have the same nested structure .* an array of 2 elements .* an array of 1 element /,
    ],
    [
      "return x > 0 ? ['a', 'b'] : ['c'];",
      /an array of 2 elements or an array of 1 element, whose/,
    ],
    [
      'const xs = x > 0 ? [1, 2] : [3]; return Reflect.has(...xs);',
      /The value of \?: cannot be spread/,
    ],
    ['const s = new Set(); if (x > 0) s.add(1); return s;', /which entries a Set has/],
  ])('what no graph can do is named: %s', async (body, message) => {
    const { f } = await compile(`export function f(x) {\n"use graph";\n${body}\n}`);
    const x = tf.scalar(1);
    expect(() => f!(x)).toThrow(message);
    x.dispose();
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* An iteration runs where the test of its loop holds, and what has been asked of a number in one way is known in others. */
const queue = (pop: string) =>
  `class Queue { items = []; get size() { return this.items.length; } isEmpty() { return this.items.length === 0; } push(x) { this.items.push(x); } pop() { ${pop} return this.items.shift(); } } const q = new Queue(); for (const x of v) if (x > a) q.push(x); let s = 0;`;

const questions: readonly string[] = [
  'if (this.isEmpty()) return null;',
  'if (this.items.length === 0) return undefined;',
  'if (!this.items.length) return;',
  'if (this.size < 1) return null;',
];

const loops: readonly string[] = [
  'while (!q.isEmpty()) s += q.pop(); return s;',
  'while (q.size > 0) s = s * 2 + q.pop(); return s;',
  'while (q.items.length !== 0) s += q.pop(); return s;',
  'while (q.items.length) { s += q.pop(); if (s > 3) break; } return [s, q.size];',
  'while (s < 9 && q.size >= 1) s += q.pop(); return [s, q.size];',
  'const out = []; while (!q.isEmpty()) out.push(q.pop()); return [out.length, out.at(-1) ?? -1];',
];

const bodies: readonly string[] = [
  ...questions.flatMap((question) => loops.map((loop) => `${queue(question)} ${loop}`)),
  // The test counts at the beginning only.
  'let k = 0, s = 0; while (k < n && s < 10) { if (k >= n) s += 1000; if (s >= 10) s += 500; k++; if (k >= n) s += 1; if (k < n) s += 2; } return [k, s];',
  'let x = 10, c = 0; while (x > 3) { x -= n + 1; if (x > 3) c++; else if (x > 0) c += 10; else c += 100; if (!(x > 3)) c += 1000; } return [x, c];',
  'let x = 5, c = 0; const isLarge = () => x > 2; while (isLarge()) { if (!isLarge()) c += 100; x -= n > 3 ? 2 : 1; if (isLarge()) c++; else c += 10; } return [x, c];',
  'let asked = 0, x = a + 4; const test = () => { asked++; return x > 1; }; while (test()) { x = x / 2; if (asked > 5) break; } return [x, asked];',
  'let last; let k = 0; while (last === undefined || last < 3) { last = k * a; k++; if (k > 6) break; } return [last, k];',
  'let i = 0, t = 0; do { if (i < n) t += 1; else t += 10; i++; } while (i < n); return [i, t];',
  'const s = { at: 0, get more() { return this.at < n; }, next() { if (!this.more) return null; return this.at++; } }; let t = 0; while (s.more) t = t * 2 + s.next(); return [t, s.next() ?? -1];',
  // Of whole numbers more is known than of others, which may be none.
  'const f = (k) => { if (k > 2) return 1; if (k <= 2) return -1; }; return f(n) + f(-n);',
  'const f = (k) => { if (k > 3) { if (k >= 4) return 1; return 2; } if (k < 4) { if (k === 4) return 5; return k <= 3 ? 3 : 6; } return 4; }; return [f(n), f(n + 1), f(-n), f(n * 2)];',
  'const f = (x) => { if (x > 0) return 1; if (x <= 0) return 2; return 3; }; const g = (x) => { if (!(x > 0)) { if (x <= 0) return 2; return 3; } return x > -1 ? 1 : 4; }; return [a, b, Math.sqrt(a - 1), Math.sqrt(b)].map((x) => [f(x), g(x)]);',
  'const f = (x) => { if (x > 0.1) return x > 0.1000000001 ? 1 : 2; if (x >= 0.1) return 3; return x < 0.1 ? 4 : 5; }; return [f(a), f(b), f(a / 10)];',
  'const f = (x) => { if (x < Infinity) { if (x > -Infinity) return 1; return 2; } return x === Infinity ? 3 : 4; }; return [f(a), f(1 / (a - a)), f(-1 / (a - a)), f(b)];',
  'const q = { items: [], head: 0, take() { if (this.head >= this.items.length) return undefined; return this.items[this.head++]; } }; for (const x of v) if (x > 0) q.items.push(x); let s = 0; while (q.head < q.items.length) s = s * 2 + q.take(); return [s, q.take() ?? -1];',
  'let i = 0, s = 0; const size = n; const at = () => { if (i === size) return null; if (i > size) return undefined; return i * a; }; while (i < size) { s += at(); i++; } return [s, i];',
  'const lo = a, hi = b; const pick = () => { if (lo >= hi) return null; return hi - lo; }; let s = 0; if (lo < hi) s += pick(); if (!(hi <= lo)) s += pick() * 10; return s;',
  'const x = Math.sqrt(a), y = b; const f = () => { if (x < y) return 1; if (x >= y) return 2; return 3; }; const g = () => { if (x > y) return 1; if (x === y) return 2; if (x < y) return 3; return 4; }; const h = () => { if (!(x < y)) { if (x >= y) return 1; return 2; } return x === y ? 3 : x !== y ? 4 : 5; }; return [f(), g(), h()];',
  'let i = 0; let s = 0; const xs = []; for (const x of v) if (x !== 0) xs.push(x); while (!(i >= xs.length)) { s += xs[i] * (i + 1); i++; } return [s, i];',
  'const xs = []; for (const x of v) if (x > 0) xs.push({ x }); let i = 0, s = 0; for (;;) { if (i >= xs.length) break; s = s * 2 + xs[i].x; i++; } let j = xs.length - 1; while (j >= 0) { s += xs[j].x; j--; } return s;',
  'let lo = 0, hi = n; const xs = [1, 4, 9, 16, 25]; let g = 0; while (lo < hi) { const mid = Math.floor((lo + hi) / 2); if (lo >= hi) g += 100; if (mid === hi) g += 1000; if (xs[mid] < b) lo = mid + 1; else hi = mid; if (lo > hi) g += 10; if (lo === hi) g += 1; } return [lo, g];',
];

describe.each(executors)('the test of a loop, in its body, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const bodies = [
  'class Q { constructor() { this.items = []; } push(x) { this.items.push(x); } pop() { if (this.items.length === 0) return null; return this.items.shift(); } } const q = new Q(); for (const x of v) if (x > 0) q.push(x); let s = 0, x; while ((x = q.pop()) !== null) s += x; return s;',
  'const q = []; for (const x of v) if (x > 0) q.push(x); const f = () => q.length === 0 ? null : q.shift(); const x = f(); return x === null ? -1 : x;',
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 0 ? null : q.pop(); const x = f(); return [x === null, x === undefined, x == null].map(Number);',
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 1 ? null : q.pop(); const x = f(); return [x === null, x === undefined, x == null].map(Number);',
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 1 ? null : q.pop(); const x = f(); return x ?? -1;',
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 1 ? null : q.pop(); const g = (y = 7) => y === null ? -5 : y; return g(f());',
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 1 ? null : q.pop(); const { y = 7 } = { y: f() }; return y === null ? -5 : y;',
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 1 ? null : q.pop(); const y = f(); return [y < 1, y >= 0, y > -1].map(Number);',
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 1 ? null : q.pop(); const y = f(), z = f(); return [y === z, y == z, y !== z].map(Number);',
  'let r; if (a > 0) r = null; else if (b > 0) r = n; return [r === null, r === undefined, r ?? -1].map(Number);',
  'let r; if (a > 0) r = null; else if (b > 0) r = undefined; else r = 5; return [r === null, r === undefined, r ?? -1].map(Number);',
  'const f = (x) => { if (x > 2) return null; if (x > 1) return undefined; return x; }; let nulls = 0, und = 0, s = 0; for (const x of v) { const y = f(x); if (y === null) nulls++; else if (y === undefined) und++; else s += y; } return [nulls, und, s];',
  'let last = null; for (const x of v) { if (x > 4) last = undefined; else if (x > 1) last = x; else last = null; } return [last === null, last === undefined, last ?? -1].map(Number);',
  'let last; for (const x of v) { if (last === null) last = x; else if (x > 1) last = null; } return [last === null, last === undefined, last ?? -1].map(Number);',
  'class Stack { #xs = []; push(x) { this.#xs.push(x); return this; } peek() { return this.#xs.length > 0 ? this.#xs[this.#xs.length - 1] : null; } pop() { if (!this.#xs.length) return undefined; return this.#xs.pop(); } get size() { return this.#xs.length; } } const st = new Stack(); for (const x of v) { if (x > 2) st.push(x); else st.pop(); } const p = st.peek(); return [st.size, p === null ? -1 : p];',
  'const q = []; for (const x of v) if (x > 0) q.push(x); const take = () => { if (q.length === 0) return null; return q.shift(); }; const p = take(), r = take(), t = take(), u = take(); return [p, r, t, u].map((x) => x === null ? -1 : x);',
  'const m = new Map([[1, null], [2, 5]]); const x = m.get(n); return [x === null, x === undefined].map(Number);',
  'let best = null; for (const x of v) { if (x < 0) { best = undefined; break; } if (best === null || x > best) best = x; } return best === undefined ? -1 : best === null ? -2 : best;',
  'const f = (xs) => { if (xs.length === 0) return null; let t = 0; for (const x of xs) { if (x < 0) return undefined; t += x; } return t; }; const xs = v.filter((x) => x < 3); const r = f(xs); return [r === null, r === undefined, r == null ? 0 : r].map(Number);',
  'const o = { x: null }; if (a > 0) o.x = 5; else if (b > 3) delete o.x; return [o.x === null, o.x === undefined, o.x ?? 9].map(Number);',
  'const o = { x: null }; if (a > 0) o.x = n; else if (b > 2) o.x = undefined; return [o.x === null, o.x === undefined, o.x ?? 9].map(Number);',
  'const q = [a, b]; const f = () => { if (n > 3) return null; if (flag) return q[0]; }; const r = f(); return [r === null, r === undefined, r ?? 9].map(Number);',
  `let r = null; try { if (a > 0) { r = undefined; throw new Error('x'); } r = b; } catch {} return [r === null, r === undefined, r ?? 9].map(Number);`,
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 1 ? null : q.pop(); const y = f(); const xs = [y, 3]; return xs[0] === null ? -1 : xs[0] === undefined ? -2 : xs[0];',
  'const q = []; for (const x of v) if (x > 2) q.push(x); const f = () => q.length === 1 ? null : q.pop(); let y = f(); for (let i = 0; i < n; i++) { if (y === null) y = i; else if (y === undefined) y = null; } return [y === null, y === undefined, y ?? 9].map(Number);',
  'const f = (xs) => { if (xs.length === 0) return null; let t = 0; for (const x of xs) { if (x < 0) return undefined; t += x; } return t; }; const xs = v.filter((x) => x < 3); const r = f(xs); return [r === null, r === undefined, r == null ? 0 : r].map(Number);',
  'const f = (x) => { if (x > 4) return null; for (const y of v) { if (y < 0) return undefined; } return x; }; const r = f(n); return [r === null, r === undefined, r ?? 0].map(Number);',
  'const f = (x) => { if (x > 4) return null; for (const y of v) { if (y < 0) return undefined; if (y === 2) return 5; } return x; }; const r = f(n); return [r === null, r === undefined, r ?? 0].map(Number);',
  'const f = (x) => { for (const y of v) { if (y < 0) return undefined; if (y === 4) return null; } return x; }; const r = f(n); return [r === null, r === undefined, r ?? 0].map(Number);',
  'const f = (x) => { for (const y of v) { if (y < 0) return undefined; if (y === 4) return null; if (y === 3) return x; } }; const r = f(n); return [r === null, r === undefined, r ?? 0].map(Number);',
  'const f = (x) => { for (const y of v) { if (y < 0) return undefined; } return x; }; const r = f(n); return [r === null, r === undefined, r ?? 0].map(Number);',
  'let r = null; for (const x of v) r = undefined; return Number(r === null);',
  'let f = null; for (const x of v) if (x > 2) { f = undefined; break; } return Number(f === null);',
  'let f = null; for (const x of v) { if (x > 2) { f = undefined; break; } } return [f === null, f === undefined, f == null].map(Number);',
  'let f; for (const x of v) { if (x > 2) { f = null; break; } } return [f === null, f === undefined, f == null].map(Number);',
  'let f; for (const x of v) { f = null; } return [f === null, f === undefined, f == null].map(Number);',
  'let f; for (let i = 0; i < n; i++) { f = null; } return [f === null, f === undefined, f == null].map(Number);',
  'let f; for (let i = 0; i < n; i++) { if (i === 1) f = null; else if (i > 2) f = undefined; } return [f === null, f === undefined, f == null].map(Number);',
  'let f, g = 0; for (let i = 0; i < n; i++) { if (f === null) g++; if (i === 1) f = null; else if (i > 2) f = undefined; } return [f === null, f === undefined, g].map(Number);',
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const first = q.length === 0 ? null : q[0]; return first === null ? -1 : first.x;',
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const first = q.length === 0 ? null : q.shift(); return first === null ? -1 : first.x;',
  'const q = []; for (const x of v) if (x > 5) q.push({ x }); const first = q.length === 0 ? null : q[0]; return first === null ? -1 : first.x;',
  'const q = []; for (const x of v) if (x > 5) q.push({ x }); const first = q.length === 0 ? null : q.pop(); return first === null ? -1 : first.x;',
  'const q = []; for (const x of v) if (x > 5) q.push({ x }); const first = q.length === 0 ? null : q.pop(); return first?.x ?? -1;',
  'const q = []; for (const x of v) if (x > 0) q.push({ x, y: 1 }); const d = () => { if (q.length === 0) return null; return q.shift(); }; const o = d(); if (!o) return -1; return o.x + o.y;',
  'class Queue { #xs = []; enqueue(x) { this.#xs.push(x); } dequeue() { return this.#xs.length === 0 ? null : this.#xs.shift(); } get size() { return this.#xs.length; } } const q = new Queue(); for (const x of v) if (x > 0) q.enqueue({ x, w: x * 2 }); let s = 0; while (q.size > 0) { const j = q.dequeue(); s += j.w; } return s;',
  'class Queue { #xs = []; enqueue(x) { this.#xs.push(x); } dequeue() { return this.#xs.length === 0 ? null : this.#xs.shift(); } get size() { return this.#xs.length; } } const q = new Queue(); for (const x of v) if (x > 0) q.enqueue({ x, w: x * 2 }); let s = 0; let j; while ((j = q.dequeue()) !== null) { s += j.w; } return s;',
  'class Queue { #xs = []; enqueue(x) { this.#xs.push(x); } dequeue() { return this.#xs.length === 0 ? null : this.#xs.shift(); } get size() { return this.#xs.length; } } const q = new Queue(); for (const x of v) if (x > 0) q.enqueue({ x, w: x * 2 }); let s = 0; for (let j = q.dequeue(); j !== null; j = q.dequeue()) { s += j.w; } return s;',
  'class Queue { #xs = []; enqueue(x) { this.#xs.push(x); } dequeue() { return this.#xs.length === 0 ? null : this.#xs.shift(); } get size() { return this.#xs.length; } } const q = new Queue(); for (const x of v) if (x > 0) q.enqueue({ x, w: x * 2 }); let s = 0; for (let j = q.dequeue(); j; j = q.dequeue()) { s += j.w; if (j.w > 3) break; } return s;',
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const peek = () => { if (q.length === 0) return null; return q[q.length - 1]; }; const p = peek(); if (p !== null) p.x = 50; return q.length === 0 ? -1 : q[q.length - 1].x;',
  'const q = []; for (const x of v) if (x > 2) q.push({ x }); const f = () => q.length === 1 ? null : q.pop(); const o = f(); return [o === null, o === undefined, o == null].map(Number);',
  'const q = []; for (const x of v) if (x > 2) q.push({ x }); const f = () => q.length === 1 ? null : q.pop(); const g = (y = { x: 7 }) => y === null ? -5 : y.x; return g(f());',
  'const q = []; for (const x of v) if (x > 2) q.push({ x }); const f = (i) => i > 2 ? null : q.find((o) => o.x > i); const o = f(n); return [o === null, o === undefined].map(Number);',
];

describe.each(executors)(
  'values that are null or undefined as tensors decide, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

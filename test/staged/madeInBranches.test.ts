import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What only one branch makes, and leaves by several names, or as a key: behind the branches it is one object, which holds what the branch gave it. */
const bodies: readonly string[] = [
  `const seen = new Set(); let last = null; if (n > 0) { last = { k: a * 2 }; seen.add(last); } return last !== null && seen.has(last) ? 1 : 2;`,
  `const seen = new Map(); let last = null; if (n > 0) { last = { k: a * 2 }; seen.set(last, 1); } return last !== null && seen.has(last) ? 1 : 2;`,
  `const seen = new Map(); let last = null; if (n > 0) { last = { k: a * 2 }; seen.set(1, last); } return last !== null && seen.get(1) === last ? 1 : 2;`,
  `const seen = new Set(); let last = { k: 0 }; if (n > 0) { last = { k: a * 2 }; seen.add(last); } return seen.has(last) ? 1 : 2;`,
  `const seen = new Set(); if (n > 0) { const o = { k: 1 }; seen.add(o); o.k = 2; } let t = 0; for (const s of seen) t += s.k; return t;`,
  `const seen = new Set(); if (n > 0) { const o = { k: a }; seen.add(o); o.k += 2; } let t = 0; for (const s of seen) t += s.k; return t;`,
  `const seen = new Set(); if (n > 0) { const o = { xs: [1] }; seen.add(o); o.xs.push(2); } let t = 0; for (const s of seen) t += s.xs.length; return t;`,
  `class P { constructor(x) { this.x = x; } } const seen = new Set(); if (n > 0) seen.add(new P(a * 2)); if (flag) seen.add(new P(b + 1)); let t = 0; for (const s of seen) t += s.x; return t + seen.size;`,
  `class P { constructor(x) { this.x = x; } } const seen = new Map(); if (n > 0) seen.set(new P(a * 2), a + 1); let t = 0; for (const [s, k] of seen) t += s.x * k; return t + seen.size;`,
  `const seen = new Set(); if (n > 0) seen.add({ k: a * 2 }); for (const s of seen) s.k += 1; let t = 0; for (const s of seen) t += s.k; return t;`,
  `const seen = new Set(); if (n > 0) { if (flag) seen.add({ k: a * 2, p: { q: b + 1 } }); } let t = 0; for (const s of seen) t += s.k * s.p.q; return t;`,
  `let seen = null; if (n > 0) { seen = new Set(); seen.add({ k: a * 2 }); } let t = 0; if (seen !== null) for (const s of seen) t += s.k; return t;`,
  `const seen = new Set([1]); if (n > 0) seen.add([a * 2, b]); let t = 0; for (const s of seen) if (Array.isArray(s)) t += s[0] + s[1]; return t;`,
  `const seen = new Set(); let last = { k: 0 }; if (n > 0) { last = { k: a * 2 }; seen.add(last); } last.k += 5; let t = 0; for (const s of seen) t += s.k; return t + last.k * 100;`,
  `class P { constructor(x) { this.x = x; } } const seen = new Set(); let last = new P(0); if (n > 0) { last = new P(a * 2); seen.add(last); } last.x += 5; let t = 0; for (const s of seen) t += s.x; return t + last.x * 100 + (seen.has(last) ? 1 : 2);`,
  `class P { #x; constructor(x) { this.#x = x; } get x() { return this.#x; } up() { this.#x += 5; } } const seen = new Set(); let last = null; if (n > 0) { last = new P(a * 2); seen.add(last); } last?.up(); let t = 0; for (const s of seen) t += s.x; return t + (last === null ? 0 : seen.has(last) ? 1 : 2);`,
  `const seen = new Map(); let last = null; if (n > 0) { last = { k: a * 2 }; seen.set(1, last); } if (last !== null) last.k += 5; return seen.get(1)?.k ?? -1;`,
  `const o = { p: null }; let last = null; if (n > 0) { last = { k: a * 2 }; o.p = last; } if (last !== null) last.k += 5; return [o.p === last, o.p?.k ?? -1];`,
  `const xs = [null, 1]; let last = null; if (n > 0) { last = { k: a * 2 }; xs[0] = last; } if (last !== null) last.k += 5; return [xs[0] === last, xs[0]?.k ?? -1];`,
  `let p = null, q = null; if (n > 0) { p = { k: a * 2 }; q = p; } if (q !== null) q.k += 5; return [p === q, p?.k ?? -1];`,
  `let p = null, q = null; if (n > 0) { p = { k: a * 2 }; q = { p }; } if (q !== null) q.p.k += 5; return [p === (q?.p ?? null), p?.k ?? -1];`,
  `let p = null, q = null; if (n > 0) { if (flag) { p = [a * 2]; q = { p }; } else p = [b + 1]; } if (q !== null) q.p[0] += 5; return [p === (q?.p ?? null), p?.[0] ?? -1];`,
  `let p = null; const get = []; if (n > 0) { const o = { k: a * 2 }; p = { f: () => o.k, o }; } if (p !== null) p.o.k += 5; return p === null ? 0 : p.f();`,
  `let p = null; try { if (n > 1) throw new Error('x'); p = { k: a * 2 }; } catch { p = { k: b * 3 }; } const s = new Set([p]); return [s.has(p), p.k];`,
  `let p = null, q = null; try { if (n > 1) { q = { k: a * 2 }; throw new Error('x'); } p = { k: a * 2 }; q = p; } catch { p = q; } return [p === q, p.k, q.k];`,
  `const xs = []; let p = null, q = null; if (n > 0) { p = { k: a * 2 }; q = p; xs.push(q); } if (q !== null) q.k += 5; return [p === q, p?.k ?? -1];`,
  `let o = { p: null, q: null }; for (const x of v) if (x > 1.5 && o.p === null) { o.p = { k: x * 2 }; o.q = o.p; } if (o.q !== null) o.q.k += 5; return [o.p === o.q, o.p?.k ?? -1];`,
  `let p = null, q = null; if (n > 0) { p = [{ k: a * 2 }]; q = p[0]; } if (q !== null) q.k += 5; return [p?.[0] === q, p?.[0].k ?? -1];`,
  `let p = null, q = null; const make = () => { if (n < 1) return null; const o = { k: b + 1 }; q = o; return o; }; p = make(); if (q !== null) q.k += 5; return [p === q, p?.k ?? -1];`,
  `let p = null, q = null; if (n > 0) { p = { k: a * 2 }; q = p; } else { p = { k: b }; } if (q !== null) q.k += 5; return [p === q, p?.k ?? -1];`,
  `let p = null, q = null, r = null; switch (n) { case 1: p = { k: a * 2 }; q = p; break; case 2: q = { k: b * 2 }; r = q; break; default: r = { k: 1 }; p = r; } if (q !== null) q.k += 5; if (r !== null) r.k += 7; return [p === q, q === r, p === r, p?.k ?? -1, q?.k ?? -1, r?.k ?? -1];`,
  `class T { constructor(k) { this.k = k; this.next = null; } } let head = null, tail = null; for (const x of v) { if (x > 1) { const t = new T(x); if (head === null) { head = t; tail = t; } else { tail.next = t; tail = t; } } } let s = 0; for (let t = head; t !== null; t = t.next) s = s * 2 + t.k; return s;`,
  `let head = null, tail = null; if (a > 0) { const t = { k: a * 2, next: null }; head = t; tail = t; } if (b > 0) { const t = { k: b * 2, next: null }; if (head === null) { head = t; tail = t; } else { tail.next = t; tail = t; } } if (n > 2) { const t = { k: b * 3, next: null }; if (head === null) { head = t; tail = t; } else { tail.next = t; tail = t; } } let s = 0; for (let t = head; t !== null; t = t.next) s = s * 2 + t.k; return s;`,
  `let head = null, tail = null; if (a > 0) { const t = { k: a * 2, next: null }; if (head === null) { head = t; tail = t; } else { tail.next = t; tail = t; } } if (b > 0) { const t = { k: b * 2, next: null }; if (head === null) { head = t; tail = t; } else { tail.next = t; tail = t; } } return [head?.k ?? -1, head?.next?.k ?? -2, tail?.k ?? -3];`,
  `const seen = new Set(); for (let j = 0; j < n && j < 3; j++) seen.add({ k: a + j }); return [seen.size, [...seen].reduce((sum, s) => sum + s.k, 0)];`,
  `class Point { constructor(x) { this.x = x; } } let z = null; const o = new Point(0); let p = null; const row = [o, o]; const list = [new Point(a)]; if (list[0].x > 1) list.splice(0); try { if (b === 2.5) throw new Error('x'); p = o; p.x += b; } catch { if (row[0].x > -2) { list.push(new Point(b % 16)); z = list.at(-1) ?? null; } else { list.push(new Point(a % 16)); z = list.find((s) => s.x > b) ?? null; } } return [z === null, p === null, o.x];`,
  `let root = null; const seen = new Set(); for (let i = 0; i < 2; i++) { for (const x of v) { if (x > 1) { const node = { x, parent: root }; root = node; seen.add(node); break; } } } let depth = 0; for (let p = root; p !== null; p = p.parent) depth += seen.has(p) ? 1 : 10; return [depth, seen.size];`,
  `let root = null; const seen = new Set(); for (let i = 0; i < 2; i++) { if (i < n) { const node = { i, parent: root }; root = node; seen.add(node); } } let depth = 0; for (let p = root; p !== null; p = p.parent) depth += seen.has(p) ? 1 : 10; return [depth, seen.size];`,
  `let root = null; const seen = new Set(); for (let i = 0; i < 2; i++) { for (const x of v) { if (x > 1 && i < n) { const node = { x }; root = node; seen.add(node); break; } } } return [root !== null && seen.has(root), seen.size];`,
  `let root = null; const seen = new Set(); for (const x of v) { if (x > 1) { const node = { x }; root = node; seen.add(node); break; } } return [root !== null && seen.has(root), seen.size];`,
  `let root = null; const seen = new Set(); for (const x of v) { if (x > 1) { const node = { x, parent: root }; root = node; seen.add(node); } } let depth = 0; for (let p = root; p !== null; p = p.parent) depth += seen.has(p) ? 1 : 10; return [depth, seen.size];`,
  `let root = null; const seen = new Set(); if (a > 0) { const node = { x: 1, parent: root }; root = node; seen.add(node); } if (b > -5) { const node = { x: 2, parent: root }; root = node; seen.add(node); } return [seen.size, seen.has(root), root !== null && seen.has(root.parent)];`,
  `let root = null; let other = null; if (a > 0) { const node = { x: a * 2, parent: root }; root = node; other = node; } if (b > -5) { const node = { x: a * 3, parent: root }; root = node; } return [root.parent === other];`,
  `let root = null; const seen = new Set(); outer: for (let i = 0; i < 3; i++) { for (const x of v) { if (x > 2 && i < n) { const node = { x, i, parent: root }; root = node; seen.add(node); continue outer; } if (x < 0) break outer; } } let depth = 0; for (let p = root; p !== null; p = p.parent) depth += seen.has(p) ? 1 : 10; return [depth, seen.size];`,
  `const cache = new Map(); const get = (k) => { const hit = cache.get(k); if (hit) { hit.uses++; return hit; } const made = { k, v: k * 2 + 1, uses: 1 }; cache.set(k, made); return made; }; let last = null, first = null; for (const x of v) { const e = get(x); if (first === null) first = e; last = e; } return [first === last, first.v, last.uses, cache.size];`,
];

/* An element of an array whose length a tensor decides is a row, which a change by another name does not reach. */
const refused: readonly string[] = [
  `const xs = []; let last = null; if (n > 0) { last = { k: a * 2 }; xs.push(last); } if (last !== null) last.k += 5; return xs[0]?.k ?? -1;`,
  `const xs = []; let last = null; if (n > 0) { last = { k: a * 2 }; xs.push(last); } if (xs.length > 0) xs[0].k += 5; return last?.k ?? -1;`,
  `class P { constructor(k) { this.k = k; } } const xs = [new P(1)]; let last = null; if (n > 0) { last = new P(a * 2); xs.push(last); } if (last !== null) last.k += 5; return [xs.at(-1).k, last === xs.at(-1)];`,
];

describe.each(executors)('objects that one branch makes, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('%s is refused', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual).toMatchObject({ refusal: 'chosen-object' });
  });
});

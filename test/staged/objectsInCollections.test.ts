import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const point = 'class P { constructor(x) { this.x = x; } } class Q extends P {}';
const two = `${point} const o = new P(a), p = new P(b);`;

/** An iteration gives a Map a key whose value is an object of a class. */
const instancesOfNewKeys = [
  `${point} const m = new Map(); for (let i = 0; i < n; i++) m.set('a', new P(i)); return m.get('a')?.x ?? 0;`,
  `${two} const m = new Map(); for (let i = 0; i < n; i++) { m.set('a', new P(i)); o.x += 1; if (i > 1) m.set('a', o); } return [m.get('a')?.x ?? 0, m.get('a') === o, o.x];`,
  `${two} const m = new Map(); for (const s of [p, o].filter((s) => s.x > 0.5)) { m.set('a', s); s.x = 7; } return [m.get('a')?.x ?? 0, o.x, p.x];`,
  `${two} let m = new Map([['a', p], ['b', o]]); m = new Map([...m].filter(([, s]) => s.x > 0.5)); const q = m.get('b'); if (q) q.x += 1; return [m.size, o.x, p.x];`,
  `${two} const l = [['a', p], ['b', o]].filter(([, s]) => s.x > 0.5); const m = new Map(); for (const [k, s] of l) m.set(k, new P(s.x)); return [m.size, m.get('a')?.x ?? 0];`,
  `${point} const m = new Map(); for (let i = 0; i < n; i++) m.set('a', i > 1 ? new P(i) : new Q(i)); return [m.get('a')?.x ?? 0, m.get('a') instanceof Q];`,
  "class P { #y = 1; constructor(x) { this.x = x; } get y() { return this.#y++; } } const m = new Map(); for (let i = 0; i < n; i++) { if (m.has('a')) m.get('a').x += m.get('a').y; else m.set('a', new P(i)); } return [m.get('a')?.x ?? 0, m.get('a')?.y ?? 0];",
];

/** An iteration puts the object that it makes into a Map twice, where it had no such key. */
const oneUnderTwoKeys = [
  "const m = new Map(); for (let i = 0; i < n; i++) { const q = { x: i }; m.set('b', q); m.set('a', q); } if (m.has('a')) m.get('a').x = 7; return [m.get('b')?.x ?? 0, m.get('a') === m.get('b')];",
  "const m = new Map([['a', { x: a }]]); for (let i = 0; i < n; i++) { m.set('b', { x: i }); m.set('a', m.get('b')); m.get('a').x++; } return [m.get('a').x, m.get('a') === m.get('b')];",
  `${two} const m = new Map([['a', o]]); for (let i = 0; i < n; i++) { m.set('b', new P(i)); m.set('a', m.get('b')); m.get('a').x++; } return [m.get('a').x, m.get('b')?.x ?? 0, o.x, m.get('a') === m.get('b')];`,
];

/** A Map or Set that a block makes in which something may be thrown before. */
const madeBehindThrows = [
  "let m = new Map(); try { if (a > 2) throw new Error('x'); m = new Map([['k', a + 1]]); } catch { n = 1; } return [m.size, m.get('k') ?? 0];",
  "let m = new Map([['k', 1]]); try { if (a > 2) throw new Error('x'); m = new Map([['k', a + 1]]); } catch { m = new Map([['k', 7]]); } return [m.size, m.get('k') ?? 0];",
  "let m = new Map(); try { if (a > 2) throw new Error('x'); m = new Map([['k', { x: a + 1, l: [b + 1] }]]); } catch { n = 1; } return [m.size, m.get('k')?.x ?? 0, m.get('k')?.l[0] ?? 1];",
  "let m = new Set([1]); try { if (a > 2) throw new Error('x'); m = new Set([n, 2]); if (flag) m.add(7); } catch { a = 1; } finally { n += m.size; } return [m.size, m.has(1), m.has(2), m.has(7), n];",
];

/** A tensor decides which of several objects an argument is, and whether it is one. */
const argumentsThatMayBeMissing = [
  'const o = { x: a }, p = { x: b }; const q = flag ? o : undefined; const t = { total(...all) { let s = 0; for (const { x } of all) s += x; return s; } }; return flag ? t.total(q, p) : 0;',
  `${point} const o = new P(a), p = new Q(b); let q; if (n > 2) q = o; if (a > 2) q = p; const f = (s, t = p) => s + t.x; return f(1, q);`,
  `${point} const o = new P(a), p = new Q(b); const m = new Map([['a', o], ['b', p]]); for (const e of v) m.delete(flag ? 'a' : 'b'); const row = [o, p]; if (m.has(flag ? 'a' : 'b')) row[0] = m.get(flag ? 'a' : 'b'); const f = (s, t = p) => s + t.x; return f(1, ...row);`,
];

/** A tensor chooses which Map or Set a variable holds, and code goes through it. */
const throughChosen = [
  "let m = new Map([['a', a]]); if (a > 2) m = new Map(); return [...m.values()].reduce((s, t) => s + t, 0);",
  "let m = new Map([['a', a]]); if (a > 2) m = new Map(); let s = 0; for (const [, t] of m.entries()) s += t; return [s, [...m.keys()].length];",
  "const o = { x: a }, p = { x: b }; let m = new Map([['a', o]]); if (a > 2) m = new Map([['a', p], ['b', o]]); for (const s of m.values()) s.x += 1; return [o.x, p.x, m.size];",
  "const o = { x: a }, p = { x: b }; let m = new Map([['a', o]]); if (a > 2) m = new Map([['a', p], ['b', o]]); const it = m.values(); let r = 0; for (const s of it) { r += s.x; break; } for (const s of it) r += 10; return r;",
  "const o = { x: a }, p = { x: b }; let m = new Map([['a', o]]); if (a > 2) m = new Map([['a', p], ['b', o]]); for (const [k, s] of m.entries()) { if (s.x > 0) m.delete(k); } return [m.size, m.has('a')];",
  "let m = null; if (a > 1) m = new Map([['a', b]]); if (n > 5) m = new Map(); let s = 0; if (m) for (const e of m.values()) s += e; return s;",
  'let m = new Set([1, 2]); if (a > 2) m = new Set([3]); return [[...m].reduce((s, t) => s + t, 0), Math.max(...m), Array.from(m).length];',
  'let m = new Set([1, 2]); if (a > 2) m = new Set([3]); if (a > 0.5) m = new Set([a, b]); return [[...m.values()].length, Array.from(m.values(), (s) => s * 2).length];',
  'let m = new Set([1, 2]); if (a > 2) m = new Set([3]); const [x, ...r] = m; return [x, r.length];',
];

/** A tensor chooses which array a variable holds, and an array whose length a tensor decides is spread into a call that changes it. */
const spreadIntoChosen = [
  'const o = [2]; let l = o; if (n !== 0) l = l.slice(1); l.push(...l.slice(0, 1)); return [o.length, l.length, o === l];',
  'const o = [2]; let l = o; if (n !== 0) l = l.slice(1); l.unshift(...v.filter((e) => e > 1)); return [o.length, l.length, o === l, o[0]];',
  'const o = [a]; const h = { l: o }; if (n !== 0) h.l = [b]; const k = v.filter((e) => e > 1); h.l.push(...k); return [o.length, h.l.length, o.at(-1)];',
  'let l = [2]; if (n !== 0) l = l.slice(1); l.push(...l.slice(0, 1)); l.length = Math.min(l.length, 5); return [l.length, l[0] ?? -1];',
];

describe.each(executors)('objects in collections, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each([
    ...instancesOfNewKeys,
    ...oneUnderTwoKeys,
    ...madeBehindThrows,
    ...argumentsThatMayBeMissing,
    ...throughChosen,
    ...spreadIntoChosen,
  ])('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Variables, properties and elements hold the same objects, and loops and branches put others in some of these places. */

const point = 'class P { constructor(x) { this.x = x; } }';
const row = 'const row = [new P(a), new P(b)]; const q = row[1];';

/** A loop replaces one element of an array of instances: the others stay what they were to everybody. */
const besideReplaced = [
  `${point} ${row} for (let i = 0; i < n; i++) { row[0] = q; row[1].x = 1; } return [q.x, row[0].x, row[1].x, row[1] === q];`,
  `${point} ${row} while (n > 0) { n--; row[0] = q; row.at(1).x = 1; } q.x += 1; return [q.x, row[0].x, row[1].x];`,
  `${point} ${row} while (n > 0) { n--; row[0] = new P(n + 0.5); row[1].x++; } return [q.x, row[0].x, row[1].x, row[0] === q];`,
  `${point} ${row} for (const e of v) for (const k of row) { row[1].x += 1; row[0] = k; } return [q.x, row[0].x, row[0] === row[1]];`,
  `${point} ${row} const h = { p: row[0], q }; while (flag && n > 0) { h.q.x = 0; row[0] = h.q; n--; } return [h.p.x, row[1].x, q.x];`,
  `${point} const q = new P(b); const m = new Map([['p', new P(a)], ['q', q]]); while (n > 0) { n--; m.set('p', q); m.get('q').x++; } return [q.x, m.get('p').x, m.get('q').x];`,
  `${point} const q = new P(b); const h = { p: new P(a), q }; while (n > 0) { n--; h.p = q; h.q.x++; } return [q.x, h.p.x, h.q === q];`,
];

/** What an iteration makes with the same contents is another object. */
const sameContents = [
  `${point} let o = new P(a), p = o; for (const e of v) p = new P(p.x); return [o === p, o.x];`,
  `${point} let o = new P(a), p = o; while (n > 0) { p = new P(p.x); n--; } p.x += 1; return [o === p, o.x, p.x];`,
  `${point} const h = { p: new P(a) }; const o = h.p; while (n > 0) { h.p = new P(o.x); n--; } h.p.x += 1; return [o === h.p, o.x, h.p.x];`,
  `${point} const h = { p: new P(a) }; const o = h.p; while (n > 0) { h.p = new P(o.x); h.p = o; n--; } h.p.x += 1; return [o === h.p, o.x];`,
];

/** A branch knows that a variable which may hold the object holds none. */
const knownToBeNone = [
  'const row = [{ x: b }, { x: a }]; let z = flag ? row[1] : null; if (n < 2) { if (flag) z = null; } else { row[1].x = 1; } return [row[1].x, z === null];',
  'const row = [{ x: b }, { x: a }]; let z = flag ? row[1] : null; if (n > 2) { row[1].x = 1; } else if (flag) { z = null; } return [row[1].x, z === null];',
  'const row = [{ x: b }, { x: a }]; let z = flag ? row[1] : null; if (n < 2) { try { if (flag) throw 1; } catch { z = null; } } else { row[1].x = 1; } return [row[1].x, z === null];',
  'const row = [{ x: b }, { x: a }]; let z = flag ? row[1] : undefined; switch (n) { case 0: if (flag) z = undefined; break; default: row[1].x = 1; } return [row[1].x, z === undefined];',
];

/** So it knows what the condition of a branch around tells. */
const knownFromAround = [
  'const o = { x: a }; const l = [o]; const h = { p: o }; let z = flag ? o : null; if (!flag) { if (n === 0) z = null; else l[0].x = 2; } return [h.p.x, z === null];',
  'const o = { x: a }; const l = [o]; let z = null; try { if (!flag) throw 0; z = o; } catch {} if (!flag) { if (n > 0) l[0].x = 2; else z = null; } return [o.x, z === null];',
];

/** What follows a throw leaves another name of an object that is known. */
const besideThrows = [
  'const o = { x: a }; let z = null; try { if (a > 1) throw 0; for (let i = 0; i < n; i++) z = o; } catch {} o.x = 7; return z === null ? 1 : z.x;',
  'const o = { x: a }; let z = null; try { if (a > 1) throw 0; for (let i = 0; i < n; i++) z = flag ? o : null; } catch {} return [z === null, z === o];',
  'const o = { x: a }; let z = null; try { if (a > 1) throw 0; for (const e of v) z = e > 1 ? o : z; } catch {} o.x = 7; return z === null ? 1 : z.x;',
];

/** A branch before the loop has made the object that an iteration puts into a variable. */
const madeByBranches = [
  'let o = { x: a }, z = { x: 1 }; if (b < 0) for (let i = 0; i < n; i++) o = { x: 0 }; const p = o; for (const e of v) z = o; return [z === p, z.x];',
  'let o = { x: a }, z = { x: 1 }; if (b < 0) for (let i = 0; i < n; i++) o = { x: 0 }; for (const e of v) z = o; z.x += 1; return [z.x, o.x];',
  'let o = { x: a }, z = { x: 1 }; if (b < 0) { if (n > 1) o = { x: 0 }; else o = { x: 4 }; } for (const e of v) z = o; o.x += 1; return [z.x, o.x, z === o];',
  'let o = { x: a }, z = null; if (b < 0) { if (n > 1) o = { x: 0 }; else o = { x: 4 }; } for (const e of v) z = o; o.x += 1; return [z.x, o.x, z === o];',
  'let o = { x: a }, z = null; if (b < 0) for (let i = 0; i < n; i++) o = { x: 0 }; while (n > 0) { z = o; n--; } o.x += 1; return [z ? z.x : 0, o.x, z === o];',
  'const o = { x: a }; let p = o; const l = [{ x: b }, o]; if (n > 1) l[1] = { x: b }; for (let i = 0; i < n; i++) p = l[1]; l[1].x = 1; return p.x;',
];

/** Of a holder with two names, one branch changes the object that it holds, and another puts one in its place. */
const holdersOfTwoNames = [
  'const o = { k: 0 }, p = { k: 1 }; const h = { q: p }; const g = h; if (n === 0) h.q.k++; else g.q = o; return [o.k, p.k, h.q.k];',
  'const o = { k: 0 }, p = { k: 1 }; const h = { q: p }; const g = h; switch (n) { case 0: h.q.k++; break; default: g.q = o; } return [o.k, p.k];',
  'const l = [{ x: a }, { x: b }]; const h = { p: l[0] }; const box = { h }; if (a > 2) { h.p.x = 1; box.h.p = l[1]; } return [l[0].x, l[1].x];',
  'const o = { k: 0 }, p = { k: 1 }; const h = { q: p }; const g = { r: h }; if (n === 0) h.q.k++; else g.r.q = o; return [o.k, p.k];',
  'const o = { k: 0 }, p = { k: 1 }; const h = { q: p }; const g = h; while (n > 0) { h.q.k += n; if (n === 2) g.q = o; n--; } return [o.k, p.k];',
];

/** An iteration gives a Map a new key, whose value others have. */
const valuesOfNewKeys = [
  "const o = { x: a }; const m = new Map(); for (let i = 0; i < n; i++) { if (m.has('b')) m.get('b').x = 0; m.set('b', o); } return o.x;",
  "const o = { x: a }; const m = new Map(); for (let i = 0; i < n; i++) m.set('b', o); o.x = 7; return m.has('b') ? m.get('b').x : -1;",
  "const o = { x: a }; const m = new Map(); for (let i = 0; i < n; i++) m.set('b', o); return m.get('b') === o;",
  "const o = { x: a }, p = { x: b }; const m = new Map(); for (let i = 0; i < n; i++) m.set('b', i > 1 ? o : p); o.x = 7; return [m.get('b')?.x ?? -1, m.get('b') === o, m.get('b') === p];",
  "const o = { x: a }; const m = new Map(); for (let i = 0; i < n; i++) { m.set('b', { ref: o, k: i }); m.get('b').ref.x++; } return [o.x, m.get('b')?.ref === o];",
  `${point} const o = new P(a); const m = new Map(); for (let i = 0; i < n; i++) { if (m.has('b')) m.get('b').x = 0; m.set('b', o); } return [o.x, m.get('b') === o];`,
  "const m = new Map(); for (let i = 0; i < n; i++) { if (m.has('b')) m.get('b').x++; else m.set('b', { x: 3 }); } return m.get('b')?.x ?? -1;",
];

/** An iteration changes an object, and puts one of another kind where the holder of that is. */
const beforeOtherKinds = [
  'const o = { x: 1 }; const h = { p: o, x: b }; const box = { h }; const bump = (t) => { t.x = 0; }; for (const e of v) { bump(h.p); box.h = {}; } return [o.x, h.p === o];',
  'const o = { x: 1 }; const h = { p: o }; let g = h; const bump = (t) => { t.x += 1; }; while (n > 0) { bump(h.p); g = { q: n }; n--; } return [o.x, h.p === o, g === h];',
  'const o = { x: 1 }; const h = { p: o }; const box = { h }; const bump = (t) => { t.x = 0; }; for (const e of v) { bump(h.p); box.h = {}; bump({ x: 1 }); } return o.x;',
  'const o = { x: a }; const h = { p: o }; const box = { h }; for (const e of v) { h.p.x += e; box.h = e > 1 ? h : {}; } return [o.x, h.p.x];',
];

/** An object gets a new key in an iteration that also changes others by a name that a tensor chooses. */
const besideNewKeys = [
  'const p = { x: 1 }; let z = { x: 1 }; const h = {}; for (let i = 0; i < n; i++) { z.x = 0; if (n === 1) z = p; h.x = a; } return [z.x, p.x];',
  'const p = { x: 1 }; let z = { x: 1 }; const h = {}; for (let i = 0; i < n; i++) { z.x = 0; switch (n) { case 3: z = p; default: h.x = a; } } return [z.x, p.x];',
];

/** What a branch has chosen stays the object that it is where the other branch only throws. */
const list =
  'class N { constructor(x, next) { this.x = x; this.next = next; } } const c = new N(2, null), d = new N(1, c), e = new N(1, null); let p = d; while (p.x < n && p.next !== null) p = p.next;';
const two =
  'class N { constructor(x) { this.x = x; } } const m = new N(3), e = new N(4); const h = new N(1), k = new N(2); h.q = m; k.q = m; let p = n > 0 ? (n > 3 ? h : k) : m;';
const besideErrors = [
  `${list} p.next = c; return [c.next === c, d.next === c];`,
  `${list} p.next = e; return [d.next === e, c.next === e, d.next === c];`,
  `${list} p.next = e; e.x = 5; return [d.next.x, c.next ? c.next.x : 0];`,
  `${list} p.next = c; c.x = 9; return [c.next ? c.next.x : 0, d.next.x];`,
  `${two} if (n < 0) p = null; p.q = e; return [h.q === e, h.q === m, k.q === e, h.q.x, k.q.x];`,
  `${two} if (n < 0) p = null; p.q = e; e.x = 9; m.x = 8; return [h.q.x, k.q.x];`,
  'class N { constructor(x) { this.x = x; } } class H { set q(t) { this.r = new N(t.x * 2); this.s = this.r; } get q() { return this.s; } } const e = new N(4); const h = new H(), k = new H(); h.q = e; k.q = e; let p = n > 3 ? h : k; if (n < 0) p = null; p.q = new N(b); p.s.x += 1; return [h.r.x, k.r.x, h.r === h.s, h.q.x, p.r === p.s];',
  'class N { #v; constructor(x) { this.#v = x; } get x() { return this.#v; } set x(t) { this.#v = t; } } const m = new N(3), e = new N(4); const h = { q: m }, k = { q: m }; let p = n > 3 ? h : k; if (n < 0) p = null; p.q = e; e.x = 9; m.x = 8; return [h.q.x, k.q.x, h.q === e];',
];

describe.each(executors)('objects of many names, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each([
    ...besideReplaced,
    ...sameContents,
    ...knownToBeNone,
    ...knownFromAround,
    ...besideThrows,
    ...madeByBranches,
    ...holdersOfTwoNames,
    ...valuesOfNewKeys,
    ...beforeOtherKinds,
    ...besideNewKeys,
    ...besideErrors,
  ])('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

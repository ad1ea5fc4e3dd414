import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A variable, property or element in which a loop or branch puts another object may still hold the first one. */
const bodies: readonly string[] = [
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; if (a > 0) o = { p: b }; } r.p = 9; return o.p;`,
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; if (a > 0) o = { p: b }; } o.p = 9; return r.p;`,
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; if (a > 0) o = { p: b }; } return o === r ? 1 : 2;`,
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; o = { p: b }; } r.p = 9; return o.p;`,
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; o = { p: b }; } o.p = 9; return r.p;`,
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; o = { p: b }; } return (o === r ? 1 : 2) + (o == r ? 10 : 0) + (o !== r ? 100 : 0);`,
  `let o = [2]; const r = o; while (b < 3) { b++; if (a > 0) o = [b]; } r[0] = 9; return o[0];`,
  `let o = [2]; const r = o; while (b < 3) { b++; if (a > 0) o = [b]; } o[0] = 9; return r[0];`,
  `let o = [2]; const r = o; while (b < 3) { b++; if (a > 0) o = [b]; } r.push(9); return o.length * 10 + r.length;`,
  `let o = [2]; const r = o; while (b < 3) { b++; if (a > 0) o = [b]; } o.push(9); return o.length * 10 + r.length;`,
  `class C { constructor(p) { this.p = p; } } let o = new C(2); const r = o; while (b < 3) { b++; if (a > 0) o = new C(b); } r.p = 9; return o.p;`,
  `class C { constructor(p) { this.p = p; } } let o = new C(2); const r = o; while (b < 3) { b++; if (a > 0) o = new C(b); } o.p = 9; return r.p;`,
  `class C { constructor(p) { this.p = p; } } let o = new C(2); const r = o; while (b < 3) { b++; if (a > 0) o = new C(b); } return o === r ? 1 : 2;`,
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; r.p += 1; if (a > 0) o = { p: b }; record(o.p); } return o.p * 100 + r.p;`,
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; o.p += 1; if (a > b) o = { p: b }; record(r.p); } return o.p * 100 + r.p;`,
  `let o = { p: 2 }; const r = o; while (b < 3) { b++; o.p += 1; o = { p: b }; record(r.p); } return o.p * 100 + r.p;`,
  `const s = { o: { p: 2 } }; const r = s.o; while (b < 3) { b++; s.o.p += 1; if (a > 0) s.o = { p: b }; } return r.p * 100 + s.o.p;`,
  `const s = { o: { p: 2 } }; const r = s.o; while (b < 3) { b++; if (a > 0) s.o = { p: b }; } r.p = 9; return s.o.p;`,
  `const s = { o: { p: 2 } }; const r = s.o; while (b < 3) { b++; if (a > 0) s.o = { p: b }; } s.o.p = 9; return r.p;`,
  `const s = [{ p: 2 }, { p: 3 }]; const r = s[0]; while (b < 3) { b++; if (a > 0) s[0] = { p: b }; } r.p = 9; return s[0].p;`,
  `const s = [{ p: 2 }, { p: 3 }]; const r = s[0]; while (b < 3) { b++; if (a > 0) s[0] = { p: b }; } s[0].p = 9; return r.p;`,
  `const s = [{ p: 2 }, { p: 3 }]; const r = s[0]; while (b < 3) { b++; if (a > 0) s[0] = { p: b }; } return s[0] === r ? 1 : 2;`,
  `const s = [{ p: 2 }, { p: 3 }]; const r = s[0]; while (b < 3) { b++; if (a > 0) s[0] = { p: b }; s[0].p += 1; } return s[0].p * 100 + r.p;`,
  `const s = new Map([['k', { p: 2 }]]); const r = s.get('k'); while (b < 3) { b++; if (a > 0) s.set('k', { p: b }); } r.p = 9; return s.get('k').p;`,
  `const s = new Map([['k', { p: 2 }]]); const r = s.get('k'); while (b < 3) { b++; if (a > 0) s.set('k', { p: b }); } s.get('k').p = 9; return r.p;`,
  `class C { constructor() { this.o = { p: 2 }; } step() { if (a > 0) this.o = { p: b }; } } const s = new C(); const r = s.o; while (b < 3) { b++; s.step(); } s.o.p = 9; return r.p;`,
  `class C { constructor() { this.o = { p: 2 }; } step() { if (a > 0) this.o = { p: b }; } } const s = new C(); const r = s.o; while (b < 3) { b++; s.step(); } r.p = 9; return s.o.p;`,
  `let o = { p: 2 }; const r = o; for (let i = 0; i < n; i++) { o = { p: o.p + i }; } r.p = 9; return o.p;`,
  `let o = { p: 2 }; const r = o; for (const x of v) { if (x > 1) o = { p: o.p + x }; } r.p = 9; return o.p;`,
  `let o = { p: 2, q: { z: 1 } }; const r = o; const q = o.q; while (b < 3) { b++; if (a > 0) o = { p: b, q: { z: b } }; } q.z = 9; return o.q.z;`,
  `let o = { p: 2, q: { z: 1 } }; const r = o; const q = o.q; while (b < 3) { b++; if (a > 0) o = { p: b, q: o.q }; } q.z = 9; return o.q.z;`,
  `let o = { p: 2, q: { z: 1 } }; const r = o; const q = o.q; while (b < 3) { b++; if (a > 0) o = { ...o, p: b }; } o.q.z = 9; return q.z * 10 + r.q.z;`,
  `let o = { p: 2 }, w = o; while (b < 3) { b++; if (a > 0) { o = { p: b }; } else { w = { p: b * 2 }; } } w.p = 7; return o.p;`,
  `let o = { p: 2 }, w = o; while (b < 3) { b++; if (a > 0) { o = { p: b }; w = o; } } w.p = 7; return o.p;`,
  `let o = { p: 2 }, w = o; while (b < 3) { b++; o = { p: b }; w = o; } w.p = 7; return o.p + (o === w ? 10 : 20);`,
  `let o = { p: 2 }; const t = o; if (a > 0) { while (b < 3) { b++; o = { p: b }; } } t.p = 7; return o.p;`,
  `let o = { p: 2 }; const t = o; while (b < 3) { b++; let k = 0; while (k < a) { k++; o = { p: b }; } } t.p = 7; return o.p;`,
  `let o = { p: 2 }; const t = o; while (b < 3) { b++; let k = 0; while (k < a) { k++; if (k > 1) o = { p: b }; o.p++; } record(t.p); } t.p = 7; return o.p;`,
  `let o = { p: 2 }; const t = o; let c = 0; do { c++; if (a > 0) o = { p: c }; } while (c < n); t.p = 7; return o.p;`,
  `let o = { p: 2 }; const f = () => o; const t = f(); while (b < 3) { b++; o = { p: b }; } t.p = 7; return f().p;`,
  `let o = { p: 2 }; const g = { o }; while (b < 3) { b++; o = { p: b }; } g.o.p = 7; return o.p;`,
  `let o = { p: 2 }; const g = { o }; while (b < 3) { b++; o = { p: b }; } o.p = 7; return g.o.p;`,
  `let o = { p: 2 }; const g = [o]; while (b < 3) { b++; o = { p: b }; } return g.indexOf(o) + (g.includes(o) ? 10 : 0);`,
  `let o = { p: 2 }; const g = [o]; while (b < 3) { b++; o = { p: b }; g.push(o); } return g.length;`,
  `let o = { p: 2 }; const r = o; if (a > 0) { o.p += 1; o = { p: 5 }; } return r.p;`,
  `let o = [2]; const r = o; if (a > 0) { o[0] += 1; o = [5]; } return r[0];`,
  `let o = [2]; const r = o; if (a > 0) { o.push(1); o = [5]; } return r.length;`,
  `const s = { o: { p: 2 } }; const r = s.o; if (a > 0) { s.o.p += 1; s.o = { p: 5 }; } return r.p;`,
  `let o = { q: { p: 2 } }; const r = o.q; if (a > 0) { o.q.p += 1; o = { q: { p: 5 } }; } return r.p;`,
  `let o = { p: 2 }; const r = o; if (a > 0) { r.p += 1; o = { p: 5 }; } return r.p;`,
  `class C { constructor(p) { this.p = p; } } let o = new C(2); const r = o; if (a > 0) { o.p += 1; o = new C(5); } return r.p;`,
  `const m = new Map([['k', { p: 2 }]]); const r = m.get('k'); if (a > 0) { m.get('k').p += 1; m.set('k', { p: 5 }); } return r.p;`,
  `let o = { p: 2 }; const r = o; o = a > 0 ? (o.p += 1, { p: 5 }) : o; return r.p;`,
  `let o = { p: 2 }; const r = o; switch (n) { case 3: o.p += 1; o = { p: 5 }; break; case 4: o.p = 7; } return r.p * 10 + o.p;`,
  `let o = { p: 2 }; const r = o; try { o.p += 1; if (a > 0) throw 1; o = { p: 5 }; } catch { o.p += 20; } return r.p * 100 + o.p;`,
  `const s = [{ p: 2 }, { p: 3 }]; const r = s[0]; if (a > 0) { s[0].p = 7; s[0] = { p: 5 }; } return r.p;`,
  `const s = [{ p: 2 }, { p: 3 }]; const r = s[0]; if (a > 0) { s[0].p = 7; s.shift(); } return r.p;`,
  `const s = [{ p: 2 }, { p: 3 }]; const r = s[0]; if (a > 0) { s[0].p = 7; s.length = 0; } return r.p;`,
  `const s = [{ p: 2 }, { p: 3 }]; const r = s[0]; if (a > 0) { const x = s.shift(); x.p = 7; s.push(x); } return r.p;`,
  `let o = { p: 2 }; const r = o; if (a > 0) { if (b > 0) { o.p += 1; o = { p: 5 }; } else { o.p += 10; } o.p += 100; } return r.p * 1000 + o.p;`,
  `let o = { p: 2 }; const r = o; const f = () => { o.p += 1; o = { p: b }; }; if (a > 0) f(); return r.p;`,
  `const s = { o: { p: 2 } }; const { o: r } = s; if (a > 0) { s.o.p += 1; s.o = null; } return r.p;`,
  `let o = { p: 2 }; const r = o; if (a > 0) { o.p += 1; o = null; } return r.p;`,
  `const q = { p: 3 }; let o = null; let t = 0; while (t < a) { t++; if (a > 1) o = q; } if (o) o.p = 9; return q.p;`,
  `const q = { p: 3 }; let t = 0; let o = a > 0 ? { p: 2 } : null; while (t < n) { t++; o = q; } if (o) o.p = 9; return q.p;`,
  `const all = [{ p: 3 }, { p: 4 }, { p: 2 }]; let o = null; for (let i = 0; i < n - 1; i++) { if (o === null || all[i].p > o.p) o = all[i]; } if (o) o.p = 9; return all[0].p * 100 + all[1].p * 10 + all[2].p;`,
  `const o1 = { v: 1 }, o2 = { v: 2 }; let m = o1; for (let k = 0; k < n; k++) { m.v += 1; m = o2; } return o1.v * 10 + o2.v;`,
  `const o1 = { v: 1 }, o2 = { v: 2 }; let m = o1; for (let k = 0; k < n; k++) { m = o2; } m.v = 4; return o1.v * 10 + o2.v;`,
  `const o1 = { v: 1 }, o2 = { v: 2 }; let m = o1; for (let k = 0; k < n; k++) { m = o2; } o1.v = 4; return m.v;`,
  `const os = [{ v: 1 }, { v: 2 }, { v: 5 }]; let m = os[0]; let k = 0; while (k < n && k < 3) { if (os[k].v > m.v) m = os[k]; k++; } m.v = 90; return os.reduce((s, o) => s + o.v, 0) + (m === os[1] ? 1000 : 0);`,
  `let m = { p: 0 }, w = { p: 1 }; while (b < 3) { b++; m = { p: b }; if (b > a) w = m; } w.p = 7; return m.p;`,
  `let cur = { p: 0 }, prev = cur; while (b < 3) { b++; prev = cur; cur = { p: b }; prev.p += 10; } prev.p += 100; return cur.p * 1000 + prev.p;`,
  `let x = [1, 2], y = [3, 4]; while (b < 3) { b++; [x, y] = [y, x]; x[0] += 1; } x[1] = 50; return x[0] + y[0] * 10 + x[1] * 100 + y[1] * 1000;`,
  `const p = [1, 2], q = [3, 4]; let x = p, y = q; while (b < 3) { b++; [x, y] = [y, x]; x[0] += 1; } return p[0] + q[0] * 10;`,
  `const st = { a: { v: 1 }, b: { v: 2 } }; while (b < 3) { b++; const t = st.a; st.a = st.b; st.b = t; st.a.v += 10; } return st.a.v + st.b.v * 1000;`,
  `class N { constructor(v) { this.v = v; } add(k) { this.v += k; return this; } } let o = new N(1); const r = o; for (let k = 0; k < n; k++) { if (k > a) o = new N(k); o.add(1); } return r.v * 100 + o.v;`,
  `let o = { p: [1], z: 0 }; const r = o; while (b < 3) { b++; o = { ...o, z: b }; } o.p.push(5); return r.p.length;`,
  `let o = { p: [1], z: 0 }; const r = o; while (b < 3) { b++; o = { ...o, z: b }; o.p[0] += 1; } return r.p[0] + r.z * 10 + o.p[0] * 100;`,
  `const m = new Map(); const o1 = { c: 0 }; m.set('x', o1); for (const x of v) { const e = m.get('x'); e.c += x; if (x > 3) m.set('x', { c: 0 }); } return o1.c * 100 + m.get('x').c;`,
  `let o = { p: 2 }; const fs = () => o.p; const r = o; while (b < 3) { b++; if (a > 0) { o = { p: b }; } else { r.p++; } } r.p *= 2; return fs();`,
  `let o = { p: a }; const r = o; let k = 0; do { k++; o.p = o.p + 1; if (o.p > 2) break; o = { p: o.p }; } while (k < 5); return r.p * 10 + o.p;`,
  `let o = { p: a }; const r = o; for (const x of v) { if (x > 2) continue; o.p += x; o = { p: o.p * 2 }; } return r.p * 10 + o.p;`,
  `function mk(p) { return { p }; } let o = mk(1); const hist = { first: o, last: o }; for (let i = 0; i < n; i++) { o = mk(i); hist.last = o; hist.last.p += 5; } return o.p + hist.first.p * 10 + (hist.last === o ? 100 : 0);`,
  `let o = { p: 2 }; const r = o; const g = { o }; while (b < 3) { b++; g.o = { p: b }; o.p += 1; } return r.p * 10 + g.o.p;`,
  `const { o, ...rest } = { o: { p: 1 }, q: { p: 2 } }; let c = o; while (b < 3) { b++; c = c === o ? rest.q : o; c.p += 1; } return o.p * 10 + rest.q.p;`,
  `const list = [{ p: 3 }, { p: 1 }, { p: 2 }]; const sorted = [...list].sort((x, y) => x.p - y.p); let c = sorted[0]; while (b < 3) { b++; c.p += 5; c = { p: 0 }; } return list[1].p * 10 + c.p;`,
  `const os = []; for (let i = 0; i < n; i++) os.push({ v: i }); let m = { v: 0 }; for (const o of os) if (o.v > m.v) m = o; m.v = 9; return os.reduce((s, o) => s + o.v, 0);`,
  `const q = { v: 1 }; let m; let t = 0; while (t < a) { t++; m = q; } if (m) m.v = 9; return q.v;`,
];

/* No graph can tell which of many objects it is, nor which row of a list. */
const refused: readonly string[] = [
  `const os = [{ v: 1 }, { v: 2 }, { v: 5 }, { v: 3 }, { v: 7 }, { v: 6 }, { v: 8 }, { v: 9 }, { v: 2 }, { v: 4 }]; let m = os[0]; let k = 0; while (k < n * 2) { if (os[k].v > m.v) m = os[k]; k++; } m.v = 90; return os.reduce((s, o) => s + o.v, 0);`,
];

describe.each(executors)('other names of what is replaced, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses an assignment: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});

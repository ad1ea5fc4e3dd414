import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What objects stand for beside numbers and in texts (valueOf, toString, Symbol.toPrimitive), and what made them. */
const bodies: readonly string[] = [
  `class A { constructor(k) { this.k = k; } valueOf() { return this.k; } toString() { return 'A'; } } const o = new A(a), p = new A(b); return [o + 1, o > p ? 1 : 2, o * p, -o, o < p ? 3 : 4];`,
  `class A { constructor(k) { this.k = k; } [Symbol.toPrimitive](h) { return h === 'number' ? this.k : 0; } } const o = new A(a); return [+o, o * 2, o + 1, o >= 1 ? 1 : 2];`,
  'class A { constructor(k) { this.k = k; } valueOf() { return this.k; } } const o = new A(a); const r = o > 1 ? 1 : 2; o.k = b; return [r, o > 1 ? 1 : 2];',
  'class A { constructor(k) { this.k = k; } valueOf() { if (this.k > 0) return this.k; return 0; } } const p = new A(a), q = new A(b); const o = flag ? p : q; return [o + 1, p - q, Math.max(p.valueOf(), 0)];',
  `class A { constructor(k) { this.k = k; } toString() { return this.k > 0 ? 'pos' : 'neg'; } } const p = new A(a); return [\`\${p}!\`, 'is ' + p, p + '?'];`,
  'const money = { amount: a, valueOf() { return this.amount * 100; } }; let t = 0; for (let i = 0; i < n; i++) t += money; return t;',
  'const d = new Date(5), e = new Date(7); return [e - d, d < e ? a : b, typeof (d + 1)];',
  'class S { constructor(k) { this.k = k; } } class T { constructor(k) { this.k = k; } } const s = a > 0 ? new S(a) : new T(b); return [s.constructor === S ? 1 : 2, s.constructor.name, s.constructor !== T ? 3 : 4];',
  'class S { constructor(k) { this.k = k; } copy() { return new this.constructor(this.k + 1); } } class T extends S { extra = 2; } const s = a > 0 ? new S(a) : new T(b); return [s.copy().k, s.copy() instanceof T ? 1 : 2];',
  `class S { constructor(k) { this.k = k; } } const s = a > 0 ? new S(a) : null; return [s?.constructor === S ? 1 : 2, s && s.constructor.name === 'S' ? 3 : 4];`,
  'const proto = { hi() { return this.x * 2; } }; const o = Object.create(proto); o.x = a; const q = Object.setPrototypeOf({ x: b }, proto); const c = a > 0 ? o : q; return [o.hi(), q.hi(), c.hi()];',
  'const proto = { hi() { return this.x * 2; }, get twice() { return this.x + this.x; } }; const make = (x) => Object.assign(Object.create(proto), { x }); let o = make(a); if (b > 0) o = make(b); o.x += 1; return [o.hi(), o.twice];',
  `class A { constructor(k) { this.k = k; } valueOf() { return this.k; } } const p = new A(a), q = new A(3); return [q == 3 ? 1 : 2, p != b ? 1 : 2, p == null ? 1 : 2, p == p ? 1 : 2, q == '3' ? 1 : 2];`,
  `class A { constructor(k) { this.k = k; } valueOf() { return this.k; } toString() { return 'A!'; } } const o = new A(a); return [Number(o), Math.max(o, 0), String(o), Math.abs(o), isNaN(o) ? 1 : 0];`,
  'class S {} class T {} const o = a > 0 ? new S() : new T(); return [Object.getPrototypeOf(o) === S.prototype ? 1 : 0, Object.prototype.toString.call(o)];',
  `const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; Object.defineProperty(o, 'z', { value: 5, enumerable: true, writable: true, configurable: true }); return [p.z ?? -1, q.z ?? -1, o.z];`,
  `const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; Reflect.deleteProperty(o, 'k'); return [p.k ?? -1, q.k ?? -1];`,
  `const p = { k: 1 }; if (a > 0) Reflect.deleteProperty(p, 'k'); return [p.k ?? -1, 'k' in p ? 1 : 0];`,
  `const p = { k: 1 }; if (a > 0) Object.defineProperty(p, 'z', { value: a, writable: true, enumerable: true, configurable: true }); return [p.z ?? -1, Object.keys(p).length];`,
  `class S { #x = 1; } class T { #y = 2; } const s = new S(), t = new T(); const o = a > 0 ? s : t; Object.defineProperty(o, 'z', { value: 5, enumerable: true, writable: true, configurable: true }); return [s.z ?? -1, t.z ?? -1];`,
  `const s = a > 0 ? 'abc' : 'de', t = b > 0 ? 'b' : 'z'; return [s < 'b' ? 1 : 2, s > t ? 1 : 2, 'c' <= s ? 1 : 2, t >= t ? 1 : 2];`,
  `const names = [a > 0 ? 'x' : 'y', b > 0 ? 'a' : 'z']; const first = names[0] < names[1] ? names[0] : names[1]; return [first, String(first), first === 'a' ? 1 : 2];`,
  `let m = ''; try { return String(undefined <= Symbol()); } catch (e) { m = e.constructor.name; } return m;`,
  `let m = ''; try { const out = NaN; out[0] = 1; } catch (e) { m = e.message; } return m;`,
  'return [undefined < 1, null <= 0, undefined >= undefined, a < undefined, null < a];',
];

describe.each(executors)("primitive values on '$backend'", ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

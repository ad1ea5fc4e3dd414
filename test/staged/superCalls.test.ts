import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A class that extends Map, Set or Array calls JavaScript's own methods by `super`: they know what a tensor decides. */
const names = (
  'at concat every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join lastIndexOf map ' +
  'pop push reduce reduceRight reverse shift slice some sort splice toSorted toReversed toSpliced unshift with'
).split(' ');
const allMethods = `class L extends Array { ${names.map((name) => `${name}(...p) { return super.${name}(...p); }`).join(' ')} }
const l = new L(); l.push(3); l.push(1);`;
const useAll = `const r = [l.at(-1), l.concat([9]).length, l.every((x) => x > 0), l.filter((x) => x > 1).length, l.find((x) => x > 1),
  l.findIndex((x) => x > 1), l.findLast((x) => x > 1), l.findLastIndex((x) => x > 1), l.flat().length, l.flatMap((x) => [x, x]).length,
  l.includes(2), l.indexOf(2), l.lastIndexOf(2), l.map((x) => x * 2).at(0), l.reduce((p, q) => p + q, 0), l.slice(1).length,
  l.some((x) => x > 2), l.toSorted((p, q) => p - q).at(0), l.toReversed().at(0), l.toSpliced(0, 1).length, l.with(0, 5).at(0)];
  l.reverse(); l.sort((p, q) => q - p); l.unshift(4); r.push(l.length, l.shift(), l.pop(), l.splice(0, 1).length, l.length);
  return r;`;

const defaults =
  'class D extends Map { constructor(make) { super(); this.make = make; } get(k) { if (!this.has(k)) this.set(k, this.make()); return super.get(k); } }';

const bodies: readonly string[] = [
  "class C extends Map { get(k) { return super.get(k) ?? 0; } } const c = new C(); if (a > 0) c.set('hi', 5); return [c.get('hi'), c.get('lo')];",
  "class C extends Map { get(k) { return super.get(k) ?? 0; } } const c = new C(); const k = a > 0 ? 'hi' : 'lo'; c.set(k, 5); return [c.get('hi'), c.get('lo'), c.get(k)];",
  'class C extends Map { get(k) { return super.get(k) ?? 0; } } const c = new C(); c.set(n, 5); return [c.get(n), c.get(n + 1), c.get(3)];',
  'class S extends Set { add(x) { return super.add(x * 2); } } const s = new S(); if (a > 0) s.add(1); s.add(n); return [s.has(2), s.has(6), s.size];',
  'class S extends Set { has(x) { return super.has(x + 1); } delete(x) { return super.delete(x + 1); } } const s = new S([1, 2, 3]); let d = false; if (a > 0) d = s.delete(1); return [s.has(1), s.has(0), s.size, d];',
  `${defaults} const d = new D(() => 7); if (a > 0) d.set('x', 1); return [d.get('x'), d.size];`,
  `${defaults} const d = new D(() => []); if (a > 0) d.get('x').push(1); d.get('x').push(2); return [d.get('x').length, d.size];`,
  `${defaults} const d = new D(() => 0); for (const x of v) d.set(x, d.get(x) + 1); return [d.size, d.get(4), d.get(2)];`,
  "class M extends Map { put(k, x) { this.set(k, x); return this; } } const m = new M(); if (a > 0) m.put('hi', 5); return [m.has('hi'), m.get('hi') ?? 0, m.size];",
  "class M extends Map { get size() { return super.size + 10; } } const m = new M(); if (a > 0) m.set('x', 1); return m.size;",
  "class M extends Map { forEach(f) { let i = 0; super.forEach((x, k) => f(x, k, i++)); } } const m = new M([['x', 1], ['y', 2]]); if (a > 0) m.set('z', 3); let s = 0; m.forEach((x, k, i) => { s += x * (i + 1); }); return s;",
  "class M extends Map { [Symbol.iterator]() { return super.entries(); } clear() { super.clear(); this.n = 0; } } const m = new M([['x', 1]]); if (a > 0) m.clear(); let s = 0; for (const [k, x] of m) s += x; return s;",
  'class L extends Array { push(x) { if (x > 0) return super.push(x); return this.length; } } const l = new L(); for (const x of v) l.push(x); return [l.length];',
  'class L extends Array { pop() { return super.pop() ?? -1; } } const l = new L(); for (const x of v) if (x > 1) l.push(x); return [l.pop(), l.pop(), l.pop(), l.pop(), l.length];',
  'class L extends Array { put(x) { this.push(x); return this; } } const l = new L(); if (a > 0) l.put(5); return [l.length, l[0] ?? 7];',
  'class A { tick(x) { if (x > 0) this.n += 1; } } class B extends A { n = 0; tick(x) { super.tick(x); super["tick"](x); this.n *= 2; } } const o = new B(); o.tick(a); if (b > 0) o.tick(b); return o.n;',
  'const base = { f(x) { return x > 0 ? x : -x; } }; const o = { __proto__: base, f(x) { return super.f(x) + (super.g?.(x) ?? 1); } }; return o.f(a);',
  `${allMethods} l.push(2); ${useAll}`,
  `${allMethods} if (a > 0) l.push(2); ${useAll}`,
];

/* An array of a class that extends Array stays one of it when a tensor decides how long it is, and so does what its methods make of it. */
const ofClass: readonly string[] = [
  'class L extends Array { last() { return this[this.length - 1]; } get first() { return this[0]; } } const l = new L(); for (const x of v) if (x > 0) l.push(x); return [l.length, l.last() ?? -1, l.first ?? -1];',
  'class L extends Array { last() { return this[this.length - 1]; } } const l = new L(); l.push(3, 4); if (a > 0) l.push(5); return [l.map((x) => x + 1).last(), l.slice(0, 1).last(), l.concat([7]).last(), l.filter((x) => x > 3).last(), l.slice() instanceof L, l.toReversed() instanceof L];',
  'class L extends Array { static get [Symbol.species]() { return Array; } } const l = new L(); l.push(3, 4); if (a > 0) l.push(5); return [l.map((x) => x + 1) instanceof L, l instanceof L];',
  'class L extends Array {} const l = new L(); l.push(a, b); return [l.filter((x) => x > 0) instanceof L];',
  'class Q extends Array { swap(i, j) { const t = this[i]; this[i] = this[j]; this[j] = t; } } const q = new Q(); for (const x of v) if (x > 0) q.push(x); if (q.length > 1) q.swap(0, 1); return [...q];',
];

describe.each(executors)('what super calls, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each([...bodies, ...ofClass])('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

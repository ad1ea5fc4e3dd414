import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What is assigned to a private field of an element reaches all that have been read of its place. */
const bodies: readonly string[] = [
  `class N { #k; constructor(k) { this.#k = k; } add(x) { this.#k += x; } get k() { return this.#k; } } const l = []; for (const x of v) l.push(new N(x)); const c = l[0]; l[0].add(5); return c.k;`,
  `class N { #k; constructor(k) { this.#k = k; } add(x) { this.#k += x; } get k() { return this.#k; } } const l = []; for (const x of v) l.push(new N(x)); const c = l[0]; l[0].add(5); c.add(2); return [c.k, l[0].k];`,
  `class N { #k; constructor(k) { this.#k = k; } add(x) { this.#k += x; } get k() { return this.#k; } } const l = []; for (const x of v) l.push(new N(x)); let s = 0; for (const q of l) { l[0].add(10); s += q.k; } return s;`,
  `class N { #k; constructor(k) { this.#k = k; } add(x) { this.#k += x; } get k() { return this.#k; } } const l = []; for (const x of v) l.push(new N(x)); const [p] = l; l[0].add(3); return p.k;`,
  `class N { #k; constructor(k) { this.#k = k; } add(x) { this.#k += x; } get k() { return this.#k; } } const l = []; for (const x of v) l.push(new N(x)); const up = (q) => { l[0].add(3); return q.k; }; return up(l[0]) + up(l[n % 3]);`,
  `class N { #k; constructor(k) { this.#k = k; } add(x) { this.#k += x; } get k() { return this.#k; } } const l = []; for (const x of v) l.push({ n: new N(x) }); const c = l[0]; l[0].n.add(3); return c.n.k;`,
  `class N { #k; constructor(k) { this.#k = k; } add(x) { this.#k += x; } get k() { return this.#k; } } const m = new Map(); for (const x of v) m.set(x, new N(x)); const c = m.get(v[0]); m.get(v[0]).add(3); return c.k;`,
  `class N { #xs = []; add(x) { this.#xs.push(x); } get k() { return this.#xs.length; } } const l = []; for (const x of v) l.push(new N()); const c = l[0]; c.add(1); l[0].add(2); return [c.k, l[0].k];`,
  `class N { #k; m = 0; constructor(k) { this.#k = k; } add(x) { this.#k += x; this.m++; } get k() { return this.#k * 10 + this.m; } } const l = []; for (const x of v) if (x > 0) l.push(new N(x)); const i = n % 2; const c = l[0], d = l.at(-1); c.add(1); if (flag) d.add(2); return [c.k, d.k, l[0].k];`,
  `class N { #k; constructor(k) { this.#k = k; } add(x) { this.#k += x; } get k() { return this.#k; } } const l = []; for (const x of v) if (x > 0) l.push(new N(x)); let best = l[0]; for (const c of l) if (c.k > best.k) best = c; best.add(100); return l.map((c) => c.k);`,
  `class B { #k = 1; up() { this.#k *= 2; } get k() { return this.#k; } } class N extends B { #j = 0; go() { this.#j += this.k; this.up(); } get j() { return this.#j; } } const l = []; for (const x of v) l.push(new N()); const c = l[1]; l[1].go(); c.go(); return [c.j, c.k, l[1].j, l[1].k];`,
];

describe.each(executors)('elements with private fields, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

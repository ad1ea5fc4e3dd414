import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A loop or pattern that takes some items of an iterator of JavaScript's leaves it open: what comes next takes the others. */
const bodies = [
  `const it = [a, b, n][Symbol.iterator](); const [p] = it; const rest = [...it]; return [p, rest.length, ...rest];`,
  `function* g() { for (const x of v) if (x > 0) yield x; } const { length } = [...g()]; return length;`,
  `const xs = []; for (const x of v) if (x > 0) xs.push(x); const { length } = xs; return length;`,
  `const xs = []; for (const x of v) if (x > 0) xs.push(x); const { length: k, 0: first = 7 } = xs; return [k, first];`,
  `const xs = []; for (const x of v) if (x > 0) xs.push(x); const f = ({ length }) => length; return f(xs);`,
  `const xs = []; for (const x of v) if (x > 0) xs.push(x); const { length, ...o } = { length: xs.length, q: xs }; const { q: { length: l2 } } = o; return [length, l2];`,
  `function* g() { for (const x of v) if (x > 0) yield x; } const s = new Set(g()); return s.size;`,
  `function* g() { for (const x of v) if (x > 0) yield x; } return Array.from(g(), (x) => x + 1).length;`,
  `const m = new Map([[1, a], [2, b], [3, n]]); const it = m.values(); const [p] = it; return [p, [...it].length];`,
  `const it = new Set([1, 2, 3]).values(); const [p] = it; let s = p; for (const x of it) s = s * 10 + x; return s;`,
  `const it = [a, b, n].values(); for (const x of it) break; let s = 0; for (const x of it) s += x; return s;`,
  `const it = [a, b, n].entries(); const [p] = it; let s = p[1]; for (const [i, x] of it) s += x * i; return s;`,
  `const it = v[Symbol.iterator](); const [p] = it; let s = p; for (const x of it) s = s * 2 + x; return s;`,
  `const it = new Map([[1, a], [2, b]]).entries(); const [[k, x]] = it; let s = x * k; for (const [q, y] of it) s += y * q * 100; return s;`,
  `const it = 'abc'[Symbol.iterator](); const [p] = it; let s = p; for (const c of it) s += c; return s === 'abc' ? a : -1;`,
  `const it = [1, 2, 3].keys(); const [p] = it; let s = a; for (const x of it) s = s * 2 + x; return s;`,
  `const it = new Set([5, 2, 3]).values(); for (const x of it) break; let s = a; for (const x of it) s = s * 10 + x; return s;`,
  `const it = new Map([[1, a], [2, b]]).values(); const [p, ...q] = it; let s = p + q.length * 10; for (const x of it) s += 1000; return s;`,
  `const it = new Map([[1, a], [2, b]]).values(); const q = [...it]; let s = q.length * 10; for (const x of it) s += 1000; return s + [...it].length;`,
  `const xs = []; for (const x of v) if (x > 0) xs.push(x); const { length, 0: p = 4 } = [...xs, a]; return [length, p];`,
  `const o = flag ? { p: a, q: b } : { p: b, r: n }; const { p, ...rest } = { ...o, z: 1 }; return [p, rest.z, 'q' in rest ? 1 : 0];`,
  `const it = v[Symbol.iterator](); let s = 0; for (const x of it) { s += x; if (x > a) break; } return s;`,
  `const it = [a, b].values(); it.next(); const r = it.next(); const z = it.next(); return [r.value, z.done ? 1 : 0, it.next().done ? 1 : 0];`,
  `const xs = [a]; const it = xs.values(); let s = 0; for (const x of it) { s += x; if (xs.length < 4) xs.push(x + 1); } xs.push(7); for (const x of it) s += 100; return s;`,
  `const xs = [a, b, n]; for (const [i, x] of xs.entries()) { if (x > 1) xs[i] = 0; else continue; } return xs;`,
  `const it = [1, 2, 3].values(); const ys = [...it].map((x) => x * a); return ys.concat([...it]);`,
  `class Pager { constructor(pages) { this.pages = pages; } next() { if (this.at >= this.pages.length) return { done: true, value: undefined }; return { done: false, value: this.pages[this.at++] }; } [Symbol.iterator]() { this.at = 0; return this; } } const p = new Pager([a, b, n]); let s = 0; for (const x of p) { if (x > 2) break; s += x; } for (const x of p) { if (x > 1) break; s += x; } return s;`,
  `class Pager { constructor(pages) { this.pages = pages; this.at = 0; this.closed = 0; } next() { if (this.at >= this.pages.length) return { done: true, value: undefined }; return { done: false, value: this.pages[this.at++] }; } [Symbol.iterator]() { return this; } return() { this.closed += 1; return { done: true, value: undefined }; } } const p = new Pager([a, b, n]); let s = 0; for (const x of p) { if (x > 2) break; s += x; } return [s, p.closed];`,
  `const xs = [a, b, n]; let s = 0; for (let k = 0; k < 2; k++) for (const x of xs.values()) { if (x > 1) break; s += x; } return s;`,
  `const it = [a, b, n].entries(); let s = 0; for (const [i, x] of it) { if (i === 1) break; s += x; } for (const [i, x] of it) s += i * x; return s;`,
];

/* Nobody knows how far an iterator is of which a tensor has decided when a loop left it. */
const refused = [
  `const it = [a, b, n][Symbol.iterator](); for (const x of it) { if (x > 1) break; } let s = 0; for (const x of it) s += x; return s;`,
  `const m = new Map([[1, a], [2, b], [3, n]]); const it = m.values(); for (const x of it) { if (x > 1) break; } let s = 0; for (const x of it) s += x; return s;`,
  `const it = [a, b, n].values(); let s = 0; for (const x of it) { if (x > 100) break; s += x; } for (const x of it) s += 1000; return s;`,
];

const ofPager = `class Pager { constructor(pages) { this.pages = pages; this.at = 0; } next() { if (this.at >= this.pages.length) return { done: true, value: undefined }; return { done: false, value: this.pages[this.at++] }; } [Symbol.iterator]() { return this; } } const p = new Pager([a, b, n]); let s = 0; for (const x of p) { if (x > 2) break; s += x; } return [s, p.at];`;

describe.each(executors)('iterators that stay open, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure).toMatchObject({ actual: { refusal: 'iterator-in-branch' } });
  });

  it('refuses to tell how far an iterator of the program is', async () => {
    const { failure } = await compareBody(ofPager, backend);
    expect(failure).toMatchObject({ actual: { refusal: 'condition-in-generator' } });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What a branch has put in an object that it has changed before, as a list that grows has its last node changed. */
const appended: readonly string[] = [
  'const t = { last: null, first: 0 }; const see = (o, x) => { if (o.last === null) o.first = x; else o.last.n += 1; o.last = { n: 0 }; }; if (a > 9) see(t, 1); if (a > 8) see(t, 2); if (flag) see(t, 3); return t.first;',
  'const t = { last: null, first: 0 }; const see = (o, x) => { if (o.last === null) o.first = x; else o.last.n += 1; if (o.last === null) o.last = { n: 0 }; }; if (a > 9) see(t, 1); if (a > 8) see(t, 2); if (flag) see(t, 3); return [t.first, t.last?.n ?? -1];',
  'class List { constructor() { this.head = null; this.tail = null; } append(x) { const node = { x, next: null }; if (this.tail === null) this.head = node; else this.tail.next = node; this.tail = node; } } const list = new List(); for (const x of v) if (x > 1) list.append(x); return list.head === null ? -1 : list.head.x;',
  'const r = { k: 5, r: null }; if (flag) r.r = { k: 6, r: null }; else r.r = { k: 5, r: null }; let p = r; if (flag) p = r.r; if (a > 0) p.r = { k: 9, r: null }; return [r.r.k, r.r.r === null ? -1 : r.r.r.k];',
  'const r = { k: 5, r: null }; if (flag) r.r = { k: 6, r: null }; if (r.r === null) r.r = { k: 8, r: null }; let p = r; if (flag) p = r.r; if (flag) p.r = { k: 9, r: null }; return [r.r.k, r.r.r === null];',
];

describe.each(executors)('objects that refer to each other, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(appended)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

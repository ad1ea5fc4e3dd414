import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Of an array whose length a tensor decides: each step of reduce() hands an object on, or makes another one. */
const bodies: readonly string[] = [
  "const rows = [{ k: 'x', v: 1 }, { k: 'y', v: 2 }, { k: 'x', v: 3 }]; const by = rows.filter((r) => r.v * a < 4).reduce((acc, r) => { acc[r.k] = (acc[r.k] ?? 0) + r.v; return acc; }, {}); return [by.x ?? -1, by.y ?? -1];",
  "const by = v.map ? 0 : 0; const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduce((acc, x) => { const k = x % 2 === 0 ? 'even' : 'odd'; acc[k] = (acc[k] ?? 0) + 1; return acc; }, {}); return [c.even ?? -1, c.odd ?? -1];",
  'const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduce((acc, x) => ({ ...acc, s: (acc.s ?? 0) + x }), {}); return c.s ?? -1;',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduce((acc, x) => { acc.s += x; acc.n++; return acc; }, { s: 0, n: 0 }); return [c.s, c.n];',
  "const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduce((acc, x) => { acc.set(x % 2 === 0 ? 'e' : 'o', x); return acc; }, new Map()); return [c.get('e') ?? -1, c.get('o') ?? -1];",
  'const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduce((acc, x) => { (acc[x % 2] ??= []).push(x); return acc; }, [[], []]); return c.map((x) => x.length);',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduce((acc, x) => { acc.push(x * a); return acc; }, []); return c;',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduce((acc, x) => [...acc, x * a], []); return c;',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduce((acc, x) => acc.add(x % 3), new Set()); return c.size;',
  "const l = []; for (let i = 0; i < n; i++) l.push(i); const c = l.reduceRight((acc, x) => { acc[x > 1 ? 'hi' : 'lo'] = x; return acc; }, {}); return [c.hi ?? -1, c.lo ?? -1];",
];

describe.each(executors)('an object that reduce() makes, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    const { failure, refusals } = await compareBody(body, backend);
    expect(failure).toBeNull();
    expect(refusals).toEqual([]);
  });
});

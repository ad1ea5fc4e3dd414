import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A Proxy runs its traps as often as JavaScript does. */
const bodies: readonly string[] = [
  `const p = new Proxy({ x: a }, { get(t, k) { return k in t ? t[k] : 7; } }); return n > 0 ? p.x : p.zz;`,
  `const p = new Proxy({}, { get: (_, k) => k.length }); return a > 0 ? p.abc : p.de;`,
  `const p = new Proxy([1], {}); if (b > 0) p.push(1.5); return p.length;`,
];

/* What is put back runs them again. */
const refused: readonly string[] = [
  `const t = { x: a }; const p = new Proxy(t, { set(t, k, x) { t[k] = x * 2; return true; } }); if (b > 0) p.x = 5; return p.x;`,
  `const p = new Proxy({ x: a }, { set(t,k,x) { t[k] = x > 2 ? 2 : x; return true; } }); if (flag) p.x = n * 1.5; return p.x;`,
  `const p = new Proxy({ x: .5*a }, { get: (t,k) => t[k] + 1 }); if (b > 0) p.x = a; return p.x;`,
  `const t = { hits: 0, x: a }; const p = new Proxy(t, { get(t, k) { t.hits++; return t[k]; } }); if (b > 0) p.x += 1; return t.hits;`,
  `let e = 0; const p = new Proxy({}, { set() { throw 1; } }); try { if (flag) p.x = 1; } catch { e = 1; } return e;`,
  `const p = new Proxy({ x: 1.5 }, { set(t, k, y) { if (y < 0) throw 1; t[k] = y; return true; } }); try { p.x = a; } catch {} return p.x;`,
  `const t = { x: 0 }; const p = new Proxy(t, { set(t, k, x) { t[k] = x; return true; } }); for (const x of v) p.x = x; return t.x;`,
  `const p = new Proxy([a, b], { set(t,k,x) { t[k] = x * 2; return true; } }); if (b > 0) p[0] = 1.5; return p[0];`,
];

describe.each(executors)('proxies, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('%s is refused', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual).toMatchObject({ refusal: 'branch-values-differ' });
  });
});

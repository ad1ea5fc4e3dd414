import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { provideIteratorHelpers } from '../support/iteratorHelpers.js';
import { compareBody } from './compareBody.js';

/* The methods of iterators, whose callbacks a tensor answers. */
const count = 'function* count() { let i = 0; while (true) yield i++; }';
const bodies: readonly string[] = [
  'return [1, 2, 3].values().some((x) => x > n) ? a : b;',
  'return [[1, 2, 3].values().every((x) => x > a) ? 1 : 0, [].values().every((x) => x > a) ? 1 : 0];',
  'return [1, 2, 3].values().find((x) => x > n) ?? -1;',
  'const found = [{ x: 1, y: a }, { x: 3, y: b }].values().find(({ x }) => x > n); return found?.y ?? -9;',
  'let asked = 0; const r = [1, 2, 3].values().every((x) => { asked++; return x < n; }); return [r ? 1 : 0, asked];',
  'let s = 0; for (const x of [1, 2, 3, 4].values().filter((x) => x > n)) s += x; return s;',
  'return [...[1, 2, 3, 4].values().filter((x, i) => x + i > n).map((x, i) => x * 10 + i)].reduce((s, x) => s + x, 0);',
  `${count} return count().filter((x) => x > a).map((x) => x * x).take(3).toArray();`,
  `${count} return count().map((x) => x * x).take(n).reduce((s, x) => s + x, 0);`,
  `${count} return count().find((x) => x * x > n);`,
  `${count} let s = 0; for (const x of count().map((x) => x * 2)) { if (x > n) break; s += x; } return s;`,
  `${count} let s = 0; for (let k = 0; k < n; k++) s += count().find((x) => x * x > k + n) + (count().some((x) => x > n) ? 1 : 0); return s;`,
  'return [5, 6, 7, 8].values().drop(n).toArray().length;',
  'return [5, 6, 7, 8].values().drop(1).take(2).map((x) => x > 6 + a ? x : a).toArray();',
  'return [1, 2, 3].values().flatMap((x) => x > n ? [x, x] : [x]).reduce((s, x, i) => s + x * i, 0);',
  'const s = { sum: 0, seen: [] }; new Map([["p", a], ["q", 2], ["r", b]]).entries().filter(([, x]) => x > 0).forEach(([, x], i) => { s.sum += x * (i + 1); s.seen.push(x); }); return [s.sum, s.seen.length];',
  'const r = [3, a, 2].values().reduce((x, y) => x < y ? x : y); return r;',
  'const it = [1, 2, 3].values().map((x) => x * a); const { value } = it.next(); return [value > 1 ? value : -value, it.toArray()];',
  'const log = { n: 0, closed: 0 }; function* items() { try { for (let i = 0; i < 6; i++) { log.n++; yield i + a; } } finally { log.closed++; } } const r = [...items().filter((x) => x > 1).take(2)]; return [r.length, r.reduce((s, x) => s + x, 0), log.n, log.closed];',
  'let r = 0; try { [1, 2, 3].values().forEach((x) => { if (x > n) throw new RangeError("big"); r += x; }); } catch (e) { r = e.message === "big" ? -1 : -2; } return r;',
  'let r = a; try { [1].values().map(5); } catch (e) { r += e instanceof TypeError ? 1 : 100; } try { [1].values().take(-1); } catch (e) { r += e instanceof RangeError ? 10 : 100; } return r;',
  'return "xyz".matchAll(/./g).map(([c]) => c.charCodeAt(0) - 119).filter((x) => x % 2).reduce((s, x) => s + x * a, 0);',
];

describe.each(executors)('methods of iterators on $backend', ({ backend, start }) => {
  let takeAway = () => {};
  beforeAll(async () => {
    takeAway = provideIteratorHelpers();
    await start();
  });
  afterAll(() => takeAway());

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A test with an assignment is evaluated before the loop and behind each iteration: so are the functions in it. */
const bodies: readonly string[] = [
  'let i = 0, c = 0; while ((i += 1) < n && [1, 2].some((k) => (c += k) > 20 || c++ > 1)) c += 10; return [i, c];',
  'let i = 0, c = 0; const o = { n: 0 }; if (flag) while ((i += 1) < 3 && [3, 2].every((k) => { o.n += k * a; return k > 0; })) c += 10; return [i, c, o.n];',
  'let i = 0; const o = { n: 0 }; do { i++; } while ((o.n++, i < n) && ((k) => (o.n += k) < 100)(i)); return [i, o.n];',
  'let s = 0; for (let i = 0, k = 0; k++, i < n && ((m) => { s += m; return true; })(k); i++) s += 100; return s;',
  'let s = 0, i = 0; while ((i++, i < n) && [[1, 2], [3]].every(([p, q = i > 1 ? 5 : 6]) => (s += p * q) < 200 && (({ x: [y = 2, ...r], z = s++ }) => y + r.length + z >= 0)({ x: [] }))) s += 1000; return [s, i];',
  'let s = 0, i = 0; do { s += 1; } while (((k) => { for (let j = 0; j < k; j++) { switch (j) { case 0: s += 10; break; case 1: continue; default: s++; } s += 0.5; } return i++ < n; })(i) && s < 500); return [s, i];',
  'let s = 0, i = 0; while (((k) => { try { if (k > 2) throw k; s++; return true; } catch (e) { s += e; return false; } finally { i++; } })(i) && i < n) s += 100; return [s, i];',
  'let i = 0, z, w; const o = { k: 0 }; while (({ z, w = o.k++ } = { z: i }), z < n) i = z + 1; return [i, z, w, o.k];',
  'let i = 0; const o = { k: 0, add(d) { this.k += d; return this.k; } }; while ((i += 1) < n && [1].map((d) => o.add(d * i)).every((k) => k < 50)) o.k++; return [i, o.k];',
  'let z, y = 1; const o = ({ p: z = y++ + (a > 0 ? (y += 5) : 2) } = flag ? {} : { p: b }); return [y, z, o.p ?? 9];',
  'let z, y = 1; const f = (o) => o.length; return [f(([z = (y = a, y * 2)] = flag ? [] : [b])), z, y];',
];

const awaiting: readonly string[] = [
  'let s = 0, i = 0; while ((i += 1) < n && (await (async (k) => { if (k > 2) s++; await null; s += k; return s < 10; })(i))) s += 100; return [s, i];',
  'let z; const o = ({ p: z = await (async () => a * 2)() } = flag ? {} : { p: b }); return [z, o.p ?? 9];',
];

describe.each(executors)('$backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(awaiting)('%s', async (body) => {
    const source = `return (async () => { ${body} })();`;
    expect(await compareBody(source, backend)).toEqual({ failure: null, refusals: [] });
  });
});

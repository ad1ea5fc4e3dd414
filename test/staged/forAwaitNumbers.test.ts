import { beforeAll, describe, it } from 'vitest';
import { executors } from '../support/index.js';
import { expectSame, float32 } from './compare.js';

/* What numbers of the program have been until a tensor comes is float32 with it, in each part anew. */
const sources: readonly string[] = [
  'let s = 0; for await (const v of [1, 2, x]) { if (v > 6) return -s; s += v; } return s;',
  'let s = 0; for await (const v of [1, 2, x]) { if (v < 6) s += v; } return s;',
  'for await (const v of [1, 2, x]) { if (v > 6) return v; } return 0;',
  'let s = 0, n = 0; const o = { k: 0 }; for await (const v of [1, 2, x, 1]) { if (v < 6) { s += v; n++; o.k += v; } else n--; } return [s, n, o.k];',
  'let s = 0; for await (const v of [1, 2.5, x, 3]) { if (v > 6) return { s, v }; if (s > 3) return { s: -1, v: s }; s += v; } return { s, v: 0 };',
  'async function* g() { for (let i = 0; i < 5; i++) yield i * x; } let s = 0; for await (const v of g()) { if (v > 6) return -s; s += v; } return s;',
  'rows: for await (const v of [x, 2, 3]) { for (let i = 0; i < 3; i++) { if (i === v) continue rows; if (i * v > 4) return i; if (v > 10) break rows; } } return x + 0.5;',
  'let k = 0; for await (const v of [1, x]) { if (v > 4) return k; k += v; } if (x > 1) return k * 0.5; for await (const v of [2, x]) { if (v > 1) return v; k++; } return k;',
  // Whole numbers that int32 does not hold.
  'let h = 5381; for await (const v of [x, 7, x]) { h = (h * 33 + v) >>> 0; h = (h * 1664525 + 1013904223) >>> 0; } return h % 1000;',
  'let h = 2166136261; for await (const v of [x, 2, x]) { h ^= v; h = Math.imul(h, 16777619); } return (h >>> 0) % 1000;',
  'class Rng { #s = 7; next() { this.#s = (this.#s * 1664525 + 1013904223) >>> 0; return this.#s >>> 16; } } const r = new Rng(); const o = { u: 1, all: [] }; let t = 0; for await (const v of [x, 2, x]) { t += r.next() % 6; o.u = (o.u * 69069 + v) >>> 0; o.all.push(o.u % 100); } return [t, o.u % 1000, ...o.all];',
];

describe.each(executors)('numbers in loops that wait, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(sources)('%s', async (body) => {
    const source = `export async function f(x) { "use graph"; ${body} }`;
    await expectSame(
      source,
      [0.5, 5, 8, 11].map((x) => [float32(x)]),
      executor,
    );
  });
});

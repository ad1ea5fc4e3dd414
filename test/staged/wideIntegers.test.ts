import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Whole numbers of 32 bits without a sign, of which int32 has one half and float32 not each: random generators and hashes. */
const bodies = [
  // Generators.
  'let s = 42; for (let i = 0; i < n; i++) s = (s * 1664525 + 1013904223) >>> 0; return s % 1000;',
  'let s = 42; for (let i = 0; i < n; i++) s = (s * 1664525 + 1013904223) | 0; return s % 1000;',
  'let s = 42; for (let i = 0; i < n + 5; i++) s = (s * 1103515245 + 12345) & 0x7fffffff; return s % 1000;',
  'let s = 1; for (let i = 0; i < n + 5; i++) s = (s * 1103515245 + 12345) % 2147483648; return s % 1000;',
  'let s = 42; const next = () => { s = (s * 1664525 + 1013904223) % 4294967296; return s / 4294967296; }; let hits = 0; for (let i = 0; i < n; i++) if (next() < 0.5) hits++; return [hits, s % 997];',
  'class Rng { constructor(seed) { this.s = seed; } next() { this.s = (this.s * 1664525 + 1013904223) >>> 0; return this.s / 2 ** 32; } int(k) { return Math.floor(this.next() * k); } } const r = new Rng(7); let t = 0; while (t < n * 3) t += r.int(6) + 1; return [t, r.s % 10];',
  'class Rng { #s = 7; next() { this.#s = (this.#s * 22695477 + 1) % 4294967296; return this.#s >>> 16; } get seed() { return this.#s; } } const r = new Rng(); let t = 0; do t += r.next() % 6; while (t < n); return [t, r.seed % 1009];',
  'let w = 88675123, x = 123456789; for (let i = 0; i < n; i++) { const t = x ^ (x << 11); x = w; w = (w ^ (w >>> 19) ^ (t ^ (t >>> 8))) >>> 0; } return [w % 1000, w > 2 ** 31];',
  'const st = { a: 1, b: 2 }; const next = () => { let t = st.a; st.a = st.b; t ^= t << 23; t ^= t >>> 17; st.b = t ^ st.a; return (st.a + st.b) >>> 0; }; let last = 0; for (let i = 0; i < n; i++) last = next(); return last % 1000;',
  // Hashes.
  'let h = 2166136261; for (let i = 0; i < n; i++) { h ^= i; h = Math.imul(h, 16777619); } return (h >>> 0) % 1000;',
  'let h = 2166136261; for (let i = 0; i < n; i++) { h ^= i; h = (h * 16777619) >>> 0; } return h % 1000;',
  'const mix = (x) => { x = Math.imul(x ^ (x >>> 16), 0x85ebca6b); x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35); return (x ^ (x >>> 16)) >>> 0; }; return [mix(n) % 1000, mix(n + 1) > mix(n), mix(n) === mix(n), mix(n) !== mix(n + 1)];',
  'let x = n; x = (((x >>> 16) ^ x) * 0x45d9f3b) >>> 0; x = (((x >>> 16) ^ x) * 0x45d9f3b) >>> 0; return ((x >>> 16) ^ x) % 997;',
  'let crc = 0xffffffff; for (let i = 0; i < n; i++) { crc ^= i * 37; for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1; if (flag && crc === -1) break; } return ((crc ^ 0xffffffff) >>> 0) % 10007;',
  'const table = Array.from({ length: 8 }, (_, i) => { let c = i; for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1; return c >>> 0; }); let c = 0xffffffff; for (let i = 0; i < n; i++) c = (table[(c ^ i) & 7] ^ (c >>> 8)) >>> 0; return ((c ^ -1) >>> 0) % 1000;',
  // Branches, comparisons, sums.
  'let s = 42, c = 0; for (let i = 0; i < n; i++) { if (a > 0) s = (s * 1664525 + 1013904223) >>> 0; else s = s + 1; if (s % 2 === 0) c++; } return [c, s % 1000];',
  'let s = 1; for (let i = 0; i < n; i++) { s = (s * 69069 + 1) >>> 0; if (s > 2147483648) s = s - 2147483648; } return s % 100;',
  'let s = 4000000000; for (let i = 0; i < n; i++) s += 123456789; return [s % 1000, s >= 4123456789, s <= 4123456789, 4000000000 < s];',
  'let s = 4000000000; for (let i = 0; i < n; i++) s -= 1234567891; return s % 1000;',
  'let s = -5; for (let i = 0; i < n; i++) s = (s * 1664525 - 1013904223) % 4294967296; return s % 1000;',
  'let s = n; switch (n) { case 3: s = (s - 5) >>> 0; break; case 4: s = 7; break; default: s = (s - 2) >>> 0; } return [s % 1000, s >= 4294967291];',
  'let s = 42; for (let i = 0; i < n; i++) s = flag ? (s * 1664525 + 1) >>> 0 : s * 0.5; return s < 1e6;',
  'let least = 4294967295; for (let i = 0; i < n; i++) if (v[0] + i < least) least = v[0] + i; return least > 1000 ? 1000 : least;',
  'let k = (n * 100) >>> 0, bits = 0; while (k !== 0) { bits += k & 1; k >>>= 1; } return bits;',
  'const u = n >>> 0; return [u, (n * 3) >>> n, ((n - 9) >>> n) % 1000, (-n >>> 0) > 4e9];',
  'let s = 42; try { for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; if (s % 7 === 9) throw new Error("x"); } } finally { s = (s + 1) >>> 0; } return s % 1000;',
  'let y = 0; const x = 122974450; for (let i = 0; i < n; i++) y = (i - x * 73244475) >>> 0; return y % 65521;',
  'let x = n | 0; for (let i = 0; i < 12; i++) x = x * 3 + x; return x % 1009;',
  'let x = -1163715543 + (n - n), y = -3; if (n > 100) y = n >>> 0; x = (y - x * 1664525) % 2147483648; return [x & 65535, x >>> 16, y & 65535];',
  'let s = 4000000000; for (let i = 0; i < n; i++) s += i + 1; return [s % 1000, s & 65535];',
  'let s = 4000000001; for (let i = 0; i < n; i++) s = s + (i * 3 + 1); return [s % 1000, s & 65535];',
  'const y = n >>> 0, x = 2147483647 - n, z = y - x * 255, w = x * 3 + y; return [z % 1009, w % 1009, z & 65535, w >>> 16, z < -5e11];',
  'const y = n >>> 0, x = 2147483647 - n, z = y - (x + x), w = y * 3 + y; return [z % 1009, w % 1009, z & 65535, w >>> 16, z < -4294967290];',
  'let x = 1118670266 + (n - n); x = (x + x) % 4294967296; return [x % 1009, x & 65535, x >>> 16];',
  'const x = 2000000000 + (n - n); return [(x + x) % 2147483647, (x + x + x) % 2147483647, (x - -x) % 2147483629];',
  'let x = n; for (const _ of Array(36)) x = x * 1 + x; return x % 1009;',
  // What is left by a bit operator is no product any more.
  'let h = n | 0; for (const k of [1, 2, 3, 4]) h = (h * 1664525 + k) | 0; return [h % 1000, h & 255];',
  // Beside a float32 tensor.
  'return [a ^ 0x12345679, a & 0x7ffffff1, Math.imul(a * 2, 0x45d9f3b)];',
];

const seed = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);
const runs = process.env.USE_GRAPH_RANDOM_RUNS
  ? Number(process.env.USE_GRAPH_RANDOM_RUNS)
  : undefined;

const literal = fc.constantFrom(
  1,
  3,
  7,
  31,
  255,
  65599,
  1664525,
  16777619,
  69069,
  0x45d9f3b,
  1103515245,
  2654435761,
);
const truncation = fc.constantFrom(
  '>>> 0',
  '| 0',
  '% 4294967296',
  '& 0x7fffffff',
  '% 2147483648',
  '% 16777216',
);
const operand = fc.constantFrom('x', 'y', 'i');
const step = fc.oneof(
  fc.tuple(operand, literal, literal).map(([o, k, l]) => `(${o} * ${k} + ${l})`),
  fc.tuple(operand, operand).map(([o, p]) => `(${o} + ${p})`),
  fc.tuple(operand, operand, literal).map(([o, p, k]) => `(${o} - ${p} * ${k})`),
  fc.tuple(operand, fc.integer({ min: 1, max: 31 })).map(([o, k]) => `(${o} ^ (${o} >>> ${k}))`),
  fc.tuple(operand, fc.integer({ min: 1, max: 31 })).map(([o, k]) => `(${o} ^ (${o} << ${k}))`),
  fc.tuple(operand, operand, literal).map(([o, p, k]) => `Math.imul(${o} ^ ${p}, ${k})`),
  fc.tuple(operand, literal).map(([o, k]) => `(~${o} & ${k} | ${k})`),
  fc.tuple(operand, operand, operand).map(([o, p, q]) => `(${o} > ${p} ? ${p} : ${q})`),
);
const statement = fc
  .tuple(
    fc.constantFrom('x', 'y'),
    step,
    truncation,
    fc.constantFrom('', 'if (x % 3 === 1) ', 'if (y > 2 ** 31) '),
  )
  .map(([target, value, cut, test]) => `${test}${target} = ${value} ${cut};`);
const program = fc
  .tuple(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.integer({ min: -9, max: 9 }),
    fc.array(statement, { minLength: 1, maxLength: 4 }),
  )
  .map(
    ([x, y, body]) =>
      `let x = ${x}, y = ${y}; for (let i = 0; i < n; i++) { ${body.join(' ')} } return [x & 65535, x >>> 16, x % 1009, y & 65535, y >>> 16, x > y, x === y];`,
  );
const listStatement = fc.oneof(
  statement,
  fc.constantFrom(
    'xs.push(x);',
    'xs.push(y >>> 0);',
    'if (x > y) xs.push(x);',
    'x = xs[i] ?? y;',
    'if (xs.length > 2) xs.shift();',
    'fixed[i % 3] = x;',
    'fixed[x & 1] = y;',
    'y = fixed[i % 3];',
    'seen.add((x ^ i) >>> 0);',
    'if (seen.has(y)) y = (y + 1) >>> 0;',
    'if (least === null || x < least) least = x;',
  ),
);
const listProgram = fc
  .tuple(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.integer({ min: -9, max: 9 }),
    fc.array(listStatement, { minLength: 2, maxLength: 6 }),
  )
  .map(
    ([x, y, body]) =>
      `let x = ${x}, y = ${y}, least = null; const xs = [], fixed = [1, x, y], seen = new Set(); for (let i = 0; i < n; i++) { ${body.join(' ')} } return [x & 65535, y & 65535, (least ?? 7) & 65535, xs.map((q) => q & 65535), fixed.map((q) => q & 65535), seen.size, xs.indexOf(x)];`,
  );

describe.each(executors)('whole numbers beyond int32, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('are those of JavaScript in random programs', { timeout: 120_000 }, async () => {
    const holds = async (body: string) => {
      const { failure, refusals } = await compareBody(body, backend);
      expect({ body, failure, refusals }).toEqual({ body, failure: null, refusals: [] });
    };
    const numRuns = runs ?? (backend === 'cpu' ? 40 : 12);
    await fc.assert(fc.asyncProperty(program, holds), { numRuns, seed });
    // On WebGPU kernels of TensorFlow.js, which round integers, run some of what a loop makes of the elements of arrays.
    if (backend === 'cpu')
      await fc.assert(fc.asyncProperty(listProgram, holds), { numRuns: runs ?? 20, seed });
  });
});

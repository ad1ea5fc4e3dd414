import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/*
 * Whole numbers of 32 bits without a sign as elements: of arrays that grow as a tensor decides, of arrays that are assigned to
 * at a tensor, of Maps and Sets, and such as may be missing.
 */
const bodies = [
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; xs.push(s); } return xs.map((x) => x & 255);',
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; xs.push({ s, i }); } let r = 0; for (const o of xs) r = (r ^ o.s) >>> 0; return r % 1000;',
  'let s = 12345; const xs = [0, 0, 0, 0]; for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; xs[i & 3] = s; } return xs.map((x) => x & 255);',
  'let s = 12345; const m = new Map(); for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; m.set(i, s); } let r = 0; for (const x of m.values()) r += x & 255; return r;',
  'let s = 12345; const xs = []; for (let i = 0; i < 4; i++) { s = (s * 1664525 + n) >>> 0; xs.push(s); } return xs[n & 3] & 255;',
  'let s = 12345; const xs = []; for (let i = 0; i < 4; i++) { s = (s * 1664525 + n) >>> 0; xs.push(s); } return xs.map((x) => x & 255);',
  'let s = 12345; const xs = []; for (let i = 0; i < 4; i++) { s = (s * 1664525 + n) >>> 0; if (flag) xs.push(s); } return xs.map((x) => x & 255);',
  'let s = 12345; const xs = []; for (let i = 0; i < 4; i++) { s = (s * 1664525 + n) >>> 0; xs.push(s); } xs.sort((p, q) => p - q); return xs.map((x) => x & 255);',
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s * 1664525 + 7) >>> 0; xs.push(s); } xs.sort((p, q) => p - q); return [xs.map((x) => x & 255), xs.indexOf(s), xs.includes(s), xs.filter((x) => x > 1000).length, xs.reduce((t, x) => (t + x) >>> 0, 0) & 255];',
  'let s = 12345; const o = { h: 5 }; for (let i = 0; i < n; i++) { s = (s * 1664525 + 7) >>> 0; o.h = (o.h ^ s) >>> 0; } const k = flag ? o.h : s; return [o.h & 255, k & 255];',
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; xs.push(s); } const ys = xs.slice(1).concat([4000000001, 7]).reverse(); ys.push(s); ys.unshift(3); const p = ys.pop(); const z = ys.shift(); return [ys.map((x) => x & 255), p & 255, z, ys.at(-1) & 255];',
  'let s = 12345; const xs = [0]; for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; xs.push(s); } return xs.map((x) => x & 255);',
  'let s = 12345; const xs = [0.5]; for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; xs.push(s / 2 ** 32); } return xs.map((x) => Math.floor(x * 10));',
  'let s = 12345; const xs = [0.5]; for (let i = 0; i < n; i++) { s = (s * 5) % 2 ** 32; xs.push(s); } return xs.map((x) => x * 2);',
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s * 1664525 + 1013904223) >>> 0; xs.push([s, i]); } return xs.map(([x, i]) => (x & 255) + i);',
  'let s = 12345; const seen = new Set(); for (let i = 0; i < n; i++) { s = (s + 2863311531) >>> 0; seen.add(s); seen.add((s + 1) >>> 0); } return [seen.size, seen.has(s), seen.has((s + 2) >>> 0)];',
  'let s = 12345; const seen = new Map(); for (let i = 0; i < n; i++) { s = (s + 2863311531) >>> 0; seen.set(s, i); seen.set((s + 1) >>> 0, i + 10); } return [seen.size, seen.get(s) ?? -1, seen.has((s + 2) >>> 0)];',
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s + 2863311531) >>> 0; if (flag) xs.push(s); else xs.push(i); } return xs.map((x) => x & 255);',
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s + 2863311531) >>> 0; if (flag) xs.push(s); else xs.push(null); } return xs.map((x) => x === null ? -1 : (x > 10 ? 1 : 2));',
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s + 2863311531) >>> 0; xs.push(s); } for (let i = 0; i < xs.length; i++) xs[i] = (xs[i] ^ 0x55555555) >>> 0; if (xs.length > 1) { const t = xs[0]; xs[0] = xs[1]; xs[1] = t; } return xs.map((x) => x & 1023);',
  'let s = 12345; const xs = []; for (let i = 0; i < n; i++) { s = (s + 2863311531) >>> 0; xs.push(s); } for (let i = 0; i < xs.length; i++) xs[i] = i; return xs.map((x) => x & 1023);',
  'const h = []; let x = 2463534242; for (let i = 0; i < n; i++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; h.push(x >>> 0); } return [h.filter((y) => y % 2 === 0).length, h.find((y) => y > 2 ** 31) === undefined ? 0 : 1, h.some((y) => y === 723471715), h.every((y) => y < 2 ** 32)];',
  'const os = []; let x = 2463534242; for (let i = 0; i < n; i++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; os.push({ id: x >>> 0, k: i }); } os.sort((p, q) => p.id - q.id); const f = os.find((o) => o.id > 1000000000); return [os.map((o) => o.id & 255), f ? f.id & 255 : -1];',
  'const os = [{ id: 1, k: 2 }]; let x = 2463534242; for (let i = 0; i < n; i++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; os.push({ id: x >>> 0, k: i }); } return os.map((o) => o.id & 255);',
  'const xs = [0.5, 7]; if (flag) xs.push((n - 9) >>> 0); return xs.map((x) => x * 2 > 10 ? 1 : 0);',
  'const xs = [3]; if (flag) xs.push((n - 9) >>> 0); if (a > 1) xs.push(2); return xs.map((x) => x & 255);',
  'const u = (n - 9) >>> 0; let xs = [u, u + 1]; if (flag) xs = [u, 5, 7]; return xs.map((x) => x & 255);',
  'const u = (n - 9) >>> 0; let xs = [u, 0.5]; if (flag) xs.push(u); return xs.map((x) => x > 1 ? 1 : 0);',
  'const u = (n - 9) >>> 0; const xs = flag ? [u] : [1, 2]; return [xs.length, xs[0] & 255];',
  'const u = (n - 9) >>> 0; const rows = []; for (let i = 0; i < n; i++) rows.push([u, 0.5]); return rows.map(([p, q]) => (p & 255) + q);',
  "const u = (n - 9) >>> 0; const ks = []; for (let i = 0; i < n; i++) ks.push(i % 2 ? { t: 'a', u } : { t: 'b', w: i }); return ks.map((o) => o.t === 'a' ? o.u & 255 : o.w);",
  'const u = (n - 9) >>> 0; const q = [[u, 1]]; let c = 0; while (q.length > 0 && c < 5) { const [x, d] = q.pop(); c++; if (d < n) { q.push([(x * 3) >>> 0, d + 1]); } } return [c, q.length];',
  'const m = new Map(); for (let i = 0; i < n; i++) { const k = (i * 2654435761) >>> 0; m.set(k, (m.get(k) ?? 0) + k); } let t = 0; for (const [k, x] of m) t = (t + k + x) >>> 0; return t & 65535;',
  'let s = 7; const xs = Array.from({ length: 5 }, () => (s = (s * 1664525 + n) >>> 0)); for (let i = 4; i > 0; i--) { s = (s * 1664525 + 1) >>> 0; const j = s % (i + 1); [xs[i], xs[j]] = [xs[j], xs[i]]; } return xs.map((x) => x & 255);',
  'let s = 7; const heap = []; for (let i = 0; i < n; i++) { s = (s * 1664525 + 1) >>> 0; heap.push(s); let k = heap.length - 1; while (k > 0 && heap[(k - 1) >> 1] > heap[k]) { const p = (k - 1) >> 1; [heap[k], heap[p]] = [heap[p], heap[k]]; k = p; } } return heap.map((x) => x & 255);',
  'let best; for (let i = 0; i < n; i++) { const h = Math.imul(i + 7, 2654435761) >>> 0; if (best === undefined || h < best) best = h; } return best === undefined ? -1 : best & 65535;',
  'let best = null; for (let i = 0; i < n; i++) { const h = Math.imul(i + 7, 2654435761) >>> 0; if (best === null || h < best) best = h; } return (best ?? 0) % 1009;',
  'let best = null; for (let i = 0; i < n; i++) { const h = Math.imul(i + 7, 2654435761) >>> 0; best = i % 2 ? h : h / 3; } return (best ?? 0) > 5;',
  'let best = null; for (let i = 0; i < n; i++) { if (i === 2) best = null; else best = Math.imul(i + 7, 2654435761) >>> 0; } return best === null ? 3 : best & 255;',
  'const o = { h: null }; for (let i = 0; i < n; i++) { const h = Math.imul(i + 7, 2654435761) >>> 0; if (o.h === null || h > o.h) o.h = h; } return (o.h ?? 0) % 1009;',
  'const find = (k) => { for (let i = 0; i < 5; i++) { const h = Math.imul(i + n, 2654435761) >>> 0; if (h % k === 1) return h; } return undefined; }; const f = find(3); return [f === undefined, (f ?? 4) & 255];',
  'let s = 7; const xs = Array.from({ length: 5 }, () => (s = (s * 1664525 + n) >>> 0)); const j = n % 5; [xs[1], xs[j]] = [xs[j], xs[1]]; return xs.map((x) => x & 255);',
  'let s = 7; const xs = Array.from({ length: 5 }, () => (s = (s * 1664525 + n) >>> 0)); return xs.map((x) => x & 255);',
  'let s = 7; const xs = [3, 4, 5, 6, s]; for (let i = 4; i > 0; i--) { s = (s * 1664525 + 1) >>> 0; const j = s % (i + 1); [xs[i], xs[j]] = [xs[j], xs[i]]; } return xs.map((x) => x & 255);',
  'let s = n; const xs = [3, 4, 5, 6, s]; for (let i = 4; i > 0; i--) { s = (s * 1664525 + 1) >>> 0; const j = s % (i + 1); [xs[i], xs[j]] = [xs[j], xs[i]]; } return xs.map((x) => x & 255);',
  'let s = n; let r = 0; for (let i = 4; i > 0; i--) { s = (s * 1664525 + 1) >>> 0; const j = s % (i + 1); r = r * 10 + j; } return r;',
  'const m = new Map(); for (let i = 0; i < n; i++) { const k = (i * 2654435761) >>> 0; m.set(k, (m.get(k) ?? 0) + k); } let t = 0; for (const [k, x] of m) t = (t + k) >>> 0; return t & 65535;',
  'const m = new Map(); for (let i = 0; i < n; i++) { const k = (i * 2654435761) >>> 0; m.set(i, k); } let t = 0; for (const [k, x] of m) t = (t + x) >>> 0; return t & 65535;',
  'const m = new Map(); for (let i = 0; i < n; i++) { const k = (i * 2654435761) >>> 0; m.set(i, (m.get(i) ?? 0) + k); } let t = 0; for (const [k, x] of m) t = (t + x) >>> 0; return t & 65535;',
  'const m = new Map(); for (let i = 0; i < n; i++) { const k = (i * 2654435761) >>> 0; m.set(i, k); } let t = 0; for (let i = 0; i < n; i++) t = (t + (m.get(i) ?? 0)) >>> 0; return t & 65535;',
  'const u = (n - 9) >>> 0; const y = flag ? u : undefined; return ((y ?? 0) + 5) & 255;',
  "class A { constructor(u) { this.t = 'a'; this.u = u; } } class B { constructor(w) { this.t = 'b'; this.w = w; } } const u = (n - 9) >>> 0; const k = new A(u); const ks = []; for (let i = 0; i < n; i++) ks.push(i % 2 ? k : new B(i)); return ks.map((o) => o.t === 'a' ? o.u & 255 : o.w);",
  'class A { constructor(u) { this.u = u; } } const u = (n - 9) >>> 0; const ks = [new A(u)]; if (flag) ks.push(new A((n + 3) >>> 0)); return ks.map((o) => o.u & 255);',
  'class A { constructor(u) { this.u = u; } } const u = (n - 9) >>> 0; const ks = [new A(u)]; if (flag) ks.push(new A((n - 3) >>> 0)); return ks.map((o) => o.u % 1000);',
];

/** On WebGPU kernels of TensorFlow.js, which round integers, run what a loop makes of the elements of such a queue. */
const onCpu = [
  'let s = 12345; const q = [s]; let c = 0; while (q.length > 0 && c < 6) { const x = q.shift(); c++; if (c < n) q.push((x * 69069 + 1) >>> 0); s = (s ^ x) >>> 0; } return s & 65535;',
];

describe.each(executors)('elements beyond int32, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(backend === 'cpu' ? [...bodies, ...onCpu] : bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

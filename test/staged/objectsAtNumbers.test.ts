import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What a Map or object holds at a number that is a tensor, an object, array or function: undefined where that is none of its keys, about which the program asks. */
const bodies: readonly string[] = [
  'const m = new Map([[1, { x: 5 }], [2, { x: 6 }]]); return m.get(n)?.x ?? -1;',
  'const m = new Map([[1, { x: 5 }], [2, { x: 6 }]]); return (m.get(n) ?? { x: b }).x;',
  'const m = new Map([[1, [5]], [2, [6]]]); return (m.get(n) || [0])[0];',
  'const m = new Map([[1, [5]], [2, [6]]]); const q = m.get(n); if (q) return q[0]; return -1;',
  'const m = new Map([[1, [5]], [2, [6]]]); const q = m.get(n); return q === undefined ? -1 : q[0];',
  'const m = new Map([[1, [5]], [2, [6]]]); const q = m.get(n); return q == null ? -1 : q[0];',
  'const m = new Map([[1, (x) => x + 1], [2, (x) => x * 2]]); const q = m.get(n); return q ? q(b) : -1;',
  'const m = new Map([[1, (x) => x + 1], [2, (x) => x * 2]]); return m.get(n)?.(b) ?? -1;',
  'const m = new Map([[1, null], [2, { x: 6 }]]); const q = m.get(n); return [q === null ? 1 : 0, q === undefined ? 1 : 0, q?.x ?? -1];',
  'const m = new Map([[1, null], [2, { x: 6 }], [3, { x: 1 }]]); const q = m.get(n); return [q === null ? 1 : 0, q === undefined ? 1 : 0, q == null ? 1 : 0, q?.x ?? -1];',
  'const m = new Map([[1, { x: 5 }], [2, { x: 6 }]]); try { return m.get(n).x; } catch (e) { return e instanceof TypeError ? -9 : -8; }',
  'const m = new Map([[1, { c: 5 }], [2, { c: 6 }]]); const q = m.get(n); if (q) q.c++; return [m.get(1).c, m.get(2).c];',
  'const m = new Map([[0, { c: 5 }], [3, { c: 6 }], [4, { c: 1 }]]); const q = m.get(n); q.c += b; return [m.get(0).c, m.get(3).c, m.get(4).c];',
  'const m = new Map([[0, { c: 5 }], [3, { c: 6 }], [4, { c: 1 }]]); return m.get(n);',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]], [4, [5, 6]]]); return m.get(n);',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]], [4, [5]]]); let t = 0; for (const x of m.get(n)) t += x; return t;',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]]]); let t = 0; for (const x of m.get(n) ?? []) t += x; return t;',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]], [4, [5, 3]]]); const [p, q] = m.get(n); return [p, q, m.get(n).map((x) => x + 1), { ...m.get(n) }[0]];',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]]]); const [p, q] = m.get(n) ?? [a, b]; return [p, q];',
  'const m = new Map([[0, { x: 1 }], [3, { x: 2 }]]); const { x = 5 } = m.get(n) ?? {}; return x;',
  'const m = new Map([[0, { x: 1 }], [3, { x: 2 }]]); let t = 0; for (const i of [0, 1, n, n + 1]) { const q = m.get(i); if (q === undefined) continue; q.x++; t += q.x; } return [t, m.get(0).x, m.get(3).x];',
  'const m = new Map([[0, { x: 1 }], [3, { x: 2 }]]); let t = 0; for (let i = 0; i < n; i++) { const q = m.get(i); if (q === undefined) continue; q.x++; t += q.x; } return [t, m.get(0).x, m.get(3).x];',
  'const m = new Map([[0, { x: 1 }], [3, { x: 2 }]]); let t = 0; for (let i = 0; i < n; i++) { t += m.get(i)?.x ?? 10; } return t;',
  "const m = new Map([[0, new Map([['k', 1]])], [3, new Map([['k', 2]])]]); return m.get(n)?.get('k') ?? -1;",
  "const m = new Map([[0, { x: 1 }], [3, { x: 2 }]]); const q = m.get(n), r = m.get(n); return [q === r ? 1 : 0, q === m.get(3) ? 1 : 0, q !== undefined ? 1 : 0, typeof q === 'object' ? 1 : 0];",
  'const o = { 0: { x: 1 }, 3: { x: 2 } }; return [o[n]?.x ?? -1, o[n] === undefined ? 1 : 0, o[n] ? 1 : 0];',
  'class P { constructor(x) { this.x = x; } get() { return this.x; } } const m = new Map([[0, new P(1)], [3, new P(2)]]); return m.get(n)?.get() ?? -1;',
  'const m = new Map([[0, { x: 1 }], [3, { y: 2 }]]); const q = m.get(n); return q == null ? -1 : q.x ?? q.y;',
  'const g = new Map([[0, [1, 3]], [1, [3]], [3, []]]); const seen = new Set(); const go = (k, d) => { if (d === 0) return 0; let t = 1; for (const x of g.get(k) ?? []) t += go(x, d - 1); return t; }; return go(n, 3);',
  'const m = new Map([[0, { x: 1 }], [3, { x: 2 }]]); const has = m.has(n); const q = has ? m.get(n) : { x: 9 }; return q.x;',
  'const m = new Map([[true, { x: 1 }], [false, { x: 2 }]]); return m.get(a > 0).x;',
  'const m = new Map([[true, { x: 1 }], [false, { x: 2 }]]); return { ...m.get(a > 0) };',
  'const m = new Map([[0, (x) => x + 1], [3, (x) => x * 2], [4, (x) => x]]); return m.get(n)(b);',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]], [4, [5]]]); const q = m.get(n); let t = 0; for (const x of q) t += x; q.push(7); return [t, q.length, m.get(3).length, m.get(0).length, [...q].length, Math.max(...q), q.map((x) => x + 1).reduce((x, y) => x + y, 0), q.includes(7) ? 1 : 0, q.at(-1)];',
  'const m = new Map([[0, { x: 1 }], [3, { x: 2 }], [4, { x: 3 }]]); const out = []; for (const x of v) if (x > 0) out.push(m.get(n)); return out.map((q) => q.x);',
  "const m = new Map([[0, { x: 1 }], [3, { x: 2 }], [4, { x: 3 }]]); const out = []; out.push(m.get(n)); const o = { q: m.get(n) }; return [out[0].x, o.q.x, Object.keys(m.get(n)).length, 'x' in m.get(n) ? 1 : 0];",
  'const m = new Map([[0, { x: 1 }], [3, { x: 2 }], [4, { x: 3 }]]); let best = m.get(0); for (let i = 0; i < 2; i++) { const q = m.get(n); if (q.x > best.x) best = q; } best.x = 9; return [...m.values()].map((q) => q.x);',
  'const m = new Map([[0, { next: 3 }], [3, { next: 4 }], [4, { next: -1 }]]); let k = n, c = 0; while (k >= 0 && c < 5) { k = m.get(k).next; c++; } return [k, c];',
  'const m = new Map([[0, { next: 3 }], [3, { next: 4 }], [4, { next: -1 }]]); let q = m.get(n), c = 0; while (q) { q = m.get(q.next); c++; } return c;',
  'const m = new Map([[0, [3, 4]], [3, [4]], [4, []]]); const seen = new Set(); const stack = [n]; let c = 0; while (stack.length > 0 && c < 20) { const k = stack.pop(); c++; if (seen.has(k)) continue; seen.add(k); for (const j of m.get(k) ?? []) stack.push(j); } return [seen.size, c];',
  'const m = new Map([[0, [3, 4]], [3, [4]], [4, []]]); const dist = [-1, -1, -1, -1, -1]; dist[n] = 0; const queue = [n]; while (queue.length > 0) { const k = queue.shift(); for (const j of m.get(k)) if (dist[j] < 0) { dist[j] = dist[k] + 1; queue.push(j); } } return dist;',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]], [4, [5]]]); const { length } = m.get(n); const [p] = m.get(n); const [...r] = m.get(n); return [length, p, r.length, [0, ...m.get(n)].length];',
];

describe.each(executors)(
  'objects at a number that a tensor is, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

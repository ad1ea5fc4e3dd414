import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Arrays as elements of an array whose length a tensor decides, which are not all as long. */
const bodies: readonly string[] = [
  `const C = []; for (let i = 0; i < n; i++) { const row = []; for (let j = 0; j < n; j++) row.push(i * 10 + j); C.push(row); } let t = 0; for (let i = 0; i < n; i++) t += C[i][i]; return t;`,
  `const dp = Array.from({ length: n + 1 }, () => Array(n + 1).fill(0)); for (let i = 1; i <= n; i++) for (let j = 1; j <= n; j++) dp[i][j] = dp[i - 1][j] + dp[i][j - 1] + 1; return dp[n][n];`,
  `const buckets = Array.from({ length: n }, () => []); for (const x of v) if (n > 0) buckets[Math.abs(x) % n].push(x); return buckets.map((b) => b.length).reduce((s, x) => s * 10 + x, 0);`,
  `const chunks = []; for (let i = 0; i < n; i += 2) chunks.push([...v].slice(i, i + 2)); return chunks.map((c) => c.length);`,
  `const paths = [[0]]; for (let i = 0; i < n; i++) { const p = paths[paths.length - 1]; paths.push([...p, i]); } return paths.map((p) => p.length);`,
  `const C = []; for (let i = 0; i < n; i++) { const row = [1]; C.push(row); row.push(i); row[0] = 7; } let t = 0; for (const r of C) { t += r.length; for (const x of r) t = t * 2 + x; } return t;`,
  `const rows = []; for (let i = 0; i < n; i++) rows.push([...v].slice(0, i)); rows.reverse(); rows.sort((p, q) => p.length - q.length); return rows.map((r) => r.length + r.filter((x) => x > 1).length * 10);`,
  `const g = []; for (let i = 0; i < n; i++) g.push({ id: i, items: new Array(i).fill(i) }); let t = 0; for (const { id, items } of g) t += id * 10 + items.length; if (n > 1) { g[1].items.push(9); t += g[1].items.length * 100; } return t;`,
  `const chunks = []; for (let i = 0; i < n; i += 2) chunks.push([...v].slice(i, i + 2)); return chunks.flat().length + chunks.map((c) => c[0] ?? 0).reduce((s, x) => s + x, 0);`,
  `const dp = Array.from({ length: n + 1 }, () => new Array(n + 1).fill(0)); for (let i = 0; i <= n; i++) dp[i][0] = 1; for (let i = 1; i <= n; i++) for (let j = 1; j <= n; j++) dp[i][j] = (dp[i][j - 1] + dp[i - 1][j]) % 7; const last = dp.at(-1); return last[n] + last.length;`,
  `const levels = [[a]]; while (levels.length <= n) { const last = levels[levels.length - 1]; const next = []; for (const x of last) { next.push(x + 1); if (x > 0) next.push(x - 1); } levels.push(next); } return levels.map((l) => l.length);`,
  `const adj = []; for (let i = 0; i < n; i++) adj.push([]); for (let i = 1; i < n; i++) { adj[0].push(i); } const seen = []; const q = n > 0 ? [0] : []; while (q.length) { const u = q.shift(); seen.push(u); for (const w of adj[u]) q.push(w); } return seen;`,
  `const rows = []; for (let i = 0; i < n; i++) rows.push(new Array(i).fill(a)); const z = []; if (n > 2) { const r = rows[2], q = rows[2]; r.push(3); q.push(4); r[0] = 1; z.push(r.length, q.length, q[0], rows[2].length, rows[2][3], rows[1].length); } return z;`,
  `const C = []; for (let i = 0; i < n; i++) { C.push([]); for (let j = 0; j <= i; j++) C[i].push(j === 0 || j === i ? 1 : C[i - 1][j - 1] + C[i - 1][j]); } return C.map((r) => r.reduce((s, x) => s + x, 0));`,
  `const C = []; for (let i = 0; i < n; i++) { C.push([]); for (let j = 0; j <= i; j++) C[i].push(i + j); } return C;`,
  `const g = []; for (let i = 0; i < n; i++) g.push({ id: i, items: new Array(i).fill(i) }); return g;`,
  `const groups = []; for (const x of v) { const last = groups.at(-1); if (last && last[0] === x) last.push(x); else groups.push([x]); } return groups.map((g) => g.length);`,
  `const subsets = [[a]]; if (a > 0) subsets.push([1, 2]); return subsets.length;`,
  `const subsets = []; if (a > 0) subsets.push([1]); if (b > 0) subsets.push([1, 2, 3]); return subsets.map((s) => s.length);`,
  `const grid = []; for (let i = 0; i < n; i++) { const row = []; for (let j = 0; j < n; j++) row.push((i + j) % 2); grid.push(row); } let c = 0; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { let k = 0; if (i > 0) k += grid[i - 1][j]; if (j > 0) k += grid[i][j - 1]; if (k > 0) c++; } return c;`,
  `const m = Array.from({ length: n }, () => Array(n).fill(0)); for (let i = 0; i < n; i++) m[i][i] = a; const t = m.map((r) => r.map((x) => x * 2)); return t.flat().reduce((p, q) => p + q, 0);`,
  `const g = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); const h = g; const r = n > 1 ? h[1] : [0]; r[0] = 77; return [n > 1 ? g[1][0] : 0, r.length];`,
  `const g = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); g.forEach((r, i) => r.unshift(i)); return g.map((r) => r.length * 10 + r[0]);`,
  `const g = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); const [p, q = [1, 2, 3, 4]] = g; return [p?.length ?? 0, q.length];`,
  `const g = []; for (let i = 0; i < n; i++) { g.unshift(new Array(i).fill(1)); } return g.map((r) => r.length);`,
  `const g = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); if (n > 1) { g[0] = [7, 7, 7, 7, 7, 7]; g[0].push(5); } return g.map((r) => r.length);`,
  `const g = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); let best = g[0] ?? []; for (const r of g) if (r.length > best.length) best = r; best.push(1); return g.map((r) => r.length);`,
  `const g = [[]]; for (const x of v) { if (x > 2) g.push([]); g[g.length - 1].push(x); } return g.map((r) => r.length);`,
  `const g = []; let cur = []; for (const x of v) { if (x > 2) { cur = []; g.push(cur); } cur.push(x); } return g.map((r) => r.length);`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; g.push(r); if (i > 1) r.push(5); const q = g[i]; q.push(7); r.push(8); } return g.map((r) => r.length);`,
  `const m = Array.from({ length: n }, () => Array(n).fill(0)); if (n > 1) m[1][0] = a; return n > 1 ? m[1][0] : 0;`,
  `const m = new Map(); for (const x of v) { const k = Math.abs(x) % 3; const l = m.get(k) ?? []; l.push(x); m.set(k, l); } let t = 0; for (const [k, l] of m) t += (k + 1) * l.length; return t;`,
  `const rows = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); if (n > 1) rows[1].length = 0; return rows.map((r) => r.length);`,
  `const rows = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); return rows.flatMap((r) => r.map((x) => x * 2)).length;`,
  `const rows = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); const all = [...rows, [7, 7]]; const more = rows.concat([[1]]); return [all.length, all.at(-1).length, more.at(-1).length];`,
  `class M { constructor(n) { this.rows = []; for (let i = 0; i < n; i++) this.rows.push(new Array(n).fill(0)); } set(i, j, x) { this.rows[i][j] = x; } get(i, j) { return this.rows[i][j]; } } const m = new M(n); for (let i = 0; i < n; i++) m.set(i, n - 1 - i, i + 1); let t = 0; for (let i = 0; i < n; i++) t = t * 10 + m.get(i, n - 1 - i); return t;`,
  `const rows = []; for (let i = 0; i < n; i++) { let r = [i]; if (i % 2 === 1) r = [i, i + 1]; rows.push(r); } return rows.map((r) => r.length * 10 + r[0]);`,
  `const out = []; let row = []; for (let i = 0; i < n * 2; i++) { row.push(i); if (row.length > 2) { out.push(row); row = []; } } return [out.length, row.length, out.length > 0 ? out[0][2] : -1];`,
  `const rows = [[1, 2], [3]]; if (a > 0) rows.push([4, 5, 6]); let t = 0; for (const r of rows) for (const x of r) t += x; return t;`,
  `const rows = [[1, 2], [3]].filter((r) => r[0] > a); return rows.map((r) => r.length);`,
  `const rows = v.length > 2 && a > 0 ? [[1], [2, 3]] : [[4, 5, 6]]; return rows.map((r) => r.length);`,
  `const rows = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); const r0 = rows[0]; return [r0 === rows[0], rows.indexOf(r0), rows.length > 1 ? rows[1] === r0 : false];`,
  `const rows = Array.from({ length: n }, (_, i) => new Array(i + 1).fill(i)); return rows.map((r) => r.indexOf(2)).concat(rows.map((r) => (r.includes(1) ? 1 : 0)));`,
  `const rows = []; for (let i = 0; i < n; i++) rows.push({ k: i, kids: [] }); for (let i = 1; i < n; i++) rows[i - 1].kids.push(i); return rows.map((r) => r.kids.length * 10 + r.k);`,
  `class N { constructor(id) { this.id = id; this.kids = []; } add(k) { this.kids.push(k); return this; } } const ns = []; for (let i = 0; i < n; i++) ns.push(new N(i)); for (let i = 1; i < n; i++) ns[0].add(i); return ns.map((x) => x.kids.length);`,
  `const q = [[0, 0]]; const seen = Array.from({ length: n + 1 }, () => new Array(n + 1).fill(false)); let c = 0; while (q.length) { const [x, y] = q.shift(); if (x > n || y > n || seen[x][y]) continue; seen[x][y] = true; c++; q.push([x + 1, y], [x, y + 1]); } return c;`,
  `const A = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => i + j)); const C = A.map((r) => A[0].map((_, j) => r.reduce((s, x, k) => s + x * A[k][j], 0))); return C.flat().reduce((p, q) => p + q, 0);`,
  `const part = [[], []]; for (const x of v) part[x > 1 ? 0 : 1].push(x); const [hi, lo] = part; return [hi.length, lo.length, hi[0] ?? -1];`,
  `const sieve = new Array(n + 1).fill(true); const fs = Array.from({ length: n + 1 }, () => []); for (let i = 2; i <= n; i++) for (let j = i; j <= n; j += i) fs[j].push(i); return fs.map((f) => f.length);`,
  `const rows = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j < i; j++) r.push(j > 1 ? 'x' : 'y'); rows.push(r); } return rows.map((r) => r.length);`,
  `const rows = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j < i; j++) r.push(j > 0 ? { j } : { k: 1 }); rows.push(r); } return rows.map((r) => r.length);`,
  `const rows = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j < i; j++) r.push([j, j + 1]); rows.push(r); } let t = 0; for (const r of rows) for (const [p, q] of r) t += p * q; return t;`,
  `const rows = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j < i; j++) r.push(() => j); rows.push(r); } return rows.map((r) => r.length);`,
  `const rows = []; try { for (let i = 0; i < n; i++) { if (i > 2) throw i; rows.push([i, i]); } } catch (e) { rows.push([e, 1]); } return rows.map((r) => r.length);`,
];

describe.each(executors)(
  'arrays of arrays whose lengths a tensor decides, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

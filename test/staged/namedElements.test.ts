import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* An array that a loop makes longer has elements before it, which the program goes on changing by other names. */
const bodies: readonly string[] = [
  `const xs = Array.from({ length: n + 3 }, (_, i) => i >> 1); const out = [[]]; for (let i = 0; i < xs.length; i++) { if (out.at(-1).length === 2) out.push([]); out.at(-1).push(xs[i]); } return out.map((r) => r.length * 10 + r[0]);`,
  `const xs = Array.from({ length: n + 3 }, (_, i) => i >> 1); let cur = { key: xs[0], count: 1 }; const all = [cur]; for (let i = 1; i < xs.length; i++) { if (xs[i] !== cur.key) { cur = { key: xs[i], count: 0 }; all.push(cur); } cur.count++; } cur.count += 100; return [...all.map((r) => r.count * 10 + r.key), cur.count];`,
  `const xs = Array.from({ length: n + 3 }, (_, i) => i >> 1); const first = { s: 0 }; const all = [first]; for (const x of xs) { if (x > 0) all.push({ s: x }); first.s += x; all[all.length - 1].s += 1; } return [first.s, ...all.map((q) => q.s)];`,
  `const xs = Array.from({ length: n + 3 }, (_, i) => i >> 1); const first = { s: 0 }, second = { s: 5 }; const all = [first, second]; for (const x of xs) { if (x > 0) all.push({ s: x }); all[x].s += 1; second.s *= 2; if (x === 1) first.s += second.s; } return [first.s, second.s, ...all.map((q) => q.s)];`,
  `const stack = [{ d: 0, sum: 0 }]; for (let i = 0; i < n * 2; i++) { const top = stack[stack.length - 1]; top.sum += i; if (i % 3 === 0) stack.push({ d: top.d + 1, sum: 0 }); else if (i % 3 === 2 && stack.length > 1) { const s = stack.pop().sum; stack[stack.length - 1].sum += s; } } return stack.map((q) => q.d * 100 + q.sum);`,
  `const buckets = [[], [], []]; for (let i = 0; i < n * 2; i++) buckets[i % 3].push(i); return buckets.map((q) => q.reduce((s, x) => s + x, q.length));`,
  `const buckets = [[], []]; for (let i = 0; i < n * 2; i++) { if (i === 3) buckets.push([]); buckets[i % buckets.length].push(i); } return buckets.map((q) => q.reduce((s, x) => s + x, q.length));`,
  `const rows = [[1]]; for (let i = 1; i < n + 2; i++) { const prev = rows[i - 1]; const row = [1]; for (let j = 1; j < i; j++) row.push(prev[j - 1] + prev[j]); row.push(1); rows.push(row); } return rows.flat();`,
  `const dp = [[0]]; for (let i = 1; i <= n; i++) { dp.push([i]); dp[i - 1].push(dp[i][0]); } return dp.map((r) => r.length * 10 + r[0]);`,
  `const acc = { total: 0, log: [[0]] }; for (let i = 0; i < n; i++) { acc.total += i; if (acc.log[acc.log.length - 1].length > 1) acc.log.push([acc.total]); else acc.log[acc.log.length - 1].push(acc.total); } return [acc.total, ...acc.log.flat()];`,
  `const words = [[]]; const xs = [1, 2, 0, 3, 0, 4, 5]; for (let i = 0; i < n + 3; i++) { const c = xs[i]; if (c === 0) words.push([]); else words[words.length - 1].push(c); } return words.map((w) => w.reduce((p, q) => p * 10 + q, 0));`,
  `const words = [[]]; const xs = [1, 2, 0, 3, 0, 4, 5]; for (let i = 0; i < n + 3; i++) { const c = xs[i]; if (c === 0) { words.push([]); continue; } words[words.length - 1].push(c); } return words.filter((w) => w.length > 0).map((w) => w.reduce((p, q) => p * 10 + q, 0));`,
  `const q = [{ v: 1, kids: 0 }]; let i = 0; while (i < q.length && q.length < n + 3) { const node = q[i]; node.kids = 2; q.push({ v: node.v * 2, kids: 0 }, { v: node.v * 2 + 1, kids: 0 }); i++; } return q.map((x) => x.v * 10 + x.kids);`,
  `const stack = [[0, 1]]; let s = 0; while (stack.length > 0 && s < 20) { const top = stack[stack.length - 1]; if (top[0] < n) { top[0]++; stack.push([top[0], top[1] * 2]); } else { s += top[1]; stack.pop(); } } return s;`,
  `const pts = [{ x: 0, y: 0 }]; for (let i = 0; i < n; i++) { const last = pts[pts.length - 1]; pts.push({ ...last, x: last.x + 1 }); if (flag) last.y = 9; } return pts.map((p) => p.x * 10 + p.y);`,
  `const sets = [[0]]; for (let i = 1; i <= n; i++) { let placed = false; for (const s of sets) { if (!placed && s[0] % 2 === i % 2) { s.push(i); placed = true; } } if (!placed) sets.push([i]); } return sets.map((s) => s.length * 10 + s[0]);`,
  `const xs = Array.from({ length: n + 3 }, (_, i) => i >> 1); let run = [xs[0]]; const runs = [run]; for (let i = 1; i < xs.length; i++) { if (xs[i] === xs[i - 1]) run.push(xs[i]); else { run = [xs[i]]; runs.push(run); } } return runs.map((r) => r.length * 10 + r[0]);`,
  `const xs = Array.from({ length: n + 3 }, (_, i) => i >> 1); const out = [[]]; for (const x of xs) { if (out[out.length - 1].length === 2) out.push([]); out[out.length - 1].push(x); } return out.map((r) => r.length * 10 + r[0]);`,
  `const xs = Array.from({ length: n + 3 }, (_, i) => i >> 1); let cur = { key: xs[0], count: 1 }; const all = [cur]; for (let i = 1; i < xs.length; i++) { if (xs[i] === cur.key) cur.count++; else { cur = { key: xs[i], count: 1 }; all.push(cur); } } return all.map((r) => r.count * 10 + r.key);`,
];

describe.each(executors)(
  'arrays that grow and hold what a variable holds too, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });

    it.each([
      `const o = {k: a}; let l = [o]; for (let i = 0; i < n; i++) { l = [...l, {k: i}]; o.k += 1; } return l.map((x) => x.k);`,
      `const o = {k: a}; let l = [o]; for (let i = 0; i < n; i++) { l = l.concat([{k: i}]); o.k += 1; } return l.map((x) => x.k);`,
      `const o = {k: a}; let l = [o]; for (let i = 0; i < n; i++) { l = [{k: i}, ...l]; if (i === 1) o.k += 1; } return l.map((x) => x.k);`,
      `const o = {k: a}; let l = [o]; for (const x of v) { if (x > 1) l = [...l, {k: x}]; o.k += 1; } return l.map((x) => x.k);`,
      `let l = []; for (let i = 0; i < n; i++) { const e = {k: i}; l = [...l, e]; e.k += 1; } return l.map((x) => x.k);`,
    ])(
      'refuses a change by another name where the array is replaced by a copy: %s',
      async (body) => {
        const { failure } = await compareBody(body, backend);
        expect(failure?.actual.refusal).toBe('chosen-object');
      },
    );

    it.each([
      `class P extends Error { constructor(k) { super('m'); this.k = k; } } const o = new P(a); let l = [o]; for (let i = 0; i < n; i++) l.push(new P(i)); l = l.filter((e) => e.k !== 1); return [l.includes(o)];`,
      `class P { constructor(k) { this.k = k; } } const o = new P(a); let l = [o]; for (let i = 0; i < n; i++) l.push(new P(i)); l = l.filter((e) => e.k !== 1); return [l.includes(o)];`,
    ])('refuses to look for an object in a copy: %s', async (body) => {
      const { failure } = await compareBody(body, backend);
      expect(failure?.actual.refusal).toBe('list-use');
    });
  },
);

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* `out[i] = x` at the end of an array makes it longer, and `new Array(n)` has the length that a tensor tells. */
const bodies: readonly string[] = [
  'const fib = [0, 1]; for (let i = 2; i < n + 3; i++) fib[i] = fib[i - 1] + fib[i - 2]; return fib[n + 2];',
  'const fib = [a, b]; for (let i = 2; i < n + 3; i++) fib[i] = fib[i - 1] + fib[i - 2]; return fib;',
  'const out = []; for (let i = 0; i < n; i++) out[out.length] = i * a; return out;',
  'const out = []; for (let i = 0; i < n; i++) out[i] = i * a; return out;',
  'const out = []; let k = 0; for (let i = 0; i < n; i++) { if (i > a) { out[k++] = i * a; } } return [out.length, k];',
  'const dp = new Array(n + 1).fill(0); dp[0] = 1; for (let i = 1; i <= n; i++) dp[i] = dp[i - 1] * 2; return dp[n];',
  'const out = []; for (let i = 0; i < n; i++) out[i] = { x: i * a }; return out.length;',
  'const out = []; let i = 0; while (i < n) { out[i] = i * a; i += 1; } return out.reduce((s, x) => s + x, 0);',
  'const grid = []; for (let i = 0; i < 3; i++) { grid[i] = []; for (let j = 0; j < n; j++) grid[i][j] = i * j + a; } return grid.map((r) => r.length);',
  'const heap = []; function up(i) { while (i > 0) { const p = Math.floor((i - 1) / 2); if (heap[p] <= heap[i]) break; [heap[p], heap[i]] = [heap[i], heap[p]]; i = p; } } for (const x of v) { heap[heap.length] = x; up(heap.length - 1); } return heap;',
  'const grid = []; for (let i = 0; i < n; i++) { const row = []; for (let j = 0; j < 3; j++) row[j] = i * j + a; grid[i] = row; } return grid;',
  'const stack = []; let top = 0; stack[top++] = a; while (top > 0) { const x = stack[--top]; record(x); if (x > 1) { stack[top++] = x - 1; stack[top++] = x - 2; } } return top;',
  'const o = { l: [] }; for (let i = 0; i < n; i++) o.l[i] = a + i; return o.l;',
  'const out = []; let j = 0; for (const x of v) { if (x < 0) continue; out[j] = x; j++; } return [out.length, j, out.reduce((s, x) => s + x, 0)];',
  'const out = []; for (let i = 0; i < n; i++) { out[i] = i; out[i] += a; out[i] *= 2; } return out;',
  'const a1 = [], b1 = []; for (let i = 0; i < n; i++) { if (i % 2 === 0) a1[a1.length] = i; else b1[b1.length] = i; } return [a1.length, b1.length];',
  'const p = [1]; for (let i = 1; i <= n; i++) p[i] = p[i - 1] * a; let s = 0; for (let i = 0; i < p.length; i++) s += p[i]; return s;',
  'class S { constructor() { this.items = []; this.size = 0; } push(x) { this.items[this.size] = x; this.size++; } pop() { this.size--; return this.items[this.size]; } } const s = new S(); for (let i = 0; i < n; i++) s.push(i * a); let t = 0; while (s.size > 0) t = t * 2 + s.pop(); return t;',
  'const out = []; for (let i = n - 1; i >= 0; i--) out[n - 1 - i] = i; return out;',
  'const out = [a]; out[out.length] = b; if (flag) out[out.length] = 7; return out;',
  "const out = []; for (let i = 0; i < n; i++) out[i] = flag ? 'x' : 'y'; return out.filter((c) => c === 'x').length;",
  'const m = {}; m.l = []; for (let i = 0; i < n; i++) { m.l[i] = { v: i, w: a }; } return m.l.map((o) => o.v * o.w);',
  'const q = []; let tail = 0; while (tail < n + 3) { q[tail] = 2; tail++; q[tail] = 3; tail++; } return q;',
  'const s = { items: [], size: 0 }; const push = (x) => { s.items[s.size] = x; s.size++; }; for (let i = 0; i < n; i++) push(i * a); return s.items;',
  'const q = []; let head = 0, tail = 0; q[tail++] = 1; while (head < tail && tail < 6) { const x = q[head++]; record(x); q[tail++] = x * 2; if (a > 0) q[tail++] = x * 2 + 1; } return q;',
  'const l = Array.from({ length: n }); return l.length;',
  'const l = Array(n).fill(a); return l;',
  'const l = [...Array(n).keys()]; return l.map((x) => x * a);',
  'const l = Array.from({ length: n }, () => 0); for (let i = 0; i < n; i++) l[i] += i * a; return l;',
  'const l = Array.from(Array(n), (_, i) => i); return l;',
  'const l = Array.from({ length: n }, () => Array(3).fill(0)); for (let i = 0; i < n; i++) l[i][i % 3] += a; return l;',
  'const coins = [1, 2, 5]; const dp = new Array(n + 1).fill(99); dp[0] = 0; for (const c of coins) for (let i = c; i <= n; i++) dp[i] = Math.min(dp[i], dp[i - c] + 1); return dp[n];',
  'const dp = Array(n + 2).fill(0); dp[1] = 1; for (let i = 2; i <= n; i++) { dp[i] = dp[i - 1] + dp[i - 2]; } return dp[n];',
  'const sieve = new Array(n + 8).fill(true); sieve[0] = sieve[1] = false; for (let i = 2; i * i < n + 8; i++) if (sieve[i]) for (let j = i * i; j < n + 8; j += i) sieve[j] = false; return sieve.filter((x) => x).length;',
  'const w = [1, 3, 4], val = [15, 20, 30]; const cap = n + 2; const dp = new Array(cap + 1).fill(0); for (let i = 0; i < 3; i++) for (let c = cap; c >= w[i]; c--) dp[c] = Math.max(dp[c], dp[c - w[i]] + val[i]); return dp[cap];',
  'const pre = [0]; for (let i = 0; i < v.length; i++) pre[i + 1] = pre[i] + v[i]; return pre;',
  'const pre = [0]; let k = 0; for (const x of v) { pre[k + 1] = pre[k] + x; k++; } return pre[3] - pre[1];',
  'const lis = []; const xs = [3, 1, 2, n, 5]; for (let i = 0; i < xs.length; i++) { lis[i] = 1; for (let j = 0; j < i; j++) if (xs[j] < xs[i]) lis[i] = Math.max(lis[i], lis[j] + 1); } return Math.max(...lis);',
  'const count = new Array(5).fill(0); for (let i = 0; i < n; i++) count[i % 5]++; return count;',
  'const digits = []; let m = n * 37; do { digits.unshift(m % 10); m = Math.floor(m / 10); } while (m > 0); return digits;',
  'const tri = []; for (let i = 0; i < 4; i++) { tri[i] = []; for (let j = 0; j <= i; j++) tri[i][j] = j === 0 || j === i ? a : tri[i - 1][j - 1] + tri[i - 1][j]; } return tri[3];',
  'const memo = new Array(10).fill(-1); const f = (k) => { if (k < 2) return k; if (memo[k] >= 0) return memo[k]; return (memo[k] = f(k - 1) + f(k - 2)); }; return f(7) * a;',
  'const edges = [[0, 1], [1, 2], [0, 2]]; const deg = Array.from({ length: 3 }, () => 0); for (const [x, y] of edges) { deg[x]++; deg[(y + n) % 3] += a; } return deg;',
  'const out = new Array(n).fill().map((_, i) => i * a); return out;',
  'const out = Array(n).fill(0).map((_, i) => i).filter((i) => i % 2).reduce((s, i) => s + i, 0); return out;',
  'const res = []; let i = 0, j = 0; const x = [1, 4, 6], y = [2, 3, n]; while (i < 3 && j < 3) { if (x[i] <= y[j]) res[res.length] = x[i++]; else res[res.length] = y[j++]; } while (i < 3) res[res.length] = x[i++]; while (j < 3) res[res.length] = y[j++]; return res;',
  'const res = []; let k = 0; let i = 0, j = 0; const x = [1, 4, 6], y = [2, 3, n]; while (i < 3 && j < 3) res[k++] = x[i] <= y[j] ? x[i++] : y[j++]; while (i < 3) res[k++] = x[i++]; while (j < 3) res[k++] = y[j++]; return res;',
  'const seen = new Array(n + 1).fill(false); let x = 1, steps = 0; while (!seen[x % (n + 1)]) { seen[x % (n + 1)] = true; x = x * 2 + 1; steps++; } return steps;',
  'const grid = Array.from({ length: n }, () => new Array(3).fill(0)); for (let r = 0; r < n; r++) for (let c = 0; c < 3; c++) grid[r][c] = r * c + a; return grid;',
  'const dp = Array.from({ length: n + 1 }, () => Array(4).fill(0)); for (let i = 0; i <= n; i++) dp[i][0] = 1; for (let i = 1; i <= n; i++) for (let j = 1; j < 4; j++) dp[i][j] = dp[i - 1][j] + dp[i][j - 1]; return dp[n][3];',
  "const out = []; let k = 0; try { for (let i = 0; i < n; i++) { if (i > 2) throw new Error('x'); out[k++] = i * a; } } catch (e) { record(out.length); } return out.length;",
  'const add = (arr, x) => { arr[arr.length] = x; return arr; }; let l = []; for (let i = 0; i < n; i++) l = add(l, i + a); return l;',
  'const l = []; for (let i = 0; i < n; i++) { l[i] = { i, w: a * i }; l[i].w += 1; } return l.map((o) => o.w);',
  'const even = [], odd = []; let e = 0, o = 0; for (let i = 0; i < n + 2; i++) { if (i % 2 === 0) even[e++] = i; else odd[o++] = i * a; } return [even.length, odd.length, even, odd];',
  'const out = []; for (let i = 0; i < n; i++) out[i] = i; for (let i = 0; i < n; i++) out[n + i] = out[i] * a; return out;',
  'const out = []; outer: for (let i = 0; i < n; i++) { for (let j = 0; j < 3; j++) { if (j > i) continue outer; out[out.length] = i * 10 + j; } } return out;',
  'const o = { hist: [] }; let x = a; while (x < 20 && o.hist.length < 9) { o.hist[o.hist.length] = x; x = x * 2 + 3; } return o.hist;',
  'const l = Array(n).fill(a); l.push(b); l[0] = 7; return [l.length, l[0], l[n]];',
  'const l = Array.from({ length: n }, (_, i) => ({ id: i, w: a })); for (const o of l) o.w += o.id; return l.reduce((s, o) => s + o.w, 0);',
  'const t = []; t[0] = a; t[1] = b; for (let i = 2; i < n + 2; i++) { t[i] = t[i - 1] * t[i - 2]; if (t[i] > 50) break; } return t;',
  'let cur = [1]; for (let r = 1; r < n; r++) { const next = []; for (let c = 0; c <= r; c++) next[c] = (cur[c - 1] ?? 0) + (cur[c] ?? 0); cur = next; } return cur;',
  'const st = []; let sp = 0; for (const x of v) { while (sp > 0 && st[sp - 1] > x) sp--; st[sp++] = x; } return [sp, st[0]];',
];

describe.each(executors)(
  'arrays that assignments make longer, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

describe('what an array of a graph cannot hold', () => {
  beforeAll(useCpu);

  it.each([
    [
      'out[i * 2] = 1;',
      /at an index at which it has no element, and which is not its end: an array of a graph has no holes/,
    ],
    ['out[i - 1] = 1;', /at an index at which it has no element, and which is not its end/],
    [
      'made[i] = i;',
      /Each element of the result of Array\(\)[\s\S]*is undefined yet[\s\S]*new Array\(n\)\.fill\(0\)/,
    ],
  ])('%s', async (assignment, message) => {
    const { f } = await compile(
      `export function f(n) {\n"use graph";\nconst out = [], made = new Array(n);\nfor (let i = 0; i < n; i++) ${assignment}\nreturn out.length;\n}`,
    );
    const count = tf.scalar(3, 'int32');
    expect(() => f!(count)).toThrow(message);
    count.dispose();
  });
});

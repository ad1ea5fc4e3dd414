import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Arrays of a known length, of whose elements a tensor tells which become numbers, objects or texts, and which stay missing. */
const bodies: readonly string[] = [
  'const memo = new Array(6).fill(null); let i = 0, hits = 0; while (i < n) { const k = (i * 2) % 4; if (memo[k] === null) memo[k] = k * a; else hits += memo[k]; i++; } return hits;',
  'const memo = new Array(6).fill(undefined); let i = 0, hits = 0; while (i < n + 3) { const k = (i * 2) % 4; if (memo[k] === undefined) memo[k] = k * a; else hits += memo[k]; i++; } return hits;',
  'const memo = new Array(6); let i = 0, hits = 0; while (i < n + 3) { const k = (i * 2) % 4; memo[k] ??= k * a; hits += memo[k]; i++; } return hits;',
  'const best = [undefined, undefined]; let i = 0; while (i < n) { const g = i % 2; if (best[g] === undefined || v[i % 3] > best[g]) best[g] = v[i % 3]; i++; } return best.map((x) => x ?? -1);',
  'const slots = [null, null, null]; for (let i = 0; i < 3; i++) { const k = v[i] > 1 ? 0 : 1; if (slots[k] === null) slots[k] = { id: i, w: v[i] }; else slots[k].w += v[i]; } return slots.map((s) => s?.w ?? -1);',
  'const slots = [null, null, null]; let i = 0; while (i < n && i < 3) { const k = i % 2; if (slots[k] === null) slots[k] = { id: i, w: a }; else slots[k].w += 1; i++; } return slots.map((s) => s?.w ?? -1);',
  "const board = Array(9).fill(null); let p = 'x'; for (let t = 0; t < 5; t++) { const k = (t * 2 + (a > 0 ? 1 : 0)) % 9; if (board[k] === null) { board[k] = p; p = p === 'x' ? 'o' : 'x'; } } return board.map((c) => c === 'x' ? 1 : c === 'o' ? 2 : 0);",
  "const board = ['', '', '']; const k = a > 0 ? 1 : 2; board[k] = 'x'; return board.map((c) => c === 'x' ? 1 : 0);",
  "const board = ['', '', '', '']; let i = 0; while (i < n) { const k = (i * 3) % 4; board[k] = i % 2 === 0 ? 'x' : 'o'; i++; } return board.map((c) => c === 'x' ? 1 : c === 'o' ? 2 : 0);",
  'const memo = [0, 1, null, null, null, null]; let i = 2; while (i < n + 3) { const k = i % 6; if (memo[k] === null) memo[k] = (memo[(i - 1) % 6] ?? 0) + (memo[(i - 2) % 6] ?? 0); i++; } return memo.map((x) => x ?? -1);',
  'const last = new Array(3).fill(-1); let best = 0; let i = 0; while (i < n) { const k = v[i % 3] > 1 ? 1 : 0; if (last[k] >= 0) best = Math.max(best, i - last[k]); last[k] = i; i++; } return [best, last];',
  'const m = [null, null, null]; const k = a > 0 ? 1 : 2; m[k] = a; const x = m[b > 0 ? 1 : 2]; return x === null ? -5 : x;',
  'const m = [null, null, null]; const k = a > 0 ? 1 : 2; m[k] = a; m[0] = 7; m[k] = null; return m.map((x) => x === null ? -1 : x);',
  'const m = new Array(3); for (let i = 0; i < 3; i++) { const k = (i + (a > 0 ? 1 : 0)) % 3; m[k] = i * a; } return m;',
  'const m = new Array(4); let i = 0; while (i < 4) { m[i] = i * a; i++; if (b > 100) break; } return m;',
  'const m = [1, 2, 3]; let i = 0; while (i < n && i < 3) { if (v[i] > 1) m[i] = null; i++; } let s = 0; for (const x of m) if (x !== null) s += x; return s;',
  'const m = [1, 2, 3]; let i = 0; while (i < n && i < 3) { if (v[i] > 1) m[i] = undefined; i++; } return m.filter((x) => x !== undefined).length;',
  'const cache = Array(5).fill(); const f = (k) => { if (cache[k] !== undefined) return cache[k]; const r = k * k + a; cache[k] = r; return r; }; const p = a > 0 ? 2 : 3; let s = f(p) + f(2) + f(p); return [s, cache[p]];',
  'const q = [null, null]; let i = 0; while (i < n) { const k = i % 2; const old = q[k]; q[k] = a + i; if (old !== null && old > 1) q[1 - k] = old; i++; } return q.map((x) => x ?? 0);',
  'const table = Array(4).fill(null); const put = (key, value) => { let h = ((key % 4) + 4) % 4; let c = 0; while (table[h] !== null && c < 4) { h = (h + 1) % 4; c++; } table[h] = value; }; put(n, a); put(n + 4, b); put(2, 9); return table.map((x) => x === null ? 0 : x);',
  'const seats = [null, null, null]; for (const x of v) { const k = seats.indexOf(null); if (k >= 0 && x > 0) seats[k] = x; } return seats.map((s) => s ?? -1);',
  'const seats = [null, null, null]; for (const x of v) { const k = seats.findIndex((s) => s === null); if (k >= 0 && x > 0) seats[k] = x; } return seats.map((s) => s ?? -1);',
  'const lru = [null, null]; let clock = 0; const stamp = [0, 0]; for (const x of [a, b, a, v[0]]) { let hit = -1; for (let i = 0; i < 2; i++) if (lru[i] === x) hit = i; if (hit < 0) { hit = stamp[0] <= stamp[1] ? 0 : 1; lru[hit] = x; } stamp[hit] = ++clock; } return [lru, stamp];',
  'const p = { x: 1 }, q = { x: 2 }; const l = [p, q]; const o = a > 0 ? p : q; return [l.indexOf(o), l.includes(o), l.lastIndexOf(q)];',
  'const f = (x) => x + 1, g = (x) => x * 2; const h = a > 0 ? f : g; return [[f, g].indexOf(h), [f, g].includes(h)];',
  'let x = null; if (a > 0) x = 5; return [[1, x, 3].indexOf(null), [1, x, 3].includes(null), [x, null].indexOf(null), [1, null].indexOf(x)];',
  'const m = new Array(4); let i = 0; while (i < 4) { m[i] = i * a; i++; if (b > 100) break; } return m.map((x) => x + 1);',
  "const names = ['a', 'b', null]; const k = a > 0 ? 2 : 0; names[k] = 'z'; const s = names[b > 0 ? 2 : 0]; return [s === 'z', s === null, names[2] ?? 'none'].map((x) => x === true ? 1 : x === false ? 0 : x === 'z' ? 5 : 6);",
  'const l = [{ x: 1 }, null, { x: 3 }]; const k = a > 0 ? 1 : 0; const o = l[k]; return o ? o.x : -1;',
  'const l = [{ x: 1 }, null, { x: 3 }]; let s = 0; let i = 0; while (i < n) { const o = l[i % 3]; if (o !== null) { o.x += 1; s += o.x; } else { l[1] = { x: 100 }; } i++; } return [s, l[1]?.x ?? 0];',
  'const tree = [5, null, null]; const put = (v) => { let k = 0; while (k < 3 && tree[k] !== null) k = 2 * k + (v < tree[k] ? 1 : 2); if (k < 3) tree[k] = v; }; put(a); put(b); return tree.map((x) => x ?? 0);',
  'const m = Array(3); const k = flag ? 1 : 2; m[k] = a; m[0] = 1; let s = 0; for (const x of m) s += x === undefined ? 10 : x; return s;',
  'const l = [{ w: 3 }, { w: 2 }]; if (a > 0) l[0].w = null; const k = n > 3 ? 1 : 0; return l[k].w ?? -1;',
  'const l = [{ w: null }, { w: null }]; if (a > 0) l[0].w = a; const k = n > 3 ? 1 : 0; return l[k].w ?? -1;',
  'const l = [{ w: null, u: 1 }, { w: 2, u: 2 }]; if (a > 0) l[0].w = a; const k = n > 3 ? 1 : 0; l[k].u += 5; return [l[0].u, l[1].u, l[0].w ?? -1];',
  'const l = [{ w: null, u: 1 }, { w: null, u: 2 }]; let i = 0; while (i < n) { const k = i % 2; if (l[k].w === null) l[k].w = a + i; else l[k].u += 1; i++; } return [l[0].u, l[1].u, l[0].w ?? -1, l[1].w ?? -1];',
  'const grid = [[null, null], [null, null]]; let i = 0; while (i < n) { const r = i % 2; if (grid[r][0] === null) grid[r][0] = i; else grid[r][1] = a; i++; } return grid.map((row) => row.map((c) => c ?? -1));',
  'const grid = [[null, null], [null, null]]; let i = 0; while (i < n) { const r = i % 2, c = (i + 1) % 2; if (grid[r][c] === null) grid[r][c] = i; i++; } return grid.map((row) => row.map((c) => c ?? -1));',
  'const grid = Array.from({ length: 3 }, () => Array(3).fill(null)); let turn = 1; for (const x of v) { const r = x > 1 ? 0 : 2; const c = x > 2 ? 1 : 0; if (grid[r][c] === null) { grid[r][c] = turn; turn = -turn; } } return grid.map((row) => row.map((c) => c ?? 0));',
  "const m = new Map([['x', null], ['y', null]]); for (const x of v) { const k = x > 1 ? 'x' : 'y'; if (m.get(k) === null) m.set(k, x); else m.set(k, m.get(k) + x); } return [m.get('x') ?? -1, m.get('y') ?? -1];",
  "class Lru { cache = { a: null, b: null }; hits = 0; get(key, make) { if (this.cache[key] === null) this.cache[key] = make(); else this.hits++; return this.cache[key]; } } const c = new Lru(); let s = 0; for (let i = 0; i < 4; i++) { if (v[i % 3] > 1) s += c.get('a', () => a * 2); else s += c.get('b', () => b + 1); } return [s, c.hits];",
  'const seats = [null, null, null]; let k = n - 3; if (k >= 0) seats[k] = a; return seats.map((s) => s ?? -1);',
  'const seats = [null, null, null]; for (const x of v) { if (x > 0) seats[1] = x; } return seats.map((s) => s ?? -1);',
  'const seats = [null, null, null]; let k = 0; for (const x of v) { if (x > 0) seats[k] = x; k = n % 2; } return seats.map((s) => s ?? -1);',
  'const seats = [null, null, null]; if (a > 0) seats[0] = a; if (b > 0) seats[n % 2] = b; return seats.map((s) => s ?? -1);',
  'const l = [...v].filter((e) => e > 2); const first = l[0]; const m = []; if (first !== undefined) m.push(first); return m.length;',
  'const l = [...v].filter((e) => e > 2); const m = [2]; if (l.length > 0) m.push(l[0]); return [m.length, m.at(-1)];',
  'class Item { constructor(x) { this.x = x; } } const done = [new Item(0), new Item(0)]; const e = done.find((p) => a > 0); return e === undefined ? 1 : e.x;',
  'class Item { constructor(x) { this.x = x; } } const done = [new Item(0), new Item(1)]; const e = done.find((p) => a > 0); return e === undefined ? 1 : e.x;',
  'class Item { constructor(x) { this.x = x; } } const done = [new Item(0), new Item(1)]; const e = done.find((p) => a > p.x); return e === undefined ? 1 : e.x;',
  'class Item { constructor(x) { this.x = x; } } const p = new Item(0); const q = new Item(1); let e; if (a > 0) e = p; else if (a > 0) e = q; return e === undefined ? 1 : e.x;',
  'const l = [{ x: 0 }, { x: 0 }]; const e = a > 0 ? l[b > 0 ? 1 : 0] : undefined; if (e) e.x += 1; return [l[0].x, l[1].x, e === undefined];',
  'const l = [[0], [0]]; let e = null; if (a > 0) { const p = l[b]; if (p) e = p; } if (e) e[0] += 1; return [l[0][0], l[1][0], e === null];',
  'const l = [{ x: 0 }, { x: 0 }]; const e = l.findLast((p) => a > 0 && p.x < b); const f = l.find((p) => p !== e); return [e === f, e === undefined, f === undefined];',
  'class Item { constructor(x) { this.x = x; } } const l = [new Item(1), new Item(1), new Item(1)]; const pick = () => { for (const p of l) if (a > p.x) return p; return null; }; const e = pick(); if (e !== null) e.x = 5; return l.map((p) => p.x);',
];

describe.each(executors)('elements that may be missing, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each([
    'const l = [...v].filter((e) => e > 10); const first = l[0]; const m = []; if (n > 0) m.push(first); return [m.length, m[0] ?? 7];',
    'const l = [...v].filter((e) => e > 10); let m = [1]; if (n > 0) m = [...m, l[0]]; return [m.length, m[1] ?? 7];',
    'let first; if (n > 5) first = 3; const m = [1]; if (n > 0) m.push(first); return [m.length, m[1] ?? 7];',
    'const held = new Map([[1, n]]); const first = held.get(n); const m = [1]; if (n > 0) m.push(first); return [m.length, m[1] ?? 7];',
  ])('a list has no row for what is missing: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('assertion-failed');
  });

  it('a method does not visit what nobody has assigned', async () => {
    const body =
      'const m = new Array(4); let i = 0; while (i < n && i < 4) { m[i] = i * a; i++; } return m.map((x) => x ?? -1);';
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.error).toMatch(
      'a method visits an array that has no element in one of its places',
    );
  });
});

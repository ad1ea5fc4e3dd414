import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What an array of names tells to take, of which a tensor decides where, and whether there is one. */
const bodies: readonly string[] = [
  "const ops = { add: (x, y) => x + y, mul: (x, y) => x * y, neg: (x) => -x }; const names = ['add', 'mul', 'neg', 'add', 'mul']; return ops[names[n]](a, b);",
  "const ops = { add: (x, y) => x + y, mul: (x, y) => x * y }; const names = ['add', 'mul']; let s = a; for (let i = 0; i < n; i++) s = ops[names[i % 2]](s, b); return s;",
  "const ops = { add: (x, y) => x + y, mul: (x, y) => x * y }; const names = ['add', 'mul', 'none']; let s = a, bad = 0; for (let i = 0; i < n; i++) { try { s = ops[names[i]](s, b); } catch (e) { bad += e instanceof TypeError ? 1 : 100; } } return [s, bad];",
  "const ops = { add: (x, y) => x + y }; const names = ['add', 'mul']; let s = a; for (let i = 0; i < n; i++) s = ops[names[i]]?.(s, b) ?? s - 1; return s;",
  "class Ops { constructor() { this.calls = 0; } up(x) { this.calls++; return x + 1; } } const o = new Ops(); let r; try { r = o[a > 0 ? 'up' : 'down'](b); } catch { r = -9; } return [r, o.calls];",
  "class Ops { up(x) { return x + 1; } } const o = new Ops(); const k = a > 0 ? 'up' : 'down'; return k in o ? o[k](b) : 0;",
  "const lists = { x: [1], y: [2, 3] }; const names = ['x', 'y']; for (let i = 0; i < 2; i++) if (i < n) lists[names[i]]['push'](b); return [lists.x.length, lists.y.length];",
  "const table = { idle: ['busy', 'idle', 'idle'], busy: ['busy', 'idle', 'busy'] }; let s = 'idle'; for (let i = 0; i < n; i++) s = table[s][i % 3]; return s === 'busy' ? 1 : 0;",
  "const table = { a: ['b', 'a'], b: ['a', 'b'] }; let s = 'a', k = 0; for (const x of v) { s = table[s][x > 1 ? 0 : 1]; if (s === 'b') k++; } return [k, s === 'b' ? 1 : 0];",
  "const sums = { x: [0, 0], y: [0, 0] }; const names = ['x', 'y']; let s = 'x'; for (let i = 0; i < n; i++) { sums[s][i % 2] += i + 1; s = names[i % 2]; } return [...sums.x, ...sums.y];",
  'let row; if (a > 0) row = [1, b, 3, 4, 5]; let r; try { r = row[n]; } catch (e) { r = e instanceof TypeError ? -7 : -8; } return r;',
  'let row = null; if (a > 0) row = [1, b, 3, 4, 5]; if (row) row[n] = 6; return row === null ? -1 : row[3];',
  'let row; if (a > 0) row = [1, b, 3, 4, 5]; let r = 0; try { row[n] = 6; r = row[3]; } catch (e) { r = e instanceof TypeError ? -7 : -8; } return r;',
  'let row; if (a > 0) row = [1, b, 3, 4, 5]; return row?.[n] ?? 9;',
  'class A { constructor(x) { this.x = x; } area() { return this.x; } } class B extends A { area() { return this.x * this.x; } } const types = { a: A, b: B }; const names = ["a", "b", "a", "b", "a"]; return new types[names[n]](b).area();',
  'class A { constructor(x) { this.x = x; } area() { return this.x; } } class B extends A { area() { return this.x * this.x; } } const types = { a: A, b: B }; const names = ["a", "b"]; let s = 0; for (let i = 0; i < n; i++) { const T = types[names[i % 2]]; s += new T(b + i).area(); } return s;',
  'class A { constructor(x) { this.x = x; } } let T; if (a > 0) T = A; const p = T ? new T(b) : null; return p ? p.x : 0;',
  'class A { constructor(x) { this.x = x; } } class B { constructor(x) { this.x = x * 2; } } let T = null; if (a > 1) T = B; else if (a === 0) T = A; let r; try { r = new T(b).x; } catch (e) { r = e instanceof TypeError ? -1 : -2; } return r;',
  'const E = { r: RangeError, t: TypeError }; const names = ["r", "t"]; let s = 0; for (const x of v) { try { throw new E[names[x > 1 ? 1 : 0]]("x"); } catch (e) { s += e instanceof RangeError ? 1 : 10; } } return s;',
];

describe.each(executors)('what a name taken from an array tells, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, executor.backend)).toEqual({ failure: null, refusals: [] });
  });
});

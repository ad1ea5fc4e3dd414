import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Arrays of which a tensor tells whether an element is an object, array or function, or else null, undefined or outside of the array. */
const bodies: readonly string[] = [
  'const s = [null, { x: 5 }]; let q = s[n % 2]; let r = 0; if (q == null) r = 1; return [r];',
  'const s = [null, { x: 5 }]; s[n % 2] ??= { x: b }; return s.map((q) => q?.x ?? -1);',
  'let q = [null, { x: 5 }][n % 2]; return q == null ? 1 : q.x;',
  'let q = [null, [5]][n % 2]; q ??= [b]; return q[0];',
  'const s = [null, { x: 5 }]; const r = s[n % 2] ?? (s[n % 2] = { x: b }); r.x++; return r.x;',
  'const s = new Array(4).fill(null); s[0] = { c: 10 }; for (const x of [n, 1, n]) (s[x % 4] ??= { c: 0 }).c++; return s.map((q) => q?.c ?? -1);',
  'const s = [undefined, { x: 5 }]; const q = s[n % 2]; return [q === undefined ? 1 : 0, q == null ? 1 : 0, q != null ? 1 : 0, q !== undefined ? 1 : 0, q === null ? 1 : 0];',
  'const s = [null, { x: 5 }, undefined]; const q = s[n + 1]; return [q === undefined ? 1 : 0, q == null ? 1 : 0, q != null ? 1 : 0, q !== undefined ? 1 : 0, q === null ? 1 : 0];',
  'const s = [null, { x: 5 }]; const q = s[n * 3]; return [q === undefined ? 1 : 0, q == null ? 1 : 0, q != null ? 1 : 0, q !== undefined ? 1 : 0, q === null ? 1 : 0];',
  'const s = [null, { x: 5 }]; const q = s[n * 3]; return q?.x ?? -1;',
  'const s = [null, { x: 5 }]; const q = s[n * 3]; if (q) return q.x; return -1;',
  "const s = [{ x: 5 }, null]; const q = s[n * 3]; return [typeof q === 'object' ? 1 : 0, typeof q === 'undefined' ? 1 : 0];",
  "const s = [null, 'x']; const q = s[n * 3]; return [q === undefined ? 1 : 0, q == null ? 1 : 0, q != null ? 1 : 0, q !== undefined ? 1 : 0, q === null ? 1 : 0];",
  "const s = [null, 'x', 'y']; const q = s[n % 3]; return [q === undefined ? 1 : 0, q == null ? 1 : 0, q != null ? 1 : 0, q !== undefined ? 1 : 0, q === 'x' ? 1 : 0, (q ?? 'z') === 'z' ? 1 : 0];",
  'const s = [[1, 2], undefined, [3]]; const q = s[n % 3]; return q == null ? -1 : q.length;',
  'const s = [[1, 2], null, { x: 3 }]; const q = s[n % 3]; return q == null ? -1 : q.x ?? q[0];',
  'const s = [null, (x) => x + 1, (x) => x * 2]; const q = s[n % 3]; return q == null ? -1 : q(b);',
  'const s = [null, { x: 5 }]; if (s[n % 2] != null) s[n % 2].x += b; return s[1].x;',
  'const s = [null, { x: 5 }]; let t = 0; for (let i = 0; i < n + 2; i++) { const q = s[i % 2]; if (q != null) { q.x++; t += q.x; } } return [t, s[1].x];',
  'const s = [null, { x: 5 }]; const q = s[n % 2], r = s[(n + 1) % 2]; return [q == r ? 1 : 0, q === s[1] ? 1 : 0, r == s[1] ? 1 : 0, q == s[0] ? 1 : 0];',
  'class P { constructor(x) { this.x = x; } } const s = [null, new P(b), new P(a)]; const q = s[n % 3]; return q == null ? -1 : q.x;',
  'const s = [null, new Map([[1, 2]])]; const q = s[n % 2]; return q == null ? -1 : q.get(1);',
  'const s = [null, { x: 5 }, { y: 6 }]; const q = s[n % 3]; return q == null ? -1 : q.x ?? q.y;',
  'let q = [null, { x: 5 }][n % 2]; while (q != null && q.x < 8) q.x += 1; return q?.x ?? -1;',
  'let q = [null, { next: { x: 5 } }, { next: null }][n % 3]; return q?.next == null ? 1 : q.next.x;',
  'let q = [null, { next: { x: 5 } }, { next: null }][n % 3]; return q == null ? -2 : q.next == null ? 1 : q.next.x;',
  'const s = { 0: null, 1: { x: 5 } }; const q = s[n % 2]; return q == null ? 1 : q.x;',
  'const s = [null, { x: 5 }]; switch (s[n % 2]) { case null: return 1; default: return 2; }',
  'const s = [null, { x: 5 }]; const { x } = s[n % 2] ?? { x: b }; return x;',
  'const s = [undefined, { x: 5 }]; const [q = { x: b }] = [s[n % 2]]; return q.x;',
  'const s = [undefined, { x: 5 }]; const g = (q = { x: b }) => q.x; return g(s[n % 2]);',
  'const s = [null, { x: 5 }]; const q = s.at(n % 2); return q == null ? 1 : q.x;',
  'const s = [null, { x: 5 }]; let q = null; if (a > 0) q = s[n % 2]; return q == null ? 1 : q.x;',
  'const s = [null, null, null]; for (let i = 0; i < 3; i++) s[(n + i) % 3] ??= { x: i + b }; return s.map((q) => q?.x ?? -1);',
  'const s = [null, null, null]; for (const x of v) if (x > 0) s[n % 3] ??= { x }; return s.map((q) => q?.x ?? -1);',
  'const s = [null, { x: 5 }, null]; s[n % 3] ||= { x: b }; s[(n + 1) % 3] &&= { x: a }; return s.map((q) => q?.x ?? -1);',
  'const s = [null, [5], null]; (s[n % 3] ??= []).push(b); return s.map((q) => q?.length ?? -1);',
  'const s = new Array(3); s[1] = { c: 3 }; s[n % 3] ??= { c: b }; return s[1].c;',
  'const s = [null, { x: 5 }]; const q = s[n % 2]; return q != null && q.x > 3 ? q.x : -1;',
  'const s = [null, { x: 5 }]; const q = s[n % 2]; return q == null || q.x > 3 ? 1 : -1;',
  'const s = [null, { x: 5 }]; const q = s[n % 2]; return q == undefined ? 1 : q != undefined ? 2 : 3;',
  'const s = [null, { x: 5 }]; const q = s[n % 2]; return null == q ? 1 : 2;',
  'const s = [null, { x: 5 }]; const q = s[n % 2]; return [Object.is(q, null) ? 1 : 0, [q].includes(null) ? 1 : 0, [null, undefined].includes(q) ? 1 : 0, s.indexOf(q)];',
  'const s = [undefined, { x: 5 }]; const r = s[n % 2] ?? (s[n % 2] = { x: b }); r.x++; return [r.x, s[0]?.x ?? -1, s[1].x];',
  'const s = [null, { x: 5 }]; let q = s[n % 2]; if (q == null) { q = { x: b }; s[n % 2] = q; } q.x += a; return s.map((q) => q?.x ?? -1);',
  'const s = [null, { x: 5 }, undefined]; let q = s[n]; if (q === null) q = { x: 1 }; if (q === undefined) q = { x: 2 }; return q.x;',
  'const s = [null, { x: 5 }]; try { return s[n % 2].x; } catch (e) { return e.message.length; }',
  'const s = [null, null, null]; const keys = [n, n + 1, n]; for (const k of keys) { let e = s[k % 3]; if (!e) { e = { c: 0, last: k }; s[k % 3] = e; } e.c += 1; e.last = k; } return s.map((e) => e == null ? -1 : e.c * 10 + e.last);',
  'const s = Array.from({ length: 3 }, () => null); for (const x of v) { const e = (s[(n + 1) % 3] ??= { sum: 0 }); e.sum += x; } return s.map((e) => e?.sum ?? 0);',
  'const s = [null, { x: 5 }]; const q = s[n % 2]; return (q ?? s[1]).x;',
  'const s = [null, { x: 5 }]; const q = s[n % 2] || s[1]; q.x++; return s[1].x;',
  'const s = [null, (x) => x + 1, (x) => x * 2]; return s[n]?.(b) ?? -7;',
  'const s = [null, null, null]; s[n % 3] = (x) => x + 1; return s.map((g) => g?.(b) ?? -1);',
  'const s = [(x) => x + 1, (x) => x * 2]; s[n % 2] = (x) => x + 3; return s.map((g) => g?.(b) ?? -1);',
  'let u = null; if (a > 0) u = { x: b, y: 2 }; try { return [Object.keys(u).length, Object.values(u)[0]]; } catch (e) { return [e instanceof TypeError ? 1 : 0, e.message.length]; }',
  "let u = null; if (a > 0) u = { x: b, y: 2 }; else if (b > 1) u = { z: a }; let r = 0; try { for (const [k, x] of Object.entries(u)) r += k === 'x' ? x : 10 * x; } catch { r = -1; } return r;",
  'let u; if (a > 0) u = { x: b }; let r = 0; try { r = Reflect.ownKeys(u).length + Object.getOwnPropertyNames(u).length; } catch { r = -1; } return r;',
  'let u = null; if (a !== 0) u = a > 0 ? { x: b, y: 2 } : { y: b }; if (a !== 0) return Object.keys(u).length; return -1;',
  'let u = null; if (a > 0) u = [b, 1]; else if (b > 1) u = [b]; let r = 0; try { for (const x of u) r += x; } catch { r = -1; } return r;',
  'let u = null; if (a > 0) u = { x: b, y: 2 }; try { const { x, ...rest } = u; return x + rest.y; } catch { return -1; }',
];

describe.each(executors)('an object or null at a tensor, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

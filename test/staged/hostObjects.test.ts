import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Methods of texts at places that tensors tell, and objects of JavaScript's own classes that a branch changes. */
const bodies: readonly string[] = [
  `const t = flag ? 'abc' : 'bcd'; let s = 0; for (let i = 0; i < n; i++) if (i < 3) s += t.charCodeAt(i); return s;`,
  `const t = 'hello'; let s = 0; for (let i = 0; i < n; i++) if (t.charAt(i) === 'l') s++; return s;`,
  `const t = flag ? 'a' : 'x'; return /[ab]/.test(t);`,
  `let t = null; if (flag) t = 'null'; return [/^null$/.test(t), /u/.test(t)];`,
  `const w = /a/g; if (a > 0) w.test('aa'); return w.lastIndex;`,
  `const w = /a/g; if (a > 0 || a <= 0) w.test('aa'); return w.lastIndex;`,
  `const w = /a(.)/g; let k = 0; if (a > 0) { let m; while ((m = w.exec('abac')) !== null) k += m[1].length; } return k;`,
  'const o = new Date(5); if (a > 0) { o.setTime(7); o.setTime(5); } return o.getTime();',
  'const o = new Date(0); if (a > 0) { const d = new Date(0); d.setTime(9); return d.getTime(); } return o.getTime();',
  'const f = () => { const d = new Date(2020, 1, 1); d.setDate(15); return d.getDate(); }; let s = 0; for (const x of v) if (x > 1) s += f(); return s;',
  'const e = Object.freeze([1]); try { if (a > 0) e.push(2); } catch { return -1; } return 1;',
  'const e = Object.freeze([1]); try { if (a > 0) e[0] = 2; else return 5; } catch (x) { return x instanceof TypeError ? -1 : 0; } return 1;',
  'const e = Object.freeze([2, 1]); try { if (a > 0) e.sort(); } catch { return -1; } return 1;',
  'const e = Object.freeze([2, 1]); try { if (a > 0) e.pop(); } catch { return -1; } return e.length;',
  'const e = Object.freeze([2, 1]); let r = 0; for (const x of v) { if (x > 1) { try { e.push(1); } catch { r++; } } } return r;',
  "let k = 0; if (a > 0) { const u = new URLSearchParams(); u.set('a', '1'); k = u.has('a') ? 1 : 0; } return k;",
  "const u = new URLSearchParams(); u.set('a', '1'); if (a > 0) return u.has('a') ? 1 : 0; return 2;",
  'const arr = [1, 2, 3]; if (a > 0) delete arr[1]; return [arr[1] ?? 9, arr.length, arr[0]];',
  'const arr = [1, 2, 3]; delete arr[1]; return [1 in arr, Object.keys(arr).length, arr.filter(() => true).length, arr.indexOf(3)];',
  'const arr = new Array(3); for (let i = 0; i < 3; i++) arr[i] = a * i; if (a > 0) arr[0] = 2; return [arr.map((x) => x + 1), 1 in arr];',
  'const arr = new Array(3); if (a > 0) arr[1] = 5; return [arr[1] ?? 0, arr[0] ?? 7, arr.includes(undefined)];',
  'let s = 0; for (let i = 0; i < n; i++) { if (typeof nowhere !== "undefined") nowhere.x = i; s += i; } return s;',
  'let s = 0; if (a > 0) { s = 1; if (typeof nowhere !== "undefined") nowhere.list[0] = a; } return s;',
  'let s = 0; while (s < n) { try { nowhere.x.y = s; } catch (e) { s += e instanceof ReferenceError ? 1 : 100; } } return s;',
];

const [hole, host] = [/has an element at 1, or undefined/, /changes it while tracing/];

describe.each(executors)('objects of JavaScript, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('what a tensor cannot change', () => {
  beforeAll(useCpu);

  it.each<readonly [string, string, RegExp]>([
    [
      'a Date',
      'const o = new Date(0); if (a > 0) o.setTime(5); return o.getTime();',
      /which time a Date has/,
    ],
    [
      'an element of a typed array',
      'const o = new Float32Array(2); o[0] = a; return o[0];',
      /a typed array holds numbers only/,
    ],
    [
      'one in a branch',
      'const o = new Float32Array(2); if (a > 0) o[1] = 2; return o[1];',
      /an element of a typed array/,
    ],
    ...[
      'const arr = [1, 2, 3]; if (a > 0) delete arr[1]; return 1 in arr;',
      'const arr = [1, 2, 3]; if (a > 0) delete arr[1]; return Object.keys(arr).length;',
      'const arr = [1, 2, 3]; if (a > 0) delete arr[1]; return Object.hasOwn(arr, 1);',
      'const arr = [1, 2, 3]; if (a > 0) delete arr[1]; let s = 0; for (const k in arr) s++; return s;',
      'const arr = [[1], [2], [3]]; if (a > 0) delete arr[1]; let s = 0; arr.forEach((x) => { s += 10; }); return s;',
      'const arr = [1, , 3]; if (a > 0) arr[0] = 2; return arr.filter(() => true).length;',
      'const arr = [1, , 3]; if (a > 0) arr[0] = 2; return arr.slice().map(() => 1);',
      'const arr = [1, 2, 3]; for (let i = 0; i < n; i++) if (i === 1) delete arr[1]; return Object.entries(arr).length;',
    ].map((body) => ['a hole', body, hole] as const),
    ...[
      "const u = new URLSearchParams(); if (a > 100) u.set('a', '1'); return u.has('a');",
      "const u = new Headers(); for (let i = 0; i < n; i++) u.append('x', '1'); return (u.get('x') ?? '').length;",
      "const u = new URL('http://a/b'); if (a > 100) u.searchParams.set('q', '2'); return u.search.length;",
      'const u = new DataView(new ArrayBuffer(3)); if (a > 100) u.setUint8(0, 4); return u.getUint8(0);',
    ].map((body) => ['an object of the host', body, host] as const),
  ])('%s', async (_, body, message) => {
    const { failure } = await compareBody(body, 'cpu');
    expect(failure?.actual.error).toMatch(message);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects, Maps and Sets of which a tensor decides which keys they have, or in which order. */
const bodies: readonly string[] = [
  // A loop puts others in the place of an object, with keys that a tensor decides about.
  `const keys = ['a', 'b', 'c']; let o = {}; for (let i = 0; i < n; i++) o = { ...o, [keys[i % 3]]: b * i }; return [o.a ?? -1, o.b ?? -1, o.c ?? -1, 'b' in o];`,
  `const keys = ['a', 'b', 'c', 'd', 'e', 'f']; let o = { a: 7 }; for (let i = 0; i < n; i++) o = { ...o, [keys[i]]: b * i }; return [o.a, o.b ?? -1, o.c ?? -1, o.d ?? -1];`,
  `let o = {}; for (let i = 0; i < n; i++) o = { ...o, [i === 1 ? 'p' : 'q']: b + i }; return [o.p ?? -1, o.q ?? -1];`,
  `const keys = ['a', 'b', 'a']; let o = {}; for (let i = 0; i < n; i++) { const k = keys[i % 3]; o = { ...o, [k]: (o[k] ?? 0) + 1 }; } return [o.a ?? 0, o.b ?? 0];`,
  `let s = { o: { a: 1 }, k: 0 }; for (let i = 0; i < n; i++) s = { ...s, o: { ...s.o, [i === 1 ? 'b' : 'a']: b + i }, k: i }; return ['b' in s.o, s.o.a, s.o.b ?? -1, s.k];`,
  `let o = { a: 1, b: 2 }; for (let i = 0; i < n; i++) { const { a, ...rest } = o; if (i === 1) o = rest; else o = { a: 4, ...rest }; } return ['a' in o, o.a ?? -1, o.b];`,
  `const keys = ['a', 'b', 'c']; let o = {}; for (let i = 0; i < n; i++) { for (const k of keys) o = { ...o, [k]: (o[k] ?? 0) + b }; } return [o.a ?? -1, o.c ?? -1];`,
  `const keys = ['a', 'b', 'c']; let o = {}; for (const k of keys) { if (b > 0) o = { ...o, [k]: b }; } return [o.a ?? -1, Object.keys(o).length];`,
  `const keys = ['a', 'b', 'c']; let o = {}; for (let i = 0; i < n; i++) { o[keys[i % 3]] = b * i; } return [o.a ?? -1, o.b ?? -1, o.c ?? -1];`,
  `let o = {}; for (let i = 0; i < n; i++) { o = { ...o, [i === 1 ? 'b' : 'a']: i === 1 ? 'x' : 'y' }; } return [o.a === 'y', o.b === 'x', o.b === undefined];`,
  `let o = { a: [1, 2] }; for (let i = 0; i < n; i++) { o = { ...o, [i === 1 ? 'b' : 'a']: [i, b] }; } return [o.a[0], o.a[1], o.b?.[0] ?? -1];`,
  `let o = { a: 1 }; let i = 0; while (i < 4 && !('b' in o)) { o = { ...o, [i === n ? 'b' : 'a']: i }; i++; } return [i, o.a, o.b ?? -1];`,
  `let o = {}; for (const x of v) { const k = x > 2 ? 'hi' : 'lo'; if (!(k in o)) o = { ...o, [k]: x }; else o = { ...o, [k]: o[k] + x }; } return [o.hi ?? 0, o.lo ?? 0, Object.keys(o).length];`,
  // The order stays what it was, or nobody asks for it.
  `let o = { a: 1, b: 2 }; for (let i = 0; i < n; i++) { const { a, ...rest } = o; o = { a: a + b, ...rest }; } return Object.values(o);`,
  `let o = { a: 1, b: 2 }; for (let i = 0; i < n; i++) { o = { ...o, a: o.a + b }; } return Object.values(o);`,
  `let o = { a: 1, b: 2 }; for (let i = 0; i < n; i++) { if (i === 1) o = { b: a, a: i }; else o = { a: 4, b: a }; } return [o.a, o.b];`,
  `const o = a > 0 ? { p: 1, q: b } : { q: a, p: 2 }; return [o.p, o.q, 'q' in o];`,
  `const o = a > 0 ? { 2: 1, 1: b } : { 1: a, 2: 3 }; return Object.values(o);`,
  `const m = new Map([['a', 1], ['b', 2]]); for (let i = 0; i < n; i++) { m.delete('b'); m.set('b', i); } return [...m.values()];`,
  `const s = new Set(['a', 'b']); for (let i = 0; i < n; i++) { s.delete('a'); s.add('a'); } return [s.size, s.has('a')];`,
  `const l = [{ x: 1, y: 2 }, { y: 5, x: 6 }]; return [l[n % 2].x, l[n % 2].y];`,
  `const l = []; for (let i = 0; i <= n; i++) l.push({ x: i, y: b }); return Object.values(l[0]);`,
];

/* In which order the keys are, a tensor decides. */
const refused: readonly string[] = [
  `const o = a > 0 ? { p: 1, q: b } : { q: a, p: 2 }; return Object.values(o);`,
  `let o = { p: 1, q: b }; if (a > 0) o = { q: a, p: 2 }; let s = 0; for (const k in o) s = s * 10 + o[k]; return s;`,
  `let o = { a: 1, b: 2 }; for (let i = 0; i < n; i++) { const { a, ...rest } = o; o = { ...rest, a: a + b }; } return Object.values(o);`,
  `let o = { a: 1, b: 2 }; for (let i = 0; i < n; i++) { delete o.a; o.a = i; } return Object.values(o);`,
  `const m = new Map([['a', 1], ['b', 2]]); for (let i = 0; i < n; i++) { m.delete('a'); m.set('a', i); } return [...m.values()];`,
  `let m = new Map([['a', 1], ['b', 2]]); for (let i = 0; i < n; i++) m = new Map([['b', b], ['a', i]]); return [...m.values()];`,
  `const s = new Set(['a', 'b']); for (let i = 0; i < n; i++) { s.delete('a'); s.add('a'); } return [...s][0] === 'a';`,
  `const s = new Set(['a', 'b', 'c']); let t = 0; for (let i = 0; i < n; i++) { if (i === 1) { s.delete('a'); s.add('a'); } for (const k of s) t = t * 3 + (k === 'a' ? 1 : 0); } return t;`,
  // Elements of arrays.
  `const l = [{ x: 1, y: 2 }, { y: 5, x: 6 }]; return Object.values(l[n % 2]);`,
  `const l = [{ x: 0, y: 0 }]; for (let i = 0; i < n; i++) l.push({ y: a, x: 2 }); return Object.values(l[l.length - 1]);`,
  `const l = []; for (let i = 0; i <= n; i++) l.push(i === 1 ? { x: 1, y: b } : { y: a, x: 2 }); return Object.values(l[0]);`,
  `const l = []; for (let i = 0; i <= n; i++) l.push({ x: 1, y: b }); l.push({ y: 1, x: a }); return Object.values(l[0]);`,
  `const o = {}; for (const x of [a, b]) { const k = x > 0 ? 'p' : 'q'; o[k] = (o[k] ?? 0) + 1; } return Object.keys(o)[0] === 'p';`,
];

describe.each(executors)('keys, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('the order is not known: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual).toMatchObject({ refusal: 'branch-sizes-differ' });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What changes an array, Map, Set or object without the name of a method or property in the text: values, `call` and `bind`, chosen names. */
const bodies: readonly string[] = [
  'const l = [1, 2]; if (a > 0) Array.prototype.push.call(l, 3); return l.length;',
  'const l = [1, 2]; if (a > 0) l.push.apply(l, [5, 6]); return l.length;',
  'const l = [1, 2]; const add = l.push.bind(l); if (a > 0) add(5); return l;',
  'const l = [1, 2, 3]; const turn = l.reverse.bind(l); if (a > 0) turn(); return l;',
  'const l = [1, 2]; if (a > 0) Reflect.apply(l.push, l, [5]); return l.length;',
  'const l = [1, 2]; let p = 0; if (a > 0) p = Array.prototype.pop.call(l); return [l.length, p];',
  `const m = new Map([['x', 1]]); const set = m.set.bind(m); if (a > 0) set('y', 2); return [m.size, m.get('y') ?? 0];`,
  `const m = new Map([['x', 1]]); if (a > 0) Map.prototype.set.call(m, 'y', 2); return m.size;`,
  'const s = new Set(); if (a > 0) [1, 2].forEach(s.add, s); return s.size;',
  `const o = { x: 0 }; if (a > 0) Reflect.set(o, 'x', 2); return o.x;`,
  'const o = [0, 1]; if (a > 0) Reflect.set(o, 1, 2); return o;',
  `const l = [1, 2]; l[flag ? 'push' : 'unshift'](9); return [l.length, l[0]];`,
  `const l = [1, 2]; const x = l[flag ? 'pop' : 'shift'](); return [x, l[0], l.length];`,
  `const m = new Map([['x', 1]]); m[flag ? 'delete' : 'has']('x'); return m.size;`,
  `const used = new Map([['a', 1], ['b', 2]]); const r = used.delete(flag ? 'a' : 'b'); return [used.size, used.has('a'), r];`,
  `const used = new Set(['a', 'b']); for (const x of v) used.delete(x > 1 ? 'a' : 'c'); return [used.size, used.has('a'), [...used].length];`,
  'const o1 = { v: 1 }, o2 = { v: 2 }; const w = new WeakSet([o1]); let c = 0; if (w.delete(flag ? o1 : o2)) c++; return [c, w.has(o1)];',
  'const o1 = { v: 1 }, o2 = { v: 2 }; const w = new WeakMap([[o1, 3]]); return [w.delete(flag ? o1 : o2) ? 1 : 2, w.has(o1)];',
  `function run(list, name) { list[name](1); } const l = [3]; for (const m of ['push', 'unshift']) if (a > 0) run(l, m); return l;`,
  `const a1 = [3, 1, 2]; if (a > 0) a1['sort'](); return a1;`,
  `const a1 = [3, 1, 2]; if (a > 0) a1['push'](7); return a1.length;`,
  'const a1 = [3, 1, 2]; if (a > 0) Reflect.apply(a1.sort, a1, []); return a1;',
  'const a1 = [3, 1, 2]; const p = Array.prototype; const f = [p.push, p.unshift]; for (const x of v) if (x > 1) f[0].call(a1, x); return a1;',
  'const st = new Set([1]); const add = Set.prototype.add.bind(st); for (let i = 0; i < n; i++) if (i % 2) add(i + 5); return st.size;',
  'const a1 = [3, 1, 2]; const {push} = a1; if (flag) push.call(a1, 1); return a1;',
  'const log = []; const say = (...xs) => log.push(...xs); if (flag) say(1, 2); return log;',
  'const log = []; const say = flag ? log.push : log.unshift; say.call(log, 4); say.call(log, 5); return log;',
  `const o = { m: new Map() }; for (const k of ['p', 'q']) if (a > 0) o.m['set'](k, a); return [...o.m.values()];`,
];

describe.each(executors)('indirect changes, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

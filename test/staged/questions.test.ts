import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What JavaScript's own functions, and typeof, are asked of objects, texts and numbers that a tensor chooses, or leaves out. */
const bodies: readonly string[] = [
  'const o = a > 0 ? [1] : null; return Array.isArray(o) ? 1 : 2;',
  'const o = a > 0 ? { k: 1 } : null; return Object.is(o, null) ? 1 : 2;',
  'const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; return Object.is(o, p) ? 1 : 2;',
  'const l = [a, b].map((x) => x > 0 ? [x] : null); return l.filter(Array.isArray).length;',
  'const sum = (t) => Array.isArray(t) ? t.reduce((s, x) => s + sum(x), 0) : t; return sum([1, [2, [3, a]], b]);',
  'const o = a > 0 ? { k: 1 } : null; return Object.is(o, o) ? 1 : 2;',
  'const o = a > 0 ? { k: 1 } : undefined; return Object.is(o, undefined) || Number.isInteger(o) ? 1 : 2;',
  'const o = a > 0 ? { k: 1 } : null; return [o].includes(null) ? 1 : 2;',
  'const o = a > 0 ? { k: 1 } : null; return [o, 1].indexOf(null);',
  'const o = a > 0 ? { k: 1 } : null; return Object.assign({ z: 1 }, o).k ?? 5;',
  'const o = a > 0 ? { k: 1 } : null; return Object.keys(o ?? {}).length;',
  'const o = a > 0 ? { k: 1 } : null; switch (o) { case null: return 1; default: return 2; }',
  'const o = a > 0 ? { k: 1 } : undefined; const f = (p = { k: 9 }) => p.k; return f(o);',
  'const o = a > 0 ? { k: 1 } : null; const l = [o, { k: 2 }].filter((x) => x !== null); return l.length;',
  'const o = a > 0 ? { k: 1 } : null; const l = [o, { k: 2 }].flatMap((x) => x ? [x.k] : []); return l;',
  'const o = a > 0 ? { k: 1 } : null; return Number(!!o) + Number(!o);',
  'const o = a > 0 ? { k: 1 } : null; return Number(Boolean(o)) + +(o !== null);',
  `const o = a > 0 ? 'abc' : null; return Boolean(o) ? o.length : 0;`,
  `const o = a > 0 ? 'abc' : undefined; return [o].filter(Boolean).length;`,
  `const o = a > 0 ? 'abc' : ''; return Boolean(o) ? 1 : 2;`,
  'const o = a > 0 ? { k: 1 } : null; const p = structuredClone(o ?? { k: 4 }); return p.k;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const o = l.find((p) => p.x > 2); return Boolean(o) ? 1 : 2;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const o = l.find((p) => p.x > 2); return Object.is(o, undefined) ? 1 : 2;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const o = l[2]; return Boolean(o) ? 1 : 2;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); const o = l.find((p) => p > 2); return Boolean(o) ? 1 : 2;',
  'const l = []; for (const x of v) if (x > 0) l.push([x, 1]); const o = l.find((p) => p[0] > 2); return Array.isArray(o) ? 1 : 2;',
  'const l = []; for (const x of v) if (x > 0) l.push([x, 1]); const o = l.pop(); return Array.isArray(o) ? 1 : 2;',
  `const m = new Map(); if (a > 0) m.set('k', { z: 1 }); const o = m.get('k'); return Boolean(o) ? o.z : 2;`,
  `const m = new Map(); if (a > 0) m.set('k', [5]); return Array.isArray(m.get('k')) ? 1 : 2;`,
  'const m = {}; if (a > 0) m.k = { z: 1 }; return Boolean(m.k) ? m.k.z : 2;',
  'const m = {}; if (a > 0) m.k = [1]; return Array.isArray(m.k) ? 1 : 2;',
  'const m = {}; if (a > 0) m.k = { z: 1 }; return [m.k].filter(Boolean).length;',
  'const o = { p: a > 0 ? { q: { r: b } } : null }; return Boolean(o.p?.q) ? 1 : 2;',
  'const o = a > 0 ? { list: [1, 2, 3] } : {}; return Array.isArray(o.list) ? o.list[1] : 0;',
  `let k = 0; if (a > 0) k = 5; return typeof k === 'number' ? 1 : 2;`,
  `const m = {}; if (a > 0) m.k = 5; return typeof m.k === 'number' ? 1 : 2;`,
  `let k = null; if (a > 0) k = 5; return typeof k === 'number' ? 1 : 2;`,
  `let k = 'x'; if (a > 0) k = 'yy'; return typeof k === 'string' ? 1 : 2;`,
  `let s = 0; for (let i = 0; i < n; i++) s += 2; return typeof s === 'number' ? 1 : 2;`,
  `const k = a > 0 && 5; return typeof (k || 1) === 'number' ? 1 : 2;`,
  'const l = [a, b].map((x) => x > 0 ? [x] : null); return l.filter(Array.isArray).length;',
  `let k; if (a > 0) k = 3; return typeof k === 'undefined' ? 1 : 2;`,
  `const size = (t) => typeof t === 'number' ? 1 : t.reduce((s, x) => s + size(x), 0); let w = 0; if (a > 0) w = 2; return size([w, [w, w]]);`,
  `const kind = (t) => typeof t === 'string' ? 's' : typeof t === 'number' ? 'n' : 'o'; let w = 1; if (a > 0) w = 2; return kind(w).length + (kind(w) === 'n' ? 10 : 0);`,
  `const get = () => a > 0 ? { k: 1 } : undefined; return typeof get() === 'undefined' ? 1 : 2;`,
  `const m = new Map([['a', 1]]); if (a > 0) m.set('b', 2); return typeof m.get('b') === 'undefined' ? 1 : 2;`,
  `const t = typeof (() => 1) + typeof 1 + typeof 'x' + typeof \`y\` + typeof {} + typeof [] + typeof null + typeof undefined + typeof nowhere + typeof class {} + typeof 1n + typeof (1, 2) + typeof !1 + typeof new Map() + typeof typeof 1; return t.length;`,
  `const o = { f() { return typeof this; } }; return o.f() === 'object' ? 1 : 2;`,
  `const l = [a > 0 ? 'x' : 'y']; return typeof l[0] === 'string' && typeof l.at(5) === 'undefined' ? 1 : 2;`,
  `let c = 0; if (a > 0) c = 1; return typeof c === 'number' ? 1 : 2;`,
  `let c = 0; for (let i = 0; i < n; i++) c += 1; return typeof c === 'number' ? 1 : 2;`,
  `let c = false; for (let i = 0; i < n; i++) c = !c; return typeof c === 'boolean' ? 1 : 2;`,
  `const c = a > 0 ? true : false; return typeof c === 'boolean' ? 1 : 2;`,
  `let c; if (a > 0) c = true; return typeof c === 'boolean' ? 1 : typeof c === 'undefined' ? 2: 3;`,
  'let c = 0; if (a > 0) c = true; else c = false; const kind = (x) => typeof x; return [kind(c), kind(!c), typeof (c ? 1 : 2)];',
  `let isSeen = false; for (const x of v) if (x > 4) { isSeen = true; break; } return typeof isSeen === 'boolean' ? (isSeen ? 1 : 2) : 3;`,
  'const done = []; for (const x of v) done.push(false); return [typeof done[0], typeof (done.length > 2)];',
  'class P {} class Q {} const C = a > 0 ? P : Q, o = new C(); return [o instanceof P, o instanceof C, new P() instanceof C, new Q() instanceof C].map((is) => is ? 1 : 2);',
  'class P {} class Q extends P {} let C = Q; if (a > 0) C = P; let s = 0; for (const D of [P, Q, C]) if (new P() instanceof D) s += 1; return s;',
  'const types = [Map, Set, Array], T = types[n % 3]; return [[] instanceof T ? 1 : 2, new Map() instanceof T ? 1 : 2];',
  `class Even { static [Symbol.hasInstance](x) { return x % 2 === 0; } } const kind = (x) => x instanceof Even ? 'even' : 'odd'; return [kind(n) === 'even' ? 1 : 2, kind(n + 1).length, 4 instanceof Even ? 1 : 2];`,
  'const large = { [Symbol.hasInstance]: (x) => x > 1 }, none = { [Symbol.hasInstance]: () => 0 }; return [a instanceof large ? 1 : 2, !(b instanceof large) ? 1 : 2, a instanceof none ? 1 : 2];',
  'class K { static [Symbol.hasInstance](o) { return o.k > 2; } } const o = a > 0 ? { k: 3 } : { k: 1, z: 1 }; return o instanceof K ? 1 : 2;',
  'let s = 0; for (const type of [5, {}, () => 1]) { try { if ({} instanceof type) s += 100; } catch (e) { s = s * 10 + (e instanceof TypeError ? 1 : 2); } } return s + n;',
];

describe.each(executors)("questions about what a value is, on '$backend'", ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

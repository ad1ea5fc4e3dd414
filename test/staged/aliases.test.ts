import { beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../properties/compare.js';
import type { Arguments } from '../properties/programs/program.js';
import { executors } from '../support/index.js';

/* A variable that holds one of several objects, which a tensor chooses, is another name of that one. */
const programs: readonly (readonly [name: string, body: string])[] = [
  [
    'an assignment to the one chosen',
    'const o1 = { v: 1 }, o2 = { v: 2 }; const m = a > b ? o1 : o2; m.v = 5; return o1.v * 10 + o2.v;',
  ],
  [
    'assignments to both',
    'const o1 = { v: 1 }, o2 = { v: 2 }; const m = a > b ? o1 : o2; m.v = 5; o1.v += 7; m.v++; return o1.v * 10 + o2.v + m.v * 100;',
  ],
  [
    'one that a branch changes, and the other one replaces',
    'const o = { v: a }; const m = { k: o }; if (a > b) m.k.v = b; else m.k = { v: a * 2 }; return o.v * 10 + m.k.v;',
  ],
  [
    'an array that a branch changes and then replaces',
    'const o = [a]; const m = { k: o }; if (a > b) { m.k[0] = b; m.k = [a * 3]; } return o[0] * 10 + m.k[0];',
  ],
  [
    'what a variable held that a branch changes and then replaces',
    'const o = { v: a }; let m = o; if (a > b) { m.v = b; m = { v: a * 4 }; } return o.v * 10 + m.v;',
  ],
  [
    'what is found in an array, object or Map, changed by a function',
    'const ls = [[a], [b]], o = { p: [a] }, m = new Map([["p", [a]]]); const find = (k) => o[k]; ' +
      'const push = (k, x) => { ls[0].push(x); find(k).push(x); m.get(k).push(x); (o.q ?? o.p).push(x); }; ' +
      'if (a > b) push("p", b); return ls[0].length * 100 + o.p.length * 10 + m.get("p").length;',
  ],
  [
    'one that a branch changes, and deletes from the object that held it',
    'const s = { o: { p: 2 } }, t = { o: [1] }; const r = s.o, ls = t.o; if (a > 0) { r.p += 1; delete s.o; ls.push(b); delete t.o; } ' +
      'return r.p + ls.length * 10 + (s.o ? s.o.p * 100 : 0);',
  ],
  [
    'one that a branch changes, and another one deletes or replaces',
    'const s = { o: { p: 1 }, q: { p: 2 } }; const r = s.o, w = s.q; const put = () => { s.q = { p: 3 }; }; ' +
      'if (a > 0) { delete s.o; put(); } else { r.p = 8; w.p = 9; } return r.p + s.q.p * 10 + (s.o ? s.o.p * 100 : 0);',
  ],
  [
    'a list that a side of ?: or && changes',
    'const xs = [a], ys = [b]; const s = new Set([1]); const r = flag ? xs.push(b) : 0; const d = a > b && s.delete(1); ' +
      'return xs.length * 100 + ys.length * 10 + s.size + r + (d ? 1000 : 0);',
  ],
  [
    'arrays',
    'let o1 = [1], o2 = [2]; let m = o1; if (a > b) m = o2; m[0] = 5; m.push(3); return o1[0] * 10 + o2[0] + m[0] * 100 + o1.length;',
  ],
  [
    'assignments in a branch',
    'const o1 = { v: 1 }, o2 = { v: 2 }; const m = a > b ? o1 : o2; if (n > 0) { m.v = a; o2.v += 4; } return o1.v * 10 + o2.v + m.v * 100;',
  ],
  [
    'one of three',
    'const o1 = { v: 1 }, o2 = { v: 2 }; let m; if (a > b) m = o1; else if (n > 2) m = o2; else m = { v: 3 }; m.v += a; return o1.v * 10 + o2.v + m.v * 100;',
  ],
  [
    'comparisons of objects',
    'const o1 = { v: 1 }, o2 = { v: 2 }; const m = a > b ? o1 : o2; return (m === o1 ? 1 : 2) + (m !== o2 ? 10 : 0) + (m === m ? 100 : 0);',
  ],
  [
    'methods of classes',
    'class C { constructor(v) { this.v = v; } inc(k) { this.v += k; return this; } } const o1 = new C(1), o2 = new C(2); ' +
      'const m = a > b ? o1 : o2; m.inc(4).inc(a); return o1.v * 10 + o2.v + m.v * 100;',
  ],
  [
    'what the objects hold',
    'const o1 = { v: [1, 2] }, o2 = { v: [3, 4] }; const m = a > b ? o1 : o2; m.v[1] = a; m.v.push(5); return o1.v[1] * 10 + o2.v[1] + o1.v.length;',
  ],
  [
    'two variables that may hold the same object',
    'const o1 = { v: 1 }, o2 = { v: 2 }; const m = a > b ? o1 : o2; const k = n > 0 ? o1 : o2; m.v = a; k.v = b; return o1.v * 10 + o2.v + m.v * 100 + k.v;',
  ],
  [
    'two that a branch gives one object',
    'let m, keep; const o1 = { v: 1 }; if (a > b) { const t = { v: a }; m = t; keep = t; } else { m = o1; keep = { v: b }; } m.v = 5; return keep.v + o1.v * 10;',
  ],
  [
    'assignments in a loop',
    'const o1 = { v: 1 }, o2 = { v: 2 }; const m = a > b ? o1 : o2; for (let k = 0; k < n; k++) { m.v += k; o1.v *= 2; } return o1.v * 10 + o2.v + m.v * 100;',
  ],
  [
    'a choice in each iteration',
    'const o1 = { v: 1 }, o2 = { v: 2 }; for (let k = 0; k < n; k++) { const m = k > a ? o1 : o2; m.v += k; o1.v *= 2; } return o1.v * 10 + o2.v;',
  ],
  [
    'the result of a function',
    'const pick = (x, y) => (a > b ? x : y); const o1 = { v: 1 }, o2 = { v: 2 }; pick(o1, o2).v = 9; o1.v++; return o1.v * 10 + o2.v;',
  ],
  [
    'an element of an array at an index that is a tensor',
    'const os = [{ v: 1 }, { v: 2 }, { v: 3 }]; for (let i = 0; i < n; i++) { os[i].v += a; } return os[0].v + os[1].v * 10 + os[2].v * 100;',
  ],
  [
    'an array in an array',
    'const os = [[1, 2], [3, 4]]; if (n > 0) { os[n % 2][1] = 7; const m = os[n % 2]; m[0] = b; } return os[0][1] * 10 + os[1][1] + os[0][0];',
  ],
  [
    'what an element holds',
    'const os = [{ p: { x: 1 } }, { p: { x: 2 } }, { p: { x: 3 } }]; for (let i = 0; i < n; i++) { os[i].p.x *= a; os[i].p.x++; } return os[0].p.x + os[1].p.x * 10 + os[2].p.x * 100;',
  ],
  [
    'an element of a class',
    'class P { constructor(v) { this.v = v; } step(k) { this.v += k; } } const os = [new P(1), new P(2), new P(3)]; ' +
      'for (let i = 0; i < n; i++) { os[i].step(a); } return os[0].v + os[1].v * 10 + os[2].v * 100;',
  ],
  [
    'an element that may be replaced',
    'const os = [{ v: 1 }, { v: 2 }, { v: 3 }]; const first = os[0]; if (n > 0) os[n % 2] = { v: a }; first.v += 5; return os[0].v + os[1].v * 10;',
  ],
  [
    'the elements of an array that a loop has filled',
    'const os = []; for (let i = 0; i < n; i++) os.push({ v: i * a, q: { r: b } }); for (const o of os) { o.q.r *= 2; o.v += o.q.r; } ' +
      'if (os.length > 0) os[0].v += 9; return os.reduce((s, o) => s + o.v, 0);',
  ],
  [
    'what an iteration has made, in two variables that held nothing',
    'let m = null, w; for (let i = 0; i < n; i++) { m = { p: i, q: [a] }; w = m; } if (w) { w.p = 7; w.q.push(b); } ' +
      'return m ? m.p + m.q.length * 10 + (m === w ? 100 : 0) : 0;',
  ],
  [
    'what an iteration has made, in one variable that held nothing and one that held another object',
    'let w = null, m = { p: a }; const m0 = m; for (let i = 0; i < n; i++) { m = { p: i }; w = { m }; } if (w) w.m.p += 7; m.p += 20; ' +
      'return m.p + m0.p * 100 + (w ? w.m.p * 1000 : 0);',
  ],
  [
    'an instance of a class that an iteration has made, in two places that held nothing',
    'class P { constructor(p) { this.p = p; } up() { this.p += b; } } const c = { m: null }; let w = null; ' +
      'for (let i = 0; i < n; i++) { w = new P(i); c.m = w; } if (c.m) { c.m.p = 7; c.m.up(); } return w ? w.p : 0;',
  ],
  [
    'one of these in a loop over the others',
    'const os = []; for (let i = 0; i < n; i++) os.push({ v: i * a }); for (let i = 0; i < os.length; i++) { for (let j = 0; j < i; j++) ' +
      '{ os[j].v += os[i].v; } } return os.reduce((s, o) => s + o.v, 0);',
  ],
  [
    'objects of different classes',
    'class A { constructor(r) { this.r = r; } f(k) { return this.r * k; } } class B { constructor(s) { this.r = s; this.q = 1; } f(k) { return this.r + k; } } ' +
      'class C { constructor() { this.r = 2; } f(k) { return this.r - k; } } ' +
      'let m; if (a > b) m = new A(a); else if (n > 0) m = new B(b); else m = new C(); m.r += 1; return m.f(b) * 10 + m.r;',
  ],
  [
    'objects with private fields',
    'class A { #n = 0; add(k) { this.#n += k; return this; } get n() { return this.#n; } } const x = new A(), y = new A(); ' +
      'const m = a > b ? x : y; m.add(3); m.add(a); return x.n * 100 + y.n * 10 + m.n + (m === x ? 1000 : 0);',
  ],
  [
    'methods of different classes in a loop',
    'class A { constructor(v) { this.v = v; } up() { this.v += 1; return this; } } class B extends A { up() { this.v *= 2; return this; } } ' +
      'const x = new A(1), y = new B(2); const m = a > b ? x : y; for (let k = 0; k < n; k++) { m.up(); if (k > 0) m.v += a; } return m.v * 100 + x.v * 10 + y.v;',
  ],
];

const calls: readonly Arguments[] = [
  [1, 2, 1, [1, -1, 0.5], true],
  [3, -1, 0, [0, 0, 0], false],
  [-0.5, 0.25, -3, [2, 3, -4], true],
  [2, 2, 3, [1, 1, 4], false],
];

describe.each(executors)('objects that a tensor chooses, on $backend', ({ backend, start }) => {
  beforeAll(start);
  const isAsync = backend === 'webgpu';

  it.each(programs)('%s', async (_name, body) => {
    const source = `export function program(a, b, n, v, flag) {\n"use graph";\n${body}\n}`;
    const options = isAsync ? { isAsync, only: ['graph', 'mixed'] as const } : {};
    expect(await compare({ source, calls }, options)).toEqual({ failure: null, refusals: [] });
  });
});

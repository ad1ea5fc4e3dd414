import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects of which a tensor decides what properties they have: `{ ok: true, value }` or `{ ok: false }`. */
const programs: readonly (readonly [name: string, body: string])[] = [
  [
    'the branch in which it is there',
    'const r = a > 0 ? { ok: true, value: a } : { ok: false }; if (r.ok) return r.value; return -1;',
  ],
  [
    '?? of what only one has',
    'const r = a > 0 ? { ok: true, value: a } : { ok: false }; return r.value ?? 0;',
  ],
  [
    'a method that only one has, which uses its object',
    'class A { w = 3; speak(k) { return this.w * k; } } class B { w = 4; } const r = a > 0 ? new A() : new B(); if (a > 0) return r.speak(b); return r.w;',
  ],
  [
    'the same of three, one of which changes itself',
    'class A { w = 3; speak(k) { return this.w * k; } } class B { w = 4; speak(k) { this.w += k; return this.w; } } class C { w = 5; } const r = a > 1 ? new A() : a < 0 ? new B() : new C(); return r instanceof C ? r.w : r.speak(2) + r.speak(b);',
  ],
  [
    'the error for the one without it',
    'const r = a > 0 ? { w: 3, speak(k) { return this.w * k; } } : { w: 4 }; try { return r.speak(b); } catch (e) { return e instanceof TypeError ? -1 : -2; }',
  ],
  ['in', 'const r = a > 0 ? { ok: true, value: a } : { ok: false }; return "value" in r ? 1 : 0;'],
  [
    'results of a function that fails',
    'const parse = (x) => { if (x > 0) return { ok: true, value: x * 2 }; return { ok: false, error: "negative" }; }; const r = parse(a); return r.ok ? r.value : r.error === "negative" ? -1 : -2;',
  ],
  [
    'a loop over elements that are parsed',
    'const parse = (x) => x > 0 ? { type: "some", value: x } : { type: "none" }; let s = 0; for (const e of v) { const r = parse(e); switch (r.type) { case "some": s += r.value; break; case "none": s -= 1; break; } } return s;',
  ],
  [
    'the keys, values and entries',
    'const r = a > 0 ? { x: 1, y: b } : { z: 3 }; let s = 0; for (const k in r) s += r[k]; for (const [k, w] of Object.entries(r)) s += w * k.length; return [s, Object.keys(r).length, Object.values(r)[0]];',
  ],
  [
    'a switch over the kind that is exhaustive',
    'const area = (s) => { switch (s.kind) { case "circle": return 3 * s.r * s.r; case "square": return s.side * s.side; } }; const s = a > 0 ? { kind: "circle", r: a } : { kind: "square", side: b }; return area(s);',
  ],
  [
    'a state that a loop replaces',
    'const move = (s) => s.x > 1 ? { done: true, x: s.x, at: n } : { done: false, x: s.x + 1 }; let s = { done: false, x: a }; let k = 0; while (!s.done && k < 5) { s = move(s); k++; } return [s.x, k];',
  ],
  [
    'three kinds and a default',
    'const shape = a > 1 ? { kind: "circle", r: a } : b > 0 ? { kind: "square", side: b } : { kind: "rect", w: a, h: b }; switch (shape.kind) { case "circle": return shape.r * 3; case "square": return shape.side ** 2; default: return shape.w * shape.h; }',
  ],
  [
    'a pattern',
    'const r = a > 0 ? { ok: true, value: a } : { ok: false, error: b }; const { ok, value, error } = r; return ok ? value : error;',
  ],
  [
    'a right side',
    'const r = a > 0 ? { ok: true, value: a } : { ok: false }; if (r.ok && r.value > 1) return r.value; return -1;',
  ],
  [
    'a condition that was kept',
    'const r = a > 0 ? { ok: true, value: a } : { ok: false }; const good = r.ok && b < 10; if (good) return r.value; return -1;',
  ],
  [
    'a negation that leaves',
    'const r = a > 0 ? { ok: true, value: a } : { ok: false }; if (!r.ok) return -5; return r.value * 2;',
  ],
  [
    'a property that is missing',
    'const r = a > 0 ? { value: a } : {}; return r.value !== undefined ? r.value : 9;',
  ],
  [
    'an object in it',
    'const r = a > 0 ? { value: a, extra: { z: 1 } } : { value: b }; return r.value + (r.extra?.z ?? 0);',
  ],
  [
    'an assignment',
    'let r = { value: b }; if (a > 0) r = { value: a, more: 2 }; r.value += 1; return r.value + (r.more ?? 0);',
  ],
  ['methods', 'const r = a > 0 ? { f: (x) => x + 1, k: 1 } : { f: (x) => x * 2 }; return r.f(b);'],
  [
    'a callback',
    'const rs = v.map ? 0 : 0; const parse = (x) => x > 1 ? { ok: true, x } : { ok: false }; let t = 0; for (const e of v) { const r = parse(e); if (r.ok) t += r.x; } return t;',
  ],
  [
    'a failure that is passed on',
    'const fail = (m) => ({ ok: false, m }); const done = (x) => ({ ok: true, x }); const div = (p, q) => q === 0 ? fail(1) : done(p * q); const both = (p, q) => { const r = div(p, q); if (!r.ok) return r; return done(r.x + 1); }; const r = both(a, b); return r.ok ? r.x : -r.m;',
  ],
];

describe.each(executors)('objects with different properties, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_, body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('of objects with different properties', () => {
  beforeAll(useCpu);

  it.each([
    [
      'one',
      'return r;',
      /whether .* is an object with the keys ok, value or an object with the key ok/,
    ],
    ['a copy', 'return { ...r, n: 1 };', /A tensor decides whether the object with .* has/],
    [
      'what is left of one',
      'const { ok, ...rest } = r; return rest;',
      /A tensor decides whether the object with .* has/,
    ],
  ])('%s is refused as a result', async (_, use, message) => {
    const { f } = await compile(
      `export function f(x) {\n"use graph";\nconst r = x > 0 ? { ok: true, value: x } : { ok: false };\n${use}\n}`,
    );
    const x = tf.scalar(1);
    expect(() => f!(x)).toThrow(message);
    x.dispose();
  });

  it('a use of a property that the one chosen does not have is an error of that call', async () => {
    const { f } = await compile(
      'export function f(x) {\n"use graph";\nconst r = x > 0 ? { value: x } : {};\nreturn r.value * 2;\n}',
    );
    const [some, none] = [tf.scalar(1), tf.scalar(-1)];
    expect((f!(some) as tf.Tensor).arraySync()).toBe(2);
    expect(() => f!(none)).toThrow(/has no property 'value' here/);
    tf.dispose([some, none]);
  });
});

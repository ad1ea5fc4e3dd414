import { beforeAll, describe, expect, it } from 'vitest';
import { useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

beforeAll(useCpu);

/** JavaScript's own functions as values: they stay what they are, and do with tensors what they do with numbers. */
describe("JavaScript's own functions that are handed over", () => {
  it.each([
    'const same = (T, value) => value.constructor === T; return [same(Array, [a]) ? b : 0, same(Map, [a]) ? 1 : b];',
    'const make = (T, size) => new T(size); return make(Array, 2).length + a;',
    'const is = (value, T) => value instanceof T; return is([a], Array) ? a : b;',
    'const from = (C, text) => C.from(text); return from(Array, "ab").length * a;',
    'const kinds = new Map([[Array, 1], [Number, 2]]); const kindOf = (T) => kinds.get(T) ?? 0; return [kindOf([a].constructor), kindOf(Number), a];',
    'const apply = (f, x) => f(x); return [apply(Math.abs, a), apply(Number, b), apply(Math.sign, a)];',
    'const apply = (f, ...xs) => f(...xs); return apply(Math.max, a, b, 0);',
    'const same = (f, g) => f === g; return [same(Math.abs, Math.abs) ? a : 0, same(isNaN, Number.isNaN) ? 1 : b];',
    'const name = (f) => f.name.length; return name(Math.max) + a;',
    'const twice = (f) => (x) => f(f(x)); return twice(Math.abs)(a);',
    'class Box { constructor(T) { this.T = T; } of(x) { return new this.T(x, x); } } return new Box(Array).of(a)[1];',
    'const isInteger = (test, x) => test(x) ? 1 : 2; return [isInteger(Number.isInteger, n), isInteger(Number.isNaN, a)];',
    'const pushTo = (list, push) => { push.call(list, a); return list; }; return pushTo([b], Array.prototype.push);',
  ])('%s', async (body) => {
    expect((await compareBody(body, 'cpu')).failure).toBeNull();
  });
});

/** Variables of one name in blocks, and several in one declaration, behind a branch that leaves. */
describe('a variable that is declared behind a branch that leaves', () => {
  it.each([
    'const k = () => w; if (a > 0) { const q = 1; return q + b; } const q = a + 1, r = q / 2; let w = 3; return r + k();',
    'if (a > 1) return b; const q = a, r = q + 1, s = r + q; const f = () => q + s; return f() + r;',
    'if (flag) return b; const { q, ...rest } = { q: a, p: b }, r = q + rest.p; return r;',
    'switch (n) { case 3: const q = a, r = q + 1; return r; case 4: q2: { const q = b; return q; } default: return 0; }',
  ])('%s', async (body) => {
    expect((await compareBody(body, 'cpu')).failure).toBeNull();
  });
});

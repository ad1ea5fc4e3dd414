import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* -0 is less than 0 for Math.max and Math.min, and no sum of it and 0: what 1 is divided by shows which one it is. */
const programs: Readonly<Record<string, string>> = {
  'the greater one': `const z = v[0] * 0; return 1 / Math.max(-z, z) + 1 / Math.max(z, -z);`,
  'the less one': `const z = a - a; return 1 / Math.min(-z, z) + 1 / Math.min(z, -z);`,
  'beside a literal': `const z = -(a - a); return [1 / Math.max(z, 0), 1 / Math.max(0, z), 1 / Math.min(z, 0), 1 / Math.min(0, z)];`,
  'a sum': `const z = -(a - a), y = (a - a) * -1; return [1 / (z + 0), 1 / (0 + y), 1 / (y + 0), 1 / (z + z)];`,
  'a difference': `const z = a - a; return [1 / (0 - z), 1 / (-z - 0), 1 / (z - 0)];`,
  'whole numbers of a zero': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = a * 0; return [Math.round(z), Math.round(-z), Math.trunc(z), Math.trunc(-z), Math.ceil(z), Math.floor(z), Math.sign(z), Math.sign(-z), Math.abs(z)].map(g);`,
  'what is rounded to a zero': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); return [Math.round(a * 0.2), Math.trunc(a * 0.2), Math.ceil(a * 0.2)].map(g);`,
  halves: `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); return [Math.round(-0.5 * (a - a + 1)), Math.round(a), Math.round(b), Math.trunc(a), Math.trunc(b), Math.round(0.49 * (a - a + 1)), Math.round(-1.5 * (a - a + 1)), Math.round(2.5 * (a - a + 1))].map(g);`,
  'beside infinity and NaN': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); return [Math.round(a / 0) > 5, Math.round(Math.sqrt(a)), Math.trunc(a / 0) > 5, Math.trunc(Math.sqrt(a)), Math.sign(Math.sqrt(a))].map(g);`,
  'the utmost of a list': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const q = [a, -a]; return [Math.max(...q.map((x) => x * 0)), Math.min(...q.map((x) => x * 0))].map(g);`,
  signs: `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); return [Math.sign(a * 0), Math.sign(-0 * a), Math.sign(a), Math.sign(b)].map(g);`,
  'beside a literal of either sign': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = v[0] * 0; return [Math.max(z, -0), Math.max(-z, -0), Math.max(-0, -z), Math.min(z, 0), Math.min(0, -z), Math.min(-z, -0)].map(g);`,
  'of a negated zero': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const q = -(a - a); return [Math.round(q), Math.sign(q), Math.trunc(q), Math.ceil(q), Math.round(-0.3 * (q + 1)), Math.max(q, -0), Math.min(q, 0)].map(g);`,
  'products of a literal': `return [1 / (a * 0), 1 / (b * 0), 1 / (-0 * a), 1/ (a * -0)].map((x) => (x > 0 ? 1 : -1));`,
  'a product and its negative': `const z = a * 0; return [1 / z, 1 / -z].map((x) => (x > 0 ? 1 : -1));`,
  'sines and tangents': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = a * 0, q = -z; return [Math.sin(z), Math.sin(q), Math.tan(z), Math.tan(q), Math.asin(z), Math.asin(q), Math.atan(z), Math.atan(q)].map(g);`,
  'hyperbolic functions': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = a * 0, q = -z; return [Math.sinh(z), Math.sinh(q), Math.tanh(z), Math.tanh(q), Math.asinh(z), Math.asinh(q), Math.atanh(z), Math.atanh(q)].map(g);`,
  'logarithms and roots': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = a * 0, q = -z; return [Math.expm1(z), Math.expm1(q), Math.log1p(z), Math.log1p(q), Math.sqrt(z), Math.sqrt(q), Math.cbrt(z), Math.cbrt(q)].map(g);`,
  remainders: `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = a * 0, q = -z, c = v[0] - v[0]; return [z % 3, q % 3, z % -3, q % -3, (a - a - 4 + 1) % 3, (a - a + 3) % 3, (a - a - 3) % -3, (c - 6) % 2].map(g);`,
  'powers of a zero': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = a * 0, q = -z; return [z ** 3, q ** 3, q ** 2, Math.pow(q, 1), Math.pow(q, 5), q ** 1.5, 1 / (q ** -1), Math.atan2(q, 1), Math.atan2(z, 1)].map(g);`,
  'products, quotients and sums': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = a * 0, q = -z; return [z * q, q * q, z / 3, q / 3, q / -3, z + q, q + q, z - z, q - z, Math.fround(q), Math.hypot(q, q), +q, -q, q * 1].map(g);`,
  'functions of an element': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = v[0] * 0, q = -z; const m = [z, q].map((x) => Math.sin(x) + Math.tan(x) * 1); return m.map(g);`,
  'powers and remainders beside a zero': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); const z = a * 0, q = -z; return [q ** 3, q ** -1 < 0, q ** 3.5, q ** 0, z ** 3, (q - 2) ** 3, (q - 2) ** 2, (z + 2) ** -1, q % Infinity, z % Infinity, (q - 7) % 4, (z + 7) % -4].map((x) => g(+x));`,
  'quotients by infinity': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x !== x ? 7 : x); const s = []; for (const x of [a, b, -0 * a, a * 0, a / 0, -a / 0]) s.push(x / Infinity, x / -Infinity); return s.map(g);`,
  'quotients by infinity in a loop': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); let s = -0 * a, t = b; for (let i = 0; i < n; i++) { s /= Infinity; t /= i > 1 ? -Infinity : Infinity; } return [g(s), g(t)];`,
  'quotients and products beside what is not finite': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x !== x ? 7 : x === Infinity ? 77 : x === -Infinity ? -77 : x); const s = []; for (const x of [a, b, -0 * a, a * 0, a / 0]) s.push(x / NaN, x / 0, x / -0, x * 0, x * -0, x * Infinity, 0 / x, -0 / x, Infinity / x, x % Infinity, x - Infinity); return s.map(g);`,
  'quotients of whole numbers by infinity': `return [n / Infinity, 1 / (n / -Infinity) < 0, n % Infinity, n / 0 > 1, (n - 9) / -0 > 1];`,
  'functions near a zero': `return [Math.sin(a), Math.tan(b), Math.atanh(0.0001 * (a - a + 1)) > 0, Math.atanh(0.3 * (a - a + 1)) > 0.3, Math.sin(a / 0) > 0, Math.atanh(a - a + 1), (a - a + 5.5) % 2, -7.5 % (a - a + 2)].map((x) => Math.round(x * 1000));`,
  'remainders of a literal zero': `const g = (x) => (x === 0 ? (1 / x > 0 ? 1 : -1) : x); return [0 % a, -0 % (a + 5), (v[1] - v[1]) % 3, -(v[1] - v[1]) % 3].map(g);`,
};

describe.each(executors)('-0 on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(Object.entries(programs))('%s', async (_name, body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('divides tensors of many elements by infinity', async () => {
    const elements = [0, -0, 2, -3, Number.NaN, Infinity, -Infinity, 1e30];
    const quotients = graph((x: tf.Tensor) => [tf.div(x, Infinity), tf.div(x, -Infinity)]);
    const [one, other] = (await quotients(tf.tensor1d(elements))) as tf.Tensor[];
    expect([...(await one!.data())]).toEqual(elements.map((x) => x / Infinity));
    expect([...(await other!.data())]).toEqual(elements.map((x) => x / -Infinity));
  });
});

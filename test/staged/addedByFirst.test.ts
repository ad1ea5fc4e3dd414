import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Properties that the first iteration gives an object, and of which each asks whether they are there. */
const bodies: readonly string[] = [
  "const m = {}; let s = 0; for (let i = 0; i < n; i++) { if (!('w' in m)) m.w = b; m.w = m.w + i; s += m.w; } return s;",
  "const m = {}; let s = 0; for (let i = 0; i < n; i++) { if (!Object.hasOwn(m, 'w')) m.w = b; m.w = m.w + i; s += m.w; } return s;",
  "const m = {}; let s = 0; for (let i = 0; i < n; i++) { if (!m.hasOwnProperty('w')) m.w = b; m.w += i; s += m.w; } return s;",
  "const m = {}; let s = 0; for (let i = 0; i < n; i++) { if (!Reflect.has(m, 'w')) m.w = b; m.w += i; s += m.w; } return s;",
  "const m = {}; let s = 0; for (let i = 0; i < n; i++) { s += 'w' in m ? m.w : 5; m.w = s + i; } return s;",
  "const m = {}; let s = 0; for (const x of v) { for (const k of ['p', 'q']) { if (!(k in m)) m[k] = k === 'p' ? a : b; m[k] = m[k] * 0.5 + x; } s += m.p - m.q; } return s;",
  "class Opt { m = {}; step(name, x) { if (!(name in this.m)) this.m[name] = 0; this.m[name] = 0.5 * this.m[name] + x; return this.m[name]; } } const o = new Opt(); let s = 0; for (const x of v) { s += o.step('w', x); s -= o.step('c', 2 * x); } return s;",
  'class Opt { step(x) { if (!("t" in this)) { this.t = 0; this.best = x; } this.t++; if (x > this.best) this.best = x; return this.t; } } const o = new Opt(); let s = 0; for (const x of v) s += o.step(x); return [s, o.best ?? 0];',
  "const m = {}; let k = 0; while (k < n) { if ('last' in m && m.last > 2) break; m.last = k + a; k++; } return [k, m.last ?? -1];",
];

describe.each(executors)('properties that the first iteration adds, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, executor.backend)).toEqual({ failure: null, refusals: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* JavaScript finds the object that is assigned to before it computes the value, which may put another one in its place. */
const elements: readonly string[] = [
  'let x = [1, 2]; const y = x; const g = () => { x = [5, 6]; return a; }; x[0] = g(); return [x[0], x[1], y[0], y[1]];',
  'let x = [1, 2]; const y = x; const g = () => { if (flag) x = [5, 6]; return a; }; x[0] = g(); return [x[0], x[1], y[0], y[1]];',
  'let x = [1, 2]; const y = x; const g = () => { x = [5, 6]; return a; }; x[0] += g(); return [x[0], x[1], y[0], y[1]];',
  'let x = [1, 2]; const y = x; const g = () => { x = [5, 6]; return a; }; for (const e of v) x[0] = g() + e; return [x[0], x[1], y[0], y[1]];',
  'let x = [1, 2]; const y = x; const g = () => { x = [5, 6]; return 1; }; x[g()] = a; return [x[0], x[1], y[0], y[1]];',
  'let x = [[1, 2], [3]]; const y = x; const g = () => { x = [[5, 6], [7]]; return a; }; x[0][1] = g(); return [x[0][1], y[0][1]];',
  'let x = [[1, 2], [3]]; const y = x[0]; const g = () => { x[0] = [5, 6]; return a; }; x[0][1] = g(); return [x[0][1], y[1]];',
  'let x = [1, 2]; const g = () => { x.push(a); return a; }; x[0] = g(); return x;',
];

const properties: readonly string[] = [
  'let x = { k: 1 }; const y = x; const g = () => { x = { k: 5 }; return a; }; if (flag) x.k = g(); return [x.k, y.k];',
  'let x = { k: 1 }; const y = x; const g = () => { if (a > 0) x = { k: 5 }; return a; }; if (flag) x.k += g(); return [x.k, y.k];',
  'const x = { at: { k: 1 } }; const y = x.at; const g = () => { x.at = { k: 5 }; return a; }; if (flag) x.at.k = g(); return [x.at.k, y.k];',
  'class P { at = { k: 1 }; y = this.at; g() { this.at = { k: 5 }; return 2; } h(flag) { if (flag) this.at.k = this.g(); return [this.at.k, this.y.k]; } } return new P().h(flag);',
  'class P { #at = { k: 1 }; y = this.#at; g() { this.#at = { k: 5 }; return 2; } h(flag) { if (flag) this.#at.k = this.g(); return [this.#at.k, this.y.k]; } } return new P().h(flag);',
];

/* A tensor's element makes a new tensor, which must not hide what the function has made of the variable meanwhile. */
const refused: readonly string[] = [
  'let x = v; const g = () => { x[1] = 7; return a; }; x[0] = g(); return x;',
  'const o = { x: v }; const g = () => { o.x[1] = 7; return a; }; o.x[0] = g(); return o.x;',
];

describe.each(executors)(
  'what is assigned to is found first, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each([...elements, ...properties])('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });

    it.each(refused)('refuses %s', async (body) => {
      const { failure } = await compareBody(body, backend);
      expect(failure?.actual.refusal).toBe('constant-tensor');
      expect(failure?.actual.error).toMatch("has changed '");
      expect(failure?.actual.error).toMatch('Put the value in a variable first');
    });
  },
);

import { scalar, type Tensor } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { programOf } from './compare.js';
import { compareBody } from './compareBody.js';

/* Arrays that an assignment of their length cuts, where a tensor decides how long they are or become. */
const bodies: readonly string[] = [
  'const l = [1, 2, 3]; const k = n > 3 ? 1 : 2; l.splice(k); return l;',
  'const l = [1, 2, 3, 4]; let k = 0; for (const x of l) if (x > a) l[k++] = x; l.length = k; return l;',
  'const l = [1, 2, 3, 4]; let k = 0; for (const x of l) if (x > a) l[k++] = x; l.splice(k); return l;',
  'const l = []; for (let i = 0; i < n; i++) l.push(i + a); let k = 0; for (let i = 0; i < l.length; i++) if (l[i] > b) { l[k] = l[i]; k++; } l.splice(k); return l;',
  'const l = []; for (let i = 0; i < n; i++) l.push(i + a); let k = 0; for (let i = 0; i < l.length; i++) if (l[i] > b) { l[k] = l[i]; k++; } l.length = k; return l;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i + a }); let k = 0; for (const o of l) if (o.x > b) l[k++] = o; l.length = k; return l.map((o) => o.x);',
  'const o = { l: [1, 2, 3] }; if (a > 0) o.l.length--; return o.l;',
  'const l = [1, 2, 3]; if (a > 0) l.length -= 2; else l.push(4); return l;',
  'const l = [1, 2, 3]; if (a > 0) l.push(4); l.length = 2; return l;',
  'const l = [1, 2, 3]; if (a > 0) l.push(4); l.length = 3; return l;',
  'const l = [1, 2, 3]; if (a > 0) l.push(4); l.length = Math.min(l.length, 2); l.push(9); return l;',
  'const l = [1, 2, 3]; const m = l; if (a > 0) l.push(4); m.length = l.length - 1; return [l, m.length];',
  'const l = [1, 2, 3]; while (l.length > 1 && l[l.length - 1] > a) l.length--; return l;',
  'const l = [{ x: 1 }, { x: 2 }]; const k = a > 0 ? 1 : 0; l.length = k; return l.map((o) => o.x);',
  'const st = [1, 2, 3]; for (let i = 0; i < n; i++) { if (a > i) st.length -= 1; else { st.push(i); st.length = st.length - 1; } } return st;',
  'const st = [1, 2, 3]; for (const x of v) { if (x > 1) st.push(x); else st.length = 2; } return st;',
  'const l = [1, 2, 3]; const clear = () => { if (a > 0) l.length = 1; }; clear(); l.push(a); return l;',
];

describe.each(executors)('a length that is assigned, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    const { failure, refusals } = await compareBody(body, backend);
    expect(failure).toBeNull();
    expect(refusals).toEqual([]);
  });
});

describe('a length that is assigned', () => {
  beforeAll(() => useCpu());

  it('is refused where it may be larger, as the graph finds', async () => {
    const f = await programOf(
      'export function f(n) { "use graph"; const l = []; for (let i = 0; i < n; i++) l.push(i); l.length = 2; return l; }',
    );
    expect(f(scalar(3, 'int32'))).toHaveLength(2);
    expect(() => f(scalar(1, 'int32'))).toThrow(
      'is given a length that is larger than the one it has',
    );
  });

  it('is one of JavaScript where no tensor decides', async () => {
    const f = await programOf(
      'export function f(x) { "use graph"; const l = [x]; l.length = 2; return l.length; }',
    );
    expect(f(scalar(1))).toBe(2);
  });

  it.each([
    ['if (x > 1) l.length = 0; return x + l.length;', [2, 3]],
    ['if (x > 1) l.length = 0; else l.push(x); l.push(x); return l.length;', [1, 4]],
    ['while (x < 3) { x += 1; l.length -= 1; } return l.length;', [1, 0]],
  ])('may be that of an array from outside: %s', async (body, expected) => {
    const before = 'export let l; export const fill = () => { l = [1, 2]; };';
    const { f, fill } = await compile(`${before} export function f(x) { "use graph"; ${body} }`);
    for (const [index, x] of [2, 1].entries()) {
      fill!();
      const result = f!(scalar(x, 'int32')) as Tensor;
      expect(result.dataSync()[0]).toBe(expected[index]);
    }
  });
});

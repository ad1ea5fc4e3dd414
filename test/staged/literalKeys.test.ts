import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Keys in brackets, of literals and patterns, that only the program tells, or a tensor. */
const bodies: readonly string[] = [
  `const k = flag ? 'x' : 'y'; const o = { x: 0, y: 0 }; const p = { ...o, [k]: a }; return [p.x, p.y, o.x];`,
  `const k = flag ? 'x' : 'y'; const p = { z: 1, [k]: a, w: 2 }; return [p.x ?? -1, p.y ?? -1, p.z, p.w, Object.keys(p).length];`,
  `const add = (s, key, x) => ({ ...s, [key]: (s[key] ?? 0) + x }); let s = {}; for (const x of v) s = add(s, x > 1 ? 'big' : 'small', x); return [s.big ?? -1, s.small ?? -1];`,
  `const { k, [k]: x = 0 } = { k: 'p', p: 5 }; return x;`,
  `const f = ({ k, j = k, [j]: x = b }) => [j, x]; return [f({ k: 'p', p: a }), f({ k: 'q' })];`,
  `const out = []; for (const { k, [k]: x = 1 } of [{ k: 'p', p: a }, { k: 'r' }]) out.push(x); return out;`,
  `const key = 'dyn'; const o = { [key]: a, [\`\${key}2\`]: b, [1 + 1]: n, [Symbol.iterator]: null }; return [o.dyn, o.dyn2, o[2]];`,
  'let i = 0; const o = { a: i++, [i++]: i++, b: i++ }; return [o.a, o[1], o.b, Object.keys(o).length];',
  `const k = 'nm'; const o = { [k]: () => 1, ['m' + k]() { return this.q; }, q: a }; return [o.nm.name, o.mnm()];`,
  `const reduce = (state, action) => { switch (action.type) { case 'set': return { ...state, [action.key]: action.value }; default: return state; } }; let s = { p: 0, q: 0 }; for (const x of v) s = reduce(s, x > 1 ? { type: 'set', key: x > 3 ? 'p' : 'q', value: x } : { type: 'noop', key: 'p', value: 0 }); return [s.p, s.q];`,
  `const k = flag ? 'x' : 'y'; const p = Object.assign({}, { x: 1, y: 2 }, { [k]: 4 }); return [p.x, p.y];`,
];

describe.each(executors)('keys of literals and patterns, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Variables of an iteration that functions assign: whatever they hold, nothing outside of the loop knows of them. */
const bodies: readonly string[] = [
  'if (!flag) for (let y of v) { let o = undefined; const f = () => { o = a > y ? {z: y} : o; }; f(); } return 1;',
  'if (!flag) for (let y of v) { let o = null; const f = () => { o = a > y ? {z: y} : null; }; f(); } return 1;',
  'if (!flag) for (let y of v) { let o = undefined; const f = () => { o = a > y ? {} : o; }; f(); f(); } return 1;',
  'let t = 0; if (!flag) for (let y of v) { let o = undefined; const f = () => { o = a > y ? {q: y} : o; }; f(); t += o?.q ?? 1; } return t;',
  'class P { constructor(y) { this.y = y; } } if (!flag) for (let y of v) { let o = null; const f = () => { o = new P(y); }; f(); } return 1;',
  'if (!flag) for (let y of v) { let o = null; const f = () => { o = { i: { z: y } }; }; f(); } return 1;',
  'if (!flag) for (let y of v) { let o = null; const f = () => { o = () => y; }; f(); record(o()); } return 1;',
  'if (!flag) for (let y of v) { let o = [[]]; const f = () => { o[0].push(y); }; f(); record(o[0][0]); } return 1;',
  'if (!flag) for (let y of v) { let o = {l: {}}; const f = () => { o.l.z = y > 2 ? {q: y} : null; }; f(); record(o.l.z?.q ?? 5); } return 1;',
  'if (!flag) for (let y of v) { let o = y > 1 ? Math.abs : Math.floor; const f = () => { o = y > a ? Math.abs : Math.floor; }; f(); record(o(y)); } return 1;',
  'if (!flag) for (let y of v) { let o = [1]; const f = () => { if (y > 1) o.push(y); }; f(); const g = () => { o = y > 2 ? [y] : o; }; g(); record(o.length); } return 1;',
  `if (!flag) for (let y of v) { let o = 'x'; const f = () => { o = y > 1 ? 'p' : o; }; f(); record(o === 'p' ? 1 : 2); } return 1;`,
  `if (!flag) for (let y of v) { const m = new Map(); const f = (k) => { m.set(k, { y }); }; f('a'); if (y > 1) f('b'); record(m.size); } return 1;`,
  `if (!flag) for (let y of v) { let m = new Map(); const f = (k) => { m = new Map([[k, { y }]]); }; f('a'); if (y > 1) f('b'); record(m.size); } return 1;`,
];

describe.each(executors)(
  'variables of an iteration that functions assign, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

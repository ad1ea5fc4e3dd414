import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A loop keeps objects with methods that a call gives back, which was given them. */
const bodies: readonly string[] = [
  `const ps = []; for (let i = 0; i < n; i++) { const p = { id: i, inc() { this.id++; return this; } }; ps.push(p.inc()); } return ps.map((p) => p.id);`,
  `const ps = []; const id = (x) => x; for (let i = 0; i < n; i++) { const p = { id: i, get2() { return this.id * 2; } }; ps.push(id(p)); } return ps.map((p) => p.get2());`,
  `const ps = []; for (let i = 0; i < n; i++) { const p = { id: i, inc() { this.id++; return this; }, k() { return this.id * 2; } }; ps.push(p.inc().inc()); } return ps.map((p) => p.k());`,
  `const ps = []; for (let i = 0; i < n; i++) { const p = { id: i, with(k) { return { ...this, id: k }; } }; ps.push(p.with(i + 5)); } return ps.map((p) => p.id);`,
  `const mk = (i) => { const p = { id: i, inc() { this.id++; return this; } }; return p.inc(); }; const ps = []; for (let i = 0; i < n; i++) ps.push(mk(i)); return ps.map((p) => p.inc().id);`,
  `let last = null; for (let i = 0; i < n; i++) { const p = { id: i, inc() { this.id++; return this; } }; last = p.inc(); } return last === null ? -1 : last.inc().id;`,
];

describe.each(executors)(
  'objects with methods that calls give, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

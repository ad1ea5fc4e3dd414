import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Properties that a program deletes of an object that may be missing, or that a tensor chooses; elements that are not there. */
const bodies: readonly string[] = [
  `const o = { p: 1, q: 2 }, none = null; if (a > 0) { delete o?.p; delete none?.q; } return ['p' in o, 'q' in o];`,
  `const o = { p: 1 }, none = null; const gone = [delete none?.p, delete none?.[a > 0 ? 'p' : 'q']]; const did = delete o?.p; return [gone, did, 'p' in o];`,
  `const s = { user: { name: 'n', tags: { k: 1, l: b } }, other: null }; for (let i = 0; i < n; i++) { delete s.user?.tags?.k; delete s.other?.tags.l; if (i > 2) delete s.user?.['name']; } return ['k' in s.user.tags, 'name' in s.user, s.user.tags.l];`,
  `const o = a > 0 ? { run: 2, opts: 1 } : { opts: b }; delete o.opts; return ['opts' in o, o.run ?? 7];`,
  `const p = { k: 1, l: 2 }, q = { k: 3 }; const o = a > 0 ? p : q; delete o.k; return ['k' in p, 'k' in q, 'k' in o, o.l ?? 9];`,
  `const p = { k: 1, l: 2 }; const o = a > 0 ? p : null; delete o?.k; return 'k' in p;`,
  `const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : b > 0 ? q : null; if (flag) delete o?.k; return ['k' in p, 'k' in q];`,
  `const p = { k: 1 }; const o = a > 0 ? p : null; try { delete o.k; } catch (e) { return e instanceof TypeError ? -1 : -2; } return 'k' in p ? 1 : 2;`,
  `const l = [a, , 3]; l.length = 2; l[4] = b; return [l.indexOf(undefined), l.lastIndexOf(undefined), l.includes(undefined), l.indexOf(b)];`,
  `const l = [a, undefined, , b]; return [l.indexOf(undefined), l.lastIndexOf(undefined), l.indexOf(3), l.findIndex((x) => x === undefined)];`,
];

describe.each(executors)('what is deleted or missing, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

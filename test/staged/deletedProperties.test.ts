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
  `const o = { x: 1, y: b, z: 3 }; const k = a > 1 ? 'x' : a < 0 ? 'z' : 'none'; const did = delete o[k]; return [did, 'x' in o, 'z' in o, o.x ?? -1, Object.keys(o).length];`,
  `const o = { x: 1, y: b, z: 3 }; for (const e of v) { const k = e > 2 ? 'x' : e < 0 ? 'y' : 'z'; if (k in o) delete o[k]; else o[k] = e; } return [o.x ?? -1, o.y ?? -1, o.z ?? -1];`,
  `const t = { 1: a, 2: b, 5: 7 }; for (const e of v) delete t[e]; return [t[1] ?? -1, t[2] ?? -1, t[5] ?? -1, Object.keys(t).length];`,
  `const p = { x: 1 }, q = { x: 2, y: 3 }; const o = a > 0 ? p : q; delete o[b > 0 ? 'x' : 'y']; return ['x' in p, 'x' in q, 'y' in q, o.x ?? -1];`,
  `let m; if (a > 0) m = 'x'; const o = { x: 1, undefined: 2 }; delete o[m]; return [o.x ?? -1, o.undefined ?? -1];`,
  `class Cache { constructor() { this.data = {}; this.order = []; } put(k, x) { if (k in this.data) this.order.splice(this.order.indexOf(k), 1); this.data[k] = x; this.order.push(k); if (this.order.length > 2) { const old = this.order.shift(); delete this.data[old]; } } get size() { return Object.keys(this.data).length; } } const c = new Cache(); for (const e of v) c.put(e > 2 ? 'hi' : e > 0 ? 'mid' : 'lo', e); return [c.size, c.data.hi ?? -1, c.data.mid ?? -1, c.data.lo ?? -1];`,
  `const o = { x: 1, y: 2 }; const ks = ['x', 'y']; let i = 0; delete o[ks[i++]]; return [i, 'x' in o, delete o?.[ks[i]], 'y' in o];`,
  `const p = { x: 1 }; const o = a > 0 ? p : null; try { delete o[b > 0 ? 'x' : 'y']; } catch (e) { return e instanceof TypeError ? -1 : -2; } return 'x' in p ? 1 : 2;`,
  `const o = { a1: 1, b1: 2 }; let calls = 0; const k = () => { calls++; return b > 0 ? 'a' : 'b'; }; const done = delete o[\`a\${1}\`]; delete o[k() + 1]; return [done, calls, Object.keys(o).length];`,
];

describe.each(executors)('what is deleted or missing, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

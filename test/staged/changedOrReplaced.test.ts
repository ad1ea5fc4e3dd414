import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/*
 * One branch changes the object of a variable, the other one puts another in the variable or the same again, and nothing reads
 * the variable afterwards: who else has the object sees the change.
 */
const bodies: readonly string[] = [
  'let o = { p: a }; const k = o; if (n > 2) { o.p *= 2; } else { o = k; } return k.p;',
  'let o = { p: a }; const k = o; if (n > 2) { o.p *= 2; } else if (flag) { o = a > b ? k : o; } return k.p;',
  'let o = { p: a, q: { r: b } }; const k = o; if (n > 2) { o.q.r *= 2; o.p++; } else { o = { p: 0, q: { r: 1 } }; } return k.q.r + k.p;',
  'let o = { p: a }; const k = o; while (n > 0) { o.p += n; if (n === 2) o = k; n--; } return k.p;',
  'let o = { p: a }; const k = o; while (n > 0) { o.p += n; if (n === 2) o = { p: 0 }; n--; } return k.p;',
  'let o = { p: a }; const k = o; for (let i = 0; i < n; i++) { o.p += i; if (i === 2) o = { p: 0 }; } return k.p;',
  'let o = [a, b]; const k = o; if (n > 2) { o[0] *= 2; } else { o = [1, 2]; } return k[0];',
  'let o = [a, b]; const k = o; if (n > 2) { o.push(7); } else { o = [1, 2]; } return k.length;',
  'let o = new Set([1]); const k = o; if (n > 2) { o.add(7); } else { o = new Set(); } return k.size;',
  'class C { constructor(x) { this.x = x; } up() { this.x++; } } let o = new C(a); const k = o; if (n > 2) { o.up(); o.x *= 2; } else { o = new C(3); } return k.x;',
  'let o = { p: a }; const k = [o]; switch (n) { case 3: o.p = 9; break; case 5: o.p = 4; default: o = k[0]; } return k[0].p;',
  "let o = { p: a }; const k = { o }; try { if (n > 2) { o.p = 7; throw new Error('x'); } o = k.o; } catch { o = k.o; } return k.o.p;",
  'let o = { p: a }; const k = o; const f = () => { if (n > 2) { o.p = 7; } else { o = { p: 1 }; } }; f(); return k.p;',
  'let o = { p: a, l: [1] }; const k = o; if (n > 2) { o.p += 2; o.l.push(a); } else if (flag) { o = null; } return k.p + k.l.length;',
  'let o = { p: a }; const k = o; let u = { p: b }; const w = u; if (n > 2) { o.p = 2; u = o; } else { u.p = 7; o = u; } return k.p + w.p * 100;',
  'let o = { p: a }; const k = o; if (n > 2) { ({ p: o.p } = { p: 7 }); } else { [o] = [{ p: 1 }]; } return k.p;',
  'let o = { p: a }; const k = o; const r = flag ? (o.p = 3, 1) : (o = { p: 1 }, 2); return k.p + r;',
  'let o = { p: a }; const k = o; const r = (flag && (o.p += 3) > 1) || (o = { p: 1 }, false); return k.p;',
];

describe.each(executors)(
  'objects that one branch changes and another replaces, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

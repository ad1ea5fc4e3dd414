import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/*
 * A loop over the indices of an array whose length a tensor decides keeps one of its elements. What the loop's test asks is known in
 * it, so that the element is there; and which one the variable holds is known after it, be it null before.
 */
const bodies: readonly string[] = [
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r = null; for (let i = 0; i < l.length; i++) if (l[i].x > 1) r = l[i]; return r === null ? -1 : l.indexOf(r);',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r = null; for (let i = 0; i < l.length; i++) if (r === null || l[i].x > r.x) r = l[i]; r.x = 9; return l.map((o) => o.x);',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > 1) r = l[i]; r.x = 9; return l.map((o) => o.x);',
  'const l = []; if (a > -9) l.push({ x: a }); if (b > -9) l.push({ x: b }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > 0) r = l[i]; return l.indexOf(r);',
  'const l = []; for (let k = 0; k < 3; k++) { const x = v[k]; if (x > 0) l.push({ x }); } let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; return r === l[l.length - 1] ? 1 : 0;',
  'const l = []; for (let k = 0; k < 3; k++) { const x = v[k]; if (x > 0) l.push({ x }); } let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; return l.includes(r) ? 1 : 0;',
  'const l = []; for (let k = 0; k < 3; k++) { const x = v[k]; if (x > 0) l.push({ x }); } let r = l[0]; if (l.length > 1 && l[1].x > r.x) r = l[1]; return l.indexOf(r);',
  'const l = []; for (let k = 0; k < 3; k++) { const x = v[k]; if (x > 0) l.push({ x }); } let r = l[0]; for (const o of l) if (o.x > r.x) r = o; return l.indexOf(r);',
  'const l = []; for (let k = 0; k < 3; k++) { const x = v[k]; if (x > 0) l.push({ x }); } let r = l[0]; let i = 0; while (i < l.length) { if (l[i].x > r.x) r = l[i]; i++; } return l.findIndex((o) => o === r);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; return l.indexOf(r);',
  'const l = []; for (let k = 0; k < 3; k++) { const x = v[k]; if (x > 0) l.push({ x }); } let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; r.x = 9; return l.map((o) => o.x);',
  'const l = []; if (a > 0) l.push({ x: a }); if (b > 0) l.push({ x: b }); l.push({ x: v[2] }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; return l.indexOf(r);',
  'const l = []; if (a > 0) l.push({ x: a }); if (b > 0) l.push({ x: b }); l.push({ x: v[2] }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; r.x = 9; return l.map((o) => o.x);',
  'const l = []; if (a > 0) l.push({ x: a }); if (b > 0) l.push({ x: b }); let r = l[0] ?? { x: 0 }; for (let i = 0; i < l.length; i++) if (l[i].x > 0) r = l[i]; r.x = 9; return l.map((o) => o.x);',
  'const l = []; const x = v[0]; if (a > -9) l.push({ x }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; r.x = 9; return l.map((o) => o.x);',
  'const l = []; if (a > -9) l.push({ x: a }); if (b > -9) l.push({ x: b }); let r = l[0]; for (const o of l) if (o.x > 0) r = o; return l.indexOf(r);',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r = null; for (let i = 0; i < l.length; i++) if (l[i].x > 1) r = l[i]; return r === null ? -1 : r.x;',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r = null; for (let i = 0; i < l.length; i++) if (l[i].x > 1) r = l[i]; if (r !== null) r.x = 9; return l.map((o) => o.x);',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r; for (let i = 0; i < l.length; i++) if (l[i].x > 1) r = l[i]; return r ? l.indexOf(r) : -1;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = null; for (let i = 0; i < l.length; i++) if (l[i].x > 1) r = l[i]; return r === null ? -1 : l.indexOf(r);',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r = null; for (const o of l) if (o.x > 1) r = o; return r === null ? -1 : l.indexOf(r);',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r = null; for (const o of l) if (o.x > 1) r = o; if (r !== null) r.x = 9; return l.map((o) => o.x);',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); const r = l.find((o) => o.x > 1); if (r) r.x = 9; return l.map((o) => o.x);',
  'const l = []; if (a > -9) l.push({ x: 1 }); if (b > -9) l.push({ x: 2 }); let r = null; for (let i = 0; i < l.length; i++) if (r === null || l[i].x > r.x) r = l[i]; return r === null ? -1 : l.indexOf(r);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, n: 0 }); for (let i = 0; i < l.length; i++) { l[i].n += i; if (i > 0) l[i].x += l[i - 1].x; } return [l.map((o) => o.x), l.map((o) => o.n)];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); let m = -1, at = -1; for (let i = 0; i < l.length && m < 4; i++) if (l[i] > m) { m = l[i]; at = i; } return [m, at];',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let i = 0; while (i < l.length) { if (l[i].x > 2) l.splice(i, 1); else i++; } return l.map((o) => o.x);',
  // Each iteration puts the element there, whatever it is.
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0]; for (let i = 0; i < l.length; i++) r = l[i]; return r.x;',
  'const l = []; for (const x of v) l.push({ x }); let r = l[0]; for (let i = 0; i < (flag ? 1 : 3); i++) r = l[i]; r.x = 9; return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < (flag ? 1 : 3); i++) l.push({ x: i * a }); let r = l[0]; for (let i = 1; i < l.length; i++) r = l[i]; return r.x;',
  'const l = []; for (let i = 0; i < (flag ? 1 : 3); i++) l.push({ x: i * a }); let r = l[0]; for (const e of l) r = e; return r.x;',
  'const l = []; for (let i = 0; i < (flag ? 1 : 3); i++) l.push({ x: i * a }); let r = l[0]; for (const e of l) r = e; r.x = 9; return [l.map((o) => o.x), l.indexOf(r)];',
  'const l = []; for (let i = 0; i < (flag ? 1 : 3); i++) l.push({ x: i * a }); let r = l[0]; for (let i = 1; i < l.length; i++) { r.x += 1; r = l[i]; } return [l.map((o) => o.x), l.indexOf(r)];',
  'const l = []; for (let i = 0; i < (flag ? 1 : 3); i++) l.push({ x: i * a }); let p = l[0], s = 0; for (let i = 1; i < l.length; i++) { const q = l[i]; s += q.x - p.x; p = q; } return [s, p.x];',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0]; for (let i = 0; i < l.length; i++) r = { x: l[i].x + r.x }; return r.x;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0]; let i = 0; while (i < l.length) { r = l[i]; if (r.x > 2) break; i++; } return [r.x, l.indexOf(r), i];',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: a }); let r = l[0]; for (let i = 0; i < l.length; i++) { r = l[i]; for (let j = 0; j < i; j++) if (l[j].x > r.x) r = l[j]; r.y += 1; } return [r.x, l.map((o) => o.y)];',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l.at(-1); for (let i = l.length - 1; i >= 0; i--) r = l[i]; r.x = 7; return [r.x, l[0].x];',
  'const l = []; for (const x of v) if (x > 0) l.push([x, a]); let r = l[0]; for (const e of l) r = e; r[0] = 5; return [r[1], l.map((e) => e[0])];',
  'class C { constructor(x) { this.x = x; } up() { this.x += 1; return this; } } const l = []; for (const x of v) if (x > 0) l.push(new C(x)); let r = l[0]; for (const e of l) r = e.up(); r.x *= 2; return l.map((e) => e.x);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0]; for (const e of l) { r = e; if (r.x > 1) r = { x: 100 }; } return r.x;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0] ?? { x: -1 }; for (const e of l) { r = e; } r.x = 4; return [r.x, l.map((o) => o.x)];',
  'const l = []; for (const x of v) if (x > 100) l.push({ x }); let r = l[0]; for (const e of l) { r = e; } return r === undefined ? 1 : r.x;',
];

describe.each(executors)(
  'elements that loops over indices keep, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

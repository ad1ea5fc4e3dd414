import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** Comparisons of numbers that a tensor chooses among those that the program names: what cannot be is not traced. */
const bodies: readonly string[] = [
  // A case that falls through after others, of objects that are not at hand.
  "const o = flag ? { t: 'idle' } : { t: 'run', p: 2 }; switch (o.t) { case 'run': record(o.p); break; case 'stop': record(o.q); default: record(3); } return a;",
  "const os = []; for (let k = 0; k < 3; k++) os.push(flag ? { t: 'idle' } : { t: 'run', p: 2 }); os.forEach((o) => { switch (o?.t) { case 'run': record(o.p); break; case 'stop': record(o.q); default: record(3); } }); return a;",
  'const f = (x) => { if (x > 2) return 1; if (x > 1) return 2; return 3; }; let r = 0; switch (f(a)) { case 1: r += 1; case 2: r += 10; break; case 4: r += a.nothing.more; case 3: r += 100; } return [r, f(b) === 2, f(v[0]) > 2];',
  'let m = 1; if (a > 2) m = 1; else if (a > 1) m = 2; else m = 3; let r = 0; if (m === 4) r += a.nothing.more; else if (m >= 1) r += 5; else r += a.nothing.more; return r;',
  'const m = a > 1 ? 1 : b > 0 ? 2 : 5; let r = 0; if (m === 2) r += 1; else if (m === 5) r += 2; else if (m === 3) r += a.nothing.more; else r += 3; if (m < 3) r += 10; if (m >= 2) r += 100; if (m !== 1) r += 1000; if (3 > m) r += 5000; return [r, m === 7];',
  'const m = a > 1 ? 1 : b > 0 ? 2 : 5; let r = m; if (flag) { const q = m === 5; r = q ? 3 : 4; } if (r === 3) return 1; return r;',
  'const o = flag ? { x: a } : { y: b }; const m = flag ? 0 : 1; return m === 0 ? o.x + 1 : m === 1 ? o.y + 2 : o.z.w;',
  // Numbers that float32 rounds, and such as are equal to none.
  'let m = 0; if (flag) m = 0.1; else m = 0.7; return [m === 0.1, m > 0.1, m <= 0.7, m == 0.7, m != 0.1, (m === 0.1) + 1];',
  'const m = flag ? NaN : 0; return [m === m, m < 1, m !== 0, m === 0, Object.is(m, -0)];',
  'const m = flag ? -0 : 3; return [m === 0, m >= 0, 0 > m];',
  'const m = flag ? 4 : a; return [m === 4, m > 3, m < 2];',
  // What a loop carries may be any number.
  'let m = 0; let k = 0; for (let i = 0; i < n; i++) { if (m === 0) { m = 1; k += 1; } else if (m === 1) { m = 2; k += 10; } else { m = 0; k += 100; } const z = k > 5 ? 3 : 4; if (z === 4) k += 0.5; } return [m, k];',
  'let m = flag ? 1 : 2; for (let i = 0; i < n; i++) m = m === 1 ? 3 : m === 2 ? 4 : m + 1; return [m, m === 4, m > 4];',
  // As a key.
  'const o = { 0: 5, 1: 6, 2: 7 }; const k = a > 0 ? 1 : 3; return k in o ? o[k] : -1;',
  'const o = { 0: 5, 1: 6, 2: 7 }; const k = a > 0 ? 1 : 2; o[k] = b; o[k] += 1; return [o[0], o[1], o[2], o[k]];',
  'const m = new Map([[1, a], [2, b]]); const k = flag ? 1 : 7; m.set(k, 5); return [m.get(k), m.has(7), m.size];',
  // How long an array is.
  'let x = a; for (let y of [b, 2, a]) { let s = 3 == b ? [y] : [y > 1 ? 2 : y, x]; if (s.length > 1) x = s.shift(); } return x;',
  'const xs = [1, 2, 3]; let r = 0; const k = flag ? 0 : 2; if (xs.some((x) => x > a)) r = xs.find((x) => x > a); return r + xs.indexOf(k) + (xs[k] ?? 9);',
  'const s = flag ? [a] : [b, 2]; let r = 0; if (s.length > 1) { r += s.pop(); if (s.length === 1) r += s.pop() * 10; if (s.length === 0) r += 100; const q = s.at(-1); r += q ?? 7; } const [p, q = 3] = s; return [r, p ?? -1, q, s.length];',
  'const s = flag ? [] : [b, 2]; let r = Math.max(...s, 3); s.push(a); const t = s.slice(0, 1); return [r, t, s.reverse()[0], s.length];',
  'const s = [a]; if (flag) s.push(b); if (n > 1) s.push(7); const len = s.length; let r = 0; if (len === 3) r = s[2]; else if (len === 2) r = s[1] * 10; else r = s[0] * 100; for (let i = 0; i < len; i++) r += s[i]; return [r, s.findIndex((x) => x === 7)];',
];

describe.each(executors)('numbers that a tensor chooses on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect((await compareBody(body, backend)).failure).toBeNull();
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Whether a variable has a value, or what has been taken is there, is the very flag that the loop is left by: nobody has to ask. */
const bodies: readonly string[] = [
  `const q = [1, 2, 3]; let e, s = 0; while ((e = q.shift())) { s += e * a; } return s;`,
  `const q = [1, 2, 3]; let e, s = 0; while ((e = q.shift()) !== undefined) { s += e * a; if (s > 4) break; } return s;`,
  `const q = [{ k: a }, { k: b }]; let e, s = 0; while ((e = q.shift())) { s += e.k; if (e.k > 1) q.push({ k: e.k - 1 }); } return s;`,
  `const q = [a]; let e, s = 0; while ((e = q.pop()) !== undefined) { s += e; if (e > 0) q.push(e - 1); } return s;`,
  `const q = [[a, 0]]; let e, s = 0; while ((e = q.shift())) { const [x, d] = e; s += x; if (d < 2) { q.push([x + 1, d + 1]); } } return s;`,
  `const q = [() => a, () => b]; let f, s = 0; while ((f = q.shift())) { s += f(); } return s;`,
  `const q = [a, b, 1]; let s = 0; for (let e; (e = q.pop()) !== undefined;) { if (e < 0) continue; s += e; } return s;`,
  `let x; while (true) { if (a > 3) { x = a; break; } a += 1; } return x;`,
  `let x; for (let i = 0; i < 10; i++) { if (v[i % 3] > a) { x = i; break; } } return x ?? -1;`,
  `let x; for (const e of v) { if (e > a) { x = e; break; } } return x === undefined ? -1 : x;`,
  `let x = null; for (const e of v) { if (e > a) { x = e; break; } } return x === null ? -1 : x;`,
  `let x; do { x = a * 2; a += 1; } while (x < 5); return x;`,
  `let x; while (true) { x = a * 2; if (x > 5) break; a += 1; } return x;`,
  `let tries = 0; while (true) { try { tries++; if (a * tries > 2) return tries; if (tries >= 4) return -1; throw new Error('x'); } catch (e) { a += 1; } }`,
  `let cur = { v: a, next: { v: b, next: null } }, s = 0; while (cur) { s += cur.v; cur = cur.next; } return s;`,
  `let node, s = 0; const st = [{ v: a, kids: [{ v: b, kids: [] }] }]; while ((node = st.pop())) { s += node.v; for (const k of node.kids) st.push(k); } return s;`,
  `let m, s = 0; const re = /a(b)/g; while ((m = re.exec('abab')) !== null) { s += m.index * a; } return s;`,
  `let i = 3, s = 0; while (i-- > 0) { s += i * a; } return s;`,
  `let i, s = 0; while ((i = s) < 3) { s += 1 + (a > 0 ? 1 : 0); } return [s, i];`,
  `let prev, s = 0; while ((prev = s, s += 1, s < a)) { if (prev > 100) break; } return [s, prev];`,
  `const m = new Map([['x', a], ['y', b]]); const it = m.values(); let r, s = 0; while (!(r = it.next()).done) { s += r.value; } return s;`,
  `const q = [3, 1, 2]; let e; let best = -100; while (q.length && (e = q.pop())) { if (e * a > best) best = e * a; } return best;`,
  `const q = v.length ? [0] : []; const seen = new Set(); let i; while ((i = q.shift()) !== undefined) { if (seen.has(i)) continue; seen.add(i); if (i + 1 < 3 && v[i] > 0) q.push(i + 1); } return seen.size;`,
  `const q = [1, 2, 3]; let e, s = 0; for (let e; (e = q.shift()) !== undefined; ) { s += e * a; if (s > 4) break; } return s;`,
  `const q = [a, b]; let e, s = 0; while ((e = q.shift()) !== undefined) { s += e; if (s > 4) break; if (e > 0) q.push(e - 2); } return s;`,
  `const q = [n, 2]; let e, s = 0; while ((e = q.pop()) !== undefined) { if (e > 3) continue; s += e; if (s > 40) break; q.push(e + 2); } return s;`,
  `const q = [{ k: a }, { k: b }]; let e, s = 0; while ((e = q.shift()) !== undefined) { s += e.k; if (s > 1) break; q.push({ k: e.k + 1 }); } return s;`,
  `const q = [{ k: a }, { k: b }]; let e, s = 0; while ((e = q.shift())) { s += e.k; if (s > 1) return s; q.push({ k: e.k + 1 }); } return -1;`,
  `const q = [[a, 0], [b, 1]]; let e, s = 0; while ((e = q.shift())) { const [x, d] = e; s += x; if (s > 1 || d > 5) break; q.push([x + 1, d + 1]); } return s;`,
  `let i = 0, e; const xs = [1, 2, 3, 4]; while ((e = xs[i++]) !== undefined) { if (e * a > 3) break; } return [i, e ?? -1];`,
  `const q = [[a, 0], [b, 1]]; let e, s = 0; while ((e = q.shift())) { s += e[0]; if (s > 1) break; q.push([e[0] + 1, e[1] + 1]); } return s;`,
  `const q = [[a, 0], [b, 1]]; let s = 0; while (q.length) { const e = q.shift(); s += e[0]; if (s > 1) break; q.push([e[0] + 1, e[1] + 1]); } return s;`,
  `const q = [{ x: a, d: 0 }, { x: b, d: 1 }]; let e, s = 0; while ((e = q.shift())) { const { x, d } = e; s += x; if (s > 1 || d > 5) break; q.push({ x: x + 1, d: d + 1 }); } return s;`,
  `const q = [[a, b], [b, a]]; let e, s = 0; while ((e = q.pop())) { s += e[0]; if (s > 1) continue; s += e[1]; } return s;`,
  `const q = [[a, b]]; let e, s = 0; while ((e = q.pop())) { s += e[0]; if (s > 1) continue; s += 1; q.push([s, e[0]]); } return s;`,
  `const st = [[0, a]]; let top, s = 0; while ((top = st.pop()) !== undefined) { const [d, x] = top; if (x > 2) continue; s += x; if (d < 3) st.push([d + 1, x + 1]); } return s;`,
  `const st = [{ d: 0, x: a }]; let top, best = -100; while ((top = st.pop())) { if (top.x > best) best = top.x; if (top.d >= 2) break; st.push({ d: top.d + 1, x: top.x * 2 }); } return best;`,
  `const q = [0]; const dist = [0, -1, -1]; let c; while ((c = q.shift()) !== undefined) { for (let k = 0; k < 3; k++) { if (dist[k] < 0 && v[k] > v[c] - 1) { dist[k] = dist[c] + 1; q.push(k); } } } return dist;`,
  `let x, i = 0; do { i++; if (i > a + 2) { x = i; break; } } while (true); return x;`,
  `let x, y; while (true) { a += 1; if (a > 3) { x = a; y = 2 * a; break; } if (a < -3) { x = 0; y = 1; break; } } return x + y;`,
  `let x; while (true) { a += 1; if (a > 3) { x = { k: a, l: [a, 1] }; break; } } return x;`,
  `let x; while (true) { a += 1; if (a > 3) { x = 'big'; break; } if (a > 2) { x = 'mid'; break; } } return x === 'big' ? 1 : 2;`,
  `let found = false, at = 0; while (!found) { at++; if (at > a) found = true; } return [found, at];`,
  `function f(x) { while (true) { x += 1; if (x > 3) return x; } } return f(a) + f(b);`,
  `function f(x) { for (;;) { x += 1; if (x > 3) return { r: x }; if (x < -10) throw new Error('no'); } } return f(a).r + 1;`,
  `let last; for (const x of v) { last = x; if (x > a) break; } return last;`,
  `let last; for (let i = 0; i < 3; i++) { if (v[i] > a) { last = v[i]; break; } } if (last === undefined) return -1; return last;`,
  `outer: while (true) { a += 1; for (let i = 0; i < 3; i++) { if (v[i] > a) continue outer; if (a > 6) break outer; } } return a;`,
  `let lo = 0, hi = 10, mid; while (true) { mid = (lo + hi) / 2; if (hi - lo < 1) break; if (mid > a) hi = mid; else lo = mid; } return mid;`,
  `let p, t = 0; while (true) { p = t; t = t + a * a + 1; if (t > 10) break; } return [p, t];`,
  `let x = null; while (true) { a += 1; if (a > 3) { x = a; break; } } return x;`,
  `let x = null; while (x === null) { a += 1; if (a > 3) x = a; } return x;`,
  `let x; while (x === undefined) { a += 1; if (a > 3) x = a; } return x;`,
  `let o = null; while (!o) { a += 1; if (a > 3) o = { k: a }; } return o.k;`,
];

describe.each(executors)('flags that are one, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Texts that a tensor chooses, or leaves null or undefined: written, read, compared, taken for numbers, used as keys, carried by loops. */
const bodies: readonly string[] = [
  `let name; for (const [k, limit] of [['a', 1], ['b', 2]]) if (b < limit) name = k; return 'kind ' + name;`,
  `let m = null; if (a > 0) m = 'abc'; return \`status: \${m}\`;`,
  `let m; if (flag) m = 'abc'; if (!flag && a < 0) m = 'x'; let r = 0; try { r = m.length; } catch (e) { r = e instanceof TypeError ? -1 : -2; } return r;`,
  `let m = null; if (a > 0) m = 'abc'; try { return m[0]; } catch (e) { return 'none'; }`,
  `let m = null; if (a > 0) m = 'abc'; try { return m.toUpperCase(); } catch (e) { return 'none'; }`,
  `let m = null; if (a > 0) m = 'abc'; try { return m.startsWith('a') ? 1 : 2; } catch (e) { return 3; }`,
  `return ['a', 'b'].find((s) => (s === 'b' ? a > 0 : b > 0)) + '!';`,
  `let m = null; if (a > 0) m = 'abc'; return new Map([['abc', 5], [null, 6]]).get(m);`,
  `let m = null; if (a > 0) m = 'abc'; const s = new Set(['abc']); s.add(m); return [s.size, s.has(null), s.has(m)];`,
  `let m = null; if (a > 0) m = 'abc'; const s = new Map([['abc', 1], [null, 2]]); s.set(m, 7); const d = s.delete(m); return [s.size, s.has(null), d, s.get('abc') ?? -1];`,
  `let m; if (a > 0) m = 'abc'; return new Set(['abc']).has(m);`,
  `let m; if (a > 0) m = 'abc'; return new Set(['abc', undefined]).has(m);`,
  `const o = { abc: 1, null: 2 }; let m = null; if (a > 0) m = 'abc'; return [o[m], m in o];`,
  `const o = { abc: 1, undefined: 2 }; let m; if (a > 0) m = 'abc'; o[m] += 10; return [o.abc, o.undefined];`,
  `let m = null; if (a > 0) m = 'abc'; return [String(m), \`\${m}\`, '' + m];`,
  `let m = null; if (a > 0) m = 'abc'; if (m !== null) return m.length; return -1;`,
  `let m = null; if (a > 0) m = 'abc'; return m ? m.length : -1;`,
  `let m = null; if (a > 0) m = 'abc'; return m?.length ?? -1;`,
  `let m = null; if (a > 0) m = 'abc'; return [m >= 0, m < 1];`,
  `const t = flag ? '12' : '7'; return Number(t) + 1;`,
  `const t = flag ? '12' : '7'; return [Number(t) === 12, parseInt(t), parseFloat(t), +t, t * 2, -t, t / 2, t - 1, Number(t) > 8, t > 8, isNaN(t), Math.floor(t)];`,
  `const t = flag ? '1.5' : 'x'; return [isNaN(t), Number.isNaN(Number(t)), Number(t) || 9];`,
  `const t = flag ? 'ff' : '10'; return parseInt(t, 16);`,
  `let t = null; if (flag) t = '12'; return [Number(t), +t, t * 2];`,
  `const t = flag ? '12' : '7'; return t > '2';`,
  `const names = { 3: 'A', 4: 'B', 0: 'C' }; const cost = { A: 1, B: 2, C: 3 }; return cost[names[n]];`,
  `const names = ['p', 'q']; try { return names[n - 3].length; } catch { return -1; }`,
  `let s = ''; for (const x of v) s = x > 1 ? 'big' : s; return s.length + (s === '' ? 10 : 0);`,
  `let last = null; for (const x of v) if (x > 1) last = x > 3 ? 'huge' : 'big'; return 'last: ' + last;`,
  `let last = null; for (const x of v) if (x > 1) last = 'big'; return 'last: ' + last;`,
  `let last = 'none'; for (const x of v) if (x > 1) last = x > 3 ? 'huge' : 'big'; return 'last: ' + last;`,
  `let last; for (const x of v) { if (x > 3) last = 'huge'; else if (x > 1) last = 'big'; } return last === undefined ? 0 : last.length;`,
  `let m; if (flag) m = 'b'; if (a < 0 && !flag) m = 'x'; return [m < 'c', m < '5', 'a' < m];`,
  `let m = null; if (flag) m = 'b'; return [m < 'c', m < '5', m > 'a', m <= 0, m >= 'b'];`,
  `let last = null; for (const x of v) { if (x > 3) last = 'huge'; else if (x > 1) last = 'big'; else last = null; } return [last === null, last === 'big', \`\${last}\`];`,
  `let last; let n1 = 0; for (const x of v) { if (last === 'big') n1++; last = x > 1 ? 'big' : undefined; } return [n1, typeof last];`,
  `let m = null; if (flag) m = 'abc'; let k = 0; for (let i = 0; i < n; i++) { if (m === null) k++; else k += m.length; if (i === 1) m = 'z'; } return [k, m === null];`,
  `let state = null; for (const x of v) { switch (state) { case null: state = 'a'; break; case 'a': state = x > 1 ? 'b' : null; break; default: state = 'a'; } } return state ?? 'none';`,
  `const names = { 3: 'A', 4: 'B', 0: 'C' }; let t = 0; for (let i = 0; i < n; i++) { const s = names[i]; if (s !== undefined) t += s === 'A' ? 10 : 1; } return t;`,
  `let best = null, bestName = null; for (const [name, x] of [['p', a], ['q', b], ['r', 1]]) { if (best === null || x > best) { best = x; bestName = name; } } return bestName + '!';`,
  `let word; do { word = n > 2 ? 'x' : 'yy'; } while (word === undefined); return word.length;`,
  `class P { name = null; set(x) { if (x > 1) this.name = 'big'; } } const p = new P(); for (const x of v) p.set(x); return p.name === null ? 0 : p.name.length;`,
  `const o = { tag: undefined }; for (let i = 0; i < n; i++) if (i === 2) o.tag = 'two'; return [o.tag ?? 'none', 'tag: ' + o.tag];`,
  `const o = { x: 1 }; return o[flag ? 'x' : 'y'] ?? 0;`,
  `const o = { x: 1 }; const r = o[flag ? 'x' : 'y']; return r === undefined ? -1 : r + a;`,
  `const o = { x: { c: 1 } }; const r = o[flag ? 'x' : 'y']; return r?.c ?? 0;`,
  `const trans = { 0: 'a', 1: 'b' }; const w = { a: 10, b: 20 }; let t = 0; for (let i = 0; i < n; i++) t += w[trans[i % 2]]; return t;`,
  `const o = { x: 'big' }; return (o[flag ? 'x' : 'y'] ?? 'none') + '!';`,
  `const o = { x: 1 }; let m = null; if (flag) m = 'x'; return [m in o, Object.hasOwn(o, m)];`,
  `const o = { go: () => 1 }; let m = null; if (flag) m = 'go'; try { return o[m](); } catch { return -1; }`,
  `const o = { x: 1 }; let m = null; if (flag) m = 'x'; o[m] = 5; return [o.x, o.null ?? -1];`,
  `const s = new Set(); for (let i = 0; i < n; i++) { let u = null; for (const k of ['p', 'q']) if (i > k.charCodeAt(0) - 112) u = k; s.add(u); } return [s.size, s.has('p'), s.has('q'), s.has(null), s.has(undefined)];`,
  `const m = new Map(); for (let i = 0; i < n; i++) { let u; if (i > 1) u = 'hi'; else if (i > 0) u = 'lo'; m.set(u, (m.get(u) ?? 0) + i); } return [m.size, m.get('hi') ?? -1, m.get('lo') ?? -1, m.get(undefined) ?? -1, m.has(null)];`,
  `const m = new Map(); let i = 0; while (i < n) { const u = i > 1 ? null : undefined; m.set(u, i); i++; } return [m.size, m.get(null) ?? -1, m.get(undefined) ?? -1];`,
  `const s = new Set([null, 'p']); let i = 0; while (i < n) { if (i === 2) s.delete(null); else s.add(undefined); i++; } return [s.size, s.has(null), s.has(undefined)];`,
  `const d = { s: 0, p: Infinity, q: Infinity }, w = { s: { p: n, q: 4 }, p: { q: 1 }, q: {} }; const done = new Set(); while (done.size < 3) { let u = null; for (const k in d) if (!done.has(k) && (u === null || d[k] < d[u])) u = k; done.add(u); for (const [k, x] of Object.entries(w[u])) if (d[u] + x < d[k]) d[k] = d[u] + x; } return d;`,
  "let m = ['a']; if (a > 0) m = ['b']; const items = [{ k: 2 }]; if (b > 0) items.pop(); try { if (items.length === 0) throw new Error('e'); const e = items[0]; items.forEach(() => { record(e.k); }); } catch { for (let j = 0; j < n; j++) { m = m[0] === 'a' ? ['b'] : ['a']; } } return [m[0] === 'b'];",
  "let m = ['a']; if (a > 0) m = ['b']; const items = [{ k: 2 }]; if (b > 0) items.pop(); try { if (items.length === 0) throw new Error('e'); const e = items[0]; items.forEach(() => { record(e.k); }); } catch { for (let j = 0; j < n; j++) { m = ['a']; } } return [m[0] === 'b'];",
  `const keys = []; if (a > 0) keys.push('pos'); let most = keys[0]; if (keys.length > 0) { if (b > 4) most = 'neg'; } return most === 'pos' ? 1 : 0;`,
  'const counts = {}; if (a > 0) counts.pos = 1; if (b > 0) counts.neg = 1; const keys = Object.keys(counts); let most = keys[0]; for (const k of keys) if (counts[k] > (counts[most] ?? 0)) most = k; return counts[most] ?? -1;',
  'const counts = {}; if (a > 0) counts.pos = 1; if (b > 0) counts.neg = 1; const keys = Object.keys(counts); let most = keys[0]; for (const k of keys) if (b > 4) most = k; return counts[most] ?? -1;',
];

describe.each(executors)('texts that may be missing, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

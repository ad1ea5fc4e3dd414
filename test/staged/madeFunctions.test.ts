import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** Functions that iterations make, and that outlive them: a tensor decides how often the loop runs. */
const bodies: readonly string[] = [
  // Beside functions that know nothing.
  'const s44 = []; for (const e45 of v) { if (a < b) s44.push((p) => a + p); if (b > a) s44.push((p) => e45); } return s44.reduce((all, f) => (all + f(all)) % 16, 0);',
  'const fs = []; for (const e of v) { if (a < b) fs.push((p) => p); if (e > 1) fs.push((p) => e); } return fs.reduce((all, f) => all + f(all), 0);',
  'const fs = []; for (const e of v) { if (a < b) fs.push(() => 1); if (e > 1) fs.push((p) => e + p); if (e > 2) fs.push(() => 2); } return fs.reduce((all, f) => all + f(all), 0);',
  'let f = () => 1; let k = 0; while (k < n) { const m = k; k += f(); f = () => m + 1; } return k;',
  'const fs = []; for (let i = 0; i < n; i++) fs.push(() => i + a); return fs.map((f) => f());',
  'const fs = []; for (const x of v) { if (x > 1) fs.push(() => x * a); } let s = 0; for (const f of fs) s += f(); return s;',
  'const fs = []; for (let i = 0; i < n; i++) { const k = i * 2; fs.push((y) => y + k); } return fs.length > 2 ? fs[1](a) : -1;',
  'let f = (x) => x; for (let i = 0; i < n; i++) { f = (x) => x + i; } return f(a);',
  'let f = null; for (const x of v) { if (x > a) f = () => x; } return f ? f() : -1;',
  'const q = []; for (let i = 0; i < n; i++) q.push({ run: () => i * a, k: i }); let s = 0; while (q.length > 0) { const t = q.pop(); s += t.run() + t.k; } return s;',
  'const make = (k) => () => k * 2; let f = make(0); let i = 0; while (i < n) { f = make(i); i++; } return f();',
  'const fs = []; for (let i = 0; i < n; i++) fs.push((x) => x * a); return fs.map((f, j) => f(j));',
  'const fs = []; let i = 0; while (i < n) { fs.push(() => i); i++; } return fs.map((f) => f());',
  'let f = (x) => x; for (let i = 0; i < n; i++) { if (i > a) f = (x) => x + i; } return f(a);',
  'let f = null; for (let i = 0; i < n; i++) { if (i > a) f = (x) => x + i; } return f ? f(a) : -1;',
  'let f; let i = 0; do { f = () => i * 10; const k = i; if (k > a) f = () => k; i++; } while (i < n); return f();',
  'const m = new Map(); for (let i = 0; i < n; i++) m.set(i, () => i * a); let s = 0; for (const [k, f] of m) s += k * f(); return s;',
  'const handlers = { on: (x) => x, off: (x) => -x }; for (let i = 0; i < n; i++) { const k = i; handlers.on = (x) => x + k; } return handlers.on(a) + handlers.off(b);',
  'let next = () => a; let i = 0; while (next() < n) { i++; const j = i; next = () => j; } return i;',
  'const fs = []; for (let i = 0; i < n; i++) { for (let j = 0; j < n; j++) { if (i + j > 2) fs.push(() => i * 10 + j); } } return fs.map((f) => f());',
  'const acc = []; for (let i = 0; i < n; i++) { const double = (x) => x * 2 + i; const both = (x) => double(x) + i; acc.push(both); } return acc.map((g) => g(a));',
  'const fs = []; let total = 0; for (let i = 0; i < n; i++) fs.push(() => { total += i; return total; }); const r = fs.map((f) => f()); return [r, total];',
  'const make = (k) => ({ get: () => k, twice: (x) => x * k }); const os = []; for (let i = 0; i < n; i++) os.push(make(i + a)); let s = 0; for (const o of os) s += o.get() + o.twice(2); return s;',
  'function adder(k) { return function (x) { return x + k; }; } let f = adder(1); for (let i = 0; i < n; i++) f = adder(i); return f(a);',
  'const os = []; for (let i = 0; i < n; i++) os.push({ w: i, area() { return this.w * this.w + a; } }); let s = 0; for (const o of os) s += o.area(); return s;',
  'const fs = []; for (let i = 0; i < n; i++) { const row = [i, i + a]; fs.push(() => row[0] * row[1]); } return fs.map((f) => f());',
  'const fs = []; for (let i = 0; i < n; i++) { const o = { v: i }; fs.push(() => o.v++ ); } return fs.map((f) => f() + f());',
  'const stack = []; let d = 0; for (let i = 0; i < n; i++) { d += i; stack.push(() => { d -= i; }); } while (stack.length) stack.pop()(); return d;',
  'let best = { score: -1, apply: (x) => x }; for (let i = 0; i < n; i++) { const score = (i - a) * (i - a); if (score > best.score) best = { score, apply: (x) => x * i }; } return best.apply(b) + best.score;',
  'let f = (x) => x; for (const k of v) { const g = f; f = (x) => g(x) + k; } return f(a);',
  'const fs = []; for (let i = 0; i < n; i++) fs.push(((k) => () => k + i)(i * 2)); return fs.map((f) => f());',
  "const fs = []; for (let i = 0; i < n; i++) { const name = i > a ? 'big' : 'small'; fs.push(() => name === 'big' ? i : -i); } return fs.map((f) => f());",
  'const fs = v.map((x) => () => x * a); let s = 0; for (const f of fs) s += f(); return s;',
  'const fs = Array.from({ length: n }, (_, i) => () => i * a); return fs.map((f) => f());',
  'let undo = []; let x = a; for (let i = 0; i < n; i++) { const before = x; x = x * 2; undo.push(() => { x = before; }); } while (undo.length > 1) undo.pop()(); return x;',
  'let f = (x) => x; for (let i = 0; i < n; i++) { if (i > a) f = (x) => x + i; } return f(a);',
  'let best = { score: -1, apply: (x) => x }; for (let i = 0; i < n; i++) { const score = (i - a) * (i - a); if (score > best.score) best = { score, apply: (x) => x * i }; } return best.apply(b) + best.score;',
  'let f = (x) => x; for (let i = 0; i < n; i++) { f = i > a ? (x) => x + i : i > b ? (x) => x - i : f; } return f(a);',
  'let f = (x) => x; const id = f; for (let i = 0; i < n; i++) { f = i > a ? (x) => x + i : id; } return [f(a), f === id];',
  'let f = null; let g = null; for (let i = 0; i < n; i++) { g = f; f = (x) => x + i; } return (f ? f(a) : 0) + (g ? g(b) : 0);',
  'const p = { go: null }; for (let i = 0; i < n; i++) { if (i > a) p.go = () => i; } return p.go?.() ?? -1;',
  'class Task { constructor(k, run) { this.k = k; this.run = run; } } const ts = []; for (let i = 0; i < n; i++) ts.push(new Task(i, (x) => x * i + a)); let s = 0; for (const t of ts) s += t.run(t.k); return s;',
  'class Bus { constructor() { this.subs = []; } on(f) { this.subs.push(f); return this; } emit(x) { let s = 0; for (const f of this.subs) s += f(x); return s; } } const bus = new Bus(); for (let i = 0; i < n; i++) bus.on((x) => x + i); return bus.emit(a);',
  'const bus = { subs: [], on(f) { this.subs.push(f); }, emit(x) { return this.subs.map((f) => f(x)); } }; let i = 0; while (i < n) { const k = i; bus.on((x) => x + k); i += 1; } return bus.emit(a);',
  'const memo = new Map(); const get = (k) => memo.get(k)?.() ?? -1; for (let i = 0; i < n; i++) { memo.set(i, () => i * 2); } return [get(0), get(5)];',
  'const fs = [(x) => x, (x) => -x]; for (let i = 0; i < n; i++) fs[0] = (x) => x + i; return [fs[0](a), fs[1](a)];',
  'const fs = []; outer: for (let i = 0; i < n; i++) { for (const x of v) { if (x > 2) continue outer; if (x > i) { fs.push(() => x + i); break; } } } return fs.map((f) => f());',
  'const compose = (f, g) => (x) => g(f(x)); let f = (x) => x; for (const k of [1, 2, 3]) f = compose(f, (x) => x * k + a); return f(b);',
  "const fs = []; for (const x of v) { try { if (x > 2) throw new Error('big'); fs.push(() => x); } catch { fs.push(() => -1); } } return fs.map((f) => f());",
  'const thunks = []; for (let i = 0; i < n; i++) { const xs = [i, i + 1]; thunks.push(() => xs.map((x) => x * a)); } return thunks.map((t) => t()[1]);',
  'const fs = []; for (let i = 0; i < n; i++) { fs.unshift((x, y = i) => x * y); } return fs.map((f) => f(a));',
  'const fs = []; for (let i = 0; i < n; i++) fs.push((...xs) => xs.length + i); return fs.map((f) => f(1, 2));',
  'let s = 0; const cbs = []; for (let i = 0; i < n; i++) cbs.push((x) => { if (x > a) return i; return -i; }); for (let j = 0; j < n; j++) s += cbs[j](j); return s;',
  'const fs = []; for (let i = 0; i < n; i++) { const inner = []; for (let j = 0; j < 2; j++) inner.push(() => i + j); fs.push(inner[0]); } return fs.map((f) => f());',
  'const gens = []; for (let i = 0; i < n; i++) gens.push(function* () { yield i; yield i + 1; }); let s = 0; for (const g of gens) for (const x of g()) s += x; return s;',
  "let state = (x) => (x > a ? 'up' : 'down'); let c = 0; for (let i = 0; i < n; i++) { if (state(i) === 'up') { c++; state = (x) => (x > i ? 'up' : 'down'); } } return c;",
  'let k = (x) => x; function step2(i) { const old = k; k = (x) => old(x) + i; } step2(1); step2(a); return k(b);',
  'const pipeline = []; const use = (f) => { pipeline.push(f); return use; }; for (let i = 0; i < n; i++) use((x) => x + i); return pipeline.reduce((x, f) => f(x), a);',
];

describe.each(executors)('functions that iterations make on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect((await compareBody(body, backend)).failure).toBeNull();
  });
});

describe('functions of which no graph knows how many there are, or what they will know', () => {
  beforeAll(useCpu);

  it.each([
    'let f = (x) => x; for (let i = 0; i < n; i++) { const g = f; f = (x) => g(x) + 1; } return f(a);',
    'const compose = (f, g) => (x) => g(f(x)); let f = (x) => x; for (let k = 0; k < n; k++) f = compose(f, (x) => x * k + a); return f(b);',
    'const fs = []; for (let i = 0; i < n; i++) { let c = i; fs.push(() => { c += 1; return c; }); } return fs.map((f) => f() + f());',
  ])('%s', async (body) => {
    const { failure } = await compareBody(body, 'cpu');
    expect(failure?.actual).toMatchObject({ refusal: 'loop-value-changes' });
  });
});

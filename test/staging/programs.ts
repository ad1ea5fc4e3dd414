export interface Program {
  name: string;
  /** A module with a function `f`, which may call `log`. */
  source: string;
  calls: unknown[][];
  /** Does something that a trace of a branch not taken would do too. */
  hasEffects: boolean;
}

function program(name: string, source: string, ...calls: unknown[][]): Program {
  return {
    name,
    source,
    calls: calls.length > 0 ? calls : [[]],
    hasEffects: source.includes('log('),
  };
}

const numbers = [[-2], [0], [1], [2], [3], [5], [9]];

export const programs: Program[] = [
  program(
    'elements of this',
    `function f(n) { const k = 'w'; for (let i = 0; i < 3; i++) { if (i < n) this[k] += i; else this[i] = k; } return [this.w, this[2]]; }`,
    ...numbers,
  ),
  program(
    'a return without a value in finally',
    `function f(n) { for (;;) { try { n++; if (n > 3) return n; } finally { if (n > 5) return; if (n > 4) break; } } return 'end'; }`,
    ...numbers,
  ),
  program(
    'var with the name of a parameter or of a function',
    `function f(n, g) { var n = n + 1; var h = 1; function h() {} var g; return [n, g, h]; }`,
    [1, 2],
    [3],
  ),
  program(
    'functions behind jumps, called before and behind them',
    `function f(n) { const k = early(n); if (n > 4) return k; const z = twice(n) - k; function early(m) { return m + twice(m); } function twice(m) { return m * 2; } function own(m) { return m + k + (more(m) > 2 ? 1 : 0); } const z0 = 1; function more(m) { return m + z0; } if (n > 2) return [z0, own(z0)]; return late(z); function late(m) { return [m, z, n]; } }`,
    ...numbers,
  ),
  program(
    'functions of an iteration behind a jump',
    `function f(n) { const gs = []; for (let i = 0; i < 4; i++) { if (i > n) continue; gs.push(g); if (i === 2) break; function g() { return i * 10 + h(); } function h() { return i; } } return gs.map((g) => g()); }`,
    ...numbers,
  ),
  program(
    'functions behind the return',
    `function f(n) { let k = 2; if (n > 2) k = 3; for (const v of [1, 2, 3]) { if (v > n) break; k += twice(v); } return twice(k); function twice(m) { return m * k; } }`,
    ...numbers,
  ),
  program(
    'if and else',
    `function f(x) { let y; if (x > 1) y = x; else y = -x; return y; }`,
    ...numbers,
  ),
  program('early return', `function f(x) { if (x > 1) return x; return x * x; }`, ...numbers),
  program(
    'a chain of returns with a tail',
    `function f(x) { if (x < 0) return 'n'; else if (x === 0) return 'z'; else if (x < 3) { x += 1; return x; } x *= 2; return x; }`,
    ...numbers,
  ),
  program(
    'a return on some paths',
    `function f(x) { if (x > 0) { if (x < 3) return x; } else { return x * x * x; } }`,
    ...numbers,
  ),
  program(
    'returns with and without values',
    `function f(x) { if (x > 2) return; if (x > 1) return x; x = 4; if (x > 3) return 7; }`,
    ...numbers,
  ),
  program(
    'return in nested loops',
    `function f(n) { let c = 0; for (let i = 0; i < n; i++) { for (let j = 0; j < n; j++) { c += j; if (c > 4) return [i, j, c]; } c++; } return c; }`,
    ...numbers,
  ),
  program(
    'while (true) with return',
    `function f(n) { let i = 0; while (true) { i++; if (i > n) return i; if (i === 7) break; } return -i; }`,
    ...numbers,
  ),
  program(
    'endless loop, return only',
    `function f(n) { for (;;) { n--; if (n < 0) return n; } }`,
    ...numbers,
  ),
  program(
    'break and continue',
    `function f(n) { let s = 0; for (let i = 0; i < 20; i++) { if (i % 2) continue; if (i > n) break; s += i; } return s; }`,
    ...numbers,
  ),
  program(
    'continue in while, update in test',
    `function f(n) { let s = 0; while (n-- > 0) { if (n % 2) continue; s += n; } return [s, n]; }`,
    ...numbers,
  ),
  program(
    'do while',
    `function f(n) { let s = 0; do { if (s > 5) { s += 2; continue; } s++; if (s === 4) break; } while (s < n); return s; }`,
    ...numbers,
  ),
  program(
    'do while with assignment in test',
    `function f(n) { let s = 0; do s += n; while (--n > 0 && (s += 1) < 20); return [s, n]; }`,
    ...numbers,
  ),
  program(
    'labelled',
    `function f(n) { let c = 0; outer: for (let i = 0; i < n; i++) { for (let j = 0; j < 4; j++) { if (j === 2) continue outer; if (i === 3) break outer; c += i * 10 + j; } c += 100; } return c; }`,
    ...numbers,
  ),
  program(
    'labelled block',
    `function f(n) { let c = 0; a: { b: { if (n > 3) break a; if (n > 1) break b; c = 1; } c += 10; } return c; }`,
    ...numbers,
  ),
  program(
    'for of',
    `function f(n) { let s = 0; for (const x of [1, 2, 3, 4]) { if (x === n) break; s += x; } return s; }`,
    ...numbers,
  ),
  program(
    'for of with outer target',
    `function f(n) { let x = 9; let s = 0; for (x of [1, 2, 3]) { if (x > n) continue; s += x; } return [x, s]; }`,
    ...numbers,
  ),
  program(
    'for of with member target',
    `function f(n) { const o = { x: 0 }; for (o.x of [1, 2, 3]) if (o.x > n) break; return o.x; }`,
    ...numbers,
  ),
  program(
    'for of with patterns',
    `function f(n) { let s = 0; for (const [a, { b = n }] of [[1, {}], [2, { b: 3 }]]) s += a * b; let p, q; for ([p, q = 4] of [[n, 1], [2]]) s += p * q; return [s, p, q]; }`,
    ...numbers,
  ),
  program(
    'for of over a generator, stopped early',
    `function* g() { try { yield 1; yield 2; yield 3; } finally { log('closed'); } } function f(n) { for (const x of g()) { log(x); if (x >= n) return x; } return 0; }`,
    ...numbers,
  ),
  program(
    'for in',
    `function f(n) { const o = { a: 1, b: 2, c: 3 }; let s = ''; for (const k in o) { if (k === 'a') delete o.b; if (n > 3) break; s += k; } for (const k in null) s += k; return s; }`,
    ...numbers,
  ),
  program(
    'for in with outer target',
    `function f(n) { let k; for (k in 'ab') { if (n > 1) continue; } return k; }`,
    ...numbers,
  ),
  program(
    'switch',
    `function f(x) { switch (x) { case 0: return 'zero'; case 1: case 2: x = 10; break; case 3: { x = 20; break; } default: x = 30; } return x; }`,
    ...numbers,
  ),
  program(
    'switch that falls through',
    `function f(x) { let s = ''; switch (x) { case 0: s += '0'; case 1: s += '1'; default: s += 'd'; case 2: s += '2'; break; case 3: s += '3'; if (x) break; s += 'never'; case 5: s += '5'; } return s; }`,
    ...numbers,
  ),
  program(
    'switch, default in the middle',
    `function f(x) { switch (x) { case 0: return 1; default: x = 8; break; case 2: return 3; } return x; }`,
    ...numbers,
  ),
  program(
    'switch with variables',
    `function f(x) { switch (x) { case 0: let y = 1; return y; case 1: { let y = 5; return y; } case 2: function g() { return 4; } return g(); default: return g(); } }`,
    [1],
    [2],
    [3],
  ),
  program(
    'switch evaluates its tests in order',
    `function f(x) { switch (log(x)) { case log(1): log('one'); break; case log(2): default: log('two or other'); case log(3): log('three'); } }`,
    ...numbers,
  ),
  program(
    'switch in a loop',
    `function f(n) { let s = 0; for (let i = 0; i < 6; i++) { switch (i % 4) { case 0: continue; case 1: s += 1; break; case 2: if (n > 2) break; s += 10; default: s += 100; } if (s > 500) return 'big'; s += 1000 * (i > n); } return s; }`,
    ...numbers,
  ),
  program(
    'switch that some cases leave',
    `function f(x, subject) { { let x = 1; if (subject) x = 2; } switch (x % 3) { case 0: return 'zero'; case 1: { let y = x; x = y + 1; break; } default: { let y = 5; x = x * y; } } let y = x; switch (log(y) - 1) { case 1: return y; case 2: x = 7; } { let y = x; if (y > 6) return [y, subject]; } return [x, y]; }`,
    ...numbers,
  ),
  program(
    'switches in one another that some cases leave',
    `function f(x) { let s = 0; for (let i = 0; i < x; i++) { switch (i + 1) { case 1: continue; case 2: switch (x - i) { case 1: return s; case 2: s += 100; break; } s += 10; break; case 4: return 'four'; } s++; } return s; }`,
    ...numbers,
  ),
  program(
    'switch (true)',
    `function f(x) { switch (true) { case x > 3: return 'big'; case x > 0: return 'small'; } return 'none'; }`,
    ...numbers,
  ),
  program(
    'assignments as values',
    `function f(x) { let a, b; a = b = x + 1; const c = (a += 2) * (b -= 1) + a; let d = x++ + ++x; return [a, b, c, d, x]; }`,
    ...numbers,
  ),
  program(
    'assignment order',
    `function f(x) { const a = [x, x = 5, x]; const o = { p: x, q: (x = 6), r: x, ...{ s: x++ }, t: x }; return [a, o, x + (x = 1) + x, (x += 2) + x++ * x]; }`,
    ...numbers,
  ),
  program(
    'logical assignment',
    `function f(x) { let a = null, b = x, c = x; a ??= b; b ||= 7; c &&= 8; const o = { p: undefined }; o.p ??= x; o.q ||= (x = 3); return [a, b, c, o, x]; }`,
    ...numbers,
  ),
  program(
    'assignments that are not always evaluated',
    `function f(x) { let a = 0; const b = x > 1 && (a = x) > 2; const c = x > 2 || (a += 5); const d = x > 3 ? (a = 1) : x < 0 ? (a = 2) : a; x > 4 && a++; x > 0 ? a++ : (a -= 2); return [a, b, c, d]; }`,
    ...numbers,
  ),
  program(
    'assignments in arguments and indices',
    `function f(x) { const v = [1, 2, 3, 4]; let i = 0; v[i++] += 10; v[i++] = v[i++] + (v[i] = 7); const g = (...a) => a; return [v, i, g(i, i++, i), g(...v, i = 2, i), \`\${i}\${i = 9}\${i}\`]; }`,
    ...numbers,
  ),
  program(
    'order of effects',
    `function f(x) { let a = 1; log(log(1) + (a = log(2)) * log(3) + a); const o = { get p() { log('get'); return 1; }, set p(v) { log('set ' + v); } }; o.p += 2; o.p++; (log(o)).p = (log(4), a = 5); return a; }`,
  ),
  program(
    'order of calls with an assignment',
    `function f(x) { const o = { m(a, b) { return [this.k, a, b]; }, k: 1 }; let p = o; const r = p.m(x, p = null); let q = 3; const g = () => ++q; return [r, q + g() + (q = 10) + g() + q]; }`,
    ...numbers,
  ),
  program(
    'optional chaining',
    `function f(x) { const o = x > 0 ? { a: { b: [x], m(v) { return [this.b, v]; } } } : null; return [o?.a.b[0], o?.a?.m(3), o?.['a'].b?.[0], o?.z?.(1), o?.a.m?.(2), (o?.a)?.b.length, o?.zz?.a.b.c]; }`,
    ...numbers,
  ),
  program(
    'optional chaining with effects',
    `function f(x) { const o = { g() { log('g'); return x > 1 ? this : undefined; }, k: 4, m() { return this.k; } }; log(o.g()?.m()); log(o.g()?.[log('k')]); let y = 0; log(o.g()?.m?.(y = 3)); return [y, o.g()?.g()?.k]; }`,
    ...numbers,
  ),
  program(
    'short circuits',
    `function f(x) { return [x > 1 && log('a'), x > 1 || log('b'), (x > 1 ? null : x) ?? log('c'), x > 1 ? log('d') : log('e')]; }`,
    ...numbers,
  ),
  program(
    'closures see each iteration',
    `function f(n) { const fs = []; for (let i = 0; i < n; i++) { fs.push(() => i); if (i === 2) i++; } for (const x of [1, 2]) fs.push(() => x); let j = 0; while (j < 2) { const k = j; fs.push(() => k + j); j++; } return fs.map((g) => g()); }`,
    ...numbers,
  ),
  program(
    'closures that assign',
    `function f(n) { let c = 0; const bump = (by) => { c += by; return c; }; if (n > 1) bump(2); else { bump(5); } for (const x of [1, 2, 3]) bump(x); [1, 2].forEach((v) => { if (v > 1) c *= 2; }); return [c, bump(1) + c]; }`,
    ...numbers,
  ),
  program(
    'hoisted functions and variables',
    `function f(n) { var r = g(n); if (n > 1) { var z = 3; return h() + z; function h() { return z; } } return [r, z, g(z)]; function g(v) { return v === undefined ? 'u' : v + 1; } }`,
    ...numbers,
  ),
  program(
    'var in loops',
    `function f(n) { for (var i = 0, s = 0; i < n; i++) { var t = i * 2; if (t > 4) break; s += t; } for (var k of [1, 2]) s += k; for (var q in { a: 1 }) s += q; return [i, s, t, k, q]; }`,
    ...numbers,
  ),
  program(
    'a variable that is used before',
    `function f(n) { const g = () => y; if (n > 3) return n; let y = n + 1; const { a, b: [c] } = { a: y, b: [2] }; if (n > 2) return g() + a; return [g(), c]; }`,
    ...numbers,
  ),
  program(
    'shadowing',
    `function f(x) { let y = 1; if (x > 1) { let y = 5; y += x; if (y > 7) return y; let x2 = y; y = x2; } { let x = 3; y += x; } for (let x = 0; x < 2; x++) { y += x; } return x + y; }`,
    ...numbers,
  ),
  program(
    'try and finally',
    `function f(n) { let s = 0; for (let i = 0; i < 6; i++) { try { if (i === n) break; if (i === 1) continue; if (i === 4) return ['r', s]; s += i; } finally { s += 100; } s += 1000; } return s; }`,
    ...numbers,
  ),
  program(
    'exceptions',
    `function f(n) { let s = 'a'; const t = (v) => { if (v > 1) throw new Error('v' + v); return v; }; try { s += t(n); s += 'b'; } catch (e) { s += e.message; if (n > 3) return s + '!'; } finally { s += 'c'; } return s; }`,
    ...numbers,
  ),
  program(
    'a value from before an exception',
    `function f(n) { let x = 1; try { if (n > 0) { x = 2; if (n > 1) throw 3; x = 4; } } catch { return [x]; } return x; }`,
    ...numbers,
  ),
  program(
    'finally that returns',
    `function f(n) { let s = 0; for (;;) { try { s++; if (n === 1) return 'inner'; if (n === 2) throw new Error('lost'); if (n === 3) break; } finally { if (n < 3) return ['finally', s]; if (s < 3) continue; } if (s > 4) break; } return s; }`,
    ...numbers,
  ),
  program(
    'finally that sometimes leaves',
    `function f(n) { let s = ''; a: { try { s += 1; if (n > 2) return s; if (n > 1) throw new Error('x'); } finally { s += 2; if (n % 2) break a; } s += 3; } return s; }`,
    ...numbers,
  ),
  program(
    'throw in branches',
    `function f(n) { if (n > 3) throw new RangeError('big'); let y; if (n > 1) { y = n; } else { throw 'small'; } return y; }`,
    ...numbers,
  ),
  program(
    'this and properties',
    `function f(n) { if (n > 1) { this.w = n; this.inner.count += 1; } else this.w++; for (const x of [1, 2]) { this.inner.count += x; if (n > 2) break; } this['w'] *= 2; return [this.w, this.inner]; }`,
    ...numbers,
  ),
  program(
    'arguments and defaults',
    `function f(a, b = a + 1, { c = b * 2, ...d } = {}, ...e) { if (a > 1) { a = arguments.length; } return [a, b, c, d, e, arguments[0]]; }`,
    [1],
    [2, 3, { c: 1, z: 2 }, 4, 5],
    [0, undefined, { q: 1 }],
  ),
  program(
    'destructuring',
    `function f(n) { let a = 1, b = 2; if (n > 1) [a, b] = [b, a + n]; ({ a, b = 3, } = { a: b }); const [p, , ...q] = [1, 2, 3, n]; const v = [1, 2, 3]; [v[0], v[2]] = [v[2], v[0]]; const r = ([a, b] = [7, 8]); return [a, b, p, q, v, r]; }`,
    ...numbers,
  ),
  program(
    'elements',
    `function f(n) { let v = [1, 2, 3]; const w = { a: 1 }; for (let i = 0; i < 3; i++) { v[i] = v[i] * n; w['k' + i] = i; if (i < 1) w.a++; } if (n > 1) v[0] = 9; else v.push(4); this.list[1] += n; const z = (v[1] = 5); return [v, w, this.list, z]; }`,
    ...numbers,
  ),
  program(
    'maps and sets',
    `function f(n) { const m = new Map(); const s = new Set([1]); const out = []; for (let i = 0; i < n; i++) { if (i % 2) { m.set(i, i * 2); s.add(i).add(i + 10); } else { out.push(i); } } if (n > 2) s.delete(1); else m.clear(); return [m, s, out]; }`,
    ...numbers,
  ),
  program(
    'classes',
    `function f(n) { class Base { #p = 1; static s = 2; k = n > 1 ? 5 : 6; constructor(v) { this.v = v; if (v > 2) this.v = -v; } get p() { return this.#p; } set p(v) { if (v > 1) this.#p = v; } #m(v) { return this.#p + v; } call(v) { this.#p += 1; return this.#m(v); } who() { return 'base'; } } class Derived extends Base { constructor(v) { super(v + 1); if (n > 2) this.z = 1; } who() { if (n > 1) return super.who() + '!'; return 'derived'; } static { Base.s += n; } } const d = new Derived(n); d.p = n; return [d, d.p, d.call(3), d.who(), Base.s, #x in d2(), d?.who()]; function d2() { return {}; } }`.replace(
      '#x in d2(), ',
      '',
    ),
    ...numbers,
  ),
  program(
    'objects with methods',
    `function f(n) { const o = { k: n, get g() { if (this.k > 1) return 'big'; return 'small'; }, m(a = this.k) { for (;;) { if (a > 5) return a; a++; } }, async am() { return 1; }, *gen() { for (const x of [1, 2]) { if (x > n) return; yield x; } }, ['c' + n]: 1 }; return [o.g, o.m(), [...o.gen()], o]; }`,
    ...numbers,
  ),
  program(
    'nested functions',
    `function f(n) { function fact(k) { if (k <= 1) return 1; return k * fact(k - 1); } const each = (xs, g) => { const out = []; for (const x of xs) { if (x === 2) continue; out.push(g(x)); } return out; }; return [fact(n), each([1, 2, 3], (x) => (x > 1 ? x : -x)), each([n], function (x) { return this === undefined ? x : arguments.length; })]; }`,
    ...numbers,
  ),
  program(
    'async',
    `async function f(n) { const later = async (v) => { if (v > 1) return v; return -v; }; let s = 0; for (const x of [1, 2, 3]) { s += await later(x); if (s > n) break; } try { await Promise.resolve(1); } finally { s++; } return s; }`,
    [2],
    [100],
  ),
  program(
    'sequences and void',
    `function f(x) { let a; for (a = 0, x++; a < 3; a++, x += 2); return [(a++, x), void a, typeof zzz, typeof a, !a, -x, +x, ~x, x & 1, 'w' in this, [] instanceof Array]; }`,
    ...numbers,
  ),
  program(
    'compound operators',
    `function f(x) { x += 2; x -= 1; x *= 3; x /= 2; x %= 5; x **= 2; x <<= 1; x |= 1; x >>= 1; x >>>= 1; x ^= 3; x &= 15; return x; }`,
    ...numbers,
  ),
  program(
    'comparisons',
    `function f(x) { return [x == '1', x != 1, x === 1, x !== 1, x < 2, x <= 2, x > 2, x >= 2, null == undefined, 'a' + x + 1]; }`,
    ...numbers,
  ),
  program(
    'templates and spread',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a program
    "function f(x) { const tag = (s, ...v) => [s.raw, v]; return [`a${x}b${x + 1}`, tag`p${x}q`, [...'ab', ...[x]], Math.max(...[1, x], 3), { ...{ a: x } }]; }",
    ...numbers,
  ),
  program(
    'loops in branches and branches in loops',
    `function f(n) { let s = 0; if (n > 1) { for (let i = 0; i < n; i++) { if (i === 3) return s; while (s < 10) { s += i + 1; if (s === 7) break; } } s++; } else if (n === 1) { do { s++; if (s > 2) return 'one'; } while (true); } else { s = -1; } return [s]; }`,
    ...numbers,
  ),
  program(
    'code after a return',
    `function f(n) { if (n > 1) { return g(); n = 5; } return n; function g() { return v; } var v = 3; }`,
    ...numbers,
  ),
  program(
    'dead code declares',
    `function f(n) { for (;;) { if (n > 2) { break; let q = 1; } else { return n; } } return typeof q; }`,
    ...numbers,
  ),
  program(
    'module variables',
    `let total = 0; let v = [0]; function f(n) { if (n > 1) total += n; else total = -1; v[0] += n; total++; const a = total + bump() + (total = 5); return [total, v, a]; } function bump() { return ++total; }`,
    ...numbers,
  ),
  program(
    'generators inside',
    `function f(n) { function* g(k) { while (k > 0) { const r = yield k--; if (r) return; } } const out = []; for (const x of g(n)) { if (x === 2) continue; out.push(x); } return out; }`,
    ...numbers,
  ),
  program(
    'functions without names beside assignments',
    `function f(n) { let b; const z = (x) => x; return [z(n > 1 ? (b = 2, function (t) { return t + b; }) : (b = 3, (t) => t)).name, z((b = 4, n) && (b = 5, function () {})).name, z((b = 4, undefined) ?? (b++, () => 1)).name, z(function () {} || (b = 1)).name, z(function () {} && (b = 1, class {})).name]; }`,
    ...numbers,
  ),
  program(
    'values of yield*',
    `function f(n) { function* g(k) { let c = 0; while (k > 0) { yield k; k--; c++; if (c > 4) return -c; } return c; } function* h(k) { let s = 1; s += yield* g(k); if ((yield* g(s)) > 2) yield 10; return s + (yield* [s]) + 1; } const out = []; for (const x of h(n)) { if (x === 2) continue; if (out.length > 7) break; out.push(x); } return out; }`,
    ...numbers,
  ),
  program(
    'opted out inside',
    `function f(n) { function g(k) { "use no graph"; for (var i = 0; i < k; i++) if (i > 2) return i; return -1; } return g(n); }`,
    ...numbers,
  ),
  program(
    'one branch assigns what the other reads',
    `function f(x) { let y; if (x > 1) { x = x + 1; y = x; } else { y = x; } return y; }`,
    ...numbers,
  ),
  program(
    'comma in for head',
    `function f(n) { const r = []; for (let i = 0, j = n; i < j; i++, j--) r.push(i * 10 + j); return r; }`,
    ...numbers,
  ),
  program(
    'catch parameter and nested try',
    `function f(n) { let r = []; try { try { if (n > 1) throw { a: n }; } catch ({ a: [b] = [7] }) { r = [b]; throw new Error('again'); } finally { r = [...r, 'f']; } } catch (e) { r = [...r, e instanceof TypeError]; } return r; }`,
    ...numbers,
  ),
  program(
    'strings and numbers add',
    `function f(n) { let s = ''; for (const c of 'abc') { s += c + n; if (c === 'b') { s += '|'; continue; } s += ','; } return s; }`,
    ...numbers,
  ),
  program(
    'new.target and in',
    `function f(n) { function P(v) { if (!new.target) return new P(v); this.v = v; } return [P(n), new P(1), 'v' in P(2)]; }`,
    ...numbers,
  ),
  program(
    'a label on an if and a block in a loop',
    `function f(n) { let r = ''; for (let i = 0; i < 3; i++) { skip: if (i !== n) { r += i; if (i > 0) break skip; r += 'x'; } r += ';'; } return r; }`,
    ...numbers,
  ),
];

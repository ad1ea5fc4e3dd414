/** A program that once failed, made as small as it could be. */
export interface Found {
  readonly why: string;
  /** The body of `program(a, b, n, v, flag)`. */
  readonly body: string;
}

export const found: readonly Found[] = [
  {
    why: 'A body may declare a variable that has the name of what the head of its for-of assigns',
    body: 'let x = 0; for (b of [a, 2]) { let b = 1; x += b; } return x + b;',
  },
  {
    why: 'A body may declare a variable that has the name of the one in the head of its for-of',
    body: 'let x = 0; for (let y of [a, 2]) { let y = x; x = y + 1; } return x;',
  },
  {
    why: 'A default of a pattern that assigns is staged, and the assignment is state',
    body: 'let x = a; for (let y of v) { let { d = x += 4 } = { c: 1 }; x = (x + d) % 16; } return x;',
  },
  {
    why: 'A default of a parameter that assigns is staged',
    body: 'let x = a; const f = (p = x++) => p * 2; if (a > b) return f() + x; return f(3) + x;',
  },
  {
    why: 'A function that is declared behind its caller changes variables that are declared before the caller',
    body: 'let x = a; f(); return x; function f() { if (flag) x--; record(x); }',
  },
  {
    why: 'So does one that another such function calls',
    body: 'let x = a; f(); return x; function f() { if (a > b) g(); record(x); } function g() { x = x + 1; }',
  },
  {
    why: 'A function changes a variable where another one hides it',
    body:
      'let y = 2; if (n > 0) { let a = 1; if (flag) f(); y += a; } return y + a; ' +
      'function f() { if (b > 0) [y, a] = [a, y]; }',
  },
  {
    why: 'An array that a branch makes, and a loop in it fills, is no state of the branch',
    body: 'let x = a; if (a > 0) { const s = []; for (let k = 0; k < 2; k++) s.push(() => k); x = s[0]() + s[1](); } return x;',
  },
  {
    why: 'Nor is one that a closure fills which the branch makes',
    body:
      'let x = a; if (a > 0) { let s = []; const add = (e) => { s.push(e); }; add(() => 1); add(() => b); ' +
      'x = s[0]() + s[1](); } return x;',
  },
  {
    why: 'An array that a branch makes may become longer there',
    body: 'let x = a; if (a > 0) { const out = [1]; out[1] = x; x = out[0] + out[1]; } return x;',
  },
  {
    why: 'A variable of a branch in a branch that a closure assigns is no state of the outer one',
    body:
      'let x = a; if (b > 0) return 1; if (flag) return 2; const s = []; ' +
      'for (const k of [1, 3]) { let y = x % 16; s.push(() => (y = y + k)); } return s[0]() + s[1]();',
  },
  {
    why: 'An object that the body of a loop takes from a pattern is its own, also in let',
    body: 'let x = a; if (b > 0) { for (let k = 0; k < n; k++) { let { ...o } = { p: 1 }; o.r = flag ? x : b; x = o.r + o.p; } } return x;',
  },
  {
    why: 'The test of a loop in a try block stands for itself where nothing throws',
    body: 'let x = a; try { for (const e of v) { x += e; if (e > 0) break; } } catch { x = 1; } return x;',
  },
  {
    why: 'A setter is no state: the getter need not give what was set',
    body:
      'class C { total = 1; get half() { return this.total * 2; } set half(to) { this.total = to; } } const c = new C(); ' +
      'for (const k of range(0)) c.half %= 16; if (a > b) c.half = 2; else if (n > 0) c.half += 3; return c.total;',
  },
  {
    why: 'What only the handler of a try statement reads is merged at its end',
    body: 'let x = b; try { if (flag) throw 0; } catch { record(x); if (a > 0) x = a * 2; } return b;',
  },
  {
    why: 'A handler may change an array in place that a let holds',
    body: 'let s = [a, b]; try { if (n < 2) throw new Error(); } catch { if (a > 0) s[1] *= 2; } return s[1];',
  },
  {
    why: 'A return whose value throws has not happened where the exception is caught',
    body:
      "const f = () => { if (a > 0) throw new Error('no'); return 5; }; let x = 1; " +
      'try { if (n > 0) return f(); x = 3; } catch { x += 2; } return x;',
  },
  {
    why: 'Nor has a return in whose finally block another exception is thrown',
    body: 'try { try { if (b > 0) return 1; } finally { if (flag) throw 2; } } catch {} return 0;',
  },
  {
    why: 'Nor has a break',
    body: 'let x = 1; for (const k of range(3)) { try { try { if (k > 0) break; } finally { if (flag) throw 2; } } catch { x *= 2; } } return x + a;',
  },
  {
    why: 'A throw before a finally is decided by the branch around the statement',
    body: "if (n === 0) { try { throw new RangeError('thrown 1'); } finally { record(1); } } return 1;",
  },
  {
    why: 'Or by the case of a switch',
    body: "switch (n) { case 0: try { throw new RangeError('thrown 1'); } finally { record(1); } case 1: record(3); } return 1;",
  },
  {
    why: 'A return in a finally that a tensor decides about drops an exception that JavaScript throws',
    body: "try { throw new RangeError('thrown 1'); } finally { if (b > 0) return 0; } return 1;",
  },
  {
    why: 'So does a break in a loop',
    body: "for (const k of range(3)) { try { throw new RangeError('thrown 1'); } finally { if (b > 0) break; record(5); } } return 1;",
  },
  {
    why: 'The head of a for-of assigns properties that others have too',
    body:
      'class C { total = b; m() { for (this.total of [tf.sum(v)]) {} } } const c = new C(); ' +
      'if (0.25 != c.total) { c.m(); } else if (c.total == 1) {} return c.total;',
  },
  {
    why: 'And variables of the function around',
    body: 'let x = 0.5; function f(k) { for (x of [k / 4]) { continue; } return v; } if (flag) { const w = 0 !== n ? f(n) : v; } return x;',
  },
  {
    why: 'A branch in a try block may assign what the finalizer assigns anyway',
    body: "let y = 0, x = a; try { switch (n) { case 1: if (flag) throw 'thrown 0'; default: y = n / 4; } } catch {} finally { y = x; } return y;",
  },
  {
    why: 'Minus zero is an index',
    body: 'const xs = [1, 4, 6]; let i = 0; if (a > b) { i *= -1; i %= 8; } return xs[Math.abs(i % 3)];',
  },
  {
    why: 'What is thrown may have been made in the branch that throws it',
    body: 'let r = 0; try { if (a > b) { let y = a * 2; throw { code: y }; } r = 5; } catch (e) { r = e.code; } return r;',
  },
  {
    why: 'It may be chosen there',
    body: 'let r = 0; try { if (b > 0) throw n > 2 ? 1 : 2; r = 4; } catch (e) { r = e; } return r;',
  },
  {
    why: 'One place may throw several values',
    body: 'let r = 0; try { for (const k of [1, 2, 3]) { const y = a * k; if (y > 2) throw { code: y, at: k }; } } catch (e) { r = e.code * 10 + e.at; } return r;',
  },
  {
    why: 'An error keeps what it was given in a loop',
    body:
      "class E extends Error { constructor(code) { super('bad'); this.code = code; } } let r = 0; " +
      'try { for (let k = 0; k < n; k++) { const y = a * k; if (y > 1) throw new E(y); r++; } } catch (e) { r += e.code; } return r;',
  },
  {
    why: 'An object that was there before stays the same one',
    body: 'let r = 0; const o = { v: 1 }; try { if (a > b) { o.v = a * 2; throw o; } } catch (e) { r = e === o ? e.v : -1; } return r + o.v;',
  },
  {
    why: 'A variable that only a loop sets need not be set where only a closure has it',
    body: 'for (let k = 0; k < n - 9; k++) { for (var y of [a]) { () => y; } } return 1;',
  },
  {
    why: 'It has to be where it is read',
    body: 'let y; const f = () => y; for (let k = 0; k < n; k++) { y = a; } if (n > 0) return f(); return 1;',
  },
  {
    why: 'So it is with one that only a loop in the loop sets',
    body: 'let y; const f = () => y; for (let k = 0; k < n; k++) { for (let j = k; j < n; j++) { y = a; } } if (n > 0) return f(); return 1;',
  },
  {
    why: 'A loop that need not run may go on with what only the iterations of another one give a value',
    body: 'let y; const f = () => y; for (let k = 0; k < n; k++) y = a; for (let k = 0; k < n; k++) y = y + 1; return n > 0 ? f() : 1;',
  },
  {
    why: 'So may the loop in a loop',
    body: 'let y; for (let k = 0; k < n; k++) y = a; for (let k = 0; k < n; k++) { for (let j = 0; j < n; j++) y = y + j; } return n > 0 ? y : 1;',
  },
  {
    why: 'A loop that has run gives a value to what an earlier one left without',
    body: 'let y; for (let k = 0; k < n - 2; k++) y = a; let left = 2; while (left > b - 9) { y = left; left = left - 4; } return y;',
  },
  {
    why: 'Kernels of a GPU never wait for each other, whatever waited to be put into one of them',
    body:
      'let x = b; let y = 2; let i = n; let w = tf.add(v, 1); l5: for (let [y3] of [[w[0]]]) { const o6 = { p: (() => { ' +
      'return y3; })() % 16 }; b = o6?.p; } if (0) {} else { if (a === x) return { p: 0, q: tf.clipByValue(w, 0, 16) }; ' +
      '} x = b; if (n != 2) { record(1); return { p: a, q: tf.add(v, x) }; } 0 <= x || (y = 0.5); return { p: b, q: 0 ? ' +
      'v : w }; 0;',
  },
  {
    why: 'A part of a pattern may be a property of an element',
    body: 'const s = [0, { q: 0 }]; if (flag) { [[s[1].q]] = [[b]]; } return s[1].q;',
  },
  {
    why: 'A part of a pattern may be a property of an object that a tensor chooses',
    body: 'const p = { n: 1 }, q = { n: 2 }; const o = flag ? p : q; if (a > 0) [o.n, p.n] = [7, o.n]; return [p.n, q.n];',
  },
  {
    why: 'A whole number in an array is a fraction beside those that a branch pushes',
    body: 'const t = [3]; for (const k of range(2)) { if (a == 0.5) t.push(b); } return t.length;',
  },
  {
    why: 'An element of an array of numbers is a number, whatever its index is',
    body: 'const s = [1, 2]; const t = [b]; let y = 0.5; if (a > 0) { t.push(s[Math.abs(n % 2)]); y = s[Math.abs(n % 2)]; } return [t.length, y];',
  },
  {
    why: 'A Map that a branch makes is nothing that the other branch has',
    body: "if (a !== b) { while (f()) {} function f() { const m = new Map([['p', Math.abs(a)]]); m.set('p', 0); for (const y of []) { () => m; } } } return 1;",
  },
  {
    why: 'A Map from before keeps what a called function in a test sets, beside one that the function makes',
    body: "const s = new Map([['k', a]]); let t = 0; if (a > b) { while (f()) { t += 1; } function f() { const m = new Map([['p', [Math.abs(a)]]]); m.set('p', [0, 1]); m.get('p')[0] = s.get('k'); s.set('k', s.get('k') + m.get('p')[1]); return t < 3; } } return s.get('k') + t;",
  },
  {
    why: 'A loop over a Map comes to a key once, whatever branches set it to',
    body: 'const m = new Map(); for (const k of [1, 2]) m.set(k, a * k); for (const [k, y] of m) if (y > 0) m.set(k, y - 1); return [...m.values()];',
  },
  {
    why: 'So it is with a Set that called functions change',
    body: 'const m = new Set([1, 2, 3]); let t = 0; for (const k of m) { if (a * k > 1) { t += k; const f = () => { if (m.has(2)) { m.delete(9); m.add(1); } }; f(); } } return [t, m.size];',
  },
  {
    why: 'So it is with callbacks, and with keys',
    body: "const m = new Map([['p', a], ['q', b]]); let t = 0; m.forEach((y, k) => { if (y > 0) { m.set(k, 0); t += y; } }); for (const k of m.keys()) { if (m.get(k) < 0) m.set(k, 1); } return [t, ...m.values()];",
  },
  {
    why: 'A whole number stays one where a tensor decides whether a loop ends before it is replaced',
    body: 'let w = [1, 2, 3], m = 4; for (const k of v) { let c = 0; do { c++; m = Math.round(b * k) % 8; if (flag) break; if (b >= b) break; } while (c < 3 && b > 0); w[Math.abs(m % 3)] = 3; } return w;',
  },
  {
    why: 'So it is in a branch and in what a loop carries on',
    body: 'let k = Math.floor(a) + 2; if (b > 0) k = Math.round(b); while (k > 2) k -= 2; let s = v[Math.abs(k) % 3]; for (const e of v) { if (e > 1) k = e * 0.5; } return [s, k];',
  },
  {
    why: 'A branch may iterate over what it makes itself: keys, an iterator of a Map, what code that is not staged gives',
    body: 'let s = 0; if (a > 0) { for (const k in v) s += Number(k); for (const k of new Map([[1, 2]]).keys()) s += k; const it = v[Symbol.iterator] ? [b, 2].values() : null; s += it.next().value; for (const y of it) s += y; } return s;',
  },
  {
    why: 'a hoisted function uses what is declared behind a statement with a jump of its own and an early return',
    body: `try { record(a); } finally { switch (n) { case 1: if (flag) break; record(2); } }
if (a > 0 && flag) return 1;
const m = [b];
function f() { return m[0] + a; }
return f();`,
  },
  {
    why: 'A conditional in a function that a loop calls sets an element of an array in an array',
    body: `let i = 1;
const s = [[a, a], [a, a * 2]];
class C { m() {
for (let k = 0; k < 2; k++) { record(s[1][1]); }
if (2 > n) { b %= 16; s[1][1] = b; }
} }
const c = new C();
let k = 0;
while (k < 4 && flag) { k++; if (k == i) c.m(); }
return [s[1][1], b];`,
  },
  {
    why: 'NaN is a state of a loop that another iteration may leave as it is',
    body: 'let x = NaN, w = [NaN, b], best = NaN; while (b < 4) { if (!(b <= best)) best = b; b++; if (a > 0) x = best; w[0] = w[1]; } const m = new Map([[1, NaN]]), o = { last: NaN }; do { o.last = m.get(1); m.set(1, b); b--; } while (b > a); return [x, x === x, best, w, o.last, m.get(1)];',
  },
  {
    why: 'a row of numbers, among which is a fraction, put at a tensor into an array of whole ones, and changed again',
    body: 'const s = [[0, 1], [0, 1], [0, 1], [0, 1]]; let k = 0, r = 0, t = 1; if (a > 0) k = 1; s[k] = [a, b]; for (let i = 0; i < 3; i++) { switch (n) { case 0: s[k] = [r, t]; k++; r = 0; t = 1; break; case 1: t *= v[i]; break; default: r += t; t = 1; } } return [s, r, t];',
  },
  {
    why: 'the last element of an array that may be empty',
    body: 'const kept = []; for (const e of v) if (e > n) kept.push(e); return [kept.at(-1) ?? -1, kept.at(-2) ?? -2, kept.at(0) ?? -3];',
  },
  {
    why: 'an object of an array that may be empty may be asked for, changed and returned',
    body: `const kept = []; for (const e of v) { const last = kept.at(-1); if (last === undefined || e > last.e) kept.push({ e }); else last.e += a; }
const list = []; for (const e of v) if (e > n) list.push({ e }); if (list.at(-1)) list.at(-1).e *= 2; const first = list[0]; const popped = list.pop();
return [kept.map((one) => one.e), first ? first.e : -1, popped === undefined ? -2 : popped.e, list.length];`,
  },
  {
    why: 'A row of an array in an array stays the same array in a loop that changes its elements by either name',
    body: 'const s = [[a, b], [b, a]], o = s[0]; let k = 0; while (k < 1 && a > 1) { k++; s[0][1] = o[0]; if (b > 0) o[0]++; } o[0]++; return [s[0][0], s[0][1], o[0], o[1]];',
  },
  {
    why: 'So does an object in an array',
    body: 'const s = [{ p: a, q: b }, { p: b, q: 1 }], o = s[0]; let k = 0; while (k < n) { k++; s[0].q = o.p; for (const e of s) e.p += 1; o.p *= 2; } o.p++; return [s[0].p, s[0].q, o.p, o.q, s[1].p];',
  },
  {
    why: 'What follows a loop that may throw tells of what its closures assign',
    body: "let y = b; try { if (a > 0) { while (y < 3) { if (a > b) throw new Error('t'); y++; } let c = a; const f = () => c = c + 2; y += f() + f(); } } catch (e) { } return y;",
  },
  {
    why: 'A loop may give a number that is missing where a tensor decided so, and later iterations find it there',
    body: 'let u, w = null, k = 0; if (a >= 2) u = b; if (b > 0) w = b; while (k < n) { k++; if (u === undefined) u = b + k; w ??= a * k; } return [u ?? 7, w ?? 8];',
  },
  {
    why: 'Getters and setters of an object stay such where a tensor chooses it, and belong to one object only',
    body: 'const mk = (p, k) => ({ p, get d() { return this.p * k; }, set d(x) { this.p = x; } }); let o = mk(a, 2), q = null; if (a > 0) { o = mk(b, 3); q = mk(a, 4); } o.p += 1; if (q) q.d = 4; const s = []; if (b > 0) s.push(mk(1, 2)); else s.push(mk(2, 5)); s[0].p = 5; o.d = o.d + 1; return [o.p, o.d, q?.d ?? 1, s[0].d];',
  },
  {
    why: 'So do those of one that what follows an early return makes, which a function in front of it uses',
    body: 'if (n <= 0) return b; const o = { p: b - a, get double() { return this.p * 2; } }; function f() { o.p += 1; return o.p; } return f() + o.double;',
  },
  {
    why: 'An element is put into the array itself where the other branch throws',
    body: "let s = [a, b]; const t = s; if (a > -9) { s[0] = b; } else { throw new RangeError('thrown 0'); } if (b > 0.5) return [1, 1, 1]; if (a > -8) { s[1] = a * 2; } else { throw new RangeError('thrown 0'); } return [s[0], s[1], t[0]];",
  },
  {
    why: 'A handler may change an object that may be missing',
    body: "let o = flag ? { p: b, q: 1 } : null, c = 0; try { record(a); if (a > 1) throw new Error('x'); } catch (error) { if (o) o.q = b; } finally { if (o) o.p += 1; } return [o?.q ?? 0, o?.p ?? -1];",
  },
  {
    why: 'What is no number is not at any index of an array, though it is the same tensor',
    body: 'const nan = (a - a) / (b - b); return [nan].indexOf(nan) * 100 + [1, nan].lastIndexOf(nan) * 10 + ([nan].includes(nan) ? 1 : 0);',
  },
  {
    why: 'A literal zero times infinity, or divided by zero, is no number on any executor',
    body: 'const z = a - a, i = 1 / z; return [0 / z, 0 * i, i * 0, 0 / b, 0 * b, -0 / z].reduce((s, x) => s * 3 + (Number.isNaN(x) ? 1 : x === 0 ? 2 : 0), 0);',
  },
  {
    why: 'What follows a throw keeps the objects that it goes through, one after the other, as they are',
    body: 'let l = null; for (const e of v) if (flag) l = { e: b, next: l }; try { let o = l; while (o !== null) { record(o.e); o = o.next; } } catch {} return a;',
  },
  {
    why: 'An object that a branch replaces before it throws is what it was under another name',
    body: 'let o = { p: a }, q = o; try { if (flag) { o = null; throw 1; } o.p = 7; } catch { record(q.p); } return q.p;',
  },
  {
    why: 'What is assigned at the end of an array is added to it',
    body: 'const s = []; for (const e of v) if (e > 1) s[s.length] = e; s[s.length] = a; return [s.length, s[s.length - 1]];',
  },
  {
    why: 'One of two arrays may be empty, and what is assigned to its first element is added to it',
    body: 'const p = [], q = [a]; const s = flag ? p : q; for (const e of v) { if (s.length > 0) s[0] = e; } return [p.length, q[0]];',
  },
  {
    why: 'What a branch leaves before a throw is dead where what follows the throw puts another value there',
    body: 'try { while (a > 3) { if (n !== 2) n = n * 2; if (a >= b) throw 0; n = -1; } } catch (e) { }',
  },
  {
    why: 'So it is in a switch of a loop that runs its body first',
    body: 'try { do { switch (n) { default: n = n * 2; case 2: if (a >= b) throw 0; n = -1; } } while (a > 3); } catch (e) { }',
  },
  {
    why: 'The handler of a loop goes on from elements that are null in the first iteration',
    body: 'const o = { p: null, q: [null, 1] }; let i = 0; try { while (i < n) { if (o.p === null && o.q[0] === null) i += 0; if (b > a) throw 0; o.p = i; o.q[0] = i; i++; } } catch (e) { return [o.p ?? -1, o.q[0] ?? -3]; } return [o.p ?? -2, o.q[0] ?? 0];',
  },
  {
    why: 'Which kind an object is of, or that there is none, are two variables of a loop',
    body: 'let o = undefined; const i = 1; if (-3 !== n) o = { p: 2, q: 1 }; for (const e of v) { switch (b) { default: break; case 1: record(i); case 2: o = { p: (i / 4) % 16, q: a % 16 }; } if (-a >= 0.5) { const y = o == null || o.q < b; const s = []; s.push(b % 16); record(y ? s[0] : 2); } else { if (!(o === undefined)) continue; } } return o === undefined ? 1 : o.q;',
  },
  {
    why: 'A loop that is left, in a branch that throws behind it, leaves the function no other way',
    body: 'if (b > 100) { for (const x of v) { if (x > 1) break; } throw new RangeError("t"); } const o = { z: a }; return o.z;',
  },
  {
    why: 'A variable of an iteration that a callback gives an object that a tensor chooses is none of the branch around the loop',
    body: 'let t = 0; if (!flag) { for (let y of v) { let o = undefined; [a].forEach(() => { o = a > 1 ? { y } : o; }); t += o?.y ?? 1; } } return t;',
  },
  {
    why: 'What a comparison tells of a number that tensors choose holds only where the branches around hold too',
    body: 'switch (b) { case 2: if (b !== 1) return 0; break; case 1: record(1); default: } return 7;',
  },
  {
    why: 'Who else has the object sees its change where another branch puts it in the variable again that nothing reads afterwards',
    body: 'let o = { p: a }; const k = o; if (n > 2) { o.p *= 2; } else if (flag) { o = a > b ? k : o; } return k.p;',
  },
  {
    why: 'An array that holds NaN grows in a loop',
    body: 'let s = a > 2 ? [] : [Infinity % 16]; let k = 0; do { k++; if (k > n) s.push(k); } while (k < 3 && flag); return s.length;',
  },
];

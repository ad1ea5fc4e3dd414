/** Bodies of `function program(log)`: what each construct of the language does, seen from what it logs, returns and throws. */
export const constructs: Record<string, string> = {
  'break takes no further item and closes the iterator': `
    const items = { [Symbol.iterator]() { let n = 0; return {
      next() { log('next'); return { value: n++, done: n > 5 } }, return() { log('return'); return {} } } } };
    for (const item of items) { log(item); if (item === 1) break; }
    outer: for (const a of [1, 2]) { for (const b of items) { if (b === 1) continue outer; log(a, b); } }
    const [x, y] = items; log(x, y); const [...all] = items; return all;`,
  'an error in the body closes the iterator': `
    function* items() { try { yield 1; yield 2 } finally { log('closed') } }
    try { for (const item of items()) { log(item); throw new RangeError('stop') } } catch (error) { log(error.message) }
    for (const item of items()) return item;`,
  'finally completes as it must': `
    function a() { try { return log('try') } finally { log('finally') } }
    function b() { try { throw new Error('lost') } finally { return 'kept' } }
    function c() { for (let i = 0; i < 3; i++) { try { if (i === 1) continue; log(i) } finally { log('f', i); if (i === 2) break } } return 'c' }
    function d() { l: try { return 1 } finally { break l } return 2 }
    function e() { try { try { throw 1 } finally { log('inner') } } catch (x) { return ['caught', x] } finally { log('outer') } }
    return [a(), b(), c(), d(), e()];`,
  'operands are evaluated from left to right': `
    const o = { get a() { log('a'); return { get b() { log('b'); return (...args) => args } } } };
    const f = (x) => { log(x); return x };
    log(f(1) + f(2) * f(3) - f(4)); log(f(0) || f(5) && f(6)); log(f(null) ?? f(7)); log(f(1) ? f(2) : f(3));
    const r = {}; r[f('k')] = f('v'); r[(f('m'), 'n')] ??= f('w');
    let i = 1; i += i++ + ++i; const list = [f(1), ...[f(2)], f(3)];
    return [i, list, r, \`\${f('t')}\${f('u')}\`, f(2) ** f(3), f('x') in r, typeof f(9), void f(8)];`,
  'values convert as they do': `
    const v = (n) => ({ valueOf() { log('valueOf'); return n }, toString() { log('toString'); return 'S' + n } });
    return [v(1) + v(2), v(1) * v(3), v(2) < v(1), v(1) == 1, \`\${v(4)}\`, +v(5), -v(6), [v(7)] + '', { [v(8)]: 1 },
      '3' * '4', '3' + 4, null + 1, undefined + 1, [] + {}, [] == false, NaN != NaN, -0 === 0, 0 / -0, 5 % -3, -5 % 3,
      2n ** 64n, 7n / 2n, -7n % 3n, 1n < 2, 2n == 2, '10' > 9, 'b' > 'a', 1 / -0];`,
  'big integers do not mix': `try { return 1n + 1 } catch (error) { return [error.name, error.message] }`,
  'an argument is asked for nothing': `
    const list = [1, 2]; list.some = list.flat = () => { log('asked'); return true };
    const trapped = new Proxy([1, [2]], { get(target, key) { log('get', key); return target[key] }, has(target, key) { log('has', key); return key in target } });
    const give = (x) => x, size = (x) => x.length;
    return [give(list) === list, size(list), [list].map(give)[0] === list, size(trapped), give(trapped) === trapped];`,
  'defaults that yield, in branches': `
    function* g(o, flag) { if (flag) { const { a = yield 'a', b: [c = yield 'c'] = [] } = o; yield [a, c] } else { for (const [p = yield 'p'] of [[1], []]) yield p } }
    function* h(o) { let p, q; if (o) { [p = yield 1, q = yield p] = o; ({ p, q = yield p } = { p: q }) } for ([p = yield 'z', q] of [[undefined, 3], [4]]) yield q ?? p; return p }
    function* k() { for (;;) { const { a = yield 'w' } = {}; if (a > 2) { const { b = yield 'in', c = b } = {}; return b + c } switch (a) { case 1: { const [q = yield 'one'] = []; yield q } default: { const [q = yield 'd', ...r] = []; yield q } } } }
    function* m() { try { if (log('m')) { const { z = yield 'try', y = log('y') } = {}; yield z } const { x = (yield 'x') ? yield 'then' : yield 'else' } = {}; yield x } finally { yield 'end' } }
    function* n(v, { w = v } = {}) { if (w) { const { a: { b = yield w } = yield 'a' } = {}; yield b } else { const f = ({ q = w } = {}) => q; yield f() } }
    const run = (it) => { const out = []; let r = it.next(), i = 0; while (!r.done && i < 20) { out.push(r.value); r = it.next(++i % 4) } return [out, r.value] };
    return [g({}, true), g({ a: 1 }, true), g({ b: [2] }, true), g({ b: [] }, true), g({}, false), h([]), h([7]), h(), k(), m(), n(1), n(0), n(0, { w: 2 })].map(run);`,
  'temporal dead zone': `
    try { log(early) } catch (error) { log(error.name, error.message) }
    let early = 1; { try { early = 2; log('never') } catch (error) { log(error.name) } let early; }
    try { new C() } catch (error) { log(error.name) } class C {} typeof later; var later = 3; return [early, later];`,
  'functions and variables are hoisted': `
    log(typeof declared, typeof variable); if (true) { var variable = 1; const f = inner(); function inner() { return 'inner' } log(f) }
    log(variable, declared()); return declared; function declared() { return 'declared' }`,
  'each iteration has variables of its own': `
    const fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i++); if (i === 1) i += 0 }
    for (const k in { a: 1, b: 2 }) fs.push(() => k); for (const x of [7, 8]) fs.push(() => x);
    for (var v = 0; v < 2; v++) fs.push(() => v); return [fs.map((f) => f()), fs.map((f) => f())];`,
  labels: `
    let n = 0; a: for (let i = 0; i < 4; i++) { b: for (let j = 0; j < 4; j++) { if (j === 2) continue a; if (i === 3) break a; if (i === 1) break b; n += 10 * i + j } }
    c: { n++; if (n > 3) break c; n = -1 } d: do { n++; if (n % 7) continue d; break d } while (n < 100); return n;`,
  switch: `
    const out = []; for (const x of [0, 1, 2, '2', NaN, 5]) { switch (log(x)) { case 0: out.push('zero'); default: out.push('default'); case 1: out.push('one'); break; case 2: { let y = 'two'; out.push(y) } } }
    switch (3) { case log(1): case log(3): log('hit'); case log(4): let z = 1; out.push(z) } return out;`,
  'destructuring reads and assigns in order': `
    const source = { get a() { log('a'); return undefined }, get b() { log('b'); return [1, , 3] }, c: { d: 4 }, e: 5, f: 6 };
    const key = (k) => { log('key', k); return k };
    const { a = log('default'), b: [x, y = log('y'), ...z], [key('c')]: { d }, ...rest } = source;
    let p = 1, q = 2; [p, q] = [q, p]; const t = {}; ({ e: t.e, f: t[key('g')] = 1 } = source);
    try { const { u } = null } catch (error) { log(error.name) } return [a, x, y, z, d, rest, p, q, t];`,
  'parameters have defaults, in order': `
    function f(a, b = log(a), { c = log('c'), ...d } = {}, [e] = [5], ...g) { return [a, b, c, d, e, g, arguments.length] }
    return [f.length, f(1), f(1, 2, { c: 3, x: 4 }, [6], 7, 8), f(undefined, null)];`,
  closures: `
    const counter = () => { let n = 0; return { up: () => ++n, get n() { return n }, set n(v) { log('set', v); n = v } } };
    const c = counter(); c.up(); c.n += 5; c.n++; const d = counter(); return [c.n, d.n, c.up(), counter.name, (() => {}).name];`,
  'this and arguments': `
    const o = { v: 1, m() { return [this.v, (() => this.v)(), arguments.length] }, f: function () { return this && this.v } };
    const { f } = o; return [o.m(1, 2), o['f'](), (0, o.f)(), (o.f)(), f.call({ v: 2 }), f.apply({ v: 3 }, []), f.bind({ v: 4 })(), o?.m(), o.none?.(log(1))];`,
  classes: `
    class A { #p = log('field'); static s = log('static'); static #q = 2; constructor(x) { log('A', x, new.target.name); this.x = x } get p() { return this.#p } set p(v) { this.#p = v } #m() { return this.#p } m() { return this.#m() + A.#q } static t() { return this.s } [log('computed')]() { return 1 } static { log('block', this.s) } }
    class B extends A { y = log('B field'); constructor() { log('before'); super(3); log(this.y) } m() { return super.m() + ':' + super.p } get [Symbol.toStringTag]() { return 'Bee' } static t() { return super.t() + '!' } }
    const b = new B(); b.p = 9; b.p += 1; try { A.prototype.m.call({}) } catch (error) { log(error.name) } try { A() } catch (error) { log(error.name) }
    return [b.m(), String(b), B.t(), A.name, B.length, b instanceof A, Object.keys(b), b.computed()];`,
  'getters, setters and proxies see each access once': `
    const seen = (name) => new Proxy({ v: 1, f() { return 2 } }, { get(t, k) { log(name, 'get', k); return t[k] }, set(t, k, v) { log(name, 'set', k, v); t[k] = v; return true }, has(t, k) { log(name, 'has', k); return k in t }, ownKeys(t) { log(name, 'keys'); return Reflect.ownKeys(t) }, deleteProperty(t, k) { log(name, 'delete', k); return delete t[k] } });
    const p = seen('p'); p.v += 1; p.v++; p.f(); 'v' in p; delete p.f; ({ ...p }); p.x ??= 3; p['x'] ||= 4; if (p === p && p != null && !(!p)) log('same'); return p.v;`,
  'generators and what iterates them': `
    function* g(n) { try { const r = yield n; log('sent', r); yield* [1, 2]; return 'end' } finally { log('finally') } }
    const it = g(0); log(it.next('ignored').value, it.next('r').value, it.return('early').value, it.next().done);
    return [[...g(5)], Math.max(...g(1)), Array.from(g(2)), new Set(g(3)), Object.fromEntries([['a', 1]])];`,
  'tagged templates': `
    const tag = (s, ...v) => { log(s.raw.join('|'), v); return s }; const same = () => tag\`a\${1}\\n\`;
    const o = { tag(s) { return [this === o, s[0]] } }; return [same() === same(), o.tag\`x\`, Object.isFrozen(same()), String.raw\`\\u\${2}\`];`,
  'comma, void, delete, in, instanceof, typeof': `
    const o = { a: 1, b: { c: 2 } }; return [(log(1), 2), void 0, delete o.a, 'a' in o, o instanceof Object, typeof undeclared, typeof o.b?.c, o.z?.y.x, delete o?.b.c, o];`,
  'assignments in conditions': `
    let a = null, b, n = 0; while ((b = n++) < 3 && (a ||= b)) log(a, b); if ((a = 5) > 3 && (b = a)) log(b); do { n-- } while (n); for (let i = 0, j = 9; i < j; i += 2, j--) log(i, j);
    a &&= a + 1; b ??= 1; let c; c ??= () => 1; return [a, b, n, c.name];`,
  'errors keep their identity': `
    class Own extends Error { name = 'Own' } const own = new Own('x', { cause: 1 }); let seen;
    try { (() => { throw own })() } catch (error) { seen = error === own } try { null.x } catch ({ name, message }) { log(name, message) } try { undefinedVariable } catch (error) { log(error.message) }
    try { ({}).x.y } catch (error) { log(error.message) } try { throw undefined } catch (error) { log(error) } throw seen ? own : 1;`,
  'accessors and symbols': `
    const s = Symbol('s'); const o = { [s]: 1, get ['x' + 1]() { return 2 }, 'a-b': 3, 4: 5, async f() {}, *g() {}, __proto__: { inherited: 6 } };
    return [o[s], o.x1, o['a-b'], o[4], o.f.name, o.g.name, o.inherited, Object.keys(o), o[s].toString(), JSON.stringify(o)];`,
  'array methods and holes': `
    const a = [3, , 1]; a.extra = 1; return [a.map((x) => x * 2), a.filter(() => true), a.reduce((x, y) => x + y), a.indexOf(undefined), a.includes(undefined), [...a], a.flatMap((x) => [x, [x]]), a.some((x) => x > 2), a.every((x) => x), a.find((x) => x === undefined), a.sort(), a.forEach.length, [1, 2, 3].at(-1), a.concat([[4]], 5), a.entries().next(), a];`,
  'sloppy blocks and deletes': `
    var x = 1; { var x = 2 } for (var i in [1, 2]); try { throw 1 } catch (x) { var x = 5 } return [x, i];`,
  recursion: `const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); function even(n) { return n === 0 ? true : odd(n - 1) } function odd(n) { return n === 0 ? false : even(n - 1) } return [f(12), even(51)];`,
  'new, spread and optional calls': `
    class P { constructor(...a) { this.a = a } } const f = (...a) => a.length; const u = undefined; return [new P(...[1, 2], 3), new P, f(...'abc', ...[,]), u?.(log(1)), u?.[log(2)].x, f?.(1), new (class { z = 1 })().z, Reflect.construct(P, [4])];`,
  'NaN is a number as any other': `
    const n = NaN, o = { n }, text = (x) => typeof x; let a = n, b = n; a ??= 1; b ||= 2; o.n ??= 3; let c = 0; c &&= n; if (n) log('true'); while (n) log('never'); switch (n) { case NaN: log('equal'); break; default: log('unequal') }
    log(n.toFixed(2), n.toString(), n?.toFixed(1), n?.constructor === Number, n[Symbol.iterator], [n].includes(n), [n].indexOf(n), new Set([n, n]).size, new Map([[n, 1]]).get(n)); try { n[Symbol.iterator]() } catch (error) { log(error.name) } try { n.none() } catch (error) { log(error.name) } try { [...n] } catch (error) { log(error.name) } try { n() } catch (error) { log(error.name) }
    const { p = 1, q = 2 } = { p: n }; const f = (x = 5) => x; return [n ?? 1, n || 1, n && 1, n ? 1 : 2, !n, !!n, typeof n, text(n), n?.x, n === n, n !== n, n == n, n != n, Object.is(n, n), a, b, c, o, p, q, f(n), n > 1, n <= 1, -n, n + 'x', \`\${n}\`, [n, n].map((x) => x ?? 7), n | 0, n >>> 0, n ** 0, Math.max(n, 1)];`,
  'texts are made before what follows changes their values': `
    const list = [1], o = { n: 1, toString() { return log('o' + this.n) } }; let a = 1; const parts = (s, ...v) => v;
    log(\`\${list}\${list[0]++}\${list}\`, [\`\${o}\`, o.n += 5, \`\${o}\`], \`\${\`\${a}\${a++}\`}\${a}\`); return parts\`\${a}\${a++}\${list}\`;`,
  'structured clones': `
    const c = { n: 1, l: [1, , 3], d: new Date(1) }; c.self = c; c.m = new Map([['c', c], [c.d, c.l]]); c.s = new Set([c, 2]);
    const e = structuredClone(c); log(e.self === e, e.m.get('c') === e, e.s.has(e), 1 in e.l, e.m.get(e.d) === e.l); try { structuredClone({ f() {} }) } catch (x) { log(x.name) } return [e, structuredClone(-0)];`,
  'constants of loops are constant': `
    const t = (f) => { try { return f() } catch (e) { return e.name + e.message } };
    return [t(() => { for (const i of [1]) i++ }), t(() => { for (const { i } of [{ i: 1 }]) { const f = () => { i = 2 }; f() } }), t(() => { for (const k in { a: 1 }) k += 'x' }), t(() => { for (const i of [1]) { let i = 5; return i++ } })];`,
  'arrays of own classes, and holes': `
    class Plain extends Array { static get [Symbol.species]() { return Array } } class Own extends Array {} const m = Plain.from([1, 2, 3]), o = Own.from([1, 2, 3]); const a = [3, , 1, undefined];
    log(a.sort((x, y) => x - y), 3 in a, [2, , 1].toSorted?.((x, y) => x - y)); return [m.filter(Boolean), o.filter((x) => x > 1), o.filter((x) => x > 9), o.toSorted?.((x, y) => y - x), o.sort((x, y) => y - x)];`,
  'a key becomes a text once': `
    const k = { toString() { return log('a') } }; log(k in { a: 1 }, { [k]: 1 }[k]);`,
  'closures of parameters see the parameter': `
    let x = 'outer'; function f(a = x, b = () => a, c = () => x) { var x = 'inner'; var a; log(a); a = 'changed'; return [x, b(), c(), a] } function k(x, set = (v) => { x = v }, get = () => x) { if (x > 0) { var x = 5 } set(9); return [x, get()] } return [f(), f('p'), k(1), k(-1)];`,
  'closures of an update see the variable of the iteration that it begins': `
    const fs = []; for (let i = 0; i < 2; fs.push(() => i), i++) { let i = 'inner'; fs.push(() => i) } for (let i = 0, j = 5; i < 3; i++, fs.push(() => [i, j]), j--) { fs.push(() => j); if (i === 1) continue; } return fs.map((f) => f());`,
  'what is no function is an error also of empty arrays': `
    const t = (f) => { try { return f() } catch (e) { return e.name } }, c = [{}, undefined, 5, null];
    return c.map((k) => ['some', 'every', 'filter', 'find', 'findLast', 'findIndex', 'flatMap', 'map', 'forEach', 'sort', 'toSorted'].map((m) => t(() => [][m]?.(k)))).concat(t(() => new Map().forEach({})), t(() => Array.from([], 1)));`,
  'iterators are asked as JavaScript asks them': `
    const t = (f) => { try { return f() } catch (e) { return e.name } }; let reads = 0; const counted = { [Symbol.iterator]() { return { get next() { reads++; let i = 0; return () => ({ get done() { log('done'); return i++ > 2 }, get value() { log('value'); return i } }) } } } };
    for (const x of counted) log(x); const [a] = counted; log([...counted], reads); const over = (next, close) => ({ [Symbol.iterator]: () => ({ next: () => next, return: close }) }), one = { done: false, value: 1 };
    return [a, t(() => { for (const x of over(one, () => 1)) break }), t(() => { for (const x of over(one, () => { throw new RangeError('r') })) throw new SyntaxError('s') }), t(() => { for (const x of over(one, null)) return x }), t(() => { for (const x of over(one, 5)) break }), t(() => { for (const x of over(5)) ; }), t(() => { const [x] = over(5) }), t(() => { for (const x of { [Symbol.iterator]: () => 1 }) ; }), t(() => { const [x] = over(one, () => 1) })];`,
  'yield* hands on what is sent, thrown and returned': `
    const inner = { [Symbol.iterator]() { let i = 0; return { next(v) { log('next', v); return { done: i > 2, value: i++ } }, return(v) { log('return', v); return { done: true, value: 'rv' } }, throw(e) { log('throw', e); return { done: false, value: 'tv' } } } } };
    function* g() { const r = yield* inner; log('r', r); return r } const a = g(); log(a.next('a'), a.next('b'), a.throw('t'), a.next('c'), a.next('d'), a.next()); const b = g(); b.next(); log(b.return('q'), b.next()); function* m() { yield* { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), return() { log('closed'); return {} } }) } } const c = m(); c.next(); try { c.throw(new Error('x')) } catch (e) { return e.name }`,
  'what has no primitive value is asked once': `
    const t = (f) => { try { return f() } catch (e) { return e.name } }, o = (n) => ({ valueOf() { log('v', n); return {} }, toString() { log('s', n); return n } });
    return [o(1) + o(2), o(3) < o(4), \`\${o(5)}\`, t(() => ({ [Symbol.toPrimitive]: () => ({}) }) + 1), t(() => -{ valueOf: () => [], toString: () => () => 1 }), { valueOf() { log('once'); return {} } } + 1, t(() => ({ __proto__: null, valueOf() { log('alone'); return {} } }) * 2)];`,
  'a getter that leads to what is assigned runs once': `
    const o = { get a() { log('a'); return o }, set b(v) { log('set', v) }, get b() { log('b'); return 3 } }; class C { get #p() { log('p'); return this } get q() { log('q'); return this } run(v) { this.#p.x = v(); this.q.q.y = 1; if (this.x) this.q.x = 3; [this.q.z] = [4]; return [this.x, this.y, this.z] } }
    o.a.a.b = log('v'); o.a.b += log(2); o.a.c = 1; return [new C().run(() => log('value')), o.c];`,
  'apply takes what is like an array': `
    const t = (f) => { try { return f() } catch (e) { return e.name } }, f = (...a) => { if (a.length > 5) return 'many'; return a }; function g() { return f.apply(this, arguments) }
    return [f.apply(null, { length: 2, 0: 'a', 1: 'b' }), f.apply(null, [1, , 3]), f.apply(null), f.apply(null, null), f.apply(null, new Uint8Array([1, 2])), f.apply(null, new Set([1])), t(() => f.apply(null, 'ab')), t(() => f.apply(null, 1)), Reflect.apply(f, null, { length: 1 }), t(() => Reflect.apply(f, null)), g(1, 2)];`,
};

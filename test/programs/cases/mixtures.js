//// tdz early return
function f(x, c) {
  'use graph';
  if (c > 0) return x;
  const y = x * 2;
  const f = () => y;
  return f() + y;
}
//> f(1, 1)
//> f(1, -1)

//// tdz closure
function f(x) {
  'use graph';
  const f = () => y;
  let r = 0;
  try {
    r = f();
  } catch (e) {
    r = e instanceof ReferenceError ? -1 : -2;
  }
  const y = x;
  return r + f();
}
//> f(4)

//// getter callee before args
function f(x) {
  'use graph';
  const log = [];
  const o = {
    get f() {
      log.push(1);
      return (v) => v;
    },
  };
  const g = () => {
    log.push(2);
    return x;
  };
  const r = o.f(g());
  return [r, log[0], log[1]];
}
//> f(5)

//// getter callee changed by arg
function f(x) {
  'use graph';
  const o = { f: (v) => v + 1 };
  const g = () => {
    o.f = (v) => v * 100;
    return x;
  };
  return [o.f(g()), o.f(1)];
}
//> f(5)

//// private methods static
class Counter {
  static #count = 0;
  static made() {
    return Counter.#count;
  }
  #n = 0;
  constructor() {
    Counter.#count = Counter.#count + 1;
  }
  #bump(k) {
    this.#n += k;
    return this;
  }
  run(x) {
    if (x > 0) this.#bump(x);
    else this.#bump(1).#bump(2);
    return this.#n;
  }
  static has(o) {
    return #n in o;
  }
}
function f(x) {
  'use graph';
  const c = new Counter();
  return [c.run(x), c.run(x), Counter.has(c), Counter.has({})];
}
//> f(3)
//> f(-3)

//// accessor pair
class T {
  #v = 0;
  get v() {
    return this.#v;
  }
  set v(q) {
    this.#v = q > 10 ? 10 : q;
  }
}
function f(x) {
  'use graph';
  const t = new T();
  t.v = x;
  t.v += 3;
  t.v++;
  const { v } = t;
  return [v, t.v ** 2];
}
//> f(3)
//> f(30)

//// labelled nested
function f(v, lim) {
  'use graph';
  let s = 0;
  outer: for (let i = 0; i < 3; i++) {
    for (const e of v) {
      if (e < 0) continue outer;
      if (s > lim) break outer;
      s += e * (i + 1);
    }
    s += 100;
  }
  return s;
}
//> f([1, 2, 3], 500)
//> f([1, -2, 3], 500)
//> f([1, 2, 3], 100)

//// labelled block
function f(x) {
  'use graph';
  let r = 0;
  block: {
    if (x > 3) {
      r = 1;
      break block;
    }
    r = 2;
    if (x > 1) break block;
    r = 3;
  }
  return r * x;
}
//> f(5)
//> f(2)
//> f(0)

//// do while assign in test
function f(x) {
  'use graph';
  let n = 0;
  let y;
  do {
    n++;
  } while ((y = x / n) > 2 && n < 10);
  return [n, y];
}
//> f(9)
//> f(100)

//// try finally return in loop
function f(v) {
  'use graph';
  let c = 0;
  const f = (w) => {
    for (const e of w) {
      try {
        if (e > 2) return e * 10;
        if (e < 0) continue;
        c += e;
      } finally {
        c += 1;
      }
    }
    return -1;
  };
  const r = f(v);
  return [r, c];
}
//> f([1, 3, 1])
//> f([1, 2, 1])
//> f([-1, -2, 1])

//// finally overrides
function f(x) {
  'use graph';
  const f = () => {
    try {
      if (x > 0) return 1;
      return 2;
    } finally {
      if (x > 5) return 3;
    }
  };
  return f() * 10;
}
//> f(1)
//> f(9)
//> f(-1)

//// destructure defaults
function f(x, o) {
  'use graph';
  const { a = x, b: { c = 2, ...rest } = {}, ...more } = { b: { d: x > 0 ? 1 : 2, e: 5 }, f: 7 };
  const [p, , q = a, ...r] = [x, 1, undefined, 4, 5];
  return [a, c, rest.d, rest.e, more.f, p, q, r.length];
}
//> f(3, 1)
//> f(-3, 1)

//// swap and nested patterns
function f(x, y) {
  'use graph';
  let a = x,
    b = y;
  if (a > b) [a, b] = [b, a];
  const o = { p: [a, { q: b }] };
  const {
    p: [m, { q }],
  } = o;
  [o.p[0], o.p[1].q] = [q, m];
  return [a, b, o.p[0], o.p[1].q];
}
//> f(3, 1)
//> f(1, 3)

//// closures per iteration
function f(v) {
  'use graph';
  const fs = [];
  for (let i = 0; i < 3; i++) {
    let k = i * 2;
    fs.push(() => {
      k += v[i];
      return k;
    });
  }
  fs[0]();
  return fs.map((f) => f());
}
//> f([1, 2, 3])

//// var closures
function f(x) {
  'use graph';
  var fs = [];
  for (var i = 0; i < 3; i++) {
    fs.push(() => i + x);
  }
  return fs.map((f) => f());
}
//> f(1)

//// spread calls
function f(v, x) {
  'use graph';
  const f = (a, b = 10, ...rest) => a + b + rest.reduce((s, e) => s + e, 0);
  const args = [x, ...[1, 2]];
  return [f(...v), f(x), f(...args, ...v), Math.max(...v, x)];
}
//> f([1, 2, 3], 4)

//// optional chaining
function f(x) {
  'use graph';
  const o = { a: { b: (v) => v * 2, c: null } };
  const k = 'b';
  return [o?.a?.b?.(x), o.z?.b(x) ?? -1, o.a.c?.d.e.f ?? x, o?.a?.[k](x), (o.a?.b)(x) > 3 ? 1 : 0];
}
//> f(1)
//> f(4)

//// template literals
function f(x) {
  'use graph';
  const name = 'k' + 1;
  const o = { [`${name}_a`]: x, k1_b: 2 };
  const tag = (s, ...v) => s.length + v.reduce((a, b) => a + b, 0);
  return [o[`${name}_a`], o.k1_b, tag`a${x}b${2}c`];
}
//> f(4)

//// comma and void
function f(x) {
  'use graph';
  let n = 0;
  const r = (n++, (n += x), n * 2);
  return [r, n, void 0 === undefined];
}
//> f(4)

//// exponent and mod neg
function f(x, y) {
  'use graph';
  return [x % y, -x % y, x ** 2, 2 ** -y, -(x ** 2), (x / y) | 0];
}
//> f(7, 3)
//> f(-7, 3)

//// bit ops compound
function f(x) {
  'use graph';
  let n = x;
  n <<= 2;
  n |= 1;
  n ^= 5;
  n &= ~2;
  n >>= 1;
  return [n, n >>> 1];
}
//> f(7)

//// array methods
function f(v) {
  'use graph';
  const a = [3, 1, 2].map((k) => k * v[0]);
  const r = a.filter((e) => true).flatMap((e) => [e, e + 1]);
  const idx = a.findIndex((e) => e > 2);
  const has = a.some((e) => e > 5),
    all = a.every((e) => e > 0);
  return [r, idx, has, all, a.reduceRight((s, e) => s - e), a.slice(1).concat([v[1]]), a.at(-1)];
}
//> f([1, 9])
//> f([3, 9])

//// sort tensors
function f(v) {
  'use graph';
  const a = [v[0], v[1], v[2]];
  a.sort((p, q) => p - q);
  const b = [...a].reverse();
  return [a, b, a.indexOf(v[0])];
}
//> f([3, 1, 2])

//// map set
function f(x) {
  'use graph';
  const m = new Map([['a', 1]]);
  m.set('b', x);
  if (x > 0) m.set('a', x * 2);
  const s = new Set([1, 2]);
  s.add(3);
  let t = 0;
  for (const [k, v] of m) t += k === 'a' ? v : v * 10;
  m.forEach((v, k) => {
    t += v;
  });
  return [t, m.size, s.has(3), [...s].length];
}
//> f(2)
//> f(-2)

//// recursion host depth
function poly(x, n) {
  if (n === 0) return 1;
  const half = poly(x, n >> 1);
  return n % 2 ? half * half * x : half * half;
}
function f(x) {
  'use graph';
  return [poly(x, 5), poly(x, 0)];
}
//> f(2)

//// getter setter object literal branch
function f(x) {
  'use graph';
  const o = {
    _v: 1,
    get v() {
      return this._v * 2;
    },
    set v(q) {
      this._v = q;
    },
  };
  if (x > 0) o.v = x;
  else o._v -= 1;
  return [o.v, o._v];
}
//> f(2)
//> f(-2)

//// arguments object
function sum() {
  let s = 0;
  for (let i = 0; i < arguments.length; i++) if (arguments[i] > 0) s += arguments[i];
  return s;
}
function f(x, y) {
  'use graph';
  return [
    sum(x, y, 3),
    sum(),
    (function () {
      return arguments.length;
    })(x, y),
  ];
}
//> f(2, -5)

//// super calls
class A {
  constructor(k) {
    this.k = k;
  }
  run(x) {
    return x > 0 ? x * this.k : -x;
  }
  static make(k) {
    return new this(k);
  }
}
class B extends A {
  constructor(k) {
    super(k + 1);
  }
  run(x) {
    const r = super.run(x);
    return r > 4 ? r - 1 : r;
  }
  get d() {
    return this.k * 2;
  }
}
class C extends B {
  get d() {
    return super.d + 1;
  }
}
function f(x) {
  'use graph';
  const c = C.make(2);
  return [c.run(x), c.d, c instanceof A];
}
//> f(2)
//> f(-2)

//// computed class members
const key = 'go';
class M {
  static base = 2;
  [key](x) {
    return x + M.base;
  }
  static {
    M.base += 1;
  }
  ['v' + 1] = 4;
}
function f(x) {
  'use graph';
  const m = new M();
  return [m.go(x), m.v1 * x];
}
//> f(2)

//// generators beside
function* gen(n) {
  for (let i = 0; i < n; i++) yield i;
}
function f(x) {
  'use graph';
  let s = 0;
  for (const i of gen(4)) {
    if (x > i) s += i;
  }
  return [s, [...gen(3)].length, Array.from(gen(2), (e) => e * 2)];
}
//> f(2)

//// iterators
class Range {
  constructor(n) {
    this.n = n;
  }
  [Symbol.iterator]() {
    let i = 0;
    const n = this.n;
    return { next: () => (i < n ? { value: i++, done: false } : { value: undefined, done: true }) };
  }
}
function f(x) {
  'use graph';
  let s = 0;
  for (const e of new Range(4)) {
    if (e > 2) break;
    s += e * x;
  }
  const [a, b] = new Range(3);
  return [s, a + b, Math.max(...new Range(5))];
}
//> f(2)

//// nested functions recursion
function f(x) {
  'use graph';
  function fact(n) {
    return n <= 1 ? 1 : n * fact(n - 1);
  }
  const even = (n) => (n === 0 ? true : odd(n - 1));
  const odd = (n) => (n === 0 ? false : even(n - 1));
  return [fact(4) * x, even(4)];
}
//> f(2)

//// early returns chain
function f(x) {
  'use graph';
  if (x < 0) return 'neg' === 'a' ? 1 : -1;
  if (x === 0) return 0;
  for (let i = 1; i < 5; i++) {
    if (x < i * i) return i;
  }
  return 99;
}
//> f(-1)
//> f(0)
//> f(3)
//> f(30)

//// switch fallthrough
function f(x) {
  'use graph';
  let r = 0;
  switch (x) {
    case 1:
      r += 1;
    case 2:
      r += 10;
      break;
    default:
      r += 100;
    case 3:
      r += 1000;
  }
  return r;
}
//> f(1)
//> f(2)
//> f(3)
//> f(4)

//// switch true
function f(x) {
  'use graph';
  switch (true) {
    case x > 10:
      return 1;
    case x > 5:
      return 2;
    default:
      return 3;
  }
}
//> f(11)
//> f(6)
//> f(1)

//// switch in loop with continue
function f(v) {
  'use graph';
  let s = 0;
  for (const e of v) {
    switch (e) {
      case 1:
        continue;
      case 2:
        s += 20;
        break;
      default:
        if (e > 5) break;
        s += e;
    }
    s += 1000;
  }
  return s;
}
//> f([1, 2, 3])
//> f([1, 9, 3])

//// while with complex test
function f(x) {
  'use graph';
  let i = 0;
  while (i++ < 5 && (x = x * 2) < 50);
  return [i, x];
}
//> f(1)
//> f(20)

//// for multi update
function f(n) {
  'use graph';
  let s = 0;
  for (let i = 0, j = n; i < j; i++, j--) {
    if (i === 1) continue;
    s += i * j;
  }
  return s;
}
//> f(6)
//> f(0)

//// for in array/object
function f(x) {
  'use graph';
  const o = { a: 1, b: x };
  let s = 0;
  for (const k in o) s += o[k];
  for (const i in [5, 6]) s += Number(i);
  delete o.a;
  return [s, Object.keys(o).length, 'a' in o];
}
//> f(3)

//// typeof checks
function f(x) {
  'use graph';
  const f = (v) => (typeof v === 'number' ? v : typeof v === 'object' ? v * 1 : 0);
  return [f(2), typeof undefined, typeof f === 'function'];
}
//> f(3)

//// bigint
function f(x) {
  'use graph';
  const b = 10n ** 3n;
  return [x + Number(b), b > 5n ? 1 : 0];
}
//> f(3)

//// ternary chains
function f(x) {
  'use graph';
  const g = x > 90 ? 4 : x > 80 ? 3 : x > 70 ? 2 : 1;
  return g * (x % 2 === 0 ? 10 : 1);
}
//> f(95)
//> f(82)
//> f(10)

//// nullish on tensors
function f(x) {
  'use graph';
  const o = { w: x };
  const w = o.w ?? 3;
  const z = o.z ?? w + 1;
  return [w, z];
}
//> f(5)

//// closures counters
function f(x) {
  'use graph';
  const make = () => {
    let n = 0;
    return {
      inc: () => ++n,
      dec() {
        n--;
        return this;
      },
      get n() {
        return n;
      },
    };
  };
  const a = make(),
    b = make();
  if (x > 0) {
    a.inc();
    a.inc();
  } else b.inc();
  a.dec().dec();
  return [a.n, b.n];
}
//> f(1)
//> f(-1)

//// object spread state
function f(v) {
  'use graph';
  let st = { n: 0, max: -1e9, hist: [0, 0] };
  for (const e of v) {
    st = { ...st, n: st.n + 1, max: e > st.max ? e : st.max, hist: [st.hist[1], e] };
  }
  return st;
}
//> f([1, 5, 2])

//// reduce objects
function f(v) {
  'use graph';
  const items = [
    { w: 1, t: 'a' },
    { w: 2, t: 'b' },
    { w: 3, t: 'a' },
  ];
  const by = items.reduce((acc, it) => {
    (acc[it.t] ??= []).push(it.w * v[0]);
    return acc;
  }, {});
  return [by.a.length, by.a[1], Object.entries(by).map(([k, w]) => k.length + w[0])];
}
//> f([2, 1])

//// matrix loops
function f(v) {
  'use graph';
  const n = 3;
  const m = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => (i === j ? v[i] : 0)),
  );
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      m[i][j] += m[i][i] * 2;
      if (m[i][j] > 3) m[j][i] = m[i][j];
    }
  let tr = 0;
  for (let i = 0; i < n; i++) tr += m[i][i];
  return [tr, m];
}
//> f([1, 2, 3])

//// newton
function f(a) {
  'use graph';
  let x = a > 1 ? a : 1;
  let it = 0;
  while (Math.abs(x * x - a) > 1e-3) {
    x = (x + a / x) / 2;
    if (++it > 50) break;
  }
  return [x, it];
}
//> f(2)
//> f(9)
//> f(0.25)

//// bisect with closure
function f(t) {
  'use graph';
  const f = (x) => x ** 3 - t;
  let lo = 0,
    hi = 10;
  for (let i = 0; i < 30; i++) {
    const mid = (lo + hi) / 2;
    if (f(mid) > 0) hi = mid;
    else lo = mid;
  }
  return lo;
}
//> f(8)
//> f(27)

//// collatz
function f(n) {
  'use graph';
  let c = 0;
  while (n !== 1) {
    n = n % 2 === 0 ? n / 2 : 3 * n + 1;
    c++;
  }
  return c;
}
//> f(6)
//> f(1)
//> f(27)

//// gcd nested helper
const gcd = (a, b) => {
  while (b > 0) {
    [a, b] = [b, a % b];
  }
  return a;
};
function f(a, b) {
  'use graph';
  return [gcd(a, b), gcd(b, 7)];
}
//> f(12, 18)
//> f(7, 3)

//// fizz
function f(n) {
  'use graph';
  let f = 0,
    b = 0,
    fb = 0;
  for (let i = 1; i <= n; i++) {
    if (i % 15 === 0) fb++;
    else if (i % 5 === 0) b++;
    else if (i % 3 === 0) f++;
  }
  return [f, b, fb];
}
//> f(31)
//> f(0)

//// prime sieve-like
function f(n) {
  'use graph';
  let count = 0;
  next: for (let i = 2; i <= n; i++) {
    for (let j = 2; j * j <= i; j++) {
      if (i % j === 0) continue next;
    }
    count++;
  }
  return count;
}
//> f(30)
//> f(2)

//// running stats class
class Stats {
  #n = 0;
  #mean = 0;
  #m2 = 0;
  add(x) {
    this.#n++;
    const d = x - this.#mean;
    this.#mean += d / this.#n;
    this.#m2 += d * (x - this.#mean);
    return this;
  }
  get variance() {
    return this.#n > 1 ? this.#m2 / (this.#n - 1) : 0;
  }
  get mean() {
    return this.#mean;
  }
}
function f(v) {
  'use graph';
  const s = new Stats();
  for (const e of v) if (e > 0) s.add(e);
  return [s.mean, s.variance];
}
//> f([1, 2, 3, -5])
//> f([1])

//// early exit search index
function f(v, t) {
  'use graph';
  let found = -1;
  for (let i = 0; i < 4; i++) {
    if (v[i] === t) {
      found = i;
      break;
    }
  }
  return found;
}
//> f([1, 2, 3, 4], 3)
//> f([1, 2, 3, 4], 9)

//// find in tensors array callback
function f(v, t) {
  'use graph';
  const a = [v[0], v[1], v[2]];
  return [
    a.findIndex((e) => e > t),
    a.filter((e) => e > t).length,
    a.map((e, i) => (e > t ? e : -i)),
    a.some((e) => e === t),
  ];
}
//> f([1, 2, 3], 1)
//> f([1, 2, 3], 5)

//// string building host
function f(x) {
  'use graph';
  let name = 'w';
  for (let i = 0; i < 3; i++) name += i;
  const o = { w012: x };
  return [o[name], name.length, name.split('').length];
}
//> f(4)

//// default param dependent
const fill = (a, b = a * 2, { c = b + 1, d: [e = c] = [] } = {}) => (a > 0 ? a + b + c + e : 0);
function f(x) {
  'use graph';
  return [fill(x), fill(x, 1), fill(x, 1, { c: 5, d: [2] })];
}
//> f(1)
//> f(-1)

//// getter with branch
const o = {
  x: 2,
  get big() {
    if (this.x > 3) return this.x * 2;
    return this.x;
  },
};
function f(x) {
  'use graph';
  const p = Object.create(o);
  p.x = x;
  const q = { ...o, x };
  return [p.big, q.big];
}
//> f(5)
//> f(1)

//// toString symbol
class V {
  constructor(a, b) {
    this.a = a;
    this.b = b;
  }
  add(o) {
    return new V(this.a + o.a, this.b + o.b);
  }
  norm() {
    return Math.sqrt(this.a ** 2 + this.b ** 2);
  }
  *[Symbol.iterator]() {
    yield this.a;
    yield this.b;
  }
}
function f(x, y) {
  'use graph';
  let v = new V(x, y);
  for (let i = 0; i < 3; i++) {
    if (v.norm() > 10) v = new V(1, 1);
    else v = v.add(v);
  }
  const [a, b] = v;
  return [a, b, Math.hypot(...v)];
}
//> f(1, 2)
//> f(4, 4)

//// while vector instance loop
class V {
  constructor(a, b) {
    this.a = a;
    this.b = b;
  }
  add(o) {
    return new V(this.a + o.a, this.b + o.b);
  }
  norm() {
    return Math.sqrt(this.a ** 2 + this.b ** 2);
  }
}
function f(x, y) {
  'use graph';
  let v = new V(x, y);
  const d = new V(1, 0.5);
  while (v.norm() < 10) v = v.add(d);
  return [v.a, v.b];
}
//> f(1, 2)
//> f(14, 4)

//// linked list host
function f(x) {
  'use graph';
  let head = null;
  for (let i = 0; i < 3; i++) head = { v: x + i, next: head };
  let s = 0;
  for (let n = head; n !== null; n = n.next) {
    if (n.v > 2) s += n.v;
  }
  return s;
}
//> f(1)
//> f(3)

//// tree recursion
const tree = {
  v: 1,
  kids: [
    { v: 2, kids: [] },
    { v: 3, kids: [{ v: 4, kids: [] }] },
  ],
};
const walk = (t, x) => t.kids.reduce((s, k) => s + walk(k, x), t.v > x ? t.v : 0);
function f(x) {
  'use graph';
  return walk(tree, x);
}
//> f(1.5)
//> f(3)

//// memo map
const memo = new Map();
const fib = (n) => {
  if (n < 2) return n;
  if (memo.has(n)) return memo.get(n);
  const r = fib(n - 1) + fib(n - 2);
  memo.set(n, r);
  return r;
};
function f(x) {
  'use graph';
  return fib(10) * x;
}
//> f(2)

//// compose pipe
const pipe =
  (...fs) =>
  (x) =>
    fs.reduce((v, f) => f(v), x);
const clamp = (lo, hi) => (v) => (v < lo ? lo : v > hi ? hi : v);
function f(x) {
  'use graph';
  return pipe(
    clamp(0, 5),
    (v) => v * 2,
    (v) => {
      if (v > 6) return v - 6;
      return v;
    },
  )(x);
}
//> f(9)
//> f(2)
//> f(-1)

//// curry bind partial
function scale(k, x) {
  return this.o + (x > 1 ? k * x : x);
}
function f(x) {
  'use graph';
  const f = scale.bind({ o: 10 }, 3);
  return [
    f(x),
    scale.call({ o: 1 }, 2, x),
    scale.apply({ o: 2 }, [1, x]),
    Reflect.apply(scale, { o: 0 }, [5, x]),
  ];
}
//> f(4)
//> f(0)

//// numbers functions
function f(x) {
  'use graph';
  return [
    Number(x),
    Number.isInteger(x),
    Math.trunc(x),
    Math.round(x),
    Math.sign(x),
    parseFloat(x),
    isNaN(x),
    Number.MAX_SAFE_INTEGER > x,
    Math.cbrt(8) * x,
    +x,
    -x,
    x == 2,
    x != 2,
  ];
}
//> f(2)
//> f(2.5)
//> f(-2.5)

//// object methods statics
function f(x) {
  'use graph';
  const o = { a: x, b: 2 };
  const p = Object.assign({}, o, { c: x > 1 ? 1 : 2 });
  const q = Object.fromEntries(Object.entries(p).map(([k, v]) => [k + k, v * 2]));
  const { aa, ...rest } = q;
  return [
    aa,
    rest.bb,
    Object.values(rest).length,
    Object.freeze(p).c,
    JSON.stringify([1, 2]).length,
  ];
}
//> f(4)
//> f(1)

//// loops over entries
function f(v) {
  'use graph';
  let s = 0;
  for (const [i, e] of [1, 2, 3].entries()) {
    if (v[i] > e) s += i;
    else s -= e;
  }
  for (const [k, w] of Object.entries({ a: v[0], b: v[1] })) s += k === 'a' ? w : -w;
  return s;
}
//> f([1, 5, 2])

//// do while false once
function f(x) {
  'use graph';
  do {
    if (x > 3) break;
    x += 10;
  } while (false);
  return x;
}
//> f(1)
//> f(5)

//// infinite for with return
function f(x) {
  'use graph';
  for (;;) {
    x = x * 2;
    if (x > 100) return x;
    if (x < 0) return -1;
  }
}
//> f(3)
//> f(-3)

//// nested while with inner function state
function f(x) {
  'use graph';
  let total = 0;
  const add = (k) => {
    total += k;
    return total > 20;
  };
  let i = 0;
  while (i < 10) {
    i++;
    let j = 0;
    while (j < i) {
      j++;
      if (add(j * x)) break;
    }
    if (total > 20) break;
  }
  return [total, i];
}
//> f(1)
//> f(5)

//// throw custom class
class MyErr extends Error {
  constructor(code, m) {
    super(m);
    this.code = code;
    this.name = 'MyErr';
  }
}
function f(x) {
  'use graph';
  const f = (v) => {
    if (v > 5) throw new MyErr(v * 2, 'big');
    if (v < 0) throw new TypeError('neg');
    return v;
  };
  try {
    return f(x);
  } catch (e) {
    if (e instanceof MyErr) return e.code;
    if (e.name === 'TypeError') return -1;
    throw e;
  }
}
//> f(1)
//> f(7)
//> f(-7)

//// nested try rethrow finally order
function f(x) {
  'use graph';
  let log = 0;
  const step = (k) => {
    log = log * 10 + k;
  };
  try {
    step(1);
    try {
      if (x > 3) throw new Error('a');
      step(2);
    } catch (e) {
      step(3);
      if (x > 5) throw e;
    } finally {
      step(4);
    }
    step(5);
  } catch (e) {
    step(6);
  } finally {
    step(7);
  }
  return log;
}
//> f(1)
//> f(4)
//> f(9)

//// error in loop continue
function f(v) {
  'use graph';
  let ok = 0,
    bad = 0;
  for (const e of v) {
    try {
      if (e < 0) throw new Error('n');
      ok += e;
    } catch {
      bad++;
      continue;
    } finally {
      ok += 100;
    }
    ok += 1000;
  }
  return [ok, bad];
}
//> f([1, -1, 2])

//// x as bool and
function f(a, b) {
  'use graph';
  const c = a > 1 && b > 1,
    d = a > 1 || b > 1;
  return [c, d, !c, c === d, c ? 1 : 0, c !== d];
}
//> f(2, 2)
//> f(2, 0)
//> f(0, 0)

//// event emitter
class Emitter {
  #hs = new Map();
  on(n, h) {
    (this.#hs.get(n) ?? this.#hs.set(n, []).get(n)).push(h);
    return this;
  }
  emit(n, ...a) {
    for (const h of this.#hs.get(n) ?? []) h(...a);
  }
}
function f(x) {
  'use graph';
  let s = 0;
  const e = new Emitter()
    .on('a', (v) => {
      s += v;
    })
    .on('a', (v) => {
      if (v > 2) s *= 2;
    });
  e.emit('a', x);
  if (x > 0) e.emit('a', 1);
  e.emit('b');
  return s;
}
//> f(3)
//> f(-3)

//// visitor pattern
const visit = {
  num: (n) => n.v,
  add: (n, go) => go(n.l) + go(n.r),
  cond: (n, go) => (go(n.t) > 0 ? go(n.l) : go(n.r)),
};
const run = (n) => visit[n.k](n, run);
function f(x, y) {
  'use graph';
  return run({
    k: 'cond',
    t: { k: 'num', v: x },
    l: { k: 'add', l: { k: 'num', v: 1 }, r: { k: 'num', v: y } },
    r: { k: 'num', v: -1 },
  });
}
//> f(1, 5)
//> f(-1, 5)

//// mixins
const Counted = (B) =>
  class extends B {
    n = 0;
    hit(x) {
      this.n += x > 0 ? 1 : 0;
      return super.hit?.(x) ?? x;
    }
  };
class Base {
  hit(x) {
    return x * 2;
  }
}
function f(x) {
  'use graph';
  const c = new (Counted(Base))();
  const r = c.hit(x) + c.hit(-x);
  return [r, c.n];
}
//> f(1)
//> f(-1)

//// proxy host object
function f(x) {
  'use graph';
  const p = new Proxy({ a: 1 }, { get: (t, k) => (k in t ? t[k] : x) });
  return [p.a, p.b * 2];
}
//> f(3)

//// symbol keyed state
const S = Symbol('s');
class A {
  [S] = 1;
  up(x) {
    if (x > 0) this[S] += x;
    return this;
  }
  get s() {
    return this[S];
  }
}
function f(x) {
  'use graph';
  return new A().up(x).up(2).s;
}
//> f(3)
//> f(-3)

//// chained optional assignment
function f(x) {
  'use graph';
  const cfg = { opt: { lr: null } };
  cfg.opt.lr ??= x;
  cfg.opt.decay ||= 0.5;
  cfg.extra ??= {};
  cfg.extra.k ??= x > 1 ? 1 : 2;
  return [cfg.opt.lr, cfg.opt.decay, cfg.extra.k];
}
//> f(3)
//> f(0)

//// nested destructuring in loop
function f(v) {
  'use graph';
  const items = [{ p: [1, { q: 2 }] }, { p: [3, { q: 4 }] }];
  let s = 0;
  for (const {
    p: [a, { q = 9, z = a }],
  } of items) {
    if (v[0] > a) s += q;
    else s -= z;
  }
  return s;
}
//> f([2, 0])
//> f([0, 0])

//// rest params arrows
function f(x) {
  'use graph';
  const sum = (...ns) => ns.reduce((a, b) => a + b, 0);
  const tail = ([h, ...t]) => (t.length ? h + tail(t) : h);
  return [sum(x, 1, 2), tail([x, 2, 3])];
}
//> f(3)

//// while with shift queue host
function f(x) {
  'use graph';
  const q = [[0, x]];
  let best = -1e9;
  while (q.length) {
    const [d, v] = q.shift();
    if (v > best) best = v;
    if (d < 3) {
      q.push([d + 1, v - 1], [d + 1, v * 2]);
    }
  }
  return best;
}
//> f(3)
//> f(-3)

//// labelled switch in loop
function f(v) {
  'use graph';
  let n = 0;
  loop: for (const e of v) {
    switch (true) {
      case e < 0:
        break loop;
      case e === 0:
        continue loop;
      case e > 10:
        n += 100;
      default:
        n += 1;
    }
  }
  return n;
}
//> f([1, 0, 20, -1, 5])
//> f([0, 0])

//// nested ternary assign expr
function f(x) {
  'use graph';
  let a, b;
  const c = (a = x > 0 ? ((b = 1), 2) : ((b = 3), 4)) + b;
  return [a, b, c];
}
//> f(1)
//> f(-1)

//// while update both
function f(x) {
  'use graph';
  let a = 0,
    b = 1,
    n = 0;
  while (b < x) [a, b, n] = [b, a + b, n + 1];
  return [a, b, n];
}
//> f(20)
//> f(0)

//// short circuit effects
function f(x) {
  'use graph';
  let n = 0;
  const t = (k) => {
    n += k;
    return x > k;
  };
  const r = (t(1) && t(2)) || (t(4) && !t(8));
  return [r, n];
}
//> f(0)
//> f(1.5)
//> f(5)
//> f(100)

//// var in blocks hoisting
function f(x) {
  'use graph';
  if (x > 0) {
    var y = x * 2;
  } else {
    y = 7;
  }
  for (var i = 0; i < 3; i++) {
    var z = i;
  }
  return [y, i, z, typeof w];
  var w;
}
//> f(1)
//> f(-1)

//// function hoisting in block
function f(x) {
  'use graph';
  return go(x);
  function go(v) {
    if (v > 0) {
      return inner(v);
      function inner(q) {
        return q * 2;
      }
    }
    return helper(v);
  }
  function helper(v) {
    return -v;
  }
}
//> f(1)
//> f(-1)

//// closure in loop over tensor
function f(v) {
  'use graph';
  const fs = [];
  for (let i = 0; i < 3; i++) {
    const e = v[i];
    fs.push((k) => (e > 1 ? e * k : -k));
  }
  return fs.map((f, i) => f(i + 1));
}
//> f([1, 2, 3])

//// accumulate objects by key
function f(v) {
  'use graph';
  const stats = { pos: { n: 0, s: 0 }, neg: { n: 0, s: 0 } };
  for (const e of v) {
    const b = e > 0 ? stats.pos : stats.neg;
    b.n += 1;
    b.s += e;
  }
  return stats;
}
//> f([1, -2, 3])

//// matrix class operators
class Mat {
  constructor(d) {
    this.d = d;
  }
  static eye(n) {
    return new Mat(
      Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => +(i === j))),
    );
  }
  mul(o) {
    return new Mat(
      this.d.map((r) => o.d[0].map((_, j) => r.reduce((s, e, k) => s + e * o.d[k][j], 0))),
    );
  }
  get trace() {
    return this.d.reduce((s, r, i) => s + r[i], 0);
  }
}
function f(x, n) {
  'use graph';
  let m = Mat.eye(2);
  const b = new Mat([
    [x, 1],
    [1, 0],
  ]);
  for (let i = 0; i < 4; i++) {
    m = m.mul(b);
    if (m.trace > 50) break;
  }
  return [m.trace, m.d];
}
//> f(1, 2)
//> f(5, 2)

//// mat while tensor
class Mat {
  constructor(d) {
    this.d = d;
  }
  mul(o) {
    return new Mat(
      this.d.map((r) => o.d[0].map((_, j) => r.reduce((s, e, k) => s + e * o.d[k][j], 0))),
    );
  }
}
function f(x, n) {
  'use graph';
  let m = new Mat([
    [1, 0],
    [0, 1],
  ]);
  let b = new Mat([
    [x, 1],
    [1, 0],
  ]);
  while (n > 0) {
    if (n % 2 === 1) m = m.mul(b);
    b = b.mul(b);
    n = Math.floor(n / 2);
  }
  return m.d;
}
//> f(1, 5)
//> f(2, 0)

//// simulated particle
function f(x, v) {
  'use graph';
  const p = { x, v, bounces: 0 };
  for (let t = 0; t < 10; t++) {
    p.x += p.v;
    if (p.x > 5 || p.x < 0) {
      p.v = -p.v;
      p.bounces++;
    }
  }
  return p;
}
//> f(1, 1)
//> f(4, 3)

//// knn distances
function f(v, q) {
  'use graph';
  let best = Infinity,
    arg = -1;
  for (let i = 0; i < 3; i++) {
    const d = Math.abs(v[i] - q);
    if (d < best) {
      best = d;
      arg = i;
    }
  }
  return [best, arg];
}
//> f([1, 5, 9], 6)
//> f([1, 5, 9], 0)

//// string mode param host
function f(x) {
  'use graph';
  const act = (name) => {
    switch (name) {
      case 'relu':
        return (v) => (v > 0 ? v : 0);
      case 'id':
        return (v) => v;
      default:
        throw new Error(`no ${name}`);
    }
  };
  return [act('relu')(x), act('id')(x)];
}
//> f(-2)

//// counter in recursion object
function f(x) {
  'use graph';
  const st = { calls: 0 };
  const go = (n, v) => {
    st.calls++;
    if (n === 0) return v;
    return v > 3 ? go(n - 1, v - 1) : go(n - 1, v + 2);
  };
  return [go(3, x), st.calls];
}
//> f(3)
//> f(9)

//// date now host
function f(x) {
  'use graph';
  const s = new Set();
  for (const k of ['a', 'b', 'a']) s.add(k);
  const m = new Map(Object.entries({ a: 1 }));
  return [s.size * x, m.get('a'), [...m.keys()].join('')];
}
//> f(2)

//// iter protocol return
function f(x) {
  'use graph';
  let closed = 0;
  const it = {
    [Symbol.iterator]() {
      let i = 0;
      return {
        next: () => ({ value: i++, done: i > 5 }),
        return() {
          closed++;
          return {};
        },
      };
    },
  };
  let s = 0;
  for (const e of it) {
    s += e;
    if (e === 2) break;
  }
  const [a] = it;
  return [s + x, closed, a];
}
//> f(1)

//// iter tensor break close
function f(x) {
  'use graph';
  let s = 0;
  for (const e of [1, 2, 3, 4]) {
    s += e;
    if (s > x) break;
  }
  return s;
}
//> f(1)
//> f(5)
//> f(100)

//// in-place swap sort
function f(v) {
  'use graph';
  const a = [v[0], v[1], v[2], v[3]];
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < a.length - 1 - i; j++)
      if (a[j] > a[j + 1]) [a[j], a[j + 1]] = [a[j + 1], a[j]];
  return a;
}
//> f([4, 2, 3, 1])

//// binary search host array tensor
function f(x) {
  'use graph';
  const a = [1, 3, 5, 7, 9, 11];
  let lo = 0,
    hi = 5;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (a[mid] < x) lo = mid + 1;
    else hi = mid;
  }
  return [lo, a[lo]];
}
//> f(7)
//> f(2)
//> f(20)

//// dp table
function f(v) {
  'use graph';
  const dp = new Array(4).fill(0);
  for (let i = 0; i < 4; i++) {
    const take = v[i] + (i > 1 ? dp[i - 2] : 0);
    const skip = i > 0 ? dp[i - 1] : 0;
    dp[i] = take > skip ? take : skip;
  }
  return dp;
}
//> f([2, 7, 9, 3])

//// finally with tensor loop break
function f(v) {
  'use graph';
  let n = 0,
    m = 0;
  for (const e of v) {
    try {
      if (e > 2) break;
      n += e;
    } finally {
      m++;
    }
  }
  return [n, m];
}
//> f([1, 2, 3, 4])

//// throw in getter
class A {
  #v;
  constructor(v) {
    this.#v = v;
  }
  get safe() {
    if (this.#v < 0) throw new RangeError('neg');
    return this.#v;
  }
}
function f(x) {
  'use graph';
  const a = new A(x);
  try {
    return a.safe;
  } catch ({ name, message }) {
    return name === 'RangeError' && message === 'neg' ? -100 : -200;
  }
}
//> f(1)
//> f(-1)

//// error cause
function f(x) {
  'use graph';
  try {
    try {
      if (x > 0) throw new Error('in', { cause: x });
      return 0;
    } catch (e) {
      throw new TypeError('out', { cause: e });
    }
  } catch (e) {
    return e.cause.cause + 1;
  }
}
//> f(4)
//> f(-4)

//// aggregate tagged
function f(x) {
  'use graph';
  const t = (s, ...h) =>
    h.map((f) => (typeof f === 'function' ? f(x) : f)).reduce((a, b) => a + b, s.raw.length);
  return t`a${(v) => (v > 1 ? v : 0)}b${2}`;
}
//> f(4)
//> f(0)

//// class static block private
class K {
  static #t = new Map();
  static {
    K.#t.set('d', 3);
  }
  static get(k, x) {
    return (K.#t.get(k) ?? 0) * x;
  }
}
function f(x) {
  'use graph';
  return x > 0 ? K.get('d', x) : K.get('z', x);
}
//> f(2)
//> f(-2)

//// getter on class as state in loop
class Acc {
  total = 0;
  n = 0;
  add(v) {
    this.total += v;
    this.n++;
  }
  get mean() {
    return this.n === 0 ? 0 : this.total / this.n;
  }
}
function f(x) {
  'use graph';
  const a = new Acc();
  while (a.mean < x) {
    a.add(a.n * 2);
    if (a.n > 20) break;
  }
  return [a.mean, a.n];
}
//> f(3)
//> f(0)

//// update expression props
function f(x) {
  'use graph';
  const o = { n: x, a: [1, 2] };
  const r = [o.n++, ++o.n, o.a[0]++, --o.a[1], o['n']--];
  return [r, o];
}
//> f(2)

//// this in arrow in method in loop
class T {
  k = 2;
  run(v) {
    let s = 0;
    [1, 2].forEach((e) => {
      for (let i = 0; i < 2; i++) {
        if (v > e) s += this.k * e;
        else this.k += 1;
      }
    });
    return [s, this.k];
  }
}
function f(x) {
  'use graph';
  return new T().run(x);
}
//> f(1.5)
//> f(5)

//// yield-free async loop try
async function f(x) {
  'use graph';
  const risky = async (v, k) => {
    if (v > k * 3) throw new Error('r' + k);
    return v + k;
  };
  let r = x,
    fails = 0;
  for (let k = 1; k < 4; k++) {
    try {
      r = await risky(r, k);
    } catch {
      fails++;
      r = r / 2;
    }
  }
  return [r, fails];
}
//> f(1)
//> f(20)

//// promise all try
async function f(x) {
  'use graph';
  const g = async (v) => {
    if (v > 3) throw new Error('big');
    return v;
  };
  try {
    const rs = await Promise.all([g(x), g(x + 1), g(1)]);
    return rs[0] + rs[1] + rs[2];
  } catch (e) {
    return -1;
  }
}
//> f(1)
//> f(3)

//// accumulate instance
class A {
  n = 0;
  s = 1;
  add(e) {
    this.n++;
    this.s *= e;
  }
}
function f(v) {
  'use graph';
  const p = new A(),
    q = new A();
  for (const e of v) {
    const b = e > 0 ? p : q;
    b.add(e);
    if (e > 2) {
      const c = b === p ? q : p;
      c.n += 10;
    }
  }
  return [p.n, p.s, q.n, q.s];
}
//> f([1, -2, 3])

//// chosen in while kept
function f(x) {
  'use graph';
  const p = { n: 0 },
    q = { n: 0 };
  let last = p;
  while (x < 10) {
    x += 1;
    const t = x % 2 === 0 ? p : q;
    t.n += x;
    if (x === 6) t.n += 100;
  }
  last.n += 1;
  return [p.n, q.n];
}
//> f(1)

//// array elements chosen
function f(v) {
  'use graph';
  const bins = [{ c: 0 }, { c: 0 }, { c: 0 }];
  for (const e of v) {
    const b = e < 1 ? bins[0] : e < 2 ? bins[1] : bins[2];
    b.c++;
  }
  return bins.map((b) => b.c);
}
//> f([0.5, 1.5, 5, 7])

//// helper picks
const pick = (s, e) => (e > 0 ? s.a : s.b);
function f(v) {
  'use graph';
  const s = { a: { t: 1 }, b: { t: 1 } };
  for (const e of v) {
    pick(s, e).t *= 2;
    const k = pick(s, -e);
    k.t += 1;
  }
  return s;
}
//> f([0.5, -1.5, 5, 7])

//// a structured clone that holds a tensor
function f(x) {
  "use graph";
  const data = { b: { v: x }, list: [x * 2] };
  const copy = structuredClone(data);
  copy.b.v += 1;
  if (x > 0) copy.list.push(3);
  return [copy.b, copy.list.length, data];
}
//> f(1)
//> f(-1)

//// the characters of a text that a tensor chooses, by index
function f(x) {
  'use graph';
  const name = x > 2 ? 'high' : x > 0 ? 'mid' : 'low';
  let kind = 0;
  switch (name[0]) { case 'h': kind = 1; break; case 'm': kind = 2; }
  return [kind, name.at(-1) === 'w' ? 1 : 0, name[name.length - 1] === 'd' ? 1 : 0];
}
//> f(3)
//> f(1)
//> f(-1)

//// an array that may be null, iterated in every way
function f(c) {
  'use graph';
  let best = null, cost = Infinity;
  for (const p of [[0, 1], [1, 0]]) { if (c[p[0]] < cost) { best = p; cost = c[p[0]]; } }
  const [a, b] = best;
  let s = 0;
  for (const x of best) s = s * 10 + x;
  return [cost, ...best, a, b, Math.max(...best), Array.from(best).length, s, best.length];
}
//> f([3, 1])
//> f([1, 3])

//// what may be missing throws where it is iterated
function f(x) {
  'use graph';
  let p, m = null, s = 0;
  if (x > 0) p = [x, 1];
  if (x < 2) m = new Map([['a', x]]);
  try { s = Math.max(...p); } catch (e) { s = e instanceof TypeError ? -1 : -2; }
  try { for (const [, v] of m) s += v; } catch (e) { s = e instanceof TypeError ? -10 : -20; }
  return s;
}
//> f(3)
//> f(1)
//> f(-1)

//// what is missing and nobody catches, iterated
function f(x) {
  'use graph';
  let p = null;
  if (x > 0) p = [x, 1];
  return [...p];
}
//> f(3)
//! f(-1) => null is not iterable

//// copies of Maps and Sets that a tensor chooses
function f(x) {
  'use graph';
  let m = new Map([['a', 1], ['b', 2]]), s = new Set([1, 2]);
  const before = new Map(m), few = new Set(s);
  m.set('a', x); s.add(7);
  if (x > 2) { m = before; s = few; }
  const copy = new Map(m), all = new Set(s);
  copy.set('b', 5);
  return [copy.get('a'), copy.get('b'), m.get('b'), copy.size, all.size, all.has(7)];
}
//> f(1)
//> f(3)

//// a counter made by a factory
function f(x) {
  "use graph";
  const make = (start) => { let n = start; return { up: () => ++n, down: () => --n, get value() { return n; } }; };
  const a = make(x), b = make(10);
  if (x > 0) { a.up(); a.up(); b.down(); } else { a.down(); }
  return [a.value, b.value];
}
//> f(1)
//> f(-1)

//// closures in a loop each keep their own variable
function f(x) {
  "use graph";
  const fs = [];
  for (let i = 0; i < 3; i++) fs.push(() => i * x);
  let s = 0;
  for (const g of fs) { const v = g(); if (v > 1) s += v; }
  return s;
}
//> f(1)
//> f(5)
//> f(0)

//// closures over var share it
function f(x) {
  "use graph";
  const fs = [];
  for (var i = 0; i < 3; i++) fs.push(() => i * x);
  return fs.map((g) => (g() > 4 ? g() : -1));
}
//> f(1)
//> f(2)

//// a closure over a loop variable used in the same iteration
function f(n) {
  "use graph";
  let s = 0;
  for (let i = 0; i < n; i++) {
    const scaled = (k) => k * i;
    if (i > 1) s += scaled(10); else s += scaled(1);
  }
  return s;
}
//> f(4)
//> f(1)

//// closures in loops in branches
function f(x, n) {
  "use graph";
  let total = 0;
  if (x > 0) {
    for (let i = 0; i < n; i++) { const add = () => { total += i * x; }; add(); }
  } else {
    for (let i = 0; i < n; i++) { const sub = () => { total -= 1; }; sub(); sub(); }
  }
  return total;
}
//> f(2, 3)
//> f(-1, 3)
//> f(1, 0)

//// a function declared below its use
function f(x) {
  "use graph";
  return twice(x) + helper(1);
  function twice(v) { return helper(v) * 2; }
  function helper(v) { if (v > x) return v; return x; }
}
//> f(3)
//> f(0)

//// functions declared in blocks
function f(x) {
  "use graph";
  let r;
  if (x > 0) { r = g(1); function g(v) { return v + x; } } else { r = h(2); function h(v) { return v * x; } }
  return r;
}
//> f(5)
//> f(-5)

//// an accumulator passed as a callback
function f(xs) {
  "use graph";
  const each = (list, callback) => { for (const v of list) callback(v); };
  let sum = 0, count = 0;
  each(xs, (v) => { if (v > 0) { sum += v; count += 1; } });
  return sum / count;
}
//> f([1, -2, 3])

//// composition and currying
function f(x) {
  "use graph";
  const compose = (...fs) => (v) => fs.reduceRight((acc, g) => g(acc), v);
  const add = (a) => (b) => a + b;
  const positive = (v) => (v > 0 ? v : 0);
  return compose(add(1), positive, add(-2))(x);
}
//> f(5)
//> f(1)

//// mutual recursion bounded by the host
function f(x) {
  "use graph";
  const even = (n, v) => (n === 0 ? v : odd(n - 1, v > 1 ? v / 2 : v));
  const odd = (n, v) => (n === 0 ? -v : even(n - 1, v + 1));
  return even(5, x);
}
//> f(3)
//> f(0)

//// a function that returns functions chosen by a host key
function f(x, name) {
  "use graph";
  const ops = {
    relu(v) { return v > 0 ? v : 0; },
    square: (v) => v * v,
    clip: function (v) { if (v > 1) return 1; return v; },
  };
  return ops[name](x);
}
//> f(-3, host('relu'))
//> f(-3, host('square'))
//> f(3, host('clip'))

//// this in methods of an object literal
function f(x) {
  "use graph";
  const acc = {
    total: 0,
    add(v) { if (v > 0) this.total += v; else this.skipped += 1; return this; },
    skipped: 0,
  };
  acc.add(x).add(-x).add(3);
  return [acc.total, acc.skipped];
}
//> f(2)
//> f(-2)

//// arrows keep the this of their function
class Box {
  constructor(v) { this.v = v; }
  twice(xs) { return xs.map((x) => { if (x > this.v) { this.v += 1; return x; } return this.v; }); }
}
function f(x) {
  "use graph";
  const box = new Box(x);
  return [box.twice([1, 2, 3]), box.v];
}
//> f(2)
//> f(0)
//> f(9)

//// bind with this and leading arguments
function scale(k, v) { if (v > this.limit) return this.limit; return k * v; }
function f(x) {
  "use graph";
  const triple = scale.bind({ limit: 4 }, 3);
  return triple(x) + triple(1);
}
//> f(1)
//> f(9)

//// call and apply
function pick(a, b) { return this.first ? (a > b ? a : b) : (a < b ? a : b); }
function f(x, y) {
  "use graph";
  return [pick.call({ first: true }, x, y), pick.apply({ first: false }, [x, y]), Math.max.apply(null, [x, y, 2])];
}
//> f(1, 5)
//> f(5, 1)

//// a method taken off its object and bound again
class Meter {
  limit = 3;
  read(v) { return v > this.limit ? this.limit : v; }
}
function f(x) {
  "use graph";
  const meter = new Meter();
  const read = meter.read.bind(meter);
  return [read(x), [x, 1].map(meter.read, meter)];
}
//> f(5)
//> f(2)

//// arguments
function total() {
  let s = 0;
  for (let i = 0; i < arguments.length; i++) if (arguments[i] > 0) s += arguments[i];
  return s;
}
function f(a, b) {
  "use graph";
  return total(a, b, 3) + total() + arguments.length;
}
//> f(1, 2)
//> f(-1, 2)

//// rest parameters and defaults that depend on others
const mix = (a, b = a > 0 ? a * 2 : 1, ...others) => others.reduce((s, v) => (v > b ? s + v : s), a + b);
function f(x) {
  "use graph";
  return [mix(x), mix(x, 1), mix(x, undefined, 5, x)];
}
//> f(2)
//> f(-2)

//// memo on the host around branches
function f(x) {
  "use graph";
  const memo = new Map();
  const fib = (n) => {
    if (n < 2) return n;
    if (memo.has(n)) return memo.get(n);
    const value = fib(n - 1) + fib(n - 2);
    memo.set(n, value);
    return value;
  };
  return x > 5 ? x + fib(10) : x - fib(10);
}
//> f(6)
//> f(1)

//// an immediately called function
function f(x) {
  "use graph";
  const y = (() => { if (x > 1) return x; return 1; })();
  return (function (v) { return v > 3 ? 3 : v; })(y);
}
//> f(0)
//> f(2)
//> f(7)

//// a closure that captures a variable that is assigned later
function f(x) {
  "use graph";
  let k = 1;
  const g = () => k * x;
  if (x > 0) k = 10;
  const a = g();
  k = 100;
  return [a, g()];
}
//> f(1)
//> f(-1)

//// a generator of the host is used, not staged
function* three() { yield 1; yield 2; yield 3; }
function f(x) {
  "use graph";
  let s = 0;
  for (const k of three()) { if (k > x) break; s += k; }
  return s;
}
//> f(2)
//> f(0)
//> f(9)

//// callbacks of filter, some, every, find on host arrays
function f(x) {
  "use graph";
  const rows = [{ id: 1, on: true }, { id: 2, on: false }, { id: 3, on: true }];
  const on = rows.filter((r) => r.on);
  let s = 0;
  on.forEach(({ id }, i) => { if (x > id) s += id * 10 + i; });
  const two = rows.find((r) => r.id === 2);
  return [s, on.length, two.id * x, rows.some((r) => r.id > 2), rows.every((r) => r.on)];
}
//> f(2)
//> f(9)

//// reduce with a branch on each
function f(a, b, c) {
  "use graph";
  return [a, b, c].reduce((best, v, i) => (v > best.v ? { v, i } : best), { v: -Infinity, i: -1 });
}
//> f(1, 3, 2)
//> f(3, 1, 2)

//// flatMap, entries and fromEntries
function f(x) {
  "use graph";
  const pairs = Object.entries({ a: 1, b: 2 }).flatMap(([k, v]) => [[k, v * x], [k + k, v > 1 ? x : -x]]);
  return Object.fromEntries(pairs);
}
//> f(3)

//// sort of host objects by host keys
function f(x) {
  "use graph";
  const items = [{ w: 2, v: x }, { w: 1, v: x * 2 }].sort((p, q) => p.w - q.w);
  return items.map(({ v }) => (v > 3 ? v : 3));
}
//> f(1)
//> f(2)

//// a pipeline of steps in an array
function f(x) {
  "use graph";
  const steps = [(v) => v + 1, (v) => (v > 3 ? v * 2 : v), (v) => v - 1];
  for (const step of steps) x = step(x);
  return x;
}
//> f(1)
//> f(5)

//// an event log kept in an object that a closure changes
function f(xs) {
  "use graph";
  const log = { ups: 0, downs: 0, last: 0 };
  const note = (v) => {
    if (v > log.last) log.ups++;
    else if (v < log.last) log.downs++;
    log.last = v;
  };
  for (const x of xs) note(x);
  return log;
}
//> f([1, 3, 2, 2, 5])

//// a closure that changes the variable that the loop tests
function f(x) {
  "use graph";
  let left = x, n = 0;
  const take = (k) => { left -= k; n++; };
  while (left > 0) take(n > 1 ? 3 : 1);
  return [left, n];
}
//> f(6)
//> f(0)

//// named function expressions, and defaults that are functions
function f(x) {
  "use graph";
  const pow = function power(b, n) { return n < 1 ? 1 : b * power(b, n - 1); };
  const apply = (v, g = (w) => (w > 4 ? w : -w)) => g(v);
  return [pow(x, 3), apply(x), apply(x, (w) => w * 2)];
}
//> f(2)
//> f(5)

//// shadowed parameters and inner functions with the same names
function f(x) {
  "use graph";
  const g = (x) => { const f = (x) => (x > 2 ? x : 2); return f(x) + 1; };
  { const x = 100; if (g(x) > 50) return g(0) * 1000; }
  return g(x);
}
//> f(5)

//// find on host arrays, where tensors decide
function f(x, y) {
  "use graph";
  const rows = [x, y, 3];
  const first = rows.find((r) => r > 0);
  const last = rows.findLast((r) => r < 0);
  const none = rows.find((r) => r > 100);
  return [first ?? -1, last === undefined ? 50 : last, none ?? 7, rows.findIndex((r) => r > 2)];
}
//> f(1, 2)
//> f(-1, 2)
//> f(-5, -4)

//// functions that a module registers
const hooks = [];
const table = new Map();
const on = (hook) => {
  if (hook) hooks.push(hook);
};
class Registry {
  #entries = {};
  register(name, entry) {
    this.#entries[name] = entry;
    return this;
  }
  find(name) {
    return this.#entries[name];
  }
}
const registry = new Registry();
registry.register('abs', (v) => (v > 0 ? v : -v));
table.set('step', function (v, at = 1) { return v > at ? 1 : 0; });
hooks.push((v) => (v < 0 ? v * 2 : v));
on((v) => (v > 3 ? v - 3 : v + 1));
function f(x, y) {
  "use graph";
  let s = x;
  for (const hook of hooks) s = hook(s);
  return [s, table.get('step')(y), registry.find('abs')(s - y), hooks.length];
}
//> f(5, 2)
//> f(-4, 0)
//> f(2, 7)

//// functions that a module makes before it is traced
const parse = (text) => {
  const tokens = [...text.matchAll(/\d+|[-+*x()]/g)].map(([token]) => token);
  const atom = () => {
    const token = tokens.shift();
    if (token === 'x') return (x) => x;
    if (token !== '(') return () => Number(token);
    const inner = sum();
    tokens.shift();
    return inner;
  };
  const product = () => {
    let left = atom();
    while (tokens[0] === '*') {
      tokens.shift();
      const [a, b] = [left, atom()];
      left = (x) => a(x) * b(x);
    }
    return left;
  };
  const sum = () => {
    let left = product();
    while (tokens[0] === '+') {
      tokens.shift();
      const [a, b] = [left, product()];
      left = (x) => (a(x) > 0 ? a(x) + b(x) : b(x));
    }
    return left;
  };
  return sum();
};
const lazily = (make) => {
  let made;
  return () => (made ??= make());
};
const powers = lazily(() => [1, 2].map((k) => (x) => (x > k ? x * k : x)));
const polynomial = parse('3*(x+2)*x+4');
function f(x) {
  "use graph";
  let s = polynomial(x);
  for (const power of powers()) s = power(s);
  return s;
}
//> f(2)
//> f(-1)

//// destructuring with defaults
function f(x, o) {
  "use graph";
  const { a = x > 0 ? x : -x, b: { c = 2, ...rest } = {}, ...others } = o;
  return { a, c, rest, others };
}
//> f(-3, host({}))
//> f(3, host({ a: 1, b: { c: 5, d: 6 }, e: 7 }))

//// array patterns with holes, defaults and rest
function f(x) {
  "use graph";
  const [, second = x, ...others] = [1, undefined, x * 2, 4];
  const [[p, q = p > 1 ? 10 : 20], r = q] = [[x]];
  return [second, others, p, q, r];
}
//> f(1)
//> f(2)

//// swaps and rotations
function f(a, b, c, n) {
  "use graph";
  while (n > 0) { [a, b, c] = [b, c, a]; if (a > b) [a, b] = [b, a]; n -= 1; }
  return [a, b, c];
}
//> f(1, 2, 3, 1)
//> f(1, 2, 3, 2)
//> f(3, 1, 2, 4)
//> f(3, 1, 2, 0)

//// patterns that assign properties and elements
function f(x) {
  "use graph";
  const o = { list: [0, 0] };
  [o.a, o.list[1]] = [x, x * 2];
  ({ a: o.b, list: [, o.c = 5] } = o);
  if (x > 0) [o.a, o.b] = [o.b + 1, o.a];
  return o;
}
//> f(2)
//> f(-2)

//// patterns in parameters
const area = ({ w, h = w }, [k = 1] = []) => (w > h ? w * w * k : w * h * k);
function f(x) {
  "use graph";
  return [area({ w: x }), area({ w: x, h: 2 }, [3])];
}
//> f(1)
//> f(4)

//// patterns in for-of, with defaults
function f(x) {
  "use graph";
  let s = 0;
  for (const { k, v: { w = 1 } = {} } of [{ k: 1 }, { k: 2, v: { w: 5 } }, { k: 3, v: {} }]) {
    if (k > x) continue;
    s += k * w;
  }
  return s;
}
//> f(2)
//> f(9)

//// nested object state
function f(x) {
  "use graph";
  const s = { pos: { x: 0, y: x }, hits: [0, 0], tag: 'ball' };
  for (let i = 0; i < 3; i++) {
    s.pos.x += 1;
    if (s.pos.y > 2) { s.pos.y -= 2; s.hits[0]++; } else { s.pos.y += 3; s.hits[1]++; }
  }
  return s;
}
//> f(1)
//> f(7)

//// spread of objects and arrays as the next state
function f(x) {
  "use graph";
  let s = { n: 0, v: x, list: [x, 1] };
  while (s.v > 1) s = { ...s, n: s.n + 1, v: s.v / 2, list: [...s.list.slice(1), s.v] };
  return s;
}
//> f(8)
//> f(1)

//// an element by a computed host key
function f(x, key) {
  "use graph";
  const o = { low: 0, high: 0 };
  if (x > 2) o[key] = x; else o.low -= 1;
  o[key === 'low' ? 'high' : 'low'] += 5;
  return o;
}
//> f(1, host('low'))
//> f(3, host('high'))
//> f(3, host('low'))

//// delete and in
function f(x) {
  "use graph";
  const o = { a: x, b: x * 2 };
  delete o.a;
  const has = 'a' in o;
  if (o.b > 2) o.c = 1; else o.c = 2;
  return { ...o, has, keys: Object.keys(o).length };
}
//> f(2)
//> f(0)

//// getters and setters of an object literal
function f(x) {
  "use graph";
  const o = { _v: x, get v() { return this._v > 0 ? this._v : 0; }, set v(n) { this._v = n; } };
  const before = o.v;
  o.v = before + 1;
  if (x > 5) o.v = 100;
  return [before, o.v];
}
//> f(-2)
//> f(3)
//> f(9)

//// ++ and -- as expressions
function f(x) {
  "use graph";
  let i = x;
  const a = i++ + ++i;
  const b = i-- - --i;
  const o = { n: x };
  const c = o.n++ * 10 + ++o.n;
  return [i, a, b, c, o.n];
}
//> f(1)
//> f(int(3))

//// ++ in branches, calls and indices
function f(x, xs) {
  "use graph";
  let i = 0;
  const list = [xs, xs + 1, xs + 2];
  const g = (a, b) => (a > b ? a : b);
  const r = g(list[i++], list[i++]) + (x > 0 ? i++ : --i);
  return [r, i];
}
//> f(1, 5)
//> f(-1, 5)

//// assignments as values
function f(x) {
  "use graph";
  let a, b, c;
  a = b = c = x * 2;
  const d = (a += 1) * (b -= 1);
  const e = (c = c > 2 ? c : -c) + c;
  return [a, b, c, d, e];
}
//> f(2)
//> f(0.5)

//// compound assignments of all kinds
function f(x) {
  "use graph";
  let v = x;
  v += 2; v *= 3; v -= 1; v /= 2; v **= 2; v %= 7;
  return v;
}
//> f(1)
//> f(4)

//// the comma operator
function f(x) {
  "use graph";
  let n = 0;
  const y = (n++, n += 2, x > 0 ? n : -n);
  for (let i = 0, k = 10; i < 2; i++, k--) n += k;
  return (n, y);
}
//> f(1)
//> f(-1)

//// evaluation order with effects between
function f(x) {
  "use graph";
  let v = x;
  const bump = () => { v = v + 1; return v; };
  const r = v + bump() * v + (v > 2 ? bump() : v);
  return [r, v];
}
//> f(0)
//> f(2)

//// an assignment inside of an operand
function f(x) {
  "use graph";
  let y = 1;
  const r = y + (y = x) + y * (x > 2 ? (y = 10) : y);
  return [r, y];
}
//> f(3)
//> f(2)

//// template literals of host values, typeof
function f(x, name) {
  "use graph";
  const label = `${name}-${name.length > 2 ? 'long' : 'short'}`;
  const kinds = [typeof name, typeof label.length, typeof undefined, typeof f];
  return { y: x > 0 ? x : 0, label, kinds };
}
//> f(-2, host('ab'))
//> f(2, host('abc'))

//// typeof and instanceof of tensors
function f(x) {
  "use graph";
  const t = x * 2;
  if (typeof t === 'string') return 'text';
  if (t instanceof tf.Tensor) return t > 4 ? t : 4;
  return -1;
}
//> f(1) => 4
//> f(3) => 6

//// a variable declared by var in a branch
function f(x) {
  "use graph";
  if (x > 0) { var y = x; } else { y = -x; }
  return y;
}
//> f(2)
//> f(-2)

//// hoisted var read before it is assigned
function f(x) {
  "use graph";
  const before = typeof y;
  var y = x > 1 ? x : 1;
  return [before, y];
}
//> f(3)
//> f(0)

//// integers and bigints of the host
function f(x, n) {
  "use graph";
  const big = 2n ** 5n;
  const k = Number(big) + n;
  const bits = (n << 3) | 1;
  return x > k ? x : k + bits + (n >>> 1) + ~n;
}
//> f(1, host(5))
//> f(100, host(5))

//// number formats of the host
function f(x) {
  "use graph";
  return [x + 0xff, x * 1e2, x - 0b101, x + 1_000, Number('12') + x, parseInt('7', 10) * x, +'3' - x];
}
//> f(2)

//// an exclusive or by booleans
function f(a, b) {
  "use graph";
  return [a !== b, a === b, !a !== !b];
}
//> f(true, false)
//> f(true, true)

//// regular expressions, dates and sets of the host
function f(x, text) {
  "use graph";
  const words = text.split(/\s+/).filter(Boolean);
  const unique = new Set(words);
  const y = unique.has('up') && x > 0 ? x : -x;
  return [y, unique.size, words.join('-')];
}
//> f(2, host('up down up'))
//> f(2, host('down'))

//// Math functions of both kinds
function f(x) {
  "use graph";
  const y = Math.max(x, 0.5) + Math.min(x, 2, 1) - Math.abs(x) + Math.sqrt(Math.abs(x)) + Math.exp(-x) + Math.floor(x) + Math.ceil(x) + Math.round(x + 0.1);
  const z = Math.sign(x) * Math.tanh(x) + Math.sin(x) ** 2 + Math.cos(x) ** 2 + Math.hypot(x, 3) + Math.log(Math.abs(x) + 1) + Math.trunc(x);
  return x > 0 ? y : z;
}
//> f(1.3)
//> f(-2.7)

//// Math.pow, log2, atan2 and constants
function f(x) {
  "use graph";
  return [Math.pow(x, 3), Math.log2(x + 4), Math.atan2(x, 2), Math.PI * x, x * Math.E, Math.cbrt(x), Math.expm1(x), Math.log1p(x), Math.log10(x + 5), Math.sinh(x), Math.cosh(x), Math.atan(x)];
}
//> f(0.5)
//> f(2)

//// Array.from, fill and spread of host arrays
function f(x) {
  "use graph";
  const grid = Array.from({ length: 3 }, (_, i) => i * x);
  const zeros = new Array(2).fill(0);
  const list = [...grid, ...zeros, ...[x]];
  return list.map((v) => (v > 1 ? v : 1));
}
//> f(1)
//> f(0.2)

//// a sorting network on array elements
function f(a, b, c, d) {
  "use graph";
  const v = [a, b, c, d];
  for (const [i, j] of [[0, 1], [2, 3], [0, 2], [1, 3], [1, 2]]) {
    if (v[i] > v[j]) [v[i], v[j]] = [v[j], v[i]];
  }
  return v;
}
//> f(4, 2, 3, 1)
//> f(1, 2, 3, 4)
//> f(2, 1, 2, 1)

//// bubble sort with early exit on an array of tensors
function f(a, b, c, d) {
  "use graph";
  const v = [a, b, c, d];
  let swapped, passes = 0;
  do {
    swapped = false;
    passes++;
    for (let i = 0; i + 1 < v.length; i++) {
      if (v[i] > v[i + 1]) { const t = v[i]; v[i] = v[i + 1]; v[i + 1] = t; swapped = true; }
    }
  } while (swapped);
  return { v, passes };
}
//> f(4, 3, 2, 1)
//> f(1, 2, 3, 4)

//// insertion into a sorted triple
function f(x, a, b, c) {
  "use graph";
  let list = [a, b, c];
  if (x < list[0]) list = [x, ...list.slice(0, 2)];
  else if (x < list[1]) list = [list[0], x, list[1]];
  else if (x < list[2]) list[2] = x;
  return list;
}
//> f(0, 1, 2, 3)
//> f(1.5, 1, 2, 3)
//> f(2.5, 1, 2, 3)
//> f(9, 1, 2, 3)

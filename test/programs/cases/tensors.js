//// gradient descent on a vector, until the gradient is small
function f(x) {
  "use graph";
  let steps = 0;
  while (tf.norm(x) > 0.5) { x = x - 0.25 * (2 * x); steps++; }
  return [x, steps];
}
//> f([3, 4]) => [[0.1875, 0.25], 4]
//> f([0.1, 0.2]) => [[0.1, 0.2], 0]

//// k-means in one dimension until nothing moves
function f(points, a, b) {
  "use graph";
  let moved = true, rounds = 0;
  while (moved) {
    const nearA = tf.cast(tf.abs(points - a) < tf.abs(points - b), 'float32');
    const nearB = 1 - nearA;
    const nextA = tf.sum(points * nearA) / tf.sum(nearA);
    const nextB = tf.sum(points * nearB) / tf.sum(nearB);
    moved = tf.abs(nextA - a) + tf.abs(nextB - b) > 1e-3;
    [a, b] = [nextA, nextB];
    rounds++;
    if (rounds >= 10) break;
  }
  return { a, b, rounds };
}
//> f([1, 2, 9, 10], 0, 3) => { a: 1.5, b: 9.5, rounds: 3 }

//// power iteration
function f(m) {
  "use graph";
  let v = tf.ones([2, 1]), lambda = 0;
  for (let i = 0; i < 30; i++) {
    const w = tf.matMul(m, v);
    const next = tf.norm(w);
    v = w / next;
    if (Math.abs(next - lambda) < 1e-4) break;
    lambda = next;
  }
  return lambda;
}
//> f([[2, 0], [0, 1]]) => 2

//// a cumulative sum by hand
function f(xs) {
  "use graph";
  const n = xs.shape[0];
  let out = tf.zeros([n]), s = 0;
  for (let i = 0; i < n; i++) { s += xs[i]; out[i] = s; }
  return out;
}
//> f([1, 2, 3]) => [1, 3, 6]
//> f([5]) => [5]

//// a sieve of primes
function f(n) {
  "use graph";
  let prime = tf.ones([12], 'bool');
  prime[0] = false;
  prime[1] = false;
  for (const k of range(2, n)) {
    if (prime[k]) for (let m = k * 2; m < n; m += k) prime[m] = false;
  }
  return tf.sum(tf.cast(prime, 'int32'));
}
//> f(int(12)) => 5

//// the game of life, two steps on a torus
function f(board, steps) {
  "use graph";
  const shift = (b, d, axis) => {
    const n = b.shape[axis];
    const [head, tail] = tf.split(b, d > 0 ? [n - 1, 1] : [1, n - 1], axis);
    return tf.concat([tail, head], axis);
  };
  for (let s = 0; s < steps; s++) {
    let around = tf.zerosLike(board);
    for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) {
      if (dy === 0 && dx === 0) continue;
      let moved = board;
      if (dy !== 0) moved = shift(moved, dy, 0);
      if (dx !== 0) moved = shift(moved, dx, 1);
      around = around + moved;
    }
    board = tf.cast(tf.logicalOr(around === 3, tf.logicalAnd(board === 1, around === 2)), 'float32');
  }
  return board;
}
//> f([[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]], 1) => [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
//> f([[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]], 2) => [[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]]

//// matrix power by squaring
function f(m, n) {
  "use graph";
  let result = tf.eye(2);
  while (n > 0) {
    if (n % 2 === 1) result = tf.matMul(result, m);
    m = tf.matMul(m, m);
    n = tf.floorDiv(n, tf.scalar(2, 'int32'));
  }
  return result;
}
//> f([[1, 1], [1, 0]], int(6)) => [[13, 8], [8, 5]]
//> f([[1, 1], [1, 0]], int(0)) => [[1, 0], [0, 1]]

//// a determinant by elimination with pivoting
function f(m) {
  "use graph";
  const n = m.shape[0];
  let det = tf.scalar(1);
  for (let k = 0; k < n; k++) {
    const column = tf.abs(tf.slice(m, [k, k], [n - k, 1]));
    const pivot = tf.argMax(tf.reshape(column, [-1])) + k;
    if (pivot !== k) { const row = m[pivot]; m[pivot] = m[k]; m[k] = row; det = -det; }
    const top = m[k];
    det = det * top[k];
    if (tf.abs(top[k]) > 1e-6) for (let i = k + 1; i < n; i++) m[i] = m[i] - top * (m[i][k] / top[k]);
  }
  return det;
}
//> f([[0, 2], [3, 1]]) => -6
//> f([[1, 2], [2, 4]]) => 0
//> f([[2, 0, 1], [1, 3, 2], [1, 1, 1]]) => 0

//// conjugate gradient
function f(a, b) {
  "use graph";
  let x = tf.zerosLike(b), r = b, p = r, rs = tf.sum(r * r), k = 0;
  const times = (v) => tf.reshape(tf.matMul(a, tf.reshape(v, [-1, 1])), [-1]);
  while (rs > 1e-6 && k < 5) {
    const ap = times(p);
    const alpha = rs / tf.sum(p * ap);
    x = x + alpha * p;
    r = r - alpha * ap;
    const next = tf.sum(r * r);
    p = r + next / rs * p;
    rs = next;
    k++;
  }
  return [x, k];
}
//> f([[4, 1], [1, 3]], [1, 2]) => [[0.0909091, 0.6363636], 2]
//> f([[4, 1], [1, 3]], [0, 0]) => [[0, 0], 0]

//// dynamic time warping
function f(a, b) {
  "use graph";
  const n = a.shape[0], m = b.shape[0];
  let previous = [0, ...new Array(m).fill(Infinity)];
  for (let i = 0; i < n; i++) {
    const row = [Infinity];
    for (let j = 0; j < m; j++) {
      const cost = Math.abs(a[i] - b[j]);
      row.push(cost + Math.min(previous[j], previous[j + 1], row[j]));
    }
    previous = row;
  }
  return previous[m];
}
//> f([1, 2, 3], [1, 2, 2, 3]) => 0
//> f([1, 5], [2, 2]) => 4

//// greedy decoding with an end token
function f(logits, first) {
  "use graph";
  let token = first, out = new TensorArray('int32', 4, { elementShape: [] }), length = 0;
  for (const step of range(4)) {
    token = tf.argMax(logits[token]);
    if (token === 0) break;
    out = out.write(step, token);
    length = step + 1;
  }
  return [out.stack(), length];
}
//> f([[0, 1, 0], [0, 0, 1], [1, 0, 0]], int(0)) => [[1, 2, 0, 0], 2]
//> f([[0, 1, 0], [0, 0, 1], [1, 0, 0]], int(2)) => [[0, 0, 0, 0], 0]

//// an RNN cell with a class, a mask and a padded batch
class Cell {
  constructor(w, u) { this.w = w; this.u = u; this.h = tf.zeros([2]); }
  step(x, keep) {
    const next = tf.tanh(x * this.w + this.h * this.u);
    this.h = tf.where(keep, next, this.h);
    return this.h;
  }
}
function f(xs, lengths) {
  "use graph";
  const cell = new Cell(0.5, 0.5);
  for (const t of range(xs.shape[0])) cell.step(xs[t], lengths > t);
  return cell.h;
}
//> f([[1, 2], [3, 4]], int([2, 1])) => [0.9391809, 0.7615942]

//// dropout-like branches and a moving average
class Norm {
  mean = tf.zeros([2]);
  call(x, training) {
    if (training) { this.mean = 0.9 * this.mean + 0.1 * x; return x - this.mean; }
    return x - this.mean;
  }
}
function f(x, training) {
  "use graph";
  const norm = new Norm();
  const y = norm.call(x, training);
  return { y, mean: norm.mean };
}
//> f([1, 2], true) => { y: [0.9, 1.8], mean: [0.1, 0.2] }
//> f([1, 2], false) => { y: [1, 2], mean: [0, 0] }
//> f([1, 2], host(true)) => { y: [0.9, 1.8], mean: [0.1, 0.2] }

//// padding until a length is reached
function f(x, n) {
  "use graph";
  let out = x;
  while (out.shape[0] < n) out = tf.concat([out, tf.zeros([1])]);
  return out;
}
//> f([1, 2], host(4)) => [1, 2, 0, 0]

//// a Markov chain until it settles
function f(p, start) {
  "use graph";
  let state = start, n = 0;
  do {
    const next = tf.reshape(tf.matMul(tf.reshape(state, [1, 2]), p), [2]);
    const change = tf.max(tf.abs(next - state));
    state = next;
    n++;
    if (change < 1e-3) return { state, n };
  } while (n < 50);
  return { state, n };
}
//> f([[0.5, 0.5], [0.5, 0.5]], [1, 0]) => { state: [0.5, 0.5], n: 2 }

//// destructuring of tensors, with defaults and rest
function f(xs) {
  "use graph";
  const [a, b, ...rest] = xs;
  const [p, q = 7] = rest;
  return [a + b, rest.length, p, q];
}
//> f([1, 2, 3]) => [3, 1, 3, 7]
//> f([1, 2, 3, 4]) => [3, 2, 3, 4]

//// spread of a tensor in a call and in an array
function f(xs) {
  "use graph";
  const largest = (...vs) => vs.reduce((m, v) => (v > m ? v : m));
  return [largest(...xs), Math.min(...xs), [...xs, 9].length, ...xs];
}
//> f([3, 1, 2]) => [3, 1, 4, 3, 1, 2]

//// array methods on a tensor
function f(xs) {
  "use graph";
  const doubled = xs.map((x) => (x > 1 ? x * 2 : x));
  let total = 0;
  xs.forEach((x, i) => { if (x > 1) total += x * i; });
  return [doubled[0], xs.reduce((s, x) => s + x, 0), total];
}
//> f([1, 2, 3]) => [1, 6, 8]

//// elementwise comparisons chosen by where
function f(x) {
  "use graph";
  const mask = x > 0;
  const y = tf.where(mask, x, -x);
  return [tf.all(mask) ? 1 : 0, tf.any(mask) ? 1 : 0, y];
}
//> f([1, -2]) => [0, 1, [1, 2]]
//> f([1, 2]) => [1, 1, [1, 2]]

//// beam of two, kept sorted
function f(scores) {
  "use graph";
  let best = -Infinity, second = -Infinity;
  for (const row of scores) {
    for (const s of row) {
      if (s > best) { second = best; best = s; }
      else if (s > second) second = s;
    }
  }
  return [best, second];
}
//> f([[1, 5], [3, 4]])
//> f([[9, 9], [3, 4]])

//// a learning-rate schedule and a loss history that grows
function f(w) {
  "use graph";
  const losses = [];
  let rate = 0.4;
  for (let step = 0; step < 4; step++) {
    const loss = w * w;
    losses.push(loss);
    if (losses.length > 1 && losses[losses.length - 2] - loss < 0.5) rate *= 0.5;
    w -= rate * 2 * w;
  }
  return { losses, rate };
}
//> f(2)
//> f(0.5)

//// a list that grows under a tensor's condition
function f(xs) {
  "use graph";
  const kept = [];
  for (const x of xs) if (x > 1) kept.push(x * 10);
  return kept;
}
//> f([1, 2, 3, 0, 5])
//> f([0, 0])

//// a stack machine on a list
function f(codes) {
  "use graph";
  const stack = [0];
  let top = 0;
  for (const c of codes) {
    if (c > 0) { stack[0] = stack[0] + c; top += 1; }
    else stack[0] = stack[0] * 2;
  }
  return [stack[0], top];
}
//> f([1, 0, 3])
//> f([0])

//// gradients through branches and loops
function f(x) {
  "use graph";
  const g = tf.grad((v) => { let y = v; for (let i = 0; i < 3; i++) { if (tf.sum(y) > 2) break; y = y * 2; } return tf.sum(y); });
  return g(x);
}
//> f([0.5, 0.6]) => [2, 2]
//> f([3, 4]) => [1, 1]
//> f([0.1, 0.1]) => [8, 8]

//// built-in functions that ask what a tensor holds
function f(x, y) {
  "use graph";
  const { length, 0: first } = x;
  let second, rest;
  ({ 1: second, ...rest } = x);
  const seen = new Set([1, 2]);
  return {
    parts: [length, first, second, rest, { ...x, 1: 9 }],
    keys: [1 in x, 5 in x, '0' in x, Object.hasOwn(x, 1), Object.keys(x), Object.values(x), Object.entries(x)],
    same: [Object.is(y, 3), Object.is(y, y), Object.is(y, null), Object.is((y - y) / (y - y), NaN)],
    has: [seen.has(y), seen.has(2), new Map([[3, 1]]).has(y)],
    made: [new Array(2).fill(y), new Array(1, y), new (class { v = y; })().v],
  };
}
//> f([3, 1], 3)
//> f([1, 2], 1)

//// sorting by a comparator that a tensor decides about
function f(x, y) {
  "use graph";
  const all = [{ v: x, i: 0 }, { v: y, i: 1 }, { v: 1.5, i: 2 }, { v: y, i: 3 }];
  const down = all.toSorted((a, b) => b.v - a.v);
  all.sort((a, b) => a.v - b.v);
  const plain = [3, 1, 2].sort((a, b) => a - b);
  return [all.map(({ v, i }) => [v, i]), down.map(({ i }) => i), plain, [3, x, y].sort((a, b) => a - b)];
}
//> f(2, 1)
//> f(1, 2)

//// an element of an array at a tensor
function f(i, x) {
  "use graph";
  const list = [5, 6, 7];
  return [list.at(i), list.with(i, x), list, [[1, x], [x, 2], [3, 4]].at(i)];
}
//> f(int(1), 9)
//> f(int(-1), 8)

//// an element of a tensor cannot be deleted
function f(x) {
  "use graph";
  delete x[0];
  return x;
}
//! f([1, 2]) => An element of float32[2] is deleted ... program.js:3:

//// a Map is given a value at the key that a tensor is
function f(x) {
  "use graph";
  return [...new Map([[1, 2], [4, 5]]).set(x, 3)];
}
//> f(1) => [[1, 3], [4, 5]]
//> f(4) => [[1, 2], [4, 3]]

//// a number that is a tensor is a key, beside numbers
function f(x) {
  "use graph";
  return new Set([1, 2]).add(x).size;
}
//> f(1) => 2
//> f(5) => 3

//// and beside tensors
function f(x, y) {
  "use graph";
  return new Set([x, y]).size;
}
//> f(1, 1) => 1
//> f(1, 2) => 2

//// but not beside texts
function f(x) {
  "use graph";
  return new Set([1, 'two']).add(x).size;
}
//! f(1) => float32[] cannot be a key of this Set ... program.js:3:

//// an array's length may be a tensor
function f(x) {
  "use graph";
  return [new Array(x).fill(x), Array.from({ length: x }).length];
}
//> f(3) => [[3, 3, 3], 3]

//// an array's length is a whole number
function f(x) {
  "use graph";
  return new Array(x - 0.5).length;
}
//! f(3) => The length of an array must be a whole number, and not negative ... program.js:3:
//! f(-1.5) => The length of an array must be a whole number, and not negative ... program.js:3:

//// arrays of arrays and of objects at a tensor
function f(i, x) {
  "use graph";
  const table = [[1, x], [x, 2], [3, 4]];
  table[i] = [x * 2, 7];
  const halves = [0, 0, 0];
  for (let k = 0; k < x; k++) halves[i] = halves[i] + k * 0.5;
  return [table, table.at(i), table[i][1], [{ a: x, b: [1] }, { a: 2, b: [x] }][i].b[0], halves];
}
//> f(int(1), 9)
//> f(int(0), 2)

//// a table whose keys are numbers, at a tensor
async function f(i) {
  'use graph';
  const table = { 1: 10, 2: 20.5, 5: 50 };
  const names = new Map([[1, (v) => v + 1], [2, (v) => v * 2]]);
  const more = new Map([[1, { w: 3 }], [5, { w: i }]]);
  const called = names.has(i) ? names.get(i)(7) : 0;
  return [table[i] ?? -1, called, i === 5 ? more.get(i).w : 2];
}
//> f(int(1))
//> f(int(5))
//> f(int(2))
//> f(int(9))

//// an array that is made of a length
const square = (_, k) => (k > 2 ? k * k : k);
async function f(n) {
  'use graph';
  const all = Array.from({ length: n }, (_, i) => i * 2);
  const squares = Array.from({ length: n }, square);
  return [all.reduce((s, e) => s + e, 0), squares.reduce((s, e) => s + e, 0), all.length];
}
//> f(int(3))
//> f(int(5))
//> f(int(0))

//// rows of which a tensor decides how many there are, broadcast to a known shape
function f(x, t) {
  "use graph";
  const rows = [], signs = [];
  for (const row of tf.unstack(x)) if (tf.sum(row) > t) { rows.push(row); signs.push(tf.greater(row, 1)); }
  const wide = tf.stack(rows).broadcastTo([3, 2]);
  return [tf.broadcastTo(tf.stack(rows), [2, 3, 2]), tf.broadcastTo(tf.stack(signs), [3, 2]), wide];
}
//> f([[1, 2], [3, 4], [5, 6]], 0) => [[[[1, 2], [3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]]], [[false, true], [true, true], [true, true]], [[1, 2], [3, 4], [5, 6]]]
//> f([[1, 2], [3, 4], [5, 6]], 8) => [[[[5, 6], [5, 6], [5, 6]], [[5, 6], [5, 6], [5, 6]]], [[true, true], [true, true], [true, true]], [[5, 6], [5, 6], [5, 6]]]

//// a tensor that is made of sizes that a tensor decides
function f(x, t, make) {
  "use graph";
  const rows = [];
  for (const row of tf.unstack(x)) if (tf.sum(row) > t) rows.push(row);
  return tf[make](tf.stack(rows).shape);
}
//! f([[1, 2], [3, 4]], 0, host('zeros')) => A tensor of shape [?,2] cannot be made while tracing ... program.js:5: ... tf.zerosLike(x) ... unknown-size
//! f([[1, 2], [3, 4]], 0, host('ones')) => [?,2] cannot be made ... unknown-size
//! f([[1, 2], [3, 4]], 0, host('randomUniform')) => [?,2] ... unknown-size

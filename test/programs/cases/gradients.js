//// the gradient through a list that may have lost its only element
function f(x, t) {
  "use graph";
  return tf.grad((x) => {
    const s = [x[0]];
    if (x[0] > t) s.push(x[0] * 2);
    s.pop();
    return s.reduce((a, b) => a + b, tf.sum(x));
  })(x);
}
//> f([0.9], 0.7) => [2]
//> f([0.1], 0.7) => [1]
//> f([0.1, 2], 0.7) => [1, 1]
//> f([0.9, 2], 0.7) => [2, 1]

//// the gradient through the rows of a list, of which there may be none
function f(x, t) {
  "use graph";
  return tf.grad((x) => {
    const rows = [];
    for (const row of tf.unstack(x)) if (tf.sum(row) > t) rows.push(row * row);
    rows.shift();
    let product = tf.sum(x);
    for (const row of rows) product = product + tf.sum(row);
    return product;
  })(x);
}
//> f([[1, 2], [3, 4]], 0) => [[1, 1], [7, 9]]
//> f([[1, 2], [3, 4]], 5) => [[1, 1], [1, 1]]
//> f([[1, 2], [3, 4]], 50) => [[1, 1], [1, 1]]

//// an entry of a Map that may be missing, behind ??
function f(x, k) {
  "use graph";
  return tf.grad((x) => {
    const m = new Map([[1, x[0]]]);
    return (m.get(k) ?? 0) + x[1];
  })(x);
}
//> f([1, 2], int(1)) => [1, 1]
//> f([1, 2], int(2)) => [0, 1]

//// sums by key, whose first ones are missing
function f(x, keys) {
  "use graph";
  const { value, grad } = tf.valueAndGrad((x) => {
    const sums = new Map();
    for (let i = 0; i < 3; i++) sums.set(keys[i], (sums.get(keys[i]) ?? 0) + x[i]);
    let out = tf.scalar(0);
    for (const sum of sums.values()) out = out + sum * sum;
    return out;
  })(x);
  return [value, grad];
}
//> f([1, 2, 3], int([1, 2, 1])) => [20, [8, 4, 8]]
//> f([1, 2, 3], int([1, 1, 1])) => [36, [12, 12, 12]]

//// what find() and at(-1) may not have found
function f(x, d) {
  "use graph";
  const [first, second] = tf.grads((x, d) => {
    const stack = [];
    for (let i = 0; i < 3; i++) if (x[i] > 2) stack.push(x[i] * x[i]);
    const found = [x[0], x[1]].find((v) => v > 2) ?? d;
    return (stack.at(-1) ?? d) + found * 10 + d * x[0];
  })([x, d]);
  return [first, second];
}
//> f([1, 3, 4], 5) => [[5, 10, 8], 1]
//> f([1, 2, 4], 5) => [[5, 0, 8], 11]
//> f([1, 2, 2], 5) => [[5, 0, 0], 12]

//// a property of an object that may be missing
function f(x, t) {
  "use graph";
  return tf.grad((x) => {
    let best;
    for (let i = 0; i < 3; i++) if (x[i] > t) best = { v: x[i] * 2 };
    return (best?.v ?? 0) + (best === undefined ? x[0] : x[0] * 3);
  })(x);
}
//> f([1, 2, 3], 2.5) => [3, 0, 2]
//> f([1, 2, 3], 5) => [1, 0, 0]

//// a function that may return nothing
function larger(v, t) {
  if (v > t) return v * 3;
}
function f(x, t) {
  "use graph";
  return tf.grad((x) => {
    const found = larger(x[0], t);
    return found === undefined ? x[1] : found * x[1];
  })(x);
}
//> f([1, 2], 0.5) => [6, 3]
//> f([1, 2], 5) => [0, 1]

//// a variable that a loop may not have set
function f(x, n) {
  "use graph";
  return tf.grad((x) => {
    let last;
    for (let i = 0; i < n; i++) last = (last ?? 0) + x[i] * x[i];
    return (last ?? 0) + x[0];
  })(x);
}
//> f([1, 2, 3], int(2)) => [3, 4, 0]
//> f([1, 2, 3], int(0)) => [1, 0, 0]

//// a variable that only one branch sets, and only that branch uses
function f(x, c) {
  "use graph";
  return tf.grad((x) => {
    let v;
    if (c > 0) v = x[0] * 3;
    let y = x[1];
    if (c > 0) y = v * y;
    return y;
  })(x);
}
//> f([1, 2], int(1)) => [6, 3]
//> f([1, 2], int(0)) => [0, 1]

//// the second derivative of what may be missing
function f(x, k) {
  "use graph";
  const y = (x) => {
    const m = new Map([[1, x * x * x]]);
    return (m.get(k) ?? x) + x * x;
  };
  return tf.grad((x) => tf.grad(y)(x))(x);
}
//> f(2, int(1)) => 14
//> f(2, int(3)) => 2

//// minimized with an optimizer, what may be missing
function f(k) {
  "use graph";
  const w = tf.variable(tf.tensor1d([1, 2]));
  tf.train.sgd(0.5).minimize(() => {
    const m = new Map([[1, w[0]]]);
    return (m.get(k) ?? 0) + w[1];
  });
  const result = w * 1;
  w.dispose();
  return result;
}
//> f(int(1)) => [0.5, 1.5]
//> f(int(2)) => [1, 1.5]

//// a use that nothing asks about is an error where the value is missing
function f(x, k) {
  "use graph";
  return tf.grad((x) => {
    const m = new Map([[1, x[0]]]);
    let y = x[1];
    if (x[1] > 1) y = m.get(k) * y;
    return y;
  })(x);
}
//> f([1, 2], int(1)) => [2, 1]
//> f([1, 0.5], int(2)) => [0, 1]
//! f([1, 2], int(2)) => a Map has nothing at the number that it is asked for ... program.js:6: ... assertion-failed

//// pairs of a module's generator
function* pairs(list) {
  for (let i = 1; i < list.length; i++) yield [list[i - 1], list[i] * 2];
}
function f(x, y) {
  "use graph";
  let s = 0;
  for (const [p, q] of pairs([x, y, 3])) {
    if (q > p) s += q - p;
    else s -= 1;
  }
  return s;
}
//> f(1, 2)
//> f(5, -2)

//// a class that iterates
class Tree {
  constructor(value, left, right) {
    this.value = value;
    this.left = left;
    this.right = right;
  }
  *[Symbol.iterator]() {
    if (this.left) yield* this.left;
    yield this.value + 1;
    if (this.right) yield* this.right;
  }
  *leaves() {
    if (this.left === null && this.right === null) yield -this.value;
    for (const child of [this.left, this.right]) if (child !== null) yield* child.leaves();
  }
}
function f(x, y) {
  "use graph";
  const tree = new Tree(x, new Tree(y, null, null), new Tree(2, null, null));
  let s = 0;
  for (const value of tree) s = s * 2 + value;
  return [s, Math.max(...tree.leaves())];
}
//> f(1, 2)
//> f(5, -2)

//// parameters, arguments and this
const scale = {
  k: 3,
  *each(list, by = this.k) {
    for (const x of list) yield x * by + arguments.length;
  },
};
const naturals = function* () {
  for (let k = 0; ; k++) yield k;
};
function f(x) {
  "use graph";
  const out = [...scale.each([x, 1]), ...scale.each([x], 2)];
  for (const k of naturals()) {
    if (k > 2) break;
    out.push(x + k);
  }
  return out;
}
//> f(1.5)

//// values that are sent in, and a return
function* running() {
  let total = 0;
  for (;;) {
    const next = yield total;
    if (next === undefined) return total * 100;
    total += next;
  }
}
function f(x, y) {
  "use graph";
  const it = running();
  it.next();
  it.next(x);
  const { value } = it.next(y * 2);
  return [value, it.next().value, it.next().done];
}
//> f(1, 2)

//// branches and loops without a yield
function* smooth(list) {
  let last = 0;
  for (const x of list) {
    if (x > last) last = x;
    else last = last * 0.5;
    let halvings = 0;
    while (last > 1) {
      last /= 2;
      halvings++;
    }
    yield last + halvings;
  }
}
function f(x, y) {
  "use graph";
  const [first, ...rest] = smooth([x, y, 8]);
  return [first, ...rest];
}
//> f(1, 2)
//> f(5, -2)

//// a tensor that decides about a yield
function* positive(list) {
  for (const x of list) {
    if (x > 0) yield x;
  }
}
function f(x) {
  "use graph";
  let s = 0;
  for (const y of positive([x, 2])) s += y;
  return s;
}
//! f(1) => whether a generator comes to a `yield` ... program.js:3

//// an iterator from outside of a branch
function* counting() {
  for (let k = 0; ; k++) yield k;
}
function f(x) {
  "use graph";
  const it = counting();
  if (x > 0) it.next();
  return it.next().value;
}
//! f(1) => advanced in a branch or loop that a tensor decides about ... program.js:7

//// an iterator from outside of a loop
function f(x) {
  "use graph";
  const it = [1, 2, 3, 4, 5, 6].values();
  let s = 0;
  while (x > 0) {
    s += it.next().value;
    x -= 1;
  }
  return s;
}
//! f(2) => advanced in a branch or loop that a tensor decides about

//// an iterator that only a loop advances until it ends
function* counting() {
  for (let k = 10; ; k++) yield k;
}
function f(x) {
  "use graph";
  const it = counting();
  let s = 0;
  for (const e of [0, 1, 2]) {
    s += it.next().value;
    if (x > e) break;
  }
  return s;
}
//> f(1.5)
//> f(-1)
//> f(0.5)

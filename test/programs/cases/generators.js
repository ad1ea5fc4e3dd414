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
//> f(1)
//> f(-1)

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
//! f(1) => advanced in a branch that a tensor decides about and elsewhere too ... program.js:8

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
//! f(2) => in a loop outside of which it was made

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

//// an iterator whose return method runs where a tensor ends the loop
class Deck {
  constructor(n) { this.n = n; this.at = 0; this.left = 0; }
  [Symbol.iterator]() {
    this.at = 0;
    return {
      next: () => this.at < this.n ? { value: this.at++, done: false } : { value: undefined, done: true },
      return: () => { this.left += 1; return { done: true }; },
    };
  }
}
function f(x) {
  "use graph";
  const deck = new Deck(3);
  let s = 0;
  if (x > 0) { for (const card of deck) { s += card + 1; if (s > x) break; } }
  for (let i = 0; i < 2; i++) { for (const card of deck) { s += card; if (s > 6) break; } }
  return [s, deck.left];
}
//> f(1)
//> f(5)
//> f(-1)
//> f(100)

//// an iterator that counts in a variable, which each iteration may read
function f(x) {
  "use graph";
  let taken = 0;
  const items = { [Symbol.iterator]() { taken = 0; return { next: () => ({ value: taken++, done: taken > 4 }) }; } };
  let s = 0;
  for (const v of items) { s += taken * v; if (s > x) break; }
  for (const v of items) { s += taken * v; if (s > x) break; }
  taken = 3;
  return [s, taken];
}
//> f(3)
//> f(30)

//// what an iterator counts, read behind a loop that a tensor ends
function f(x) {
  "use graph";
  let taken = 0;
  const items = { [Symbol.iterator]() { return { next: () => ({ value: taken++, done: taken > 4 }) }; } };
  let s = 0;
  for (const v of items) { s += v; if (s > x) break; }
  return [s, taken];
}
//! f(3) => changes 'taken' on the way ... program.js:6:3 ... collect the items

//// generators of classes and of the module, about whose items tensors decide
class Positive {
  constructor(xs) {
    this.xs = xs;
  }
  *items() {
    for (const x of this.xs) if (x > 0) yield x;
  }
  static *upTo(k) {
    let i = 0;
    while (i < k) yield i++;
  }
}
class Twice extends Positive {
  *items() {
    for (const x of super.items()) {
      yield x;
      if (x > 1) yield -x;
    }
  }
  *[Symbol.iterator]() {
    yield* this.items();
  }
}
const given = function* () {
  for (let i = 0; i < arguments.length; i++) if (arguments[i] > 0) yield arguments[i];
};
const o = {
  *rises(xs, k = xs.length) {
    for (let i = 0; i + 1 < k; i++) if (xs[i] < xs[i + 1]) yield [xs[i], xs[i + 1]];
  },
};
function f(x, y) {
  "use graph";
  const v = [x, y, 3];
  let s = 0;
  for (const item of new Twice(v).items()) {
    s += item * 2;
    if (s > 5) break;
  }
  let t = 0;
  for (const item of new Twice(v)) t += item;
  let u = 0;
  for (const i of Positive.upTo(y)) u += i;
  let w = 0;
  for (const item of given(x, y, 3)) w += item;
  return [s, t, u, w, [...o.rises(v)].length];
}
//> f(1, 2)
//> f(1.5, -2)
//> f(-1, 4)

//// awaited in a loop over a generator, and all that one gives together
function* positive(list) {
  for (const x of list) if (x > 0) yield x;
}
async function f(x, y) {
  "use graph";
  let s = 0;
  for (const item of positive([x, y, 2])) {
    s += await (async () => item * 2)();
    if (s > 5) break;
  }
  const all = await Promise.all([...positive([x, y])].map(async (item) => item * 2));
  return [s, all.length];
}
//> f(1, 2)
//> f(-1, 4)

//// a counter that a called closure changes, in a branch, a loop and a conditional expression
function f(x) {
  "use graph";
  let n = 0;
  const api = { bump: (d) => { n += d; return n; } };
  const again = (g) => { for (let i = 0; i < x; i++) g(1); };
  if (x > 1) api.bump(10);
  again(api.bump);
  const r = x > 2 ? api.bump(100) : 5;
  const b = x > 0 && api.bump(1000) > 1005;
  return [n, r, b];
}
//> f(0)
//> f(1)
//> f(2)
//> f(3)

//// a closure that tests and changes
function f(x) {
  "use graph";
  let left = x, calls = 0;
  const tools = { more() { calls++; left -= 2; return left > 0; } };
  while (tools.more()) calls += 10;
  return [left, calls];
}
//> f(5)
//> f(0)

//// a loop test whose call changes an object, behind &&
function f(x) {
  "use graph";
  const tank = { level: x, drain(by) { this.level -= by; return this.level; } };
  let n = 0;
  while (n < 4 && tank.drain(n + 1) > 0) n++;
  return [tank.level, n];
}
//> f(3)
//> f(100)
//> f(-1)

//// private state that a method changes in a loop of another method
class Adam {
  #m = 0; #v = 0; #t = 0;
  update(g) {
    this.#t++;
    this.#m = 0.9 * this.#m + 0.1 * g;
    this.#v = 0.99 * this.#v + 0.01 * g * g;
    return 0.1 * this.#m / (1 - 0.9 ** this.#t) / (Math.sqrt(this.#v / (1 - 0.99 ** this.#t)) + 1e-6);
  }
  get steps() { return this.#t; }
}
class Fit {
  optimizer = new Adam();
  run(w) { while (Math.abs(w) > 0.2) { w -= this.optimizer.update(2 * w); if (this.optimizer.steps > 8) break; } return w; }
}
function f(w) {
  "use graph";
  const fit = new Fit();
  return [fit.run(w), fit.optimizer.steps];
}
//> f(0.5)
//> f(0.1)
//> f(5)

//// a method that changes its argument
const damp = (ball, by) => { ball.v *= by; if (ball.v < 1) { ball.v = 0; ball.stopped = 1; } };
function f(x) {
  "use graph";
  const ball = { v: x, stopped: 0 };
  let n = 0;
  while (ball.v > 0) { damp(ball, 0.5); n++; }
  return { ...ball, n };
}
//> f(6)
//> f(0)

//// elements of an array of objects, by index, in a helper
function tick(particles, gravity) {
  for (let i = 0; i < particles.length; i++) {
    particles[i].y += particles[i].vy;
    if (particles[i].y < 0) { particles[i].y = 0; particles[i].vy = -0.5 * particles[i].vy; }
    particles[i].vy -= gravity;
  }
}
function f(x, n) {
  "use graph";
  const particles = [{ y: x, vy: 0 }, { y: 1, vy: x }];
  for (let t = 0; t < n; t++) tick(particles, 1);
  return particles;
}
//> f(2, 3)
//> f(5, 0)
//> f(1, 5)

//// counters of a tree that a recursive function fills
function fill(node, x) {
  if (node === null) return 0;
  node.seen += x > node.key ? 1 : 2;
  return fill(node.left, x) + fill(node.right, x) + node.seen;
}
function f(x, n) {
  "use graph";
  const leaf = (key) => ({ key, seen: 0, left: null, right: null });
  const tree = { ...leaf(2), left: leaf(1), right: leaf(3) };
  let total = 0;
  while (n > 0) { total += fill(tree, x); n--; }
  return [total, tree.seen, tree.left.seen, tree.right.seen];
}
//> f(2, 2)
//> f(5, 1)
//> f(0, 0)

//// a variable of the module's own that a helper counts up
let calls = 0;
function counted(v) { calls += 1; return v * 2; }
function f(x) {
  "use graph";
  calls = 0;
  let y = x;
  while (y < 10) y = counted(y);
  if (y > 12) counted(y);
  const r = calls;
  calls = 0;
  return [y, r];
}
//> f(1)
//> f(3)
//> f(20)

//// what a helper makes for itself in each iteration
class Pair { constructor(a, b) { this.a = a; this.b = b; } swap() { const t = this.a; this.a = this.b; this.b = t; return this; } }
function f(x) {
  "use graph";
  let s = 0;
  for (let i = 0; i < x; i++) {
    const p = new Pair(i, s + 1);
    let inner = 0;
    [1, 2].forEach((k) => { inner += k * i; });
    if (i > 1) p.swap();
    s += p.a + inner;
  }
  return s;
}
//> f(4)
//> f(0)

//// an undo stack of a fixed depth
class History {
  now = 0; last = 0;
  set(v) { this.last = this.now; this.now = v; }
  undo() { [this.now, this.last] = [this.last, this.now]; }
}
function f(x) {
  "use graph";
  const h = new History();
  for (let i = 0; i < x; i++) { h.set(i * i); if (h.now > 3) h.undo(); }
  return [h.now, h.last];
}
//> f(2)
//> f(4)
//> f(0)

//// changes by a callback of forEach, map and reduce in a branch
function f(x) {
  "use graph";
  let sum = 0, top = -1;
  if (x > 0) {
    [1, 2, 3].forEach((k) => { sum += k * x; });
    [x, 2, 1].map((k) => { if (k > top) top = k; return k; });
  } else [4, 5].reduce((s, k) => { sum -= k; return s; }, 0);
  return [sum, top];
}
//> f(1)
//> f(3)
//> f(-1)

//// a setter changed through a chain of objects
function f(x) {
  "use graph";
  const sensor = { raw: 0, limit: 3, store(v) { this.raw = v > this.limit ? this.limit : v; return this; } };
  const rig = { sensor, record(v) { this.sensor.store(v); this.sensor.limit += 1; } };
  for (let i = 0; i < x; i++) rig.record(i * 4);
  return [sensor.raw, rig.sensor.limit];
}
//> f(3)
//> f(1)
//> f(0)

//// a property that only one branch adds is an error where it is read
function tag(o, x) { if (x > 0) { o.mark = x; } }
function f(x) {
  "use graph";
  const o = { v: x };
  tag(o, x);
  return o.mark + 1;
}
//! f(1) => mark ... else branch

//// properties whose keys are symbols
function f(x) {
  "use graph";
  const key = Symbol('key');
  const o = { [key]: x, a: 1 };
  if (x > 2) {
    o[key] = 20;
    o.a = x;
  }
  return [o[key], o.a];
}
//> f(1)
//> f(3)

//// arrays that are replaced by longer ones
function f(x, y) {
  "use graph";
  let out = [y];
  let state = { all: [], n: 0 };
  let pairs = [];
  for (let i = 0; i < x; i++) {
    pairs = pairs.concat([i, y]);
    if (i === 1) continue;
    out = [...out, out[out.length - 1] + i * y];
    state = { ...state, all: [...state.all, i], n: state.n + 1 };
  }
  if (y > 0) out = [...out, 7];
  return [out, out.length, state.all, state.n, pairs];
}
//> f(3, 1)
//> f(4, -1)

//// literals that begin with a spread
function f(x, y) {
  "use graph";
  const log = [];
  function* rows() {
    log.push('rows');
    yield x;
  }
  return [[...[x, y], ...[y]], [...'ab', x], [...'', ...[x]], [...rows(), log.push('end')], log];
}
//> f(3, 1)

//// what a WeakMap holds
function f(x, y) {
  "use graph";
  const kept = new WeakMap();
  const [one, other] = [{}, {}];
  kept.set(one, x);
  kept.set(other, y);
  const raise = (o) => kept.set(o, kept.get(o) + 10);
  if (x > 0) raise(one);
  for (let i = 0; i < y; i++) raise(other);
  return [kept.get(one), kept.get(other)];
}
//> f(1, 2)
//> f(-1, 0)

//// what a WeakSet holds
function f(x) {
  "use graph";
  const seen = new WeakSet();
  const o = {};
  let s = 0;
  if (x > 0) {
    seen.add(o);
    s = 1;
  } else {
    seen.add(o);
    s = 2;
  }
  return seen.has(o) ? s : -s;
}
//> f(1)
//> f(-1)

//// a WeakSet whose contents a tensor decides about
function f(x) {
  "use graph";
  const seen = new WeakSet();
  const o = {};
  if (x > 0) seen.add(o);
  return seen.has(o) ? 1 : 2;
}
//> f(1)
//> f(-1)

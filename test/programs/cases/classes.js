//// a counter with this state
class Counter {
  constructor(n) { this.n = n; this.steps = 0; }
  run() { while (this.n > 0) { this.n -= 2; this.steps++; } return this; }
}
function f(x) {
  "use graph";
  const c = new Counter(x).run();
  return [c.n, c.steps];
}
//> f(5)
//> f(-1)

//// private fields and methods
class Account {
  #balance = 0;
  #fees = 0;
  #charge(v) { this.#fees += v; this.#balance -= v; }
  deposit(v) { if (v <= 0) return false; this.#balance += v; if (this.#balance > 100) this.#charge(5); return true; }
  get state() { return { balance: this.#balance, fees: this.#fees }; }
}
function f(a, b) {
  "use graph";
  const account = new Account();
  const ok = [account.deposit(a), account.deposit(b)];
  return { ok, ...account.state };
}
//> f(60, 70)
//> f(-1, 10)
//> f(200, 0)

//// private state in a loop
class Stream {
  #mean = 0;
  #count = 0;
  push(v) { this.#count += 1; this.#mean += (v - this.#mean) / this.#count; }
  all(xs) { for (const x of xs) { if (x < 0) continue; this.push(x); } return this.#mean; }
}
function f(xs) {
  "use graph";
  return new Stream().all(xs);
}
//> f([1, 2, -1, 6])

//// inheritance, super calls and super methods
class Layer {
  constructor(k) { this.k = k; this.calls = 0; }
  call(x) { this.calls++; return x * this.k; }
}
class Gated extends Layer {
  constructor(k, gate) { super(k); this.gate = gate; }
  call(x) { const y = super.call(x); if (y > this.gate) return this.gate; return y; }
}
function f(x) {
  "use graph";
  const layer = new Gated(2, 5);
  return [layer.call(x), layer.call(x + 2), layer.calls];
}
//> f(1)
//> f(4)

//// super of a base with its own branch
class Base { step(x) { if (x > 0) return x - 1; return x; } }
class Twice extends Base { step(x) { return super.step(super.step(x)); } }
class Limit extends Twice { step(x) { const y = super.step(x); return y > 3 ? 3 : y; } }
function f(x) {
  "use graph";
  return new Limit().step(x);
}
//> f(1)
//> f(9)
//> f(-2)

//// static members and private static ones
class Registry {
  static limit = 3;
  static #seen = 2;
  static clip(v) { return v > Registry.limit ? Registry.limit : v; }
  static bump(v) { if (v > 1) return v + Registry.#seen; return this.clip(v); }
}
function f(x) {
  "use graph";
  return [Registry.clip(x), Registry.bump(x)];
}
//> f(5)
//> f(1)

//// class fields with initializers and arrow fields
class Neuron {
  weight = 2;
  bias = this.weight - 1;
  activate = (v) => (v > 0 ? v : 0.1 * v);
  run(x) { return this.activate(x * this.weight + this.bias); }
}
function f(x) {
  "use graph";
  const n = new Neuron();
  const detached = n.activate;
  return [n.run(x), detached(-x)];
}
//> f(3)
//> f(-3)

//// a method that is marked itself
class Model {
  constructor(w) { this.w = w; }
  predict(x) {
    "use graph";
    if (x * this.w > 4) return 4;
    return x * this.w;
  }
}
function f(x, w) {
  "use graph";
  return new Model(w).predict(x);
}
//> f(1, 2)
//> f(3, 2)

//// a marked method that changes its object in a loop
class Walker {
  position = 0;
  trace = [0, 0];
  walk(n) {
    for (let i = 0; i < n; i++) { this.position += i % 2 === 0 ? 2 : -1; this.trace[i > 1 ? 1 : 0] += 1; }
    return [this.position, this.trace];
  }
}
function f(n) {
  "use graph";
  return new Walker().walk(n);
}
//> f(4)
//> f(0)

//// an object of objects as state
class Vec { constructor(x, y) { this.x = x; this.y = y; } plus(o) { return new Vec(this.x + o.x, this.y + o.y); } }
class Ball {
  constructor(p, v) { this.p = p; this.v = v; }
  tick() { this.p = this.p.plus(this.v); if (this.p.y < 0) { this.p.y = -this.p.y; this.v.y = -this.v.y; } }
}
function f(y, vy) {
  "use graph";
  const ball = new Ball(new Vec(0, y), new Vec(1, vy));
  for (let i = 0; i < 4; i++) ball.tick();
  return [ball.p.x, ball.p.y, ball.v.y];
}
//> f(3, -2)
//> f(0, 1)

//// a linked list on the host
class Node { constructor(value, next = null) { this.value = value; this.next = next; } }
function f(x) {
  "use graph";
  let list = null;
  for (const k of [3, 2, 1]) list = new Node(k * x, list);
  let s = 0;
  for (let node = list; node !== null; node = node.next) if (node.value > 2) s += node.value;
  return s;
}
//> f(1)
//> f(2)

//// instanceof and duck typing of host objects
class Circle { constructor(r) { this.r = r; } area() { return 3 * this.r * this.r; } }
class Square { constructor(a) { this.a = a; } area() { return this.a * this.a; } }
function f(x) {
  "use graph";
  let area = 0;
  for (const shape of [new Circle(x), new Square(2)]) {
    if (shape instanceof Circle && x > 1) area += shape.area();
    else if ('a' in shape) area += shape.area() / 2;
  }
  return area;
}
//> f(2)
//> f(0.5)

//// a class made in the function, that captures a tensor
function f(x) {
  "use graph";
  class Gate { open(v) { return v > x ? v : x; } static of() { return new Gate(); } }
  return Gate.of().open(2) + Gate.of().open(x + 1);
}
//> f(1)
//> f(5)

//// an optimizer with momentum and a schedule
class Momentum {
  #v = 0;
  constructor(rate) { this.rate = rate; this.step = 0; }
  update(w, g) {
    this.step++;
    if (this.step > 2) this.rate *= 0.5;
    this.#v = 0.9 * this.#v - this.rate * g;
    return w + this.#v;
  }
}
function f(w) {
  "use graph";
  const optimizer = new Momentum(0.1);
  let n = 0;
  while (Math.abs(w) > 0.5 && n < 10) { w = optimizer.update(w, 2 * w); n++; }
  return { w, n, rate: optimizer.rate };
}
//> f(2)
//> f(0.1)

//// an elevator simulation
class Elevator {
  floor = 0; direction = 1; served = 0;
  step(target) {
    if (target > this.floor) { this.direction = 1; this.floor += 1; }
    else if (target < this.floor) { this.direction = -1; this.floor -= 1; }
    else { this.served++; return true; }
    return false;
  }
}
function f(a, b) {
  "use graph";
  const e = new Elevator();
  let ticks = 0;
  for (const target of [a, b]) while (!e.step(target)) ticks++;
  return [e.floor, e.direction, e.served, ticks];
}
//> f(3, 1)
//> f(0, 2)

//// an interpreter of nested expressions
const run = (node, env) => {
  if (typeof node === 'number') return node;
  if (typeof node === 'string') return env[node];
  const [op, ...rest] = node;
  const args = rest.map((r) => run(r, env));
  switch (op) {
    case 'add': return args.reduce((a, b) => a + b);
    case 'mul': return args.reduce((a, b) => a * b);
    case 'if': return args[0] > 0 ? args[1] : args[2];
  }
};
function f(x, program) {
  "use graph";
  return run(program, { x });
}
//> f(2, host(['if', ['add', 'x', -1], ['mul', 'x', 'x', 3], 0]))
//> f(1, host(['if', ['add', 'x', -1], ['mul', 'x', 'x', 3], 0]))

//// accessors
class Temperature {
  constructor(c) { this.celsius = c; }
  get fahrenheit() { return this.celsius * 1.8 + 32; }
  set fahrenheit(v) { this.celsius = (v - 32) / 1.8; }
}
function f(x) {
  "use graph";
  const t = new Temperature(x);
  if (x > 10) t.fahrenheit = 212; else t.fahrenheit = 32;
  return [t.celsius, t.fahrenheit];
}
//> f(20)
//> f(0)

//// running statistics
class Stats {
  count = 0; mean = 0; m2 = 0; min = Infinity; max = -Infinity;
  add(x) {
    this.count++;
    const d = x - this.mean;
    this.mean += d / this.count;
    this.m2 += d * (x - this.mean);
    if (x < this.min) this.min = x;
    if (x > this.max) this.max = x;
  }
  get variance() { return this.count > 1 ? this.m2 / (this.count - 1) : 0; }
}
function f(xs) {
  "use graph";
  const s = new Stats();
  for (const x of xs) s.add(x);
  return { ...s, variance: s.variance };
}
//> f([2, 4, 4, 6])
//> f([1])

//// constructors that decide
class Range { constructor(a, b) { if (a > b) { this.lo = b; this.hi = a; } else { this.lo = a; this.hi = b; } this.size = this.hi - this.lo; } }
class Half extends Range { kind = 'half'; constructor(a, b) { const mid = (a + b) / 2; super(a, mid > 0 ? mid : 0); this.mid = mid > 1 ? mid : 1; } }
function f(x, y) {
  "use graph";
  const r = new Range(x, y), h = new Half(x, y);
  return [r.lo, r.hi, r.size, h.lo, h.hi, h.mid, h.kind];
}
//> f(1, 5)
//> f(5, 1)
//> f(-5, -1)

//// getters of objects and classes, static ones too
class Clock { static #ticks = 3; static get ticks() { return Clock.#ticks; } #t; constructor(t) { this.#t = t; } get time() { if (this.#t > Clock.ticks) return this.#t * 2; return this.#t; } }
const settings = { base: 2, get limit() { return this.base > 1 ? this.base * 10 : 1; } };
function f(x) {
  "use graph";
  const c = new Clock(x);
  return c.time > settings.limit ? settings.limit : c.time;
}
//> f(1)
//> f(5)
//> f(50)

//// a setter that clamps
class Dial { #v = 0; get v() { return this.#v; } set v(n) { if (n > 10) this.#v = 10; else if (n < 0) this.#v = 0; else this.#v = n; } }
function f(x) {
  "use graph";
  const d = new Dial();
  for (let i = 0; i < x; i++) d.v += i * 2;
  d.v = d.v - 1;
  return d.v;
}
//> f(3)
//> f(9)
//> f(0)

//// an object of a class in each branch
class Point {
  constructor(a, b) {
    this.a = a;
    this.b = b;
  }
  get sum() {
    return this.a + this.b;
  }
  scaled(k) {
    return new Point(this.a * k, this.b * k);
  }
}
function f(x, y) {
  "use graph";
  let p = new Point(x, y);
  if (x > 0) {
    p = new Point(y, x * 2);
    p.a += 1;
  }
  p.b = p.b * 2;
  const q = y > 0 ? p.scaled(2) : new Point(1, 2);
  return [p.a, p.b, p.sum, q.sum, p instanceof Point];
}
//> f(3, 1)
//> f(-3, -1)

//// objects of classes in an object of a class, returned from branches
class Leaf {
  constructor(v) {
    this.v = v;
  }
}
class Pair extends Leaf {
  constructor(v) {
    super(v);
    this.other = new Leaf(v + 1);
  }
  total() {
    return this.v + this.other.v;
  }
}
function make(x) {
  if (x > 0) return new Pair(x);
  return new Pair(-x * 10);
}
function f(x, y) {
  "use graph";
  return make(x).total() + make(y).total();
}
//> f(3, -1)
//> f(-3, 1)

//// a loop that makes a new object of a class in each iteration
class Vec {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
  plus(o) {
    return new Vec(this.x + o.x, this.y + o.y);
  }
  times(k) {
    return new Vec(this.x * k, this.y * k);
  }
}
class Body {
  name = 'body';
  constructor(p, v) {
    this.p = p;
    this.v = v;
  }
  step(dt) {
    this.p = this.p.plus(this.v.times(dt));
    if (this.p.x > 2) this.v = new Vec(-this.v.x, this.v.y);
  }
}
function f(x, y) {
  "use graph";
  const body = new Body(new Vec(0, 0), new Vec(1, y));
  let far = null;
  for (let t = 0; t < x * 2; t++) {
    body.step(0.5);
    if (far === null || body.p.x > far.x) far = body.p;
  }
  return [body.p.x, body.p.y, body.v.x, far.x, body.name];
}
//> f(3, 1)
//> f(1, 2)

//// one of the objects of classes in an array is replaced
class P {
  constructor(v) {
    this.v = v;
  }
}
function f(x, y) {
  "use graph";
  const all = [new P(x), new P(y)];
  for (let i = 0; i < x; i++) all[0] = new P(all[1].v + i);
  return all.map((p) => p.v);
}
//> f(3, 1)
//> f(-1, 1)

//// objects of two classes
class Circle {
  constructor(r) {
    this.r = r;
  }
}
class Square {
  constructor(r) {
    this.r = r;
  }
}
function f(x) {
  "use graph";
  let shape = new Circle(x);
  if (x > 0) shape = new Square(x);
  return shape.r;
}
//> f(3)
//> f(-3)

//// objects with private fields
class Secret {
  #r;
  constructor(r) {
    this.#r = r;
  }
  get r() {
    return this.#r;
  }
}
function f(x) {
  "use graph";
  let s = new Secret(x);
  if (x > 0) s = new Secret(1);
  return s.r;
}
//> f(3)
//> f(-3)

//// static blocks that decide
function f(x, y, n) {
  "use graph";
  class A {
    static q = 1;
    static #p = 0;
    static { if (x > 0) this.q = y; else this.q += 1; }
    static { let k = 0; while (k < n) { k++; if (k > x) break; } this.#p = k; }
    static { try { if (y > x) throw new Error('more'); this.#p += 10; } catch { this.#p += 20; } }
    static get p() { return A.#p; }
  }
  return [A.q, A.p];
}
//> f(1.5, -2, 3)
//> f(-1, 2.5, 4)

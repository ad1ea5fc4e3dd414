//// an object of a class chosen by a branch
class Vec { constructor(x, y) { this.x = x; this.y = y; } plus(o) { return new Vec(this.x + o.x, this.y + o.y); } get norm() { return this.x * this.x + this.y * this.y; } }
function f(a) {
  "use graph";
  let v = new Vec(a, 1);
  if (a > 0) v = v.plus(new Vec(1, 1)); else v = new Vec(0, a);
  return [v.x, v.y, v.norm];
}
//> f(2)
//> f(-2)

//// an object of a class as the loop's variable
class Point { constructor(x, v) { this.x = x; this.v = v; } next(h) { return new Point(this.x + h * this.v, this.v - h * this.x); } }
function f(x, n) {
  "use graph";
  let p = new Point(x, 0);
  for (let i = 0; i < n; i++) p = p.next(0.1);
  return [p.x, p.v];
}
//> f(1, 3)

//// per-iteration variables captured by closures in a staged loop
function f(n) {
  "use graph";
  let total = 0;
  for (let i = 0; i < n; i++) {
    const square = () => i * i;
    const twice = () => 2 * square();
    if (i === 2) continue;
    total += twice();
  }
  return total;
}
//> f(4)
//> f(0)

//// try and finally with break and continue at two levels
function f(n) {
  "use graph";
  let log = 0;
  outer: for (let i = 0; i < n; i++) {
    try {
      for (let j = 0; j < n; j++) {
        try {
          if (j > i) continue outer;
          if (i + j > 4) break outer;
          log += 1;
        } finally { log += 10; }
      }
      log += 100;
    } finally { log += 1000; }
  }
  return log;
}
//> f(2)
//> f(5)
//> f(0)

//// a switch in a do-while in a for-of, with all jumps
function f(xs) {
  "use graph";
  let out = 0;
  rows: for (const x of xs) {
    let k = 0;
    do {
      k++;
      switch (x + k) {
        case 2: out += 1; continue;
        case 3: out += 10; break;
        case 4: continue rows;
        case 9: break rows;
        default: out += 0.5;
      }
      out += 100;
    } while (k < 3);
    out += 1000;
  }
  return out;
}
//> f([1, 0, 5])
//> f([8, 1])
//> f([2])

//// defaults of patterns that tensors decide
function f(x, o) {
  "use graph";
  const scale = (v, { by = v > 2 ? 10 : 1, plus: [p = by, q = p * 2] = [] } = {}) => v * by + p + q;
  return [scale(x), scale(x, o), scale(x, { by: 3 })];
}
//> f(1, host({ plus: [5] }))
//> f(3, host({ plus: [5] }))

//// object spread with an override in one branch
function f(x, config) {
  "use graph";
  let c = { rate: 0.1, steps: x, ...config };
  if (x > 1) c = { ...c, rate: c.rate * 2 }; else c = { ...c, steps: 0 };
  const { rate, ...rest } = c;
  return { rate, rest };
}
//> f(2, host({ tag: 'a' }))
//> f(1, host({ rate: 5 }))

//// arrays of arrays as state
function f(x, n) {
  "use graph";
  const grid = [[0, x], [1, 2]];
  for (let i = 0; i < n; i++) {
    grid[0][1] += 1;
    if (grid[0][1] > 3) [grid[0][0], grid[1][1]] = [grid[1][1], grid[0][0]];
  }
  return grid;
}
//> f(1, 4)
//> f(5, 1)
//> f(1, 0)

//// an element of a host array at a tensor's index
function f(i) {
  "use graph";
  const table = [10, 20, 30];
  let s = 0;
  while (i < 2) { i = i + 1; s += table[i]; }
  return s;
}
//> f(int(0)) => 50
//> f(int(2)) => 0

//// callbacks of array methods inside of a staged loop
function f(x, n) {
  "use graph";
  let weights = [x, 1, 2];
  for (let i = 0; i < n; i++) {
    const total = weights.reduce((a, b) => a + b, 0);
    weights = weights.map((w, k) => (w > total / 2 ? w - 1 : w + k * 0.5));
    if (weights.every((w) => w > 1)) break;
  }
  return weights;
}
//> f(5, 2)
//> f(0, 6)

//// a fold with a state object and an early result
function f(xs) {
  "use graph";
  const parse = (list) => {
    const s = { depth: 0, max: 0, ok: true };
    for (const c of list) {
      if (c === 1) s.depth++;
      else if (c === -1) { s.depth--; if (s.depth < 0) { s.ok = false; return s; } }
      if (s.depth > s.max) s.max = s.depth;
    }
    if (s.depth !== 0) s.ok = false;
    return s;
  };
  const { ok, max } = parse(xs);
  return ok ? max : -max - 1;
}
//> f([1, 1, -1, -1])
//> f([1, -1, -1, 1])
//> f([1, 1, 0])

//// bank with a queue of commands of the host and tensors
function f(balance, commands) {
  "use graph";
  const account = { balance, overdrafts: 0, log: [] };
  for (const { op, amount = 1 } of commands) {
    switch (op) {
      case 'in': account.balance += amount; break;
      case 'out':
        if (account.balance < amount) { account.overdrafts += 1; continue; }
        account.balance -= amount;
        break;
      default: throw new Error(`unknown command ${op}`);
    }
    account.log.push(op);
  }
  return [account.balance, account.overdrafts, account.log.length];
}
//> f(5, host([{ op: 'in', amount: 2 }, { op: 'in' }]))

//// a chain of responsibility with early results
function f(x) {
  "use graph";
  const rules = [
    (v) => (v < 0 ? { hit: true, value: 0 } : { hit: false, value: v }),
    (v) => (v > 10 ? { hit: true, value: 10 } : { hit: false, value: v }),
  ];
  for (const rule of rules) { const { hit, value } = rule(x); if (hit) return value; }
  return x + 0.5;
}
//> f(-3)
//> f(30)
//> f(3)

//// a loop test that reads a getter
class Timer { #left; constructor(n) { this.#left = n; } get running() { return this.#left > 0; } tick(by = 1) { this.#left -= by; return this; } }
function f(n) {
  "use graph";
  const t = new Timer(n);
  let ticks = 0;
  while (t.running) { t.tick(ticks > 2 ? 2 : 1); ticks++; }
  return ticks;
}
//> f(3)
//> f(8)
//> f(0)

//// a class with static counters and instances in an array
class Agent {
  static moves = 0;
  constructor(at) { this.at = at; }
  step(goal) { if (this.at === goal) return false; this.at += this.at < goal ? 1 : -1; Agent.moves++; return true; }
}
function f(a, b, goal) {
  "use graph";
  Agent.moves = 0;
  const agents = [new Agent(a), new Agent(b)];
  for (let t = 0; t < 3; t++) for (const agent of agents) agent.step(goal);
  const moves = Agent.moves;
  Agent.moves = 0;
  return [moves, agents.map((agent) => agent.at)];
}
//> f(0, 2, 1)
//> f(5, 5, 5)
//> f(9, -9, 0)

//// a throw in a branch that is caught in the same function
function f(x) {
  "use graph";
  let r = 0;
  try {
    r = 1;
    if (x > 2) throw new Error('too large');
    r = 2;
  } catch (error) {
    r = r + 10;
  } finally {
    r = r + 100;
  }
  return r;
}
//> f(1)
//> f(3)

//// a throw in a branch that nobody catches
function f(x) {
  "use graph";
  if (x < 0) throw new RangeError('negative input');
  return Math.sqrt(x);
}
//> f(4)
//! f(-1) => negative input
//> f(9)

//// a throw in a loop of a helper
function checked(v, limit) { if (v > limit) throw new RangeError('limit exceeded'); return v; }
function f(x, limit) {
  "use graph";
  let s = 0;
  for (let i = 0; i < 4; i++) s = checked(s + x, limit);
  return s;
}
//> f(1, 10)
//! f(4, 10) => limit exceeded

//// simulated annealing by a fixed table of numbers
function f(x, noise) {
  "use graph";
  const energy = (v) => (v - 2) * (v - 2);
  let best = x, temperature = 1;
  for (const n of noise) {
    const candidate = x + n * temperature;
    const worse = energy(candidate) - energy(x);
    if (worse < 0 || Math.exp(-worse / temperature) > 0.5) { x = candidate; if (energy(x) < energy(best)) best = x; }
    temperature *= 0.7;
    if (temperature < 0.2) break;
  }
  return { x, best, temperature };
}
//> f(0, [1, -0.5, 2, 0.3, 1, 1, 1])
//> f(5, [-1, -1, -1, 0.5, 0.1, 0.1, 0.1])

//// a tic-tac-toe line count with early exit
function f(board) {
  "use graph";
  const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
  for (const [a, b, c] of lines) if (board[a] !== 0 && board[a] === board[b] && board[b] === board[c]) return board[a];
  return 0;
}
//> f([1, 1, 1, 0, 2, 2, 0, 0, 0])
//> f([2, 1, 1, 1, 2, 1, 0, 0, 2])
//> f([1, 2, 1, 2, 1, 2, 2, 1, 2])

//// run lengths with a previous value
function f(xs) {
  "use graph";
  let previous = null, run = 0, longest = 0;
  for (const x of xs) {
    if (previous !== null && x === previous) run++;
    else run = 1;
    previous = x;
    longest = Math.max(longest, run);
  }
  return longest;
}
//> f([1, 1, 2, 2, 2, 1])
//> f([3])

//// horner's rule and its derivative
function f(coefficients, x) {
  "use graph";
  let value = 0, slope = 0;
  for (const c of coefficients) { slope = slope * x + value; value = value * x + c; }
  return [value, slope];
}
//> f([1, 2, 3], 2)
//> f([5], 3)

//// secant method through a named recursion of the host
function f(a, b) {
  "use graph";
  const g = (x) => x * x - 2;
  const go = (p, q, depth) => {
    if (depth === 0) return q;
    const d = g(q) - g(p);
    if (Math.abs(d) < 1e-6) return q;
    return go(q, q - g(q) * (q - p) / d, depth - 1);
  };
  return go(a, b, 5);
}
//> f(1, 2)
//> f(1.5, 1.5)

//// knapsack over a host table with tensor weights
function f(weights, values, capacity) {
  "use graph";
  const best = new Array(capacity + 1).fill(0);
  for (let i = 0; i < 3; i++)
    for (let c = capacity; c >= 1; c--) {
      for (let w = 1; w <= c; w++) if (weights[i] === w && best[c - w] + values[i] > best[c]) best[c] = best[c - w] + values[i];
    }
  return best[capacity];
}
//> f([1, 2, 3], [6, 10, 12], host(4))

//// edit distance of two codes
function f(a, b) {
  "use graph";
  let row = [0, 1, 2, 3];
  for (const x of a) {
    const next = [row[0] + 1];
    for (let j = 0; j < 3; j++) next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (x === b[j] ? 0 : 1)));
    row = next;
  }
  return row[3];
}
//> f([1, 2, 3], [1, 3, 3])
//> f([1, 2], [1, 2, 3])

//// bitwise flags of the host beside tensors
function f(x, flags) {
  "use graph";
  let y = x;
  if (flags & 1) y = y + 1;
  if ((flags >> 1) & 1 && x > 0) y = y * 2;
  if (flags & 4 || x < 0) y = -y;
  return y;
}
//> f(2, host(7))
//> f(2, host(2))
//> f(-2, host(3))

//// optional calls and callbacks that may be missing
function f(x, hooks) {
  "use graph";
  let n = 0;
  const on = { step: hooks.step ? (v) => { n += v; return v > 2; } : undefined };
  for (let i = 0; i < 3; i++) { x = x + 1; if (on.step?.(x)) break; on.done?.(x); }
  return [x, n];
}
//> f(1, host({ step: true }))
//> f(1, host({}))

//// a nested function with its own loops and returns in a loop
function f(n) {
  "use graph";
  const divisor = (k) => { for (let d = 2; d * d <= k; d++) if (k % d === 0) return d; return k; };
  let product = 1, last = 0;
  while (n > 1) { const d = divisor(n); if (d !== last) product *= d; last = d; n = n / d; }
  return product;
}
//> f(12)
//> f(7)
//> f(1)

//// interleaved generators of the host
function* count(from) { for (let i = from; i < from + 3; i++) yield i; }
function f(x) {
  "use graph";
  const [a, b] = [count(0), count(10)];
  let s = 0;
  for (const i of a) { const { value } = b.next(); if (x > i) s += value; else { s -= i; break; } }
  return s;
}
//> f(1)
//> f(5)

//// negative zero and fractions
function f(x) {
  "use graph";
  const y = -x * 0;
  return [1 / (x === 0 ? 1 : x), y === 0, Math.sign(x), x % 3, -x % 3, x ** 2];
}
//> f(-7)
//> f(0)
//> f(4)

//// a switch on a string that a tensor chose
function f(x, y) {
  "use graph";
  let n = 0;
  switch (x > 0 ? 'up' : 'down') {
    default:
      n += 1;
    case 'up':
      n += 2;
      break;
    case 'down':
      n += 4;
  }
  const kind = y > 3 ? 'large' : 'small';
  return [n + y, kind === 'large', 'small' !== kind, kind == 'large'];
}
//> f(3, 2)
//> f(-3, 5)

//// an object that is returned early stays the same object
function f(x, y) {
  "use graph";
  const r = { done: false, v: 0 };
  const list = [x, y];
  const find = () => {
    for (const v of list) if (v > 2) return { v, list };
    return { v: 0, list };
  };
  const found = find();
  list[0] = 9;
  try {
    if (x > 0) throw { code: 4 };
    r.v = 1;
  } catch ({ code }) {
    r.v = code;
    return [r, found];
  } finally {
    r.done = true;
  }
  for (let i = 0; i < y; i++) {
    r.v += i;
    if (r.v > 3) return [r, found];
  }
  return [r, found];
}
//> f(3, 2)
//> f(-3, 5)
//> f(-3, 1)

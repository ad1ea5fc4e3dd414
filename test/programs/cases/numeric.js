//// collatz steps
function f(n) {
  "use graph";
  let steps = 0;
  while (n !== 1) {
    if (n % 2 === 0) n = n / 2;
    else n = 3 * n + 1;
    steps++;
  }
  return steps;
}
//> f(6)
//> f(1)
//> f(7)

//// newton's square root with early stop
function f(a) {
  "use graph";
  let x = a > 1 ? a / 2 : 1;
  for (let i = 0; i < 30; i++) {
    const next = 0.5 * (x + a / x);
    if (Math.abs(next - x) < 1e-5) return { root: next, iterations: i };
    x = next;
  }
  return { root: x, iterations: 30 };
}
//> f(2)
//> f(0.25)
//> f(100)

//// bisection
function f(lo, hi) {
  "use graph";
  const g = (x) => x * x * x - x - 2;
  let mid = (lo + hi) / 2;
  while (hi - lo > 1e-3) {
    mid = (lo + hi) / 2;
    if (g(mid) === 0) break;
    if (g(lo) * g(mid) < 0) hi = mid; else lo = mid;
  }
  return mid;
}
//> f(1, 2)
//> f(0, 4)

//// gcd by euclid, with a swap by destructuring
function f(a, b) {
  "use graph";
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
//> f(48, 36)
//> f(int(17), int(5))
//> f(int(12), int(18))
//> f(7, 0)

//// lcm through a helper
const gcd = (a, b) => {
  while (b > 0) { const t = a % b; a = b; b = t; }
  return a;
};
function f(a, b) {
  "use graph";
  if (a === 0 || b === 0) return a * 0;
  return Math.abs(a * b) / gcd(a, b);
}
//> f(4, 6)
//> f(21, 6)
//> f(0, 6)

//// integer power by squaring
function f(base, exponent) {
  "use graph";
  let result = 1;
  while (exponent > 0) {
    if (exponent % 2 === 1) result *= base;
    exponent = Math.floor(exponent / 2);
    base *= base;
  }
  return result;
}
//> f(2, 10)
//> f(3, 5)
//> f(5, 0)

//// power by squaring, result starting as a tensor of the base's kind
function f(base, exponent) {
  "use graph";
  let result = base * 0 + 1;
  for (; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 !== 0) result *= base;
    base *= base;
  }
  return result;
}
//> f(2, 9)
//> f(1.5, 3)

//// factorial, double
function f(n) {
  "use graph";
  let r = 1;
  for (let i = n; i > 1; i -= 2) r *= i;
  return r;
}
//> f(7)
//> f(8)
//> f(0)

//// fibonacci with do-while
function f(n) {
  "use graph";
  if (n < 1) return n * 0;
  let a = n * 0, b = n * 0 + 1, k = 1;
  do {
    const next = a + b;
    a = b;
    b = next;
    k++;
  } while (k < n);
  return b;
}
//> f(1)
//> f(10)
//> f(0)

//// digits of a number
function f(n) {
  "use graph";
  let sum = 0, count = 0, reversed = 0;
  do {
    const digit = n % 10;
    sum += digit;
    reversed = reversed * 10 + digit;
    count++;
    n = Math.floor(n / 10);
  } while (n > 0);
  return [sum, count, reversed];
}
//> f(1234)
//> f(7)
//> f(0)

//// is prime
function f(n) {
  "use graph";
  if (n < 2) return false;
  if (n === 2) return true;
  if (n % 2 === 0) return false;
  for (let d = 3; d * d <= n; d += 2) {
    if (n % d === 0) return false;
  }
  return true;
}
//> f(1)
//> f(2)
//> f(97)
//> f(91)
//> f(49)

//// count primes below
function f(n) {
  "use graph";
  let count = 0;
  next: for (let k = 2; k < n; k++) {
    for (let d = 2; d * d <= k; d++) if (k % d === 0) continue next;
    count++;
  }
  return count;
}
//> f(20)
//> f(2)

//// fizzbuzz
function f(n) {
  "use graph";
  let code = 0;
  for (let i = 1; i <= n; i++) {
    switch (true) {
      case i % 15 === 0: code += 1000; break;
      case i % 5 === 0: code += 100; break;
      case i % 3 === 0: code += 10; break;
      default: code += 1;
    }
  }
  return code;
}
//> f(15)
//> f(4)

//// power iteration on 2×2
function f(a, b, c, d) {
  "use graph";
  let x = 1, y = 1, lambda = 0;
  for (let i = 0; i < 25; i++) {
    const nx = a * x + b * y, ny = c * x + d * y;
    const norm = Math.sqrt(nx * nx + ny * ny);
    x = nx / norm; y = ny / norm;
    const previous = lambda;
    lambda = norm;
    if (Math.abs(previous - lambda) < 1e-5) break;
  }
  return { lambda, vector: [x, y] };
}
//> f(2, 1, 1, 3)
//> f(1, 0, 0, 1)

//// gradient descent with early stopping
function f(x0, rate) {
  "use graph";
  const loss = (x) => (x - 3) * (x - 3) + 1;
  const slope = (x) => 2 * (x - 3);
  let x = x0, best = Infinity, patience = 3, epoch = 0;
  while (epoch < 40) {
    x -= rate * slope(x);
    const now = loss(x);
    if (now < best - 1e-4) { best = now; patience = 3; }
    else if (--patience === 0) break;
    epoch += 1;
  }
  return [x, best, epoch, patience];
}
//> f(0, 0.1)
//> f(3, 0.1)
//> f(0, 1)

//// backtracking line search
function f(x, step) {
  "use graph";
  const value = (v) => v * v * v * v;
  const slope = 4 * x * x * x;
  let t = step, tries = 0;
  while (value(x - t * slope) > value(x) - 0.5 * t * slope * slope) {
    t *= 0.5;
    if (++tries >= 20) break;
  }
  return [x - t * slope, t, tries];
}
//> f(1, 1)
//> f(0.1, 1)

//// golden section
function f(lo, hi) {
  "use graph";
  const phi = (Math.sqrt(5) - 1) / 2;
  const g = (x) => (x - 1.5) ** 2;
  let a = hi - phi * (hi - lo), b = lo + phi * (hi - lo);
  while (Math.abs(hi - lo) > 0.01) {
    if (g(a) < g(b)) { hi = b; b = a; a = hi - phi * (hi - lo); }
    else { lo = a; a = b; b = lo + phi * (hi - lo); }
  }
  return (lo + hi) / 2;
}
//> f(0, 4)
//> f(-1, 2)

//// euler steps with an adaptive step
function f(y, end) {
  "use graph";
  let t = 0, h = 0.5, rejected = 0;
  while (t < end) {
    if (t + h > end) h = end - t;
    const full = y + h * -y;
    const half = y + h / 2 * -y;
    const two = half + h / 2 * -half;
    const error = Math.abs(full - two);
    if (error > 0.01) { h /= 2; rejected++; continue; }
    t += h;
    y = two;
    if (error < 0.001) h *= 2;
  }
  return { y, rejected };
}
//> f(1, 1)
//> f(4, 0.25)

//// runge-kutta on a pair
function f(x, v) {
  "use graph";
  const derivative = ([x, v]) => [v, -x];
  const along = ([x, v], [dx, dv], h) => [x + dx * h, v + dv * h];
  let state = [x, v];
  const h = 0.1;
  for (let i = 0; i < 5; i++) {
    const k1 = derivative(state);
    const k2 = derivative(along(state, k1, h / 2));
    const k3 = derivative(along(state, k2, h / 2));
    const k4 = derivative(along(state, k3, h));
    state = state.map((s, j) => s + h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]));
    if (state[0] < 0) break;
  }
  return state;
}
//> f(1, 0)
//> f(0.1, -1)

//// mandelbrot escape time
function f(cr, ci) {
  "use graph";
  let zr = 0, zi = 0, n = 0;
  while (zr * zr + zi * zi <= 4 && n < 15) {
    [zr, zi] = [zr * zr - zi * zi + cr, 2 * zr * zi + ci];
    n++;
  }
  return n;
}
//> f(0, 0)
//> f(1, 1)
//> f(-0.75, 0.3)

//// continued fraction
function f(x) {
  "use graph";
  const terms = [];
  for (let k = 0; k < 4; k++) {
    const whole = Math.floor(x);
    terms.push(whole);
    const rest = x - whole;
    x = rest > 1e-3 ? 1 / rest : 0;
  }
  return terms;
}
//> f(3.25)
//> f(1.618)

//// series until a term is small
function f(x) {
  "use graph";
  let term = 1, sum = 0;
  let k = 0;
  for (;;) {
    sum += term;
    k += 1;
    term = term * x / k;
    if (Math.abs(term) < 1e-4) break;
  }
  return [sum, k];
}
//> f(1)
//> f(-0.5)
//> f(0)

//// trapezoid rule
function f(a, b, n) {
  "use graph";
  const g = (x) => x * x;
  const h = (b - a) / n;
  let area = 0.5 * (g(a) + g(b));
  for (let i = 1; i < n; i++) area += g(a + i * h);
  return area * h;
}
//> f(0, 1, 4)
//> f(1, 3, 8)

//// compound interest until doubled
function f(rate) {
  "use graph";
  let balance = 1, years = 0;
  while (balance < 2) { balance *= 1 + rate; years++; if (years > 20) return -1; }
  return years;
}
//> f(0.1)
//> f(0.01)

//// clamp and wrap an angle
function f(angle) {
  "use graph";
  const pi = Math.PI;
  while (angle > pi) angle -= 2 * pi;
  while (angle < -pi) angle += 2 * pi;
  return angle;
}
//> f(10)
//> f(-7)
//> f(1)

//// piecewise function with else-if
function f(x) {
  "use graph";
  let y;
  if (x < -1) y = -1;
  else if (x < 0) y = x;
  else if (x < 1) y = x * x;
  else y = 1;
  return y * 2;
}
//> f(-4)
//> f(-0.5)
//> f(0.5)
//> f(3)

//// huber loss summed over a list
function huber(e, delta = 1) {
  const a = Math.abs(e);
  if (a <= delta) return 0.5 * e * e;
  return delta * (a - 0.5 * delta);
}
function f(errors) {
  "use graph";
  let total = 0;
  for (const e of errors) total += huber(e);
  return total;
}
//> f([0.5, -2, 3])
//> f([0, 0, 0.1])

//// leap year
function f(year) {
  "use graph";
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
//> f(2000)
//> f(1900)
//> f(2024)
//> f(2023)

//// sign by nested conditionals, negative zero kept
function f(x) {
  "use graph";
  return x > 0 ? 1 : x < 0 ? -1 : x;
}
//> f(5)
//> f(-5)
//> f(0)

//// quadratic roots
function f(a, b, c) {
  "use graph";
  const d = b * b - 4 * a * c;
  if (d < 0) return { count: 0, roots: [0, 0] };
  if (d === 0) return { count: 1, roots: [-b / (2 * a), 0] };
  const s = Math.sqrt(d);
  return { count: 2, roots: [(-b - s) / (2 * a), (-b + s) / (2 * a)] };
}
//> f(1, -3, 2)
//> f(1, 2, 1)
//> f(1, 0, 1)

//// triangle kinds
function f(a, b, c) {
  "use graph";
  if (a + b <= c || b + c <= a || a + c <= b) return -1;
  if (a === b && b === c) return 3;
  if (a === b || b === c || a === c) return 2;
  return 1;
}
//> f(1, 1, 5)
//> f(2, 2, 2)
//> f(2, 2, 3)
//> f(3, 4, 5)

//// tax brackets on the host
function f(income, brackets) {
  "use graph";
  let tax = 0, previous = 0;
  for (const [limit, rate] of brackets) {
    if (income <= limit) { tax += (income - previous) * rate; return tax; }
    tax += (limit - previous) * rate;
    previous = limit;
  }
  return tax + (income - previous) * 0.5;
}
//> f(5, host([[10, 0.1], [20, 0.2]]))
//> f(15, host([[10, 0.1], [20, 0.2]]))
//> f(50, host([[10, 0.1], [20, 0.2]]))

//// whole numbers that a loop makes fractions of, rounded
function f(x) {
  "use graph";
  let a = 2, b = 2, c = 3, d = 5, k = 0;
  while (k < x) {
    a = Math.round(a) + 0.25;
    b = 0.5 * (k + 1) - Math.floor(b);
    c = Math.trunc(c) + Math.ceil(c) * 0.75;
    d = (d | 0) + 0.5;
    k = k + 1;
  }
  return [a, b, c, d];
}
//> f(3)
//> f(0)
//> f(1)

//// whole numbers that a loop makes fractions of, of which it asks whether they are whole
function f(x) {
  "use graph";
  let a = 2, n = 0;
  for (let k = 0; k < x; k++) {
    if (Number.isInteger(a)) n += 1;
    if (parseInt(a) === a) n += 10;
    if (a % 1 === 0) n += 100;
    if (~~a === a) n += 1000;
    if (Math.floor(a) < a) n += 10000;
    a = a + 0.5;
  }
  return [a, n];
}
//> f(3)
//> f(4)

//// an index made of rounded numbers
function f(x, y) {
  "use graph";
  const grid = [[1, 2, 3], [4, 5, 6]];
  const row = Math.abs(Math.floor(y) % 2);
  const column = Math.min(Math.max(Math.round(x * 2), 0), 2);
  return grid[row][column] * 10 + [7, 8, 9][Math.sign(x) + 1];
}
//> f(0.4, 1.5)
//> f(-3.5, 2.25)
//> f(9, -1)

//// the least and the greatest of integers, from infinity on
function f(v) {
  'use graph';
  let least = Infinity, greatest = -Infinity, last = NaN;
  for (const x of v) {
    if (x < least) least = x;
    greatest = Math.max(greatest, x);
    if (x > 1) last = x;
  }
  let first = Infinity;
  for (let i = 0; i < 3; i++) if (v[i] < first) first = v[i];
  return [least, greatest, last, first];
}
//> f(int([3, 1, 2]))

//// integers and fractions of the program, in branches
function f(x) {
  'use graph';
  let y = x;
  if (x > 2) y = 0.5;
  const half = x % 2 === 0 ? x / 2 : 3 * x + 1;
  const down = x % 2 === 0 ? Math.floor(x / 2) : x;
  return [x > 1 ? x : -0.25, y, half, down, x > 4 ? Math.sqrt(x) : x];
}
//> f(int(1))
//> f(int(4))
//> f(int(9))

//// integers that become fractions in a loop
function f(n) {
  'use graph';
  let digits = 0, sum = 0, rest = n, energy = n, grown = 1;
  while (rest > 0) { sum += rest % 10; rest = Math.floor(rest / 10); digits++; }
  for (; energy > 1; energy *= 0.5) { if (energy > 50) grown *= 1.5; else grown += n; }
  return [digits, sum, energy, grown];
}
//> f(int(123))
//> f(int(7))

//// arrays of integers and fractions
function f(v) {
  'use graph';
  const out = [], cost = [0, Infinity, Infinity];
  for (const x of v) { if (x > 1) out.push(x); else out.push(0.5); }
  for (const x of v) { const i = x % 3; cost[i] = Math.min(cost[i], x + 1); }
  return [out, cost, out.length];
}
//> f(int([3, 1, 2, 5]))

//// a stack of integers that is empty at first
function f(codes) {
  'use graph';
  const run = (next) => {
    const stack = [];
    for (const c of next()) {
      if (c === -1) { const b = stack.pop(), a = stack.pop(); stack.push(a + b); }
      else if (c === -2) { const b = stack.pop(), a = stack.pop(); stack.push(a * b); }
      else stack.push(c);
    }
    return stack[0];
  };
  return [run(() => codes), run(() => [codes[0], codes[1], codes[2], codes[3], codes[4]])];
}
//> f(int([2, 3, -1, 4, -2]))
//> f([2, 3, 4, -2, -1])

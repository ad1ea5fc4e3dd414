//// continue in for still runs the update
function f(n) {
  "use graph";
  let s = 0;
  for (let i = 0; i < n; i++) { if (i % 2 === 0) continue; s += i; }
  return s;
}
//> f(7)
//> f(0)

//// two variables in a for head, the comma in its update
function f(n) {
  "use graph";
  let s = 0;
  for (let i = 0, j = n; i < j; i++, j--) s += i * j;
  return s;
}
//> f(6)
//> f(1)

//// for with an empty test
function f(x) {
  "use graph";
  let n = 0;
  for (let i = x; ; i = i / 2) { if (i < 1) break; n++; }
  return n;
}
//> f(16)
//> f(0.5)

//// for without a head or update
function f(x) {
  "use graph";
  let i = 0;
  for (; i < x;) i += 3;
  return i;
}
//> f(7)
//> f(-1)

//// for whose update reads what the body assigned
function f(n) {
  "use graph";
  let step = 1, total = 0;
  for (let i = 0; i < n; i += step) { total += i; if (i > 3) { step = 2; continue; } total += 100; }
  return [total, step];
}
//> f(9)
//> f(3)

//// do-while with continue evaluates the test
function f(n) {
  "use graph";
  let i = 0, s = 0;
  do { i++; if (i === 2) continue; s += i; } while (i < n);
  return [i, s];
}
//> f(4)
//> f(0)

//// do-while with break, and an assignment in its test
function f(x) {
  "use graph";
  let n = 0, last = 0;
  do { n++; if (n > 6) break; last = x; } while ((x = x - 2) > 0);
  return [n, last, x];
}
//> f(5)
//> f(100)
//> f(-1)

//// do-while in do-while
function f(n) {
  "use graph";
  let i = 0, count = 0;
  do {
    let j = 0;
    do { j++; count++; } while (j < i);
    i++;
  } while (i < n);
  return count;
}
//> f(3)
//> f(0)

//// while with an assignment in the test
function f(x) {
  "use graph";
  let y, steps = 0;
  while ((y = x * 0.5) > 1) { x = y; steps++; }
  return [x, y, steps];
}
//> f(10)
//> f(1)

//// while with a comma in the test
function f(x) {
  "use graph";
  let calls = 0;
  while (calls++, x > 1) x /= 2;
  return [x, calls];
}
//> f(9)
//> f(0)

//// while with an update in the test
function f(n) {
  "use graph";
  let s = 0;
  while (n-- > 0) s += n;
  return [s, n];
}
//> f(4)
//> f(0)

//// while with && and an update behind it
function f(n, limit) {
  "use graph";
  let tried = 0;
  while (n > 0 && ++tried < limit) n -= 2;
  return [n, tried];
}
//> f(10, 3)
//> f(3, 10)
//> f(0, 5)

//// while with || of two states
function f(a, b) {
  "use graph";
  let rounds = 0;
  while (a > 0 || b > 0) { a--; b -= 2; rounds++; }
  return [a, b, rounds];
}
//> f(2, 9)
//> f(5, 1)

//// while not
function f(x) {
  "use graph";
  let n = 0;
  while (!(x > 10)) { x += 4; n++; }
  return n;
}
//> f(0)
//> f(11)

//// a flag as the test
function f(x) {
  "use graph";
  let done = false, n = 0;
  while (!done) { n++; x = x / 3; if (x < 1) done = true; }
  return n;
}
//> f(30)
//> f(0)

//// a flag set by a comparison
function f(x) {
  "use graph";
  let going = x > 0, n = 0;
  while (going) { x -= 1.5; n++; going = x > 0 && n < 4; }
  return [x, n];
}
//> f(4)
//> f(100)
//> f(-1)

//// while true with two exits
function f(x) {
  "use graph";
  let n = 0;
  while (true) {
    if (x > 100) return -n;
    x *= 2;
    n++;
    if (n >= 5) break;
  }
  return x;
}
//> f(1)
//> f(50)
//> f(101)

//// early return from nested loops with state in an object
function f(n) {
  "use graph";
  const stats = { inner: 0, outer: 0 };
  for (let i = 0; i < n; i++) {
    stats.outer++;
    for (let j = 0; j < n; j++) {
      stats.inner += 1;
      if (i * j === 6) return { found: true, i, j, ...stats };
    }
  }
  return { found: false, i: -1, j: -1, ...stats };
}
//> f(4)
//> f(2)

//// break out of three levels by label
function f(n) {
  "use graph";
  let visits = 0;
  search: for (let a = 1; a < n; a++)
    for (let b = a; b < n; b++)
      for (let c = b; c < n; c++) {
        visits++;
        if (a * a + b * b === c * c) break search;
      }
  return visits;
}
//> f(6)
//> f(4)

//// continue of an outer loop from a switch
function f(xs) {
  "use graph";
  let s = 0;
  outer: for (const x of xs) {
    for (let k = 0; k < 2; k++) {
      switch (x + k) {
        case 1: s += 10; break;
        case 2: s += 100; continue outer;
        case 5: break outer;
        default: s += 1;
      }
      s += 1000;
    }
    s += 10000;
  }
  return s;
}
//> f([0, 1, 3, 7])
//> f([2, 4, 0])

//// a labelled block left early
function f(x) {
  "use graph";
  let y = x;
  body: {
    y += 1;
    if (y > 5) break body;
    y *= 10;
    if (y < 0) { y = -y; break body; }
    y += 1;
  }
  return y;
}
//> f(8)
//> f(2)
//> f(-4)

//// a labelled if
function f(x) {
  "use graph";
  check: if (x > 0) {
    if (x > 10) break check;
    x *= 2;
  } else x -= 1;
  return x;
}
//> f(3)
//> f(20)
//> f(-1)

//// labels nested in each other
function f(n) {
  "use graph";
  let log = 0;
  a: b: for (let i = 0; i < n; i++) {
    c: do {
      log = log * 2 + 1;
      if (i === 1) continue a;
      if (i === 2) break c;
      if (i === 3) break b;
      log += 1;
    } while (false);
    log += 3;
  }
  return log;
}
//> f(2)
//> f(3)
//> f(6)

//// a switch inside of a for-of with continue to its label
function f(codes) {
  "use graph";
  let stack = 0, errors = 0;
  program: for (const code of codes) {
    switch (code) {
      case 0: continue program;
      case 1: stack += 1; break;
      case 2: stack *= 2;
      case 3: stack += 10; break;
      case 9: break program;
      default: errors++; continue;
    }
    stack += 0.5;
  }
  return [stack, errors];
}
//> f([1, 0, 2, 3, 7, 9, 1])
//> f([9])
//> f([5, 5, 1])

//// for-of with an index by hand
function f(xs, wanted) {
  "use graph";
  let i = 0;
  for (const x of xs) { if (x === wanted) return i; i++; }
  return -1;
}
//> f([4, 5, 6], 6)
//> f([4, 5, 6], 7)

//// for-of over rows, with destructuring
function f(points) {
  "use graph";
  let inside = 0;
  for (const [x, y] of points) if (x * x + y * y < 1) inside += 1;
  return inside;
}
//> f([[0.1, 0.2], [2, 3], [0.9, 0.1]])

//// for-of over rows and their elements
function f(m) {
  "use graph";
  let best = -Infinity;
  for (const row of m) { let s = 0; for (const v of row) s += v; if (s > best) best = s; }
  return best;
}
//> f([[1, 2], [5, -1], [0, 3]])

//// for-of over a host array of tensors
function f(a, b, c) {
  "use graph";
  let top = a;
  for (const v of [a, b, c]) if (v > top) top = v;
  return top;
}
//> f(1, 5, 2)
//> f(3, 2, 1)

//// break in a host loop decided by a tensor
function f(x, limits) {
  "use graph";
  let reached = 0;
  for (const limit of limits) { if (x < limit) break; reached += limit; }
  return reached;
}
//> f(3, host([1, 2, 4, 8]))
//> f(0, host([1, 2, 4, 8]))
//> f(9, host([1, 2, 4, 8]))

//// return in a host loop decided by a tensor
function f(x, table) {
  "use graph";
  for (let i = 0; i < table.length; i++) if (x <= table[i]) return i;
  return table.length;
}
//> f(3, host([1, 2, 4, 8]))
//> f(10, host([1, 2, 4, 8]))

//// for-in over the keys of an object
function f(x, weights) {
  "use graph";
  let s = 0;
  for (const key in weights) { if (weights[key] > x) continue; s += weights[key] * x; }
  return s;
}
//> f(2, host({ a: 1, b: 2, c: 3 }))
//> f(5, host({ a: 1, b: 2, c: 3 }))

//// for-in over an array's indices
function f(x) {
  "use graph";
  const table = [x, x * 2, x * 3];
  let s = 0;
  for (const i in table) if (table[i] > 3) s += table[i];
  return s;
}
//> f(1.5)
//> f(5)

//// for-of over entries
function f(x, prices) {
  "use graph";
  let total = 0, cheap = 0;
  for (const [name, price] of Object.entries(prices)) {
    if (price < x) cheap++;
    total += name.length * price;
  }
  return { total, cheap };
}
//> f(3, host({ tea: 2, coffee: 4 }))
//> f(1, host({ tea: 2, coffee: 4 }))

//// for-of over array entries
function f(xs) {
  "use graph";
  const list = [xs[0], xs[1], xs[2]];
  let weighted = 0;
  for (const [i, v] of list.entries()) { if (v < 0) break; weighted += i * v; }
  return weighted;
}
//> f([1, 2, 3])
//> f([1, -2, 3])

//// for-of over a map and a set
function f(x) {
  "use graph";
  const rates = new Map([['low', 0.5], ['high', 2]]);
  let s = 0;
  for (const [name, rate] of rates) if (x > 1 || name === 'low') s += rate * x;
  for (const k of new Set([1, 2, 2, 3])) { if (k > x) break; s += k; }
  return s;
}
//> f(1)
//> f(2.5)

//// a loop variable that outlives its loop, by var
function f(n) {
  "use graph";
  for (var i = 0; i < n; i++) { var last = i * i; }
  return i + (last === undefined ? -1 : 0);
}
//> f(host(3))

//// a var assigned in a loop on a tensor
function f(n) {
  "use graph";
  var last = -1;
  for (var i = 0; i < n; i++) { var last = i * i; }
  return [i, last];
}
//> f(3)
//> f(0)

//// loops one after the other with the same names
function f(n) {
  "use graph";
  let s = 0;
  for (let i = 0; i < n; i++) s += i;
  for (let i = n; i > 0; i--) { const t = i * 2; s += t; }
  { let i = 5; while (i > n) { i--; s++; } }
  return s;
}
//> f(3)
//> f(0)
//> f(7)

//// a loop whose body always breaks
function f(x) {
  "use graph";
  while (x > 0) { x = x * 3; break; }
  return x;
}
//> f(2)
//> f(-2)

//// a loop whose body always continues
function f(n) {
  "use graph";
  let i = 0;
  while (i < n) { i++; continue; }
  return i;
}
//> f(3)

//// statements behind a continue that never run
function f(n) {
  "use graph";
  let s = 0;
  for (let i = 0; i < n; i++) { s += 1; continue; s += 100; }
  return s;
}
//> f(3)

//// an inner loop that changes the outer counter
function f(n) {
  "use graph";
  let hops = 0;
  for (let i = 0; i < n; i++) { while (i % 3 === 1) { i += 1; hops++; } }
  return hops;
}
//> f(8)
//> f(1)

//// loop-local const, computed twice
function f(xs) {
  "use graph";
  let s = 0;
  for (const x of xs) {
    const square = x * x;
    { const square = x; if (square < 0) s -= 1; }
    s += square;
  }
  return s;
}
//> f([1, -2, 3])

//// a let without a value in a loop body is undefined anew
function f(n) {
  "use graph";
  let s = 0;
  for (let i = 0; i < n; i++) {
    let y;
    if (i > 1) y = i; else y = -1;
    s += y;
  }
  return s;
}
//> f(4)
//> f(1)

//// early exit by an object's property
function f(x) {
  "use graph";
  const control = { stop: false, count: 0 };
  while (!control.stop) {
    control.count += 1;
    x -= control.count;
    if (x < 0) control.stop = true;
  }
  return control.count;
}
//> f(10)
//> f(0)

//// a countdown in an array element
function f(n) {
  "use graph";
  const cell = [n, 0];
  while (cell[0] > 0) { cell[0] -= 1; cell[1] += cell[0]; }
  return cell;
}
//> f(4)
//> f(0)

//// a queue of a fixed length
function f(a, n) {
  "use graph";
  let queue = [a, a + 1, a + 2];
  while (n > 0) {
    const [first, ...rest] = queue;
    queue = [...rest, first * 2];
    n--;
  }
  return queue;
}
//> f(1, 2)
//> f(1, 0)
//> f(1, 4)

//// host loop around a staged loop around a host loop
function f(n) {
  "use graph";
  let s = 0;
  for (let a = 0; a < 2; a++)
    for (let b = 0; b < n; b++)
      for (const c of [1, 2]) { if ((a + b) % 2 === 0) { s += c; continue; } s += 10 * c; }
  return s;
}
//> f(3)
//> f(0)

//// the number of iterations of each inner loop depends on the outer
function f(n) {
  "use graph";
  let paths = 0;
  for (let i = 1; i <= n; i++) {
    let k = i;
    while (k > 1) { k = k % 2 === 0 ? k / 2 : k - 1; paths++; }
  }
  return paths;
}
//> f(5)

//// sentinel search with a default
function f(xs) {
  "use graph";
  let found = null;
  for (const x of xs) { if (x > 2) { found = x; break; } }
  return found ?? -1;
}
//> f(host([1, 3, 5]))
//> f(host([1]))

//// range with a step
function f(a, b) {
  "use graph";
  let s = 0;
  for (const i of range(a, b, 2)) s = s * 10 + i;
  return s;
}
//> f(int(1), int(8)) => 1357
//> f(int(3), int(3)) => 0

//// closures that a loop pushes until a tensor ends it
function f(x) {
  "use graph";
  const made = [];
  for (let i = 0; i < 3; i++) {
    if (x < i) break;
    made.push((y) => y + i * 2);
  }
  let sum = 0;
  for (const add of made) sum += add(x);
  return [made.length, sum];
}
//> f(1)
//> f(9)
//> f(-1)

//// a linked list and a text that grow until a tensor ends the loop
function f(x) {
  "use graph";
  let head = null;
  let text = '';
  for (let i = 0; i < 3; i++) {
    if (x < i) break;
    head = { value: i, next: head };
    text += 'ab'[i % 2];
  }
  let sum = 0;
  for (let node = head; node !== null; node = node.next) sum += node.value + 1;
  return [sum, text.length, text === 'ab'];
}
//> f(1)
//> f(9)
//> f(-1)

//// dtypes that differ between branches
function f(x) {
  "use graph";
  let y = tf.scalar(1, 'int32');
  if (x > 0) y = tf.scalar(1.5);
  return y;
}
//! f(1) => 'y' ... float32 ... int32 ... program.js:4:3

//// a branch that leaves a variable undefined
function f(x) {
  "use graph";
  let y;
  if (x > 0) y = 1;
  return y + 1;
}
//! f(1) => 'y' ... else branch ... program.js:4:3

//// a property that one branch makes null
function f(x) {
  "use graph";
  const o = { best: x };
  if (x > 0) o.best = null;
  return o.best;
}
//! f(1) => 'o.best' ... null ... main branch ... program.js:4:3

//// a number of an array that differs
function f(x) {
  "use graph";
  let list = [x];
  if (x > 0) list = [x, x];
  return list;
}
//! f(1) => 'list' ... program.js:4:3

//// a loop variable that changes its shape
function f(x) {
  "use graph";
  let v = tf.ones([2]);
  while (x > 0) { v = tf.ones([3]); x -= 1; }
  return v;
}
//! f(1) => 'v' ... [2] ... [3] ... program.js:4:3

//// a loop variable of a method's object that changes its dtype
class Meter { total = tf.scalar(0, 'int32'); add(v) { this.total = tf.scalar(0.5) + v; } }
function f(x) {
  "use graph";
  const m = new Meter();
  while (x > 0) { m.add(x); x -= 1; }
  return m.total;
}
//! f(2) => total' ... int32 ... float32 ... program.js:5:3

//// a condition that is no bool
function f(x) {
  "use graph";
  if (tf.sum(x)) return 1;
  return 0;
}
//! f([1, 2]) => condition ... bool ... float32 ... program.js:3:3

//// a condition of many elements
function f(x) {
  "use graph";
  while (x > 0) x = x - 1;
  return x;
}
//! f([1, 2]) => while loop ... bool[2] ... program.js:3:

//// a switch on a vector
function f(x) {
  "use graph";
  switch (x) { case 0: return 1; default: return 2; }
}
//! f([1, 2]) => bool[2] ... program.js:3:

//// a loop that never ran should have given a value
function f(n) {
  "use graph";
  let last;
  for (let i = 0; i < n; i++) last = i * 2;
  return last;
}
//> f(3)
//! f(0) => at least once ... last

//// a tensor as a property key
function f(x) {
  "use graph";
  const table = { a: 1 };
  return table[x];
}
//! f(1) => program.js:4:10

//// a tensor in a string
function f(x) {
  "use graph";
  return 'loss: ' + x;
}
//! f(1) => program.js:3:10

//// a tensor as the length of a typed array
function f(n) {
  "use graph";
  return new Int32Array(n).fill(0).length;
}
//! f(3) => new Int32Array() makes an array of a length that is float32[] ... program.js:3: ... new Array(n).fill(0)

//// reading a value while tracing
function f(x) {
  "use graph";
  const v = tf.neg(x).dataSync()[0];
  return v > 0 ? x : -x;
}
//! f(1) => tf.neg ... program.js:3:

//// a comparator of sort that a tensor decides about
function f(a, b, c) {
  "use graph";
  return [a, b, c].sort((p, q) => p - q);
}
//> f(3, 1, 2)

//// a thrown error that no tensor decides
function check(x, kind) { if (kind !== 'ok') throw new TypeError(`bad kind ${kind}`); return x; }
function f(x, kind) {
  "use graph";
  if (x > 0) return check(x, kind);
  return -x;
}
//! f(1, host('no')) => bad kind no
//> f(1, host('ok'))

//// incompatible shapes
function f(x) {
  "use graph";
  return x + tf.ones([3]);
}
//! f([1, 2]) => [2] ... [3] ... program.js:3:10

//// an index beyond the end
function f(x) {
  "use graph";
  return x[5];
}
//! f([1, 2]) => 5 ... program.js:3:10

//// an element of a parameter that is a constant
function f(x) {
  "use graph";
  const y = x;
  y[0] = 9;
  return y;
}
//! f([1, 2]) => 'y' ... let

//// a call of what is no function
function f(x) {
  "use graph";
  const o = { g: 3 };
  if (x > 0) return o.g(x);
  return o.h(x);
}
//! f(1) => g ... is not a function

//// reading a property of undefined
function f(x) {
  "use graph";
  let o;
  if (x > 0) return o.value;
  return x;
}
//! f(1) => undefined ... value

//// an assignment to a constant
function f(x) {
  "use graph";
  const k = 1;
  if (x > 0) k = 2;
  return k;
}
//! f(1) => Assignment to constant variable

//// recursion that a tensor decides
const down = (n) => (n > 0 ? down(n - 1) + 1 : 0);
function f(n) {
  "use graph";
  return down(n);
}
//! f(3) => down calls itself

//// an unknown function
function f(x) {
  "use graph";
  if (x > 0) return missing(x);
  return x;
}
//! f(1) => missing is not defined

//// a comparison in a function that is not staged
const positive = new Function('x', 'return x > 0');
function f(x) {
  "use graph";
  return positive(x) ? x : -x;
}
//! f(1) => program.js:4:10

//// a map that one branch fills
function f(x) {
  "use graph";
  const seen = new Map();
  const note = (k) => { seen.set(k, x); return k; };
  const y = x > 0 ? note(1) : note(1) + note(2);
  return [y, seen.size];
}
//> f(1)
//> f(-1)

//// a map that one branch fills is no result
function f(x) {
  "use graph";
  const seen = new Map();
  if (x > 0) seen.set(1, x);
  return seen;
}
//! f(1) => A tensor decides which entries a Map has

//// a recursion of host values that overflows the stack is caught
function f(x) {
  "use graph";
  let n = 0;
  try {
    const again = () => again();
    again();
  } catch (error) {
    n = error instanceof Error ? x : 0;
  }
  return n;
}
//> f(1)

//// a property that cannot be assigned, in a try block
function f(x) {
  "use graph";
  const o = Object.freeze({ a: 1 });
  let n = 0;
  try {
    o.a = x;
  } catch {
    n = x;
  }
  return [n, o.a];
}
//> f(2)

//// an element that an array does not have, of which only the graph knows
async function f(i) {
  "use graph";
  const s = [1, 2, 3];
  s[tf.cast(i, 'int32')] = 5;
  return s[0];
}
//! f(3) => an array of 3 elements is changed at an index at which it has no element ... program.js:4:3

//// an element at a negative index, of which only the graph knows
async function f(i) {
  "use graph";
  const s = [1, 2, 3];
  s[tf.cast(i, 'int32') - 2] = 5;
  return s[2];
}
//! f(1) => an array of 3 elements is changed at an index at which it has no element ... program.js:4:3

//// a generator that counts the items that it gives, where a tensor decides how many are taken
function f(x) {
  "use graph";
  let count = 0;
  function* items() {
    for (let i = 0; i < 4; i++) {
      count++;
      yield i * x;
    }
  }
  let sum = 0;
  for (const item of items()) {
    if (item > 2) break;
    sum += item;
  }
  return sum + count;
}
//> f(1)
//> f(0)

//// a number that may be missing is no condition
function f(x) {
  'use graph';
  let c;
  if (x > 0) c = x * 2;
  if (c) return 1;
  return 0;
}
//! f(1) => The condition of an if statement must be a bool tensor ... program.js:5:3

//// a number as the condition of a while loop with a break
function f(x) {
  'use graph';
  let k = x;
  while (k) {
    k = k - 1;
    if (k < -5) break;
  }
  return k;
}
//! f(1) => The condition of a while loop must be a bool tensor ... program.js:4:3

//// a number as what the callback of filter gives
function f(x) {
  'use graph';
  return [1, 2, 3].filter((y) => y - x).length;
}
//! f(1) => The condition of filter() must be a bool tensor ... program.js:3:10

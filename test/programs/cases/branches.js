//// a switch with fall-through and default in the middle
function f(x) {
  "use graph";
  let y = 0;
  switch (x) {
    case 1: y += 1;
    default: y += 10;
    case 2: y += 100; break;
    case 3: y += 1000;
  }
  return y;
}
//> f(1)
//> f(2)
//> f(3)
//> f(4)

//// a switch with default first
function f(x) {
  "use graph";
  switch (x) {
    default: return -1;
    case 0: return 10;
    case 1: return 11;
  }
}
//> f(0)
//> f(1)
//> f(9)

//// a switch with no default and no match
function f(x) {
  "use graph";
  let y = x;
  switch (x) { case 1: y = 10; break; case 2: { y = 20; } }
  return y;
}
//> f(1)
//> f(2)
//> f(3)

//// a switch whose cases are tensors
function f(x, a, b) {
  "use graph";
  switch (x) {
    case a: return 1;
    case a + b: return 2;
    case b: return 3;
  }
  return 0;
}
//> f(1, 1, 2)
//> f(3, 1, 2)
//> f(2, 1, 2)
//> f(7, 1, 2)

//// a switch on an expression with an effect, evaluated once
function f(x) {
  "use graph";
  let n = 0;
  switch (n++, x * 2) { case 2: n += 10; break; case 4: n += 20; break; default: n += 30; }
  return n;
}
//> f(1)
//> f(2)
//> f(5)

//// switch cases that evaluate calls until one matches
function f(x) {
  "use graph";
  let evaluated = 0;
  const is = (v) => { evaluated++; return v; };
  let y = 0;
  switch (x) { case is(1): y = 1; break; case is(2): y = 2; break; case is(3): y = 3; break; }
  return [y, evaluated];
}
//> f(host(1))
//> f(host(2))
//> f(host(5))

//// a switch in a switch
function f(a, b) {
  "use graph";
  let r = 0;
  switch (a) {
    case 0:
      switch (b) { case 0: r = 1; break; case 1: r = 2; default: r += 5; }
      r += 100;
      break;
    case 1:
      r = 9;
  }
  return r;
}
//> f(0, 0)
//> f(0, 1)
//> f(0, 7)
//> f(1, 0)
//> f(2, 0)

//// a switch in a loop, break leaves the switch only
function f(n) {
  "use graph";
  let even = 0, odd = 0;
  while (n > 0) {
    switch (n % 2) { case 0: even++; break; default: odd++; break; }
    n--;
  }
  return [even, odd];
}
//> f(5)
//> f(0)

//// a loop in a switch, break leaves the loop only
function f(x) {
  "use graph";
  let y = x;
  switch (x > 3) {
    case true:
      while (y > 0) { y -= 2; if (y < 2) break; }
      y += 100;
      break;
    case false:
      y = -1;
  }
  return y;
}
//> f(8)
//> f(2)

//// a state machine by switch
function f(inputs) {
  "use graph";
  let state = 0, accepted = 0;
  for (const c of inputs) {
    switch (state) {
      case 0: state = c === 1 ? 1 : 0; break;
      case 1: state = c === 1 ? 2 : 0; break;
      case 2:
        if (c === 0) { accepted++; state = 0; }
        break;
    }
  }
  return { state, accepted };
}
//> f([1, 1, 0, 1, 1, 1, 0])
//> f([0, 1, 0, 0])

//// a switch on strings of the host beside tensors
function f(x, kind) {
  "use graph";
  switch (kind) {
    case 'relu': return x > 0 ? x : 0;
    case 'leaky': if (x > 0) return x; return 0.1 * x;
    default: throw new Error(`no activation '${kind}'`);
  }
}
//> f(-2, host('relu'))
//> f(-2, host('leaky'))
//> f(3, host('leaky'))
//! f(1, host('swish')) => no activation 'swish'

//// a block-scoped variable shared by the cases of a switch
function f(x) {
  "use graph";
  switch (x) {
    case 0: let t = 5; return t;
    case 1: t = 7; return t + 1;
    default: return 0;
  }
}
//> f(0)
//> f(9)

//// nested conditionals that assign in different depths
function f(a, b) {
  "use graph";
  let r = 'none'.length;
  if (a > 0) { if (b > 0) { r = 1; } else if (b < -5) r = 2; } else { if (b > 0) r = 3; }
  return r;
}
//> f(1, 1)
//> f(1, -9)
//> f(1, -1)
//> f(-1, 1)
//> f(-1, -1)

//// if with a declaration of the same name in both branches
function f(x) {
  "use graph";
  let r;
  if (x > 0) { const y = x * 2; r = y; } else { const y = [x, 1]; r = y[0] - y[1]; }
  return r;
}
//> f(2)
//> f(-2)

//// both branches return
function f(x) {
  "use graph";
  if (x > 0) { return { sign: 1, value: x }; } else { return { sign: -1, value: -x }; }
}
//> f(2)
//> f(-3)

//// return from one branch, and state that the other one changes
function f(x) {
  "use graph";
  let log = 0;
  if (x > 3) { log += 1; return log * 1000; }
  log += 2;
  if (x > 1) { log += 4; if (x > 2) return log * 100; log += 8; }
  return log;
}
//> f(4)
//> f(2.5)
//> f(1.5)
//> f(0)

//// conditional chains of else-if with mixed host and tensor tests
function f(x, mode) {
  "use graph";
  if (mode === 'a') return x;
  else if (x > 5) return x * 2;
  else if (mode === 'b' && x > 2) return x * 3;
  else if (mode === 'c' || x < 0) return x * 4;
  return x * 5;
}
//> f(1, host('a'))
//> f(6, host('b'))
//> f(3, host('b'))
//> f(1, host('c'))
//> f(-1, host('d'))
//> f(1, host('d'))

//// an empty then
function f(x) {
  "use graph";
  if (x > 0) ; else x = -x;
  return x;
}
//> f(3)
//> f(-3)

//// conditions on undefined and null
function f(x, y, z) {
  "use graph";
  let r = x;
  if (y === undefined) r += 1;
  if (z == null) r += 10;
  if (y !== undefined && y > 2) r += 100;
  return r;
}
//> f(1, host(undefined), host(null))
//> f(1, 3, 2)
//> f(1, 1, 2)

//// && and || give their operands
function f(x, y) {
  "use graph";
  const a = x > 0 && y > 0;
  const b = x > 0 || y > 0;
  return [a, b, !(a || !b)];
}
//> f(1, 1)
//> f(1, -1)
//> f(-1, -1)

//// chained logic with short circuits in between
function f(x, n) {
  "use graph";
  return x > 0 && x < 10 || n > 3 && x > -5 && !(x === -4) || false;
}
//> f(5, 0)
//> f(-2, 4)
//> f(-4, 4)
//> f(-9, 9)

//// logical assignment of booleans
function f(x) {
  "use graph";
  let ok = x > 0;
  ok &&= x < 10;
  let any = x > 5;
  any ||= x < -5;
  let named = null;
  named ??= x;
  return [ok, any, named];
}
//> f(3)
//> f(20)
//> f(-9)

//// logical assignment of properties
function f(x) {
  "use graph";
  const o = { a: x > 0, b: undefined, list: [x > 1] };
  o.a &&= x > 2;
  o.b ??= x * 2;
  o.list[0] ||= x < 0;
  return o;
}
//> f(3)
//> f(1)
//> f(-1)

//// the right side of &&= assigns
function f(x) {
  "use graph";
  let n = 0;
  let big = x > 3;
  big &&= (n += 1, x > 5);
  return [big, n];
}
//> f(9)
//> f(4)
//> f(1)

//// conditional expressions in arguments and in each other
function f(a, b) {
  "use graph";
  const max = (p, q) => (p > q ? p : q);
  return max(a > 0 ? a : -a, b > 0 ? (b > 10 ? 10 : b) : 0);
}
//> f(-4, 3)
//> f(2, 50)
//> f(1, -1)

//// a conditional that picks a function
function f(x) {
  "use graph";
  const double = (v) => v * 2, negate = (v) => -v;
  const y = x > 0 ? double(x) : negate(x);
  const g = 3 > 2 ? double : negate;
  return g(y);
}
//> f(2)
//> f(-2)

//// a conditional as a statement with assignments
function f(x) {
  "use graph";
  let a = 0, b = 0;
  x > 0 ? (a = x, b = 1) : (b = x - 1);
  return [a, b];
}
//> f(2)
//> f(-2)

//// && as a statement
function f(x) {
  "use graph";
  let a = 0;
  x > 0 && (a = x);
  x > 5 || (a -= 1);
  return a;
}
//> f(2)
//> f(9)
//> f(-2)

//// nullish of a call's result
function f(x, table) {
  "use graph";
  const y = table.get?.('missing') ?? table.found ?? x;
  return y > 2 ? y : y * 10;
}
//> f(1, host({}))
//> f(1, host({ found: 7 }))

//// optional chains on host structures
function f(x, options) {
  "use graph";
  const rate = options?.schedule?.rate ?? 0.5;
  const list = options?.list?.[1] ?? 0;
  if (x * rate > 1) return x * rate + list;
  return list;
}
//> f(4, host(undefined))
//> f(1, host({ schedule: { rate: 3 }, list: [1, 2] }))
//> f(1, host({ schedule: {} }))

//// comparisons chained through variables
function f(a, b, c) {
  "use graph";
  const sorted = a <= b && b <= c;
  const strict = a < b && b < c;
  const same = a == b && b === c;
  const differ = a != b || b !== c;
  return [sorted, strict, same, differ];
}
//> f(1, 2, 3)
//> f(1, 1, 1)
//> f(3, 2, 1)

//// an exit from a try with a finally, in branches
function f(x) {
  "use graph";
  let log = 0;
  const g = (v) => {
    try { if (v > 2) return v * 10; log += 1; } finally { log += 100; }
    return v;
  };
  const r = g(x) + g(x - 2);
  return [r, log];
}
//> f(3)
//> f(1)
//> f(6)

//// catch of an error that the host throws
function f(x) {
  "use graph";
  let r = 0;
  try { r = x * 2; JSON.parse('{'); r = 1000; } catch { if (x > 0) r += 1; else r -= 1; }
  return r;
}
//> f(2)
//> f(-2)

//// catch with its binding, and a rethrow of others
function f(x, fail) {
  "use graph";
  try {
    if (fail) throw new RangeError('bad');
    return x;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return x > 0 ? error.message.length : -error.message.length;
  }
}
//> f(2, host(false))
//> f(2, host(true))
//> f(-2, host(true))

//// a median of three by swaps
function f(a, b, c) {
  "use graph";
  if (a > b) [a, b] = [b, a];
  if (b > c) [b, c] = [c, b];
  if (a > b) [a, b] = [b, a];
  return [a, b, c];
}
//> f(3, 1, 2)
//> f(1, 2, 3)
//> f(2, 3, 1)
//> f(3, 2, 1)

//// booleans counted as numbers
function f(a, b, c) {
  "use graph";
  let n = 0;
  if (a) n++;
  if (b && !c) n += 2;
  if (a === b) n += 4;
  if (a !== c) n += 8;
  return n;
}
//> f(true, false, true)
//> f(false, true, false)
//> f(true, true, false)

//// host truthiness of arrays, strings and objects
function f(x, s) {
  "use graph";
  let r = 0;
  if (s) r += 1;
  if ([]) r += 2;
  if (!s) r += 4;
  if (x > 0 && s) r += 8;
  if (s || x > 0) r += 16;
  return r;
}
//> f(1, host(''))
//> f(1, host('text'))

//// fall through to a return, with a default that returns
function f(x) {
  "use graph";
  switch (x) {
    case 1: return 5;
    case 2: x += 1;
    case 3: return x * 2;
    default: return -1;
  }
}
//> f(1)
//> f(2)
//> f(3)
//> f(0)

//// fall through to a return, by the value true
function f(x) {
  "use graph";
  switch (true) {
    case x > 5: x += 1;
    case x > 2: return x * 2;
    default: return -1;
  }
}
//> f(11)
//> f(3)
//> f(0)

//// fall through to a return, with a default that does not
function f(x) {
  "use graph";
  let y = 1;
  switch (x) {
    case 1: y = 5;
    case 2: y += 1; if (y > 3) return y;
    case 3: return x * 2;
    default: y = 7;
  }
  return -y;
}
//> f(1)
//> f(2)
//> f(3)
//> f(0)

//// a case that shares its body with the default, before others that match as well
function f(x) {
  "use graph";
  let r = 0;
  switch (x) {
    case 1:
    default:
      r = 5;
      break;
    case x:
      r = 7;
      break;
    case 2:
      r = 9;
  }
  switch (x) {
    case 3:
    default: r += 10; break;
    case 3: r += 20; break;
    case 2: r += 30;
  }
  return r;
}
//> f(1)
//> f(2)
//> f(3)

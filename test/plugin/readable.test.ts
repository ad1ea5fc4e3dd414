import { readFileSync } from 'node:fs';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { describe, expect, test } from 'vitest';
import { compile, stagedCode } from './support.js';

const source = readFileSync(new URL('cases/settle.js', import.meta.url), 'utf8');

describe('the text of a module', () => {
  test('can be read: names, comments, blank lines and the order of lines stay', async () => {
    const staged = stagedCode(source, 'settle.js');
    await expect(staged).toMatchFileSnapshot('cases/settle.staged.js');
    for (const [comment] of source.matchAll(/\/\/ .*|\/\*.*\*\//g))
      expect(staged).toContain(comment);
  });

  test('can be stepped through: a statement of each line of the source leads there', () => {
    const { code, map } = compile(source, 'settle.js');
    const trace = new TraceMap(map as never);
    const reached = new Set<number>();
    for (const [index, line] of code.split('\n').entries()) {
      const column = line.search(/\S/);
      if (column < 0) continue;
      const { line: original } = originalPositionFor(trace, { line: index + 1, column });
      if (original !== null) reached.add(original);
      const inside = line.matchAll(/\b(?:ug|const|let|return)\b/g);
      for (const { index: at } of inside) {
        const found = originalPositionFor(trace, { line: index + 1, column: at }).line;
        if (found !== null) reached.add(found);
      }
    }
    const statements = source.split('\n').flatMap((line, index) => {
      const isStatement = /^\s+\w.*[;{]/.test(line) && !/^\s+break;/.test(line);
      return isStatement ? [index + 1] : [];
    });
    expect(statements.filter((line) => !reached.has(line))).toEqual([]);
  });
});

describe('what the user wrote on one line', () => {
  const staged = (body: string) => stagedCode(`export function f(x) {\n  "use graph";\n${body}\n}`);

  test('stays on one', () => {
    const code = staged(`  let a = 1, b = 2;
  for (const { left, right = { of: 1 } } of x) a = { left, right: [b] };
  const long = { a: x.add(1).sub(2).mul(3), b: x.add(1).sub(2).mul(3) };
  return { a, 'b-c': { b }, long };`);
    expect(code).toContain('let a = 1, b = 2;');
    expect(code).toContain(
      'const { left, right } = ug.with_defaults(item, { right: () => ({ of: 1 }) }, ',
    );
    expect(code).toContain('a = { left, right: [b] };');
    expect(code).toContain(`return { a, 'b-c': { b }, long };`);
    expect(code).toMatch(/const long = \{\n/);
  });

  test('a switch keeps the blank line before it', () => {
    const code = staged(`  let y = x;

  switch (x) {
    case 1:
      y = 2;
      break;
    default:
      y = 3;
  }
  return y;`);
    expect(code).toMatch(/let y = x;\n\n +ug\.if_stmt\(ug\.eq\(x, 1/);
  });

  test('and what only begins like a listing is told from one at once', () => {
    const entries = Array.from({ length: 60 }, (_, index) => `    key${index}: x`);
    const method = 'last() {\n      const kept = this;\n      return kept;\n    }';
    const code = staged(`  return {\n${[...entries, method].join(',\n')}\n  };`);
    expect(code).toContain('    key59: x,\n');
  });

  test('and nothing else does', () => {
    const code = staged(`  const text = \`{
  a,
  b
}\`;
  return {
    text,
    x
  };`);
    expect(code).toContain('`{\n  a,\n  b\n}`');
    expect(code).toMatch(/return \{\n +text,\n +x\n +\};/);
    const withComments = staged('  return { a: 1, // one\n    b: 2 };');
    expect(withComments).toMatch(/a: 1,\s+\/\/ one\n\s+b: 2\n/);
  });
});

test('comments of jumps that go stay, where they were written', () => {
  const code = stagedCode(`export function f(x, rows) {
  "use graph";
  let sum = 0;
  for (const row of rows) {
    if (row < 0) {
      // nothing to add
      continue; // really nothing
    }
    switch (x) {
      case 1:
        sum += 1;
        // falls through
      case 2:
        sum += row;
        break; // done
    }
  }
  for (const row of rows) {
    if (row > sum) break; // enough
    sum += row;
  }
  if (sum > x) return sum;
  else {
    // go on
  }
  return x;
}`);
  expect(code).toMatch(/\{\s+\/\/ nothing to add\s+\/\/ really nothing\s+\}/);
  expect(code).toMatch(/\n +\/\/ falls through\n +ug\.if_stmt\(ug\.le\(entry, 1/);
  expect(code).toMatch(/row, "[^"]*"\);\s+\/\/ done\s+\}/);
  expect(code).toMatch(/did_break\S* = true; \/\/ enough\n/);
  expect(code).toMatch(/\{\s+\/\/ go on\s+return_value/);
});

test('each function has the plain names for itself', () => {
  const one = (name: string) =>
    `export function ${name}(x) { "use graph"; if (x > 0) return x; return -x; }\n`;
  const code = stagedCode(`${one('f')}${one('g')}const return_value = 1;`);
  expect(code.match(/let return_value\S* =/g)).toEqual(Array(2).fill('let return_value$1 ='));
  expect(stagedCode(`${one('f')}${one('g')}`)).not.toContain('return_value$');
});

describe('names that the plugin gives are numbered in their order, without gaps', () => {
  test('where others that come first are not needed in the end', () => {
    const code = stagedCode(`export function f(rows, x) {
  "use graph";
  outer: for (const row of rows) {
    for (const v of row) {
      if (v > x) break outer;
      x += v;
    }
  }
  return x;
}`);
    expect(code).toContain('let did_break = false;');
    expect(code).not.toContain('did_break$');
  });

  test('in both bodies of a generator', () => {
    const code = stagedCode(`export function* walk(depth, x) {
  if (depth === 0) return;
  yield* walk(depth - 1, x);
}
export function f(x) { "use graph"; let s = 0; for (const v of walk(x, x)) s += v; return s; }`);
    expect(code).toContain('did_return');
    expect(code).not.toContain('did_return$');
  });

  test('around staged code as if that were not there', () => {
    const code = stagedCode(`class T {
  step(x, { rate } = {}) { o.m(x).k ??= ({ rate }) => rate; return [([x]) => x * rate]; }
}
export function f(x, o) { "use graph"; return new T().step(x, o); }`);
    expect(code).toContain('step(x, argument = void 0)');
  });
});

test('the body of a loop is one block, in which the update stands last', () => {
  const loop = (update: string) =>
    stagedCode(
      `export function f(x) { "use graph"; for (let i = 0; i < x; ${update}) { const k = x + i; x -= k; } return x; }`,
    );
  expect(loop('i++')).not.toMatch(/=> \{\s*\{\s*const/);
  expect(loop('i += k')).toMatch(/\{\s*\{\s*const k = /);
});

test('a body that jumps is one block with what its head declares, unless they share a name', () => {
  const loop = (body: string) =>
    stagedCode(
      `export function f(x) { "use graph"; let n = 0; for (const [i, row] of x) { ${body} n += i; } return n; }`,
    );
  const inHead = /const \[i, row\] = [^\n]*\n\s*/.source;
  expect(loop('const k = row; if (k < 0) continue;')).toMatch(new RegExp(`${inHead}const k = row`));
  expect(loop('const row = n; if (row < 0) continue;')).toMatch(new RegExp(`${inHead}\\{`));
});

test.each([
  ['60 * 60 - -1', 'x = 60 * 60 - -1;'],
  ["'a' + 'b'", "x = 'a' + 'b';"],
  ['!0 === true', 'x = !0 === true;'],
  ['-(2 ** 3) % 5 < ~1', 'x = -(2 ** 3) % 5 < ~1;'],
  ['1 in 2', 'x = ug.has_key(1, 2, '],
  ['2 * x', 'x = ug.mul(2, x, '],
  ['-Infinity', 'x = -Infinity;'],
  ['Math.PI / 2 - Number.EPSILON', 'x = Math.PI / 2 - Number.EPSILON;'],
  ['-LOWEST * Math.E', 'x = -LOWEST * Math.E;'],
  ['Math.random() / 2', 'x = ug.div(ug.call_method(Math, "random", '],
  ['-Number.max', 'x = ug.neg(Number.max, '],
])('what is computed of constants only stays as it is: %s', (written, expected) => {
  const code = stagedCode(
    `const LOWEST = -Infinity;\nexport function f(x) { "use graph"; x = ${written}; return x; }`,
  );
  expect(code).toContain(expected);
});

test.each([
  'export function f(x, Math, Infinity) { "use graph"; return x + -Infinity + Math.PI / 2; }',
  `import { Math, Infinity } from './own.js';\nexport function f(x) { "use graph"; return x + -Infinity + Math.PI / 2; }`,
])('what only has the name of a constant is none: %s', (text) => {
  const code = stagedCode(text);
  expect(code).toContain('ug.neg(Infinity, ');
  expect(code).toContain('ug.div(Math.PI, 2, ');
});

test('a state is on one line, whatever is in it', () => {
  const code = stagedCode(`export function f(x, o) {
  "use graph";
  if (x > 0) {
    o.p = x;
    o.list[0] = x;
    return x;
  }
  x += 1;
  return o;
}`);
  expect(
    code.match(/ug\.state\(\[.*\], \(\) => \[.*\], \$ => \{ .* \}, \{ .* \}\), "/g),
  ).toHaveLength(1);
});

test('what tells of an assignment is on one line', () => {
  const code = stagedCode(`export class A {
  #n = 0;
  run(x) {
    "use graph";
    let total = 0;
    const add = (k) => { total += k; };
    add(x);
    if (x > 0) this.#n += 1;
    return total;
  }
}`);
  expect(code).toContain('"total", () => total, $ => { total = $; });');
  expect(code).toContain('"this.#n", $ => $.#n, ($, value) => { $.#n = value; }, "');
  expect(code).toMatch(
    /\n {2}static \{ .*\$ => \[\$\.#n\], \(\$, values\) => \{ \[\$\.#n\] = values; \}\); \}\n/,
  );
});

test.each([
  ['a name', 'mode'],
  ['an expression', 'o.mode'],
])('a switch that some cases leave needs no flag, and keeps its comments: %s', (_, subject) => {
  const code = stagedCode(`export function f(x, mode, o) {
  "use graph";
  let y = 1;

  // which
  switch (${subject}) {
    case 'a':
      return x; // at once
    // less often
    case 'b':
      y = 2;
      break;
    default:
      throw new Error('none');
  }
  // behind
  return y;
}`);
  expect(code).not.toContain('did_return');
  expect(code).toMatch(/let y = 1;\n\n +\/\/ which\n +(?:const subject|ug\.if_stmt)/);
  expect(code).toMatch(/return_value = x; \/\/ at once\n/);
  expect(code).toMatch(/\/\/ less often\n +ug\.if_stmt/);
  expect(code).toMatch(/\/\/ behind\n +return_value = y;/);
});

describe('staging', () => {
  test('of staged code changes nothing, by whichever plugin', () => {
    const once = stagedCode(source, 'settle.js');
    expect(() => compile(once, 'settle.js')).toThrow('Nothing was transformed');
    const commonJs = stagedCode(`exports.f = (x) => { "use graph"; return x };`, 'f.cjs');
    expect(() => compile(commonJs, 'f.cjs')).toThrow('Nothing was transformed');
  });

  test('gives the same bytes each time, wherever the project lies', () => {
    const texts = ['/project', '/home/someone/elsewhere', '/project'].map((root) => {
      compile('export function other(a) { "use graph"; return a + 1 }', 'other.js');
      return compile(source, `../${root}/settle.js`, { root }).code;
    });
    expect(new Set(texts).size).toBe(1);
  });
});

describe('blocks', () => {
  const staged = (body: string) =>
    stagedCode(`export function f(x, y) {\n  "use graph";\n${body}\n  return x;\n}`);

  test('that would only hold what a loop counts with are none', () => {
    const code = staged(`  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < y; j++) x += j;
  }
  for (const row of y) {
    const z = row * 2;
    if (z > 1) continue;
    x += z;
  }`);
    expect(code).not.toMatch(/^\s*\{$/m);
  });

  test('stay where a name of theirs is another one beside them, or the user wrote them', () => {
    const twice = staged(
      '  for (let i = 0; i < 3; i++) x += i;\n  for (let i = 5; i > y; i--) x -= i;',
    );
    expect(twice.match(/^\s*\{$/gm)).toHaveLength(2);
    expect(staged('  {\n    const z = x;\n    x = z * 2;\n  }')).toMatch(/^\s*\{$/m);
    expect(staged('  [1].map((i) => { for (let i = 0; i < y; i++) x += i; });')).toMatch(
      /=> \{\s*\{\s*let i = 0/,
    );
  });

  test('are none for the sake of a property, or of a function that has the name for itself', () => {
    const code = staged('  for (let r = 0; r < 3; r++) x += r;\n  x = y.r + y.map((r) => r);');
    expect(code).not.toMatch(/^\s*\{$/m);
  });

  test('are none in what stays JavaScript, nor are branches there empty', () => {
    const code = stagedCode(`function* items(n) {
  if (n === 0) return;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) yield k;
  }
}
export function f(x) { "use graph"; let s = 0; for (const v of items(x)) s += v; return s; }`);
    expect(code).not.toMatch(/^\s*\{$/m);
    expect(code).toMatch(/if \(!ug\.decided\(ug\.eq\(n, 0, .*\) \{\n +let i = 0;\n/);
    expect(code).not.toContain('{} else');
  });

  test('begin behind what opens them, where the user wrote none', () => {
    const code = staged('  while (x > 1)\n    for (let i = 0; i < y; i++)\n      x = x / 2;');
    expect(code).toMatch(/ug\.while_stmt\(\(\) => ug\.gt\(x, 1, "[^"]*"\), \(\) => \{\n/);
    expect(code).toMatch(/ug\.while_stmt\(\(\) => ug\.lt\(i, y, "[^"]*"\), \(\) => \{\n/);
  });
});

test('what begins with a blank line or a comment still does where it stands behind more', () => {
  const code = stagedCode(`export function f(x) {
  "use graph";
  let y = x;

  // Three times.
  for (let i = 0; i < 3; i++) {
    if (x > i) return x;
    y += 1;
  }

  return y;
}`);
  expect(code).toMatch(/let y = x;\n\n\s*\/\/ Three times\.\n\s*let i = 0;\n/);
  expect(code).toMatch(/"for"\);\n\n\s*ug\.if_stmt\(ug\.not\(did_return, /);
  const leaving = stagedCode(`export function f(x) {
  "use graph";
  if (x > 0) return x;

  const y = x * 2;
  return y;
}`);
  expect(leaving).toMatch(/return_value = x;\n *\}, \(\) => \{\n *const y/);
});

test.each(['if (v < 0) continue; // negative', 'if (v < 0) break;', 'if (v < 0) return 1; // big'])(
  'no blank line closes a branch, as it stood behind the jump: %s',
  (jump) => {
    const code = stagedCode(`export function f(x) {
  "use graph";
  for (const v of x) {
    ${jump}

    x += v;
  }
  return x;
}`);
    expect(code).not.toMatch(/\n\s*\n *\}/);
  },
);

test('the jumps that leave a part of a function are not called what it returns', () => {
  const code = stagedCode(`export async function f(items) {
  "use graph";
  let total = 0;
  for await (const x of items) {
    if (x > 3) continue;
    if (x < -3) return 7;
    total += x;
  }
  return total;
}`);
  expect(code).toContain('chosen_jump = 2;');
  expect(code).toContain('ug.state(["return value", "chosen jump", "total"]');
  expect(code).not.toContain('return_value');
});

test('what is staged along and was written on one line has its statements on lines of their own', () => {
  const code = stagedCode(`class A {
  scale(x) { return x * 2; }
}
function more(x) { const y = x; return y + 1 }
export function f(x) { "use graph"; return more(new A().scale(x)); }`);
  expect(code).toMatch(
    /\n {2}scale\(x\) \{\n {4}if \(.*=> \{\n.*\n {4}\}\)\(\.\.\.arguments\);\n {4}return x \* 2;\n {2}\}\n/,
  );
  expect(code).toMatch(
    /function more\(x\) \{\n {2}if \((?:.*\n)+? {2}\}\)\(\.\.\.arguments\);\n {2}const y = x; return y \+ 1\n\}\n/,
  );
});

describe('functions', () => {
  const staged = (body: string) => stagedCode(`export function f(x) {\n  "use graph";\n${body}\n}`);

  test('stay where they are written, also beside jumps', () => {
    const code = staged(`  const k = 2;

  function twice(y) {
    return y * k;
  }

  let s = 0;
  for (const v of x) {
    if (v > 3) continue;
    s += twice(v);
  }
  if (s > 3) return s;

  function own(y) {
    return y + k;
  }

  return own(s);`);
    expect(code).toMatch(/const k = 2;\n\n +function twice\(y\) \{\n.*\n +\}\n\n +let s = 0;\n/);
    expect(code).toMatch(/\}, \(\) => \{\n +function own\(y\) \{\n.*\n +\}\n\n +return_value = /);
  });

  test('go in front of a jump where they are called before it, with those that they call', () => {
    const code = staged(`  const k = twice(2);
  if (k > x) return x;
  function more(y) { return y; }
  function own(y) { return y; }
  function twice(y) { return more(y * 2); }
  return own(k);`);
    const order = code.match(/const k|function \w+|ug\.if_stmt/g);
    expect(order?.slice(-5)).toEqual([
      'const k',
      'function twice',
      'function more',
      'ug.if_stmt',
      'function own',
    ]);
  });

  test('behind the return need no variable for its value', () => {
    const code = staged(`  return twice(x);

  function twice(y) {
    return y * 2;
  }`);
    expect(code).toMatch(/=> \{\n +return ug\.call\(twice, \[x\], "[^"]*"\);\n\n +function twice/);
  });
});

test('a construct that changes no variable is told so in a word', () => {
  const code = stagedCode(
    `export function f(x) { "use graph"; if (x > 0) throw new Error('positive'); return x; }`,
  );
  expect(code).toMatch(/\}, \(\) => \{\}, ug\.no_state, "/);
});

test('parameters of the same kind have one name, and those inside of each other two', () => {
  const code = stagedCode(
    `export function f(x, o) { "use graph"; return [o?.a, o?.b?.c, o.m?.(x), x[0]?.[1]]; }`,
  );
  expect(code).toContain('ug.optional(o, object => object.a, ');
  expect(code).toContain('ug.optional(o, object => ug.optional(object.b, object$1 => object$1.c, ');
  expect(code).toContain('ug.optional(o.m, method => ug.call_with(o, method, [x], ');
  expect(code).not.toContain('object$2');
});

test('what a getter returns stands behind the question whether it is staged', () => {
  const code = stagedCode(`class P {
  constructor(x) { this.x = x; }
  get double() { return this.x * 2; }
}
export function f(x) { "use graph"; return new P(x).double; }`);
  expect(code).toMatch(/if \(ug\.is_staging\("[^"]*"\)\) return ug\.mul\(this\.x, 2, "[^"]*"\);/);
});

test('what only constants decide stays as it is', () => {
  const code = stagedCode(`const debug = false, limit = 1e-6;
let changing = 0;
changing = 1;
export function f(x) {
  "use graph";
  if (debug) x += 1;
  if (!debug && import.meta.env.DEV) return x * -limit;
  if (changing) x = limit > 0 ? x + 1 : x;
  debug && check(x > 0);
  {
    const debug = x > 2;
    if (debug) x = 1;
  }
  return x;
}`);
  expect(code).toContain('if (debug) {\n');
  expect(code).toContain('if (!debug && import.meta.env.DEV) {\n');
  expect(code).toMatch(/ug\.mul\(x, -limit, /);
  expect(code).toContain('ug.if_stmt(changing, ');
  expect(code).toMatch(/x = limit > 0 \? ug\.add\(x, 1, "[^"]*"\) : x;/);
  expect(code).toContain('ug.if_stmt(debug, ');
});

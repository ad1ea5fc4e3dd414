import { describe, expect, test } from 'vitest';
import { stagedCode } from './support.js';

const place = '"[^"]*"';

/** The body of a staged function, without what tells of places. */
function staged(body: string): string {
  const code = stagedCode(`export function f(x, y, o, n) {\n  'use graph';\n${body}\n}`, 'f.js');
  const lines = code
    .replace(new RegExp(`, ${place}(?=\\))`, 'g'), '')
    .split('\n')
    .slice(2, -2);
  return lines.map((line) => line.replace(/^ {2}/, '')).join('\n');
}

describe('a comment stays beside what it was written beside', () => {
  test.each([
    [
      'before cases, behind a break that goes, and in an empty default',
      `  switch (n) {
    // negative
    case -1:
      x = y;
      break; // give up
    /* zero */
    case 0:
      x = 1;
      break;
    default:
      // nothing to do
  }
  return x;`,
      [
        /^ {2}\/\/ negative\n {2}ug\.if_stmt\(ug\.eq\(n, -1/m,
        /x = y;\n\s+\/\/ give up\n/,
        /^ +\/\* zero \*\/\n +ug\.if_stmt\(ug\.eq\(n, 0/m,
        /\(\) => \{\n\s+\/\/ nothing to do\n\s+\}/,
      ],
    ],
    [
      'at the cases of a switch that falls through',
      `  switch (n) { // which
    case 0: // none
    case 6: // the last one
      x += 1;
    case 1: { // one
      x += 2;
    } // end of one
    case o.p: // equal
      break; // done
    // else
    default: // any
      x = 0;
  } // end of all
  return x;`,
      [
        /\); \/\/ which\n {2}ug\.if_stmt/,
        /le\(entry, 0\), \(\) => \{ \/\/ none\n +\/\/ the last one\n +x = ug\.add\(x, 1\)/,
        /le\(entry, 1\), \(\) => \{ \/\/ one\n +x = .*\n.* \/\/ end of one\n/,
        /le\(entry, 2\), \(\) => \{\n +\/\/ equal\n +\/\/ done\n/,
        /\(\) => \{\n +\/\/ else\n +\/\/ any\n +x = 0;/,
        /\}, ug\.state.*; \/\/ end of all\n {2}return x;/,
      ],
    ],
    [
      'at the cases of a switch',
      `  switch (n) {
    case 0: // none
      return 1; // done
    // other
    default:
      x += 1;
  } // end
  return x;`,
      [
        /eq\(n, 0\), \(\) => \{ \/\/ none\n +return_value = 1; \/\/ done\n/,
        /\(\) => \{\n +\/\/ other\n +x = ug\.add/,
      ],
    ],
    [
      'among the arguments of calls',
      `  return o.step(
    x, // new
    // the one before
    o.last(
      y, // old
      0.5,
    ),
  );`,
      [
        /\[\n +x, \/\/ new\n +\/\/ the one before\n +ug\..*\n +y, \/\/ old\n +0\.5,\n {4}\]\),\n {2}\]\);/,
      ],
    ],
    [
      'behind the last argument of a call',
      `  const z = o.step(
    // the left side
    x,
    y, // the right side
    // nothing more
  ); // made
  return z;`,
      [/x,\n +y, \/\/ the right side\n +\/\/ nothing more\n +\]\); \/\/ made\n/],
    ],
    [
      'in chains of methods',
      `  const z = x
    // move
    .add(1) // once
    // and more
    .mul(2); // twice
  return z;`,
      [/\/\/ move\n +"add", \[1\]\), \/\/ once\n +\/\/ and more\n +"mul", \[2\]\); \/\/ twice\n/],
    ],
    [
      'in object literals and array literals',
      `  return [{
    a: x,
    // keep the label
    ...o, // all of it
    b: y, // last
  },
  // the rest
  n, // a number
  ];`,
      [
        /\/\/ keep the label\n +\.\.\.ug\.with_properties\(/,
        /\}, o\), \/\/ all of it\n +b: y \/\/ last\n/,
        /\/\/ the rest\n +n\]; \/\/ a number/,
      ],
    ],
    [
      'behind functions, braces and declared variables',
      `  const g = o.pick(() => 'fast' // > 10
    , () => 'slow'); // else
  const h = (v) => {// odd
    return v > x;
  };
  let a = 1, // the a
    b = 2; // the b
  return [g, h, a, b];`,
      [
        /\(\) => 'fast', \/\/ > 10\n +\(\) => 'slow'\]\); \/\/ else\n/,
        /\(v\) => \{ ?\/\/ odd\n/,
        /let a = 1, \/\/ the a\n +b = 2; \/\/ the b\n/,
      ],
    ],
    [
      'behind branches, in empty ones, and behind jumps',
      `  for (const row of y) { // each row
    if (row > x) { // large
      break; // give up
    } // end of large
    else if (row < n) {
      // nothing
    } else { /* why not */
      x = row;
      // end of else
    }
  } // all rows
  return x;`,
      [
        /row => \{ \/\/ each row\n/,
        /\(\) => \{ \/\/ large\n/,
        /did_break = true; \/\/ give up\n/,
        /\}, .*\/\/ end of large\n/,
        /\(\) => \{\n\s+\/\/ nothing\n\s+\}/,
        /\/\* why not \*\/\n/,
        /x = row;\n\s+\/\/ end of else\n\s+\}/,
        /; \/\/ all rows\n/,
      ],
    ],
    [
      'behind what goes on with the next iteration',
      `  for (const row of y) {
    if (row < x) continue; // none
    o.p = row; // kept
    o.list[0] = row;
  }`,
      [/\(\) => \{\n +\/\/ none\n +\}, \(\) => \{\n +o\.p = .* \/\/ kept\n/],
    ],
    [
      'in heads, in front of values, and in what is written in another way',
      `  for (let i = 0 /* first */; i < n /* below */; i++ /* next */) x = i; // done
  for (const row /* each */ of y) x = row;
  let z = /* twice */ x * 2;
  while (/* as long */ x > 0 /* positive */) x = x - 1;
  o.p /* its */ = x;
  const w = !(/* not */ x > 0);
  const pick = (v) => /* either */ v > 0 ? v : /* or */ -v;
  const t = x /*
    on two lines */ + 1;
  return x++ /* later */;`,
      [
        /ug\.lt\(i, n \/\* below \*\/\)/,
        /ug\.increment\(i\); \/\* next \*\/\n/,
        /row \/\* each \*\/ => \{\n/,
        /let z = \/\* twice \*\/ ug\.mul\(x, 2\);\n/,
        /while_stmt\(\/\* as long \*\/ \(\) => ug\.gt\(x, 0 \/\* positive \*\/\), /,
        /o\.p \/\* its \*\/ = /,
        /const w = ug\.not\(\/\* not \*\/ ug\.gt\(/,
        /const pick = \(v\) => \/\* either \*\/ ug\.if_exp\(.*, \/\* or \*\/ \(\) => ug\.neg\(v\)\);/,
        /ug\.add\(x \/\*\n *on two lines \*\/, 1\);/,
      ],
    ],
    [
      'where it has several lines, and where it names itself twice',
      `    /*
     * What is
     *   done.
     */
    const a = x > 0 ? x : y; // same
    const b = x < 0 ? x : y; // same
    return a.add(/* inside */ b);`,
      [
        /^ {2}\/\*\n {3}\* What is\n {3}\* {3}done\.\n {3}\*\/\n {2}const a = /m,
        /const a = .*\/\/ same\n.*const b = .*\/\/ same\n/,
        /\/\* inside \*\/\s*b\]/,
      ],
    ],
    [
      'of what is gone with the types or the directive',
      `  // first
  let a = 1; // one

  // loop
  while (a < x) a++; // up

  // end
  return a;
  // never`,
      [
        /^ {2}\/\/ first\n {2}let a = 1; \/\/ one\n\n {2}\/\/ loop\n {2}ug\.while_stmt/m,
        /a = ug\.increment\(a\);? ?(?:\/\/ up)?/,
        /\/\/ up/,
        /\n\n {2}\/\/ end\n {2}return a;\n {2}\/\/ never/,
      ],
    ],
  ] as [string, string, RegExp[]][])('%s', (_, body, expected) => {
    const code = staged(body);
    for (const part of expected) expect(code).toMatch(part);
    const written = body.match(/\/\/ .*|\/\*[\s\S]*?\*\//g)!;
    const kept = code.match(/\/\/ .*|\/\*[\s\S]*?\*\//g)!;
    expect(kept).toHaveLength(written.length);
  });

  test('in parameters, which stand once with theirs, and behind the directive', () => {
    const code = stagedCode(
      `export function f(
  o, // ten
  x = 3, // eleven
) {
  'use graph'; // marked
  if (/* cond */ x > o /* end */) return x;
  return o;
}`,
      'f.js',
    );
    for (const comment of ['// ten', '// eleven']) expect(code.split(comment)).toHaveLength(2);
    expect(code).toContain('(o, x = 3) => { // marked\n');
    expect(code).toContain('ug.if_stmt(/* cond */ ug.gt(x, o /* end */, "');
  });

  test('in functions that are staged along, where it begins the body', () => {
    const code = stagedCode(
      `export const f = (x) => { 'use graph'; return helper(x); };
function helper(x) { // opens
  // what it does
  return x > 0;
}`,
      'f.js',
    );
    expect(code).toContain(`function helper(x) { // opens
  if (ug.is_staging("staged from f.js:2:1")) return (x => { // opens
    // what it does
    return ug.gt(x, 0, "f.js:4:10");
  })(...arguments);
  // what it does
  return x > 0;
}`);
  });
});

describe('lines', () => {
  test('are broken where the user broke them', () => {
    const code = staged(`  const table = [
    1, 0, 0,
    0, 1, 0,
  ];
  const z = o.sum(
    x,
    (v) => {
      const w = v * 2;
      return w;
    },
    y > 0 &&
      n > 1,
  );
  return x > 0
    ? z
    : table;`);
    expect(code).toContain(`  const table = [
    1, 0, 0,
    0, 1, 0,
  ];
  const z = ug.call_method(o, "sum", [
    x,
    (v) => {
      const w = ug.mul(v, 2);
      return w;
    },
    ug.and(ug.gt(y, 0),
      () => ug.gt(n, 1)),
  ]);
  return ug.if_exp(ug.gt(x, 0),
    () => z,
    () => table);`);
  });

  test('have the parentheses of functions with one parameter, as the user has', () => {
    const code = staged(`  const one = async (a) => a, two = b => (c, d) => (/* e */ e) => e;
  return [one, two, y.map((g) => g * 2), y.map(h => h)];`);
    expect(code).toContain('one = (a) => ');
    expect(code).toContain('two = b => (c, d) => ');
    expect(code).toContain('[(g) => ug.mul(g, 2)]');
    expect(code).toContain('[h => h]');
  });

  test('that close lists are closed where the user closed them', () => {
    const code = staged(`  const one = o.m(
    x,
    o.n(
      y,
      2
    ), // inner
    [x, y,
      n],
  ); // outer
  if (
    o.has(
      x, // key
    )
  ) {
    return one;
  }
  return o.step(x, (
    y + ")"
  ), [
    "]", "a)", n ]);`);
    expect(code).toContain(`  const one = ug.call_method(o, "m", [
    x,
    ug.call_method(o, "n", [
      y,
      2
    ]), // inner
    [x, y,
      n],
  ]); // outer
`);
    expect(code).toMatch(/\[\n +x, \/\/ key\n +\]\)/);
    expect(code).toMatch(/"\]", "a\)", n\]\]\)/);
  });

  test('are one where the user wrote one', () => {
    const code = staged(`  class Own {
    constructor() { this.a = 1; }
    m() { return this.a; }
    n() {
      return this.a;
    }
  }
  const one = { get() { return this.a; }, b: 1 };
  const two = y.map((v) => { return v; });
  if (x > 0) { x = y; }
  return [one, two, new Own()];`);
    expect(code).toContain('    constructor() { this.a = 1; }\n    m() { return this.a; }\n');
    expect(code).toContain('    n() {\n      return this.a;\n    }\n');
    expect(code).toContain('const one = { get() { return this.a; }, b: 1 };');
    expect(code).toContain('[(v) => { return v; }]');
    expect(code).toContain('() => {\n    x = y;\n  }');
  });

  test('of texts stay what they are', () => {
    const code = staged(`  const text = o.tag(\`a, \${
    x} [
  b\`,
    // why
    n);
  return text;`);
    expect(code).toMatch(/`a, \S+ \[\nb`,\n *\/\/ why\n/);
  });

  test('beside a text of several lines are what they are elsewhere', () => {
    const code = staged(`  const text = \`one

  \${y} two\`, other = 'a\\
b'; // texts

  if (x > 0) { // large
    throw new Error(
      text + other, // loud
    );
  }
  const one = { x, y };
  return o.sum(
    x, // first
    y, // second
    // and no third
  );`);
    expect(code).toContain(`  const text = ug.template\`one

\${ug.text(y)} two\`,
    other = 'a\\
b'; // texts

  ug.if_stmt(ug.gt(x, 0), () => { // large
`);
    expect(code).toMatch(/ug\.add\(text, other\), \/\/ loud\n {4}\)\);/);
    expect(code).toContain('const one = { x, y };');
    expect(code).toMatch(/\[\n +x, \/\/ first\n +y, \/\/ second\n +\/\/ and no third\n +\]\);/);
  });

  test('between tags stay what they are', () => {
    const code = staged(`  return <p title="a
b">
    {x // first
    }
    (<b>,
    {y}</b>)
  </p>;`);
    expect(code).toContain('title="a\nb"');
    expect(code).not.toMatch(/\} *\/\//);
  });
});

describe('a comment stands once', () => {
  const count = (code: string, comment: string) => code.split(comment).length - 1;

  test('in a class that tells of its private fields', () => {
    const code = stagedCode(
      `export class Model {
  #steps = 0;

  /** One step. */
  train(x) {
    'use graph';
    // Count.
    this.#steps++; // counted
    return x * this.#steps;
  }
}`,
      'f.js',
    );
    for (const comment of ['/** One step. */', '// Count.', '// counted'])
      expect([comment, count(code, comment)]).toEqual([comment, 1]);
    expect(code).toMatch(/\/\*\* One step\. \*\/\n {2}train\(x\)/);
  });

  test('in each text of a generator', () => {
    const code = stagedCode(
      `function* items(x) {
  // Before.
  while (x > 0) {
    yield x; // one
    x = x - 1; /* less */
  }
  // The end.
}
export function f(x) {
  'use graph';
  let sum = 0;
  for (const v of items(x)) sum += v;
  return sum;
}`,
      'f.js',
    );
    // What is staged, and what stays.
    for (const comment of ['// Before.', '// one', '/* less */', '// The end.'])
      expect([comment, count(code, comment)]).toEqual([comment, 2]);
  });

  test('in a function that waits', () => {
    const code = stagedCode(
      `'use graph';
export async function f(items) {
  let sum = 0;
  // Each.
  for await (const v of items) {
    sum += v; // add
  }
  return sum;
}`,
      'f.js',
    );
    expect(count(code, '// Each.')).toBe(1);
    expect(count(code, '// add')).toBe(1);
  });
});

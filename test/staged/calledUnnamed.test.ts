import { beforeAll, describe, it } from 'vitest';
import { executors } from '../support/index.js';
import { expectSame, int32 } from './compare.js';

/** Methods of a module's classes that loops, operators and conversions call, whose names no call has in its text. */
const programs: readonly (readonly [name: string, classes: string, body: string])[] = [
  [
    'valueOf and toString',
    "class Money { constructor(n) { this.n = n; } valueOf() { return this.n > 2 ? this.n : 0; } toString() { return this.n > 2 ? 'rich' : 'poor'; } }",
    `const m = new Money(n); return [m + 1, m * 2, m > 1 ? 1 : 2, \`\${m}\` === 'rich' ? 1 : 2, String(m).length];`,
  ],
  [
    'a conversion under a symbol',
    "class Money { constructor(n) { this.n = n; } [Symbol.toPrimitive](hint) { if (hint === 'string') return 'm'; return this.n > 2 ? this.n : 0; } }",
    `const m = new Money(n); return [m + 1, m * 2, \`\${m}\`.length];`,
  ],
  [
    'an iterator that is a class',
    'class Down { constructor(n) { this.n = n; } [Symbol.iterator]() { return this; } next() { if (this.n > 0) { this.n--; return { value: this.n, done: false }; } return { value: 0, done: true }; } }',
    'let s = 0; for (const k of new Down(n)) s += k + 1; return s;',
  ],
  [
    'an iterator without a constructor',
    'class Three { i = 0; [Symbol.iterator]() { return this; } next() { this.i += 1; return this.i > 3 ? { value: 0, done: true } : { value: this.i, done: false }; } return() { this.i = 10; return {}; } }',
    'let s = 0; const three = new Three(); for (const k of three) { if (k > n) break; s += k; } return [s, three.i > 4 ? 1 : 2];',
  ],
  [
    'a question under a symbol',
    'class Even { static [Symbol.hasInstance](k) { return k % 2 === 0; } } const large = { [Symbol.hasInstance]: (k) => k > 2 };',
    'return [n instanceof Even ? 1 : 2, n instanceof large ? 1 : 2];',
  ],
];

describe.each(executors)('methods that are called without a name, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(programs)('%s', async (_, classes, body) => {
    const source = `${classes}\nexport async function f(n) { "use graph"; ${body} }`;
    await expectSame(source, [[int32(3)], [int32(1)], [int32(4)]], executor);
  });
});

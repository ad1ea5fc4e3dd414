import { type Program, randomArguments } from '../programs/program.js';
import { Random } from '../programs/random.js';
import { made, test } from './expressions.js';
import { noMarks } from './marks.js';
import type { Form, Scope } from './scope.js';
import { block } from './statements.js';

/**
 * A random program that keeps objects in two arrays, and texts in a third one: loops and branches add to them, take from them, search, sort and filter them,
 * and change the objects by whatever name they have.
 */
export function randomItemsProgram(seed: number): Program {
  const random = new Random(seed);
  const form = random.pick<Form>(['class', 'literal', 'function']);
  const isAssigned = random.chance(0.5);
  let count = 0;
  const scope: Scope = {
    random,
    form,
    isAssigned,
    floats: ['x', 'y', 'a', 'b'],
    ints: ['i', 'n'],
    items: [],
    lists: ['items', 'done'],
    iterated: [],
    canLeave: false,
    depth: random.pick([2, 3, 3, 4]),
    loops: 0,
    fresh: (letter) => `${letter}${++count}`,
  };
  const word = isAssigned ? 'let' : 'const';
  const start = () => random.pick(['[]', '[]', `[${first(scope)}]`]);
  const source = [
    'export function program(a, b, n, v, flag) {',
    '"use graph";',
    ...(form === 'class' ? [itemClass] : [grow, 'const make = (x, k) => ({ x, k });']),
    `const put = (list, x) => list.push(${form === 'class' ? 'new Item(x, 1)' : '{ x, k: 1 }'});`,
    'const search = (list, k) => {\nfor (const p of list) if (p.k === k) return p;\nreturn undefined;\n};',
    'const total = (list) => list.reduce((sum, p, j) => sum + p.x * (j + 1) + p.k, 0);',
    `let x = ${random.pick(['a', '0', '1'])};`,
    `let y = ${random.pick(['b', '0', '2'])};`,
    `let i = ${random.pick(['n', '0', '1'])};`,
    `${word} items = ${start()};`,
    `${word} done = ${start()};`,
    noMarks,
    filling(scope),
    block(scope, 6),
    'record(x); record(y); record(i);',
    'return [x, y, i, items.length, done.length, marks.length, total(items), total(done)];',
    '}',
  ].join('\n');
  return { source, calls: random.times(4, () => randomArguments(random, [-1, 0, 1, 2, 3, 5])) };
}

const itemClass = `class Item {
constructor(x, k) { this.x = x; this.k = k; }
get score() { return this.x + this.k; }
grow(by) { this.x = (this.x + by) % 16; return this; }
copy() { return new Item(this.x, this.k); }
}`;

const grow = 'const grow = (item, by) => { item.x = (item.x + by) % 16; };';

/** An item that is made before there are lists. */
function first({ random, form }: Scope): string {
  const [x, k] = [random.pick(['a', 'b', '1']), random.pick(['n', '0', '2'])];
  return form === 'class' ? `new Item(${x}, ${k})` : `{ x: ${x}, k: ${k} }`;
}

/** What there is in the first list, as a tensor decides. */
function filling(scope: Scope): string {
  const { random } = scope;
  const limit = random.pick(['n', 'n + 1', '3']);
  return random.pick([
    () =>
      `for (let j = 0; j < ${limit} && j < 4; j++) items.push(${made({ ...scope, ints: ['j', 'i', 'n'] })});`,
    () => `for (const e of v) items.push(${made({ ...scope, floats: ['e', 'x'] })});`,
    () => `if (${test(scope)}) items.push(${made(scope)});`,
    () => '',
  ])();
}

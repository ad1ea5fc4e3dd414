import { type Program, randomArguments } from '../programs/program.js';
import { Random } from '../programs/random.js';
import { made, pair, point } from './expressions.js';
import type { Extension, Scope } from './scope.js';
import { block } from './statements.js';

/**
 * A random program whose objects have several names each: variables, properties of other objects, elements and closures. It
 * changes and exchanges them by any of these, and tells in the end what each name leads to, and which are one.
 */
export function randomSharedProgram(seed: number): Program {
  return sharedProgram(new Random(seed));
}

export function sharedProgram(random: Random, extensions: readonly Extension[] = []): Program {
  let count = 0;
  const scope: Scope = {
    random,
    floats: ['x', 'a', 'b'],
    points: ['o', 'p'],
    assigned: ['o', 'p'],
    pairs: ['h'],
    assignedPairs: [],
    maybes: ['z'],
    closures: [],
    leaving: null,
    canLeave: false,
    labels: [],
    isIterating: false,
    isClass: false,
    extensions: [],
    depth: random.pick([2, 3, 3, 4]),
    loops: 0,
    fresh: (letter) => `${letter}${++count}`,
  };
  const classes = extensions.flatMap(({ pointClass }) => pointClass ?? []);
  const isClass = classes.length > 0 || random.chance(0.5);
  const word = random.pick(['let', 'const'] as const);
  const all: Scope = {
    ...scope,
    pairs: ['h', 'g', 'box.h'],
    assignedPairs: word === 'let' ? ['g', 'box.h'] : ['box.h'],
    leaving: 'return tell();',
    isClass,
    extensions,
  };
  const names = ['o', 'p', 'h.p', 'h.q', 'g.p', 'row[0]', 'row[1]', 'named.a'];
  const same = names.slice(1).map((name, index) => `${names[index]} === ${name} ? 1 : 0`);
  const told = extensions.flatMap((extension) => extension.told).map((text) => `, ${text}`);
  const source = [
    'export function program(a, b, n, v, flag) {',
    '"use graph";',
    isClass ? (classes[0] ?? pointClass) : 'const make = (x, k) => ({ x, k });',
    'const copy = ({ x, k }) => make(x, k);',
    'const bump = (point) => { point.x = (point.x + 1) % 16; return point; };',
    'const either = (first, one, other) => { if (first) return one; return other; };',
    `let x = ${random.pick(['a', '0', '1'])};`,
    'let o = make(a, 0);',
    `let p = ${random.pick(['o', 'make(b, 1)'])};`,
    `const row = [${random.pick(['o', 'p', 'make(x, 2)'])}, ${random.pick(['o', 'make(b, n)'])}];`,
    `const h = { p: ${random.pick(['o', 'row[0]'])}, q: ${random.pick(['p', 'row[1]'])}, x: b };`,
    `const named = { a: ${random.pick(['o', 'row[1]', 'make(1, 1)'])} };`,
    `let z = ${random.pick(['null', 'o', 'named.a'])};`,
    `${word} g = ${random.pick([() => 'h', () => pair({ ...scope, maybes: ['z'] })])()};`,
    `const box = { h: ${random.pick(['h', 'g'])} };`,
    ...extensions.flatMap(({ declarations }) => declarations),
    random.chance(0.3) ? `p = ${point({ ...all, maybes: ['z'] }, 1)};` : `o = ${made(scope)};`,
    `const tell = () => [x, ${names.map((name) => `${name}.x, ${name}.k`).join(', ')}, h.x, g.x, h === g ? 1 : 0, box.h === g ? 1 : 0, box.h.p.x, box.h.x, z === null ? -1 : z.x, ${same.join(', ')}${told.join('')}];`,
    block(all, 7),
    'return tell();',
    '}',
  ].join('\n');
  return { source, calls: random.times(4, () => randomArguments(random, [-1, 0, 1, 2, 3, 5])) };
}

const pointClass = `class Point {
constructor(x, k) { this.x = x; this.k = k; }
get sum() { return this.x + this.k; }
move(by) { this.x = (this.x + by) % 16; return this; }
take(other) { [this.x, other.x] = [other.x, this.x]; return other; }
}
const make = (x, k) => new Point(x, k);`;

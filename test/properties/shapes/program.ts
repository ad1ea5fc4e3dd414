import { Random } from '../programs/random.js';
import { clipped, list } from './expressions.js';
import { type Around, costOf, randomShape, type Shape, sizeOf, type TensorPlace } from './scope.js';
import { block } from './statements.js';

/** A program on tensors of all sizes, which decide about its branches and loops. */
export interface ShapedProgram {
  /** A module that exports `program(x, y, z, s, n)`. */
  readonly source: string;
  readonly shapes: readonly [x: Shape, y: Shape, z: Shape];
  readonly calls: readonly ShapedCall[];
}

export interface ShapedCall {
  /** The elements of `x`, `y` and `z`; NaN and infinities are in the last one only. */
  readonly elements: readonly (readonly number[])[];
  readonly s: number;
  readonly n: number;
}

/** Where loops begin or end a chunk of rounds that are encoded together: 8, 16, 32, … up to 256. */
const chunkEnds = [8, 24, 56, 120, 248];

/** What all loops of one call may cost, in additions. */
const usualWork = 500_000;
const muchWork = 10_000_000;

/**
 * What it does on tensors in a graph must be what plain JavaScript does that reads each tensor which decides:
 * `value(t)` gives the number in a tensor there, and is `t` itself in a graph.
 */
export function shapedProgram(seed: number): ShapedProgram {
  const random = new Random(seed);
  const main = randomShape(random);
  const related = () => relatedShape(random, main);
  const shapes = [main, related(), related()] as const;
  const places: TensorPlace[] = [
    { text: 'x', shape: shapes[0], isAssignable: true },
    { text: 'y', shape: shapes[1], isAssignable: true },
    { text: 'p', shape: shapes[0], isAssignable: true },
    { text: 'q', shape: related(), isAssignable: true },
    { text: 'o.t', shape: shapes[1], isAssignable: true },
  ];
  const q = places[3]!;
  const work = random.chance(0.1) ? muchWork : usualWork;
  const longest = Math.max(
    3,
    Math.min(random.pick([10, 30, 60, 60, 130, 260]), Math.floor(work / costOf(places))),
  );
  let count = 0;
  const around: Around = {
    random,
    fresh: (letter) => `${letter}${++count}`,
    tensors: places,
    wild: [{ text: 'z', shape: shapes[2], isAssignable: true }],
    numbers: ['s', 'a'],
    counts: ['n'],
    depth: random.pick([2, 3, 3, 4]),
    budget: { left: random.pick([1, 2, 3, 4, 6]) },
    work,
    longest,
    isLoop: false,
  };
  const source = [
    'export function program(x, y, z, s, n) {',
    '"use graph";',
    `let p = ${clipped(`tf.add(x, ${random.pick(['0', '0.5', 's'])})`)};`,
    `let q = tf.fill(${list(q.shape)}, ${random.pick(['0', '0.25', '-1'])});`,
    'let a = value(tf.max(y));',
    'const o = { t: tf.abs(y) };',
    'const found = [p];',
    'const result = () => [x, y, z, p, q, o.t, s, a, found.length, tf.sum(tf.stack(found), 0)];',
    block(around, 4),
    'return result();',
    '}',
  ].join('\n');
  const counts = [0, 1, 2, 3, longest, ...chunkEnds.flatMap((end) => [end - 1, end, end + 1])];
  const possible = counts.filter((times) => times <= longest);
  const calls = random.times(4, () => ({
    elements: shapes.map((shape, index) => elements(random, sizeOf(shape), index === 2)),
    s: random.pick([-3, -1, -0.5, 0, 0.25, 1, 2, 4.75, 7]),
    n: random.chance(0.3) ? random.below(longest + 1) : random.pick(possible),
  }));
  return { source, shapes, calls };
}

/** The same shape, one that broadcasts with it, one made of the same elements, or another one. */
function relatedShape(random: Random, shape: Shape): Shape {
  return random.weighted<() => Shape>([
    [3, () => shape],
    [1, () => shape.slice(1)],
    [1, () => shape.slice(-1)],
    [1, () => shape.map((size, axis) => (axis === shape.length - 1 ? 1 : size))],
    [1, () => [...shape].reverse()],
    [0.5, () => []],
    [1, () => randomShape(random)],
  ])();
}

function elements(random: Random, size: number, isWild: boolean): number[] {
  const isSpoiled = isWild && random.chance(0.6);
  return random.times(size, () => {
    if (isSpoiled && random.chance(Math.max(0.2, 1 / size))) {
      return random.pick([
        Number.NaN,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
      ]);
    }
    return (random.below(33) - 16) / 4;
  });
}

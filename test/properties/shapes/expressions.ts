import { type Around, type Shape, sizeOf, type TensorPlace } from './scope.js';

const quarters = ['-1', '0', '0.25', '0.5', '1', '1.5', '2', '-2.75', '3'];

/**
 * An expression that gives a tensor of this shape. Sums, products and the like are brought back into quarters between -8
 * and 8, so that every backend computes exactly the same, in whatever order.
 */
export function tensor(
  around: Around,
  shape: Shape,
  depth = around.random.pick([1, 1, 2]),
): string {
  const { random } = around;
  if (depth <= 0) return leaf(around, shape);
  const inner = (of: Shape = shape) => tensor(around, of, depth - 1);
  const rank = shape.length;
  const kinds: [number, () => string][] = [
    [2, () => leaf(around, shape)],
    [2, () => `tf.${random.pick(['neg', 'abs', 'relu', 'sign', 'floor', 'ceil'])}(${inner()})`],
    [
      3,
      () =>
        clipped(`tf.${random.pick(['add', 'sub'])}(${inner()}, ${operand(around, shape, depth)})`),
    ],
    [
      2,
      () =>
        `tf.${random.pick(['maximum', 'minimum'])}(${inner()}, ${operand(around, shape, depth)})`,
    ],
    [1.5, () => clipped(`tf.floor(tf.mul(${inner()}, ${operand(around, shape, depth)}))`)],
    [1, () => `tf.mod(${inner()}, ${random.pick(['2', '3', '1.5'])})`],
    [1.5, () => `tf.where(${mask(around, shape, depth - 1)}, ${inner()}, ${inner()})`],
    [0.7, () => `tf.cast(${mask(around, shape, depth - 1)}, 'float32')`],
    [0.7, () => `tf.cast(tf.cast(${inner()}, 'int32'), 'float32')`],
  ];
  if (rank < 4) kinds.push([1, () => reduced(around, shape, depth)]);
  if (around.numbers.length > 0) {
    const number = () => random.pick(around.numbers);
    kinds.push([
      1,
      () => clipped(`tf.add(${inner()}, tf.mul(${inner()}, Math.sign(${number()})))`),
    ]);
  }
  if (rank > 0) {
    const axis = random.below(rank);
    const size = shape[axis]!;
    const withSize = (other: number): Shape => shape.with(axis, other);
    kinds.push(
      [0.7, () => `tf.reverse(${inner()}, ${axis})`],
      [0.7, () => `tf.mod(tf.cumsum(${inner()}, ${axis}), 4)`],
      [0.7, () => sliced(around, shape, axis, depth)],
      [0.6, () => `tf.gather(${inner()}, ${order(around, size)}, ${axis})`],
      [0.5, () => reshaped(around, shape, depth)],
    );
    if (size > 1) {
      const first = 1 + random.below(size - 1);
      kinds.push(
        [
          0.7,
          () => `tf.concat([${inner(withSize(first))}, ${inner(withSize(size - first))}], ${axis})`,
        ],
        [0.5, () => `tf.pad(${inner(withSize(first))}, ${padding(rank, axis, size - first)})`],
        [
          0.4,
          () =>
            `tf.tile(${inner(withSize(1))}, [${shape.map((_, at) => (at === axis ? size : 1))}])`,
        ],
      );
    }
    if (size <= 3) {
      kinds.push([
        0.6,
        () => `tf.stack([${random.times(size, () => inner(shape.toSpliced(axis, 1)))}], ${axis})`,
      ]);
    }
  }
  if (rank === 2) {
    kinds.push([1, () => `tf.transpose(${inner([shape[1]!, shape[0]!])})`]);
    const between = sizes(around).filter((k) => k * sizeOf(shape) <= around.work / 4);
    if (between.length > 0) {
      const k = random.pick(between);
      kinds.push([
        2,
        () => `tf.mod(tf.floor(tf.matMul(${inner([shape[0]!, k])}, ${inner([k, shape[1]!])})), 8)`,
      ]);
    }
  }
  return random.weighted(kinds)();
}

/** A bool tensor. */
export function mask(around: Around, shape: Shape, depth = 1): string {
  const { random } = around;
  const wild = around.wild.filter((place) => isSame(place.shape, shape));
  const compare = () =>
    random.pick(['greater', 'less', 'greaterEqual', 'lessEqual', 'equal', 'notEqual']);
  const kinds: [number, () => string][] = [
    [4, () => `tf.${compare()}(${tensor(around, shape, depth)}, ${operand(around, shape, depth)})`],
    [0.5, () => `tf.logicalNot(${mask(around, shape, depth - 1)})`],
    [
      depth > 0 ? 1 : 0,
      () =>
        `tf.${random.pick(['logicalAnd', 'logicalOr'])}(${mask(around, shape, depth - 1)}, ${mask(around, shape, depth - 1)})`,
    ],
  ];
  if (wild.length > 0) {
    const { text } = random.pick(wild);
    kinds.push(
      [1, () => `tf.isNaN(${text})`],
      [1, () => `tf.${compare()}(${text}, ${operand(around, shape, 0)})`],
    );
  }
  return random.weighted(kinds)();
}

/** A float that is not a tensor outside of graphs. */
export function number(around: Around, depth = 1): string {
  const { random, numbers, counts } = around;
  const kinds: [number, () => string][] = [
    [1, () => random.pick(quarters)],
    [4, () => summary(around, depth)],
  ];
  if (numbers.length > 0) kinds.push([3, () => random.pick(numbers)]);
  if (depth > 0) {
    const inner = () => number(around, depth - 1);
    kinds.push(
      [1, () => `(${inner()} ${random.pick(['+', '-'])} ${inner()}) % 8`],
      [0.7, () => `Math.${random.pick(['abs', 'floor', 'sign', 'round'])}(${inner()})`],
      [0.7, () => `Math.${random.pick(['max', 'min'])}(${inner()}, ${inner()})`],
      [0.5, () => `(${test(around, depth - 1)} ? ${inner()} : ${inner()})`],
    );
    if (counts.length > 0)
      kinds.push([0.5, () => `(${summary(around, depth - 1)} + ${random.pick(counts)}) % 8`]);
  }
  return random.weighted(kinds)();
}

/** What decides about branches and loops. */
export function test(around: Around, depth = 1): string {
  const { random, counts, wild } = around;
  const compare = () => random.pick(['<', '>', '<=', '>=', '===', '!==']);
  const kinds: [number, () => string][] = [
    [4, () => `${number(around, depth)} ${compare()} ${number(around, depth)}`],
    [2, () => `value(tf.${random.pick(['any', 'all'])}(${mask(around, anyShape(around), depth)}))`],
  ];
  if (counts.length > 0) {
    kinds.push([
      1.5,
      () =>
        `${random.pick(counts)} ${compare()} ${random.pick(['0', '1', '2', '3', random.pick(counts)])}`,
    ]);
    kinds.push([
      0.7,
      () => `${random.pick(counts)} % ${random.pick(['2', '3'])} === ${random.pick(['0', '1'])}`,
    ]);
  }
  if (wild.length > 0) {
    const { text } = random.pick(wild);
    const made = random.pick(['sum', 'max', 'min', 'sum']);
    const of =
      made === 'sum' ? `value(tf.sum(${text}))` : `value(tf.sum(tf.sub(${text}, ${text})))`;
    kinds.push([1.5, () => `${of} ${compare()} ${number(around, 0)}`]);
    kinds.push([0.6, () => `value(tf.any(tf.isNaN(${text})))`]);
  }
  if (depth > 0) {
    kinds.push(
      [
        1,
        () =>
          `(${test(around, depth - 1)} ${random.pick(['&&', '||'])} ${test(around, depth - 1)})`,
      ],
      [0.7, () => `!(${test(around, depth - 1)})`],
    );
  }
  return random.weighted(kinds)();
}

/** A tensor in which NaN and infinities may be; quotients and roots are such that no backend rounds them. */
export function wildTensor(around: Around, { text, shape }: TensorPlace): string {
  const other = tensor(around, shape, 1);
  return around.random.pick([
    `tf.add(${text}, ${other})`,
    `tf.mul(${text}, tf.maximum(${other}, 0.25))`,
    `tf.sub(${text}, ${text})`,
    `tf.div(${text}, tf.sign(${other}))`,
    `tf.neg(${text})`,
    `tf.where(${mask(around, shape, 0)}, ${text}, ${other})`,
    `tf.sqrt(tf.sign(${other}))`,
  ]);
}

function leaf(around: Around, shape: Shape): string {
  const { random } = around;
  const same = around.tensors.filter((place) => isSame(place.shape, shape));
  if (same.length > 0 && random.chance(0.9)) return random.pick(same).text;
  const size = sizeOf(shape);
  const others = around.tensors.filter((place) => sizeOf(place.shape) === size);
  if (others.length > 0 && random.chance(0.6))
    return `tf.reshape(${random.pick(others).text}, ${list(shape)})`;
  const smaller = around.tensors.filter((place) => broadcasts(place.shape, shape));
  if (smaller.length > 0 && random.chance(0.7))
    return `tf.add(tf.zeros(${list(shape)}), ${random.pick(smaller).text})`;
  return `tf.fill(${list(shape)}, ${random.pick(quarters)})`;
}

/** The other operand of an elementwise operation: its shape broadcasts to this one. */
function operand(around: Around, shape: Shape, depth: number): string {
  const { random } = around;
  if (random.chance(0.25)) return random.pick(quarters);
  if (random.chance(0.4)) {
    const from = random.below(shape.length + 1);
    const smaller = shape.slice(from).map((size) => (random.chance(0.3) ? 1 : size));
    return tensor(around, smaller, depth - 1);
  }
  return tensor(around, shape, depth - 1);
}

/** Some axis of a larger tensor is reduced. */
function reduced(around: Around, shape: Shape, depth: number): string {
  const { random } = around;
  const room = Math.max(1, Math.min(257, Math.floor(33_153 / Math.max(1, sizeOf(shape)))));
  const size = random.pick(
    sizes(around)
      .filter((one) => one <= room)
      .concat(1 + random.below(Math.min(room, 6))),
  );
  const axis = random.below(shape.length + 1);
  const whole = tensor(around, shape.toSpliced(axis, 0, size), depth - 1);
  return random.pick([
    clipped(`tf.sum(${whole}, ${axis})`),
    `tf.max(${whole}, ${axis})`,
    `tf.min(${whole}, ${axis})`,
    `tf.mod(tf.cast(tf.argMax(${whole}, ${axis}), 'float32'), 8)`,
  ]);
}

function sliced(around: Around, shape: Shape, axis: number, depth: number): string {
  const more = Math.min(1 + around.random.below(4), 257 - shape[axis]!);
  if (more <= 0) return leaf(around, shape);
  const begin = around.random.below(more + 1);
  const whole = tensor(around, shape.with(axis, shape[axis]! + more), depth - 1);
  return `tf.slice(${whole}, ${list(shape.map((_, at) => (at === axis ? begin : 0)))}, ${list(shape)})`;
}

function reshaped(around: Around, shape: Shape, depth: number): string {
  const size = sizeOf(shape);
  const divisor = around.random.pick([1, 2, 3, 4, 8].filter((one) => size % one === 0));
  return `tf.reshape(${tensor(around, [divisor, size / divisor], depth - 1)}, ${list(shape)})`;
}

/** The rows in another order, some twice. */
function order({ random }: Around, size: number): string {
  if (size <= 8) return `tf.tensor1d([${random.times(size, () => random.below(size))}], 'int32')`;
  return `tf.range(${size - 1}, -1, -1, 'int32')`;
}

function padding(rank: number, axis: number, missing: number): string {
  const before = missing >> 1;
  const pairs = Array.from({ length: rank }, (_, at) =>
    at === axis ? `[${before}, ${missing - before}]` : '[0, 0]',
  );
  return `[${pairs.join(', ')}]`;
}

/** A tensor as one number. */
function summary(around: Around, depth: number): string {
  const { random } = around;
  const scalars = around.tensors.filter(({ shape }) => shape.length === 0);
  if (scalars.length > 0 && random.chance(0.2)) return `value(${random.pick(scalars).text})`;
  const of = tensor(around, anyShape(around), Math.min(depth, 1));
  return random.pick([`value(tf.sum(${of})) % 8`, `value(tf.max(${of}))`, `value(tf.min(${of}))`]);
}

function anyShape(around: Around): Shape {
  const places = [...around.tensors, ...around.wild];
  return around.random.pick(places).shape;
}

function sizes({ tensors }: Around): number[] {
  return [...new Set(tensors.flatMap(({ shape }) => shape))];
}

export function clipped(text: string): string {
  return `tf.clipByValue(${text}, -8, 8)`;
}

export function list(shape: Shape): string {
  return `[${shape.join(', ')}]`;
}

function isSame(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((size, axis) => size === b[axis]);
}

function broadcasts(from: Shape, to: Shape): boolean {
  const missing = to.length - from.length;
  return missing >= 0 && from.every((size, axis) => size === 1 || size === to[axis + missing]);
}

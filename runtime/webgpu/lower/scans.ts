import type { Value } from '../../graph/graph.js';
import { normalizeAxis } from '../../graph/shapes/dimensions.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { convert, literal, scalarTypeOf } from '../wgsl/scalar.js';
import type { Lowering, LoweringRule, LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';

interface Scan {
  readonly operator: '+' | '*';
  readonly isExclusive: boolean;
  readonly isReversed: boolean;
}

/** Longer axes are scanned in blocks. */
const blockLimit = 64;

/** Combines what comes before each element of the middle axis of `x`, in blocks of that axis and then of their totals. */
function scan(lowering: Lowering, x: Value, how: Scan): Value {
  const [outer, length, inner] = sizesOf(x) as [number, number, number];
  if (length <= blockLimit) return scanBlocks(lowering, x, 1, length, how);
  const size = Math.ceil(Math.sqrt(length));
  const count = Math.ceil(length / size);
  const inBlocks = scanBlocks(lowering, x, count, size, how);
  const totals = scanBlocks(lowering, x, count, size, null, how.operator);
  const before = scan(lowering, totals, { ...how, isExclusive: true });
  const output = lowering.value(x.dtype, [outer, length, inner]);
  lowering.map(output, [inBlocks, before], 1, (reader, { emitter, axes }) => {
    const block = emitter.let(`${axes[1]} / ${size}`);
    const own = Index.ofAxes(emitter, sizesOf(inBlocks), axes);
    const earlier = Index.ofAxes(emitter, sizesOf(before), [axes[0]!, block, axes[2]!]);
    const [a, b] = [reader.read(inBlocks, own), reader.read(before, earlier)];
    return emitter.scalar(`${a.code} ${how.operator} ${b.code}`, a.type);
  });
  return output;
}

/** Each element of every block with those before it, or, where `how` is `null`, the whole of each block. */
function scanBlocks(
  lowering: Lowering,
  x: Value,
  count: number,
  size: number,
  how: Scan | null,
  operator = how!.operator,
): Value {
  const [outer, length, inner] = sizesOf(x) as [number, number, number];
  const output = lowering.value(x.dtype, [outer, how === null ? count : length, inner]);
  const type = scalarTypeOf(x.dtype);
  const initial = literal(operator === '+' ? 0 : 1, type);
  const order = how === null ? null : `${how.isReversed ? '>' : '<'}${how.isExclusive ? '' : '='}`;
  lowering.add({
    kind: 'reduce',
    output,
    inputs: [x],
    inner: [size],
    along: null,
    cost: 2,
    accumulators: [{ type, initial }],
    element: (reader, { axes }, within) => {
      const { emitter } = reader;
      const position = axes[1]!;
      const block = how === null || count === 1 ? position : emitter.let(`${position} / ${size}`);
      const start = how !== null && count === 1 ? '0' : emitter.let(`${block} * ${size}`);
      const place = emitter.let(`${start} + ${within.flat}`);
      const conditions = [
        ...(order === null ? [] : [`(${place} ${order} ${position})`]),
        ...(length % size === 0 ? [] : [`(${place} < ${length})`]),
      ];
      const source = Index.ofAxes(emitter, sizesOf(x), [axes[0]!, place, axes[2]!]);
      const { code } = reader.read(x, source);
      if (conditions.length === 0) return [{ code, type }];
      return [emitter.scalar(`select(${initial}, ${code}, ${conditions.join(' & ')})`, type)];
    },
    combine: (emitter, [a], [b]) => [emitter.let(`${a} ${operator} ${b}`)],
    result: (_, [combined]) => ({ code: combined!, type }),
  });
  return output;
}

const cumulative =
  (operator: Scan['operator']): LoweringRule =>
  (node, lowering) => {
    const x = node.inputs[0]!;
    const output = node.outputs[0]!;
    const shape = sizesOf(x);
    const { axis, exclusive, reverse } = node.attributes;
    const along = shape.length === 0 ? 0 : normalizeAxis((axis as number) ?? 0, shape.length);
    const sizes = [
      sizeOf(shape.slice(0, along)),
      shape[along] ?? 1,
      sizeOf(shape.slice(along + 1)),
    ];
    const numbers = lowering.value(output.dtype, sizes);
    lowering.map(numbers, [x], x.dtype === output.dtype ? 0 : 1, (reader, index) => {
      const element = reader.read(x, index.reshape(shape));
      const { code, type } = convert(element, scalarTypeOf(output.dtype));
      return { code: reader.emitter.let(code), type };
    });
    const how = { operator, isExclusive: Boolean(exclusive), isReversed: Boolean(reverse) };
    lowering.alias(output, scan(lowering, numbers, how));
  };

export const scanRules: LoweringRules = {
  Cumprod: cumulative('*'),
  Cumsum: cumulative('+'),
};

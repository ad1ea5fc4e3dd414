import type { Value } from '../../graph/graph.js';
import { normalizeAxis } from '../../graph/shapes/dimensions.js';
import { Index, plus, sizeOf, times } from '../wgsl/index.js';
import { convert, literal, scalarTypeOf } from '../wgsl/scalar.js';
import type { Lowering, LoweringRule, LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';

interface Scan {
  readonly operator: '+' | '*';
  readonly isExclusive: boolean;
  readonly isReversed: boolean;
}

/** Up to so much work each element combines all before it at once. */
const directWork = 2 ** 16;

/** How many elements one combines at a time otherwise. */
const radix = 8;

/**
 * Combines what comes before each element of the middle axis of `x`: eight side by side, then eight of these, and so on, so that
 * the work grows with the logarithm of the axis.
 */
function scan(lowering: Lowering, x: Value, how: Scan): Value {
  const length = sizesOf(x)[1]!;
  const step = sizeOf(sizesOf(x)) * length <= directWork ? length : radix;
  let combined = x;
  let reach = 1;
  do {
    const count = Math.min(step, Math.ceil(length / reach));
    combined = combine(lowering, combined, reach, count, how, how.isExclusive && combined === x);
    reach *= step;
  } while (reach < length);
  return combined;
}

/** Each element with those that lie once, twice and so on as far before it as `distance`; or all of these for its successor. */
function combine(
  lowering: Lowering,
  x: Value,
  distance: number,
  count: number,
  { operator, isReversed }: Scan,
  isForNext: boolean,
): Value {
  const sizes = sizesOf(x);
  const length = sizes[1]!;
  const output = lowering.value(x.dtype, sizes);
  const type = scalarTypeOf(x.dtype);
  const initial = literal(operator === '+' ? 0 : 1, type);
  lowering.add({
    kind: 'reduce',
    output,
    inputs: [x],
    inner: [count],
    along: null,
    cost: 2,
    accumulators: [{ type, initial }],
    element: (reader, { axes }, within) => {
      const { emitter } = reader;
      const far = plus(times(within.flat, distance), isForNext ? '1' : '0');
      const place = emitter.let(`${axes[1]!} ${isReversed ? '+' : '-'} ${far}`);
      const isInside = isReversed ? `${place} < ${length}` : `${place} >= 0`;
      const inside = emitter.let(isReversed ? `min(${place}, ${length - 1})` : `max(${place}, 0)`);
      const { code } = reader.read(x, Index.ofAxes(emitter, sizes, [axes[0]!, inside, axes[2]!]));
      return [emitter.scalar(`select(${initial}, ${code}, ${isInside})`, type)];
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

import type { Value } from '../../graph/graph.js';
import type { Index } from '../wgsl/index.js';
import type { ScalarType } from '../wgsl/scalar.js';
import type { Lowering } from './lowering.js';
import type { Reader } from './operation.js';
import type { Window } from './window.js';

/** What a window sees at each of its places. */
export interface Sight {
  readonly inputs: readonly Value[];
  readonly window: Window;
  readonly type: ScalarType;
  /** What is there where the window has no place, as code. */
  readonly lowest: string;
  readonly see: (reader: Reader, outer: Index, inner: Index) => string;
}

/** What is reduced, and along what. */
const reductionOf = ({ inputs, window }: Sight) =>
  ({ kind: 'reduce', inputs, inner: window.size, along: null }) as const;

/** Defines `output` as the greatest that each window sees. A not-a-number is less than everything, as in TensorFlow.js. */
export function addGreatest(lowering: Lowering, output: Value, sight: Sight): void {
  const { type, lowest, see } = sight;
  lowering.add({
    ...reductionOf(sight),
    output,
    cost: 2,
    accumulators: [{ type, initial: lowest }],
    element: (reader, outer, inner) => [{ code: see(reader, outer, inner), type }],
    combine: (emitter, [greatest], [x]) => [
      emitter.let(`select(${greatest}, ${x}, ${x} > ${greatest})`),
    ],
    result: (_, [greatest]) => ({ code: greatest!, type }),
  });
}

/** What stands for the place of the greatest element where a window has none. */
export const nowhere = '2147483647i';

/** Where each window first sees the greatest, as a position in the window; `shape` is that of the windows. */
export function greatestPlaces(lowering: Lowering, shape: readonly number[], sight: Sight): Value {
  const { type, lowest, see } = sight;
  const output = lowering.value('int32', shape);
  lowering.add({
    ...reductionOf(sight),
    output,
    cost: 4,
    accumulators: [
      { type, initial: lowest },
      { type: 'i32', initial: nowhere },
    ],
    element: (reader, outer, inner) => {
      const { emitter } = reader;
      const code = see(reader, outer, inner);
      const place = `select(${nowhere}, ${inner.flat}, ${code} > ${lowest})`;
      return [{ code, type }, emitter.scalar(place, 'i32')];
    },
    combine: (emitter, [a, i], [b, j]) => {
      const isFirst = emitter.let(`(${b} > ${a}) | ((${b} == ${a}) & (${j} < ${i}))`);
      return [
        emitter.let(`select(${a}, ${b}, ${isFirst})`),
        emitter.let(`select(${i}, ${j}, ${isFirst})`),
      ];
    },
    result: (_, [, place]) => ({ code: place!, type: 'i32' }),
  });
  return output;
}

import { cast, ceil, floorDiv, scalar, type Tensor } from '@tensorflow/tfjs-core';
import { errorHere } from '../../trace/errorHere.js';
import { add, div, mul, sub } from '../operators/arithmetic.js';
import { readElements } from '../operators/condition.js';
import { asOperand } from '../operators/operands.js';
import { describeValue } from '../values/describeValue.js';
import { dtypeOf, hasOneElement, isTensor } from '../values/tensors.js';
import { requireNumbers } from '../values/unknownNumbers.js';
import { naturalDtype } from '../values/weak.js';

type Bound = number | Tensor;

/**
 * The numbers from `start` (0) up to but without `stop`, `step` (1) apart: `tf.range` of TensorFlow. `for (const i of
 * range(n))` in a graph function is a loop of the graph, without a tensor of all the numbers; elsewhere it is an
 * iterable of numbers.
 *
 * @param stop alone, it is the end; the numbers are int32 where all three are whole, and float32 otherwise.
 * @throws StagingError where one of them is no number and no int32 or float32 tensor of one element, or the step is 0.
 */
export function range(stop: Bound): Range;
export function range(start: Bound, stop: Bound, step?: Bound): Range;
export function range(first: Bound, second?: Bound, step: Bound = 1): Range {
  return second === undefined ? new Range(0, first, step) : new Range(first, second, step);
}

export class Range implements Iterable<number> {
  readonly dtype: 'int32' | 'float32';

  constructor(
    readonly start: Bound,
    readonly stop: Bound,
    readonly step: Bound,
  ) {
    for (const bound of [start, stop, step]) requireNumber(bound);
    if (step === 0) {
      throw errorHere('range-step', 'The step of a range must not be 0.');
    }
    const isWhole = [start, stop, step].every((bound) => boundDtype(bound) === 'int32');
    this.dtype = isWhole ? 'int32' : 'float32';
  }

  /** How many numbers there are: a number where the bounds are, else an int32 scalar that may be negative. */
  get size(): Bound {
    const { start, stop, step } = this;
    if (typeof start === 'number' && typeof stop === 'number' && typeof step === 'number') {
      return Math.max(0, Math.ceil((stop - start) / step));
    }
    const span = sub(stop, start, null) as Bound;
    if (step === 1) return this.dtype === 'int32' ? span : asInteger(ceil(span as Tensor));
    if (this.dtype === 'float32') return asInteger(ceil(div(span, step, null) as Tensor));
    const backward = sub(start, stop, null) as Bound;
    const divisor = isTensor(step) ? step : asOperand(step, backward as Tensor, 'A range');
    return sub(
      0,
      floorDiv(isTensor(backward) ? backward : scalar(backward, 'int32'), divisor),
      null,
    ) as Tensor;
  }

  /** The number at `index`; a tensor of the range's dtype. */
  at(index: Bound): Tensor {
    const scaled = this.step === 1 ? index : mul(index, this.step, null);
    const shifted = (this.start === 0 ? scaled : add(scaled, this.start, null)) as Bound;
    if (!isTensor(shifted)) return scalar(shifted, this.dtype);
    return dtypeOf(shifted) === this.dtype ? shifted : cast(shifted, this.dtype);
  }

  /** Whether no number of it can be negative, as far as is known while tracing. */
  get isNonNegative(): boolean {
    const { start, step } = this;
    return typeof start === 'number' && start >= 0 && typeof step === 'number' && step > 0;
  }

  *[Symbol.iterator](): Iterator<number> {
    const read = (bound: Bound) =>
      isTensor(bound) ? readElements(bound, 'A bound of a range')[0]! : bound;
    const [start, stop, step] = [read(this.start), read(this.stop), read(this.step)];
    const size = Math.ceil((stop - start) / step);
    for (let index = 0; index < size; index++) yield start + index * step;
  }
}

function requireNumber(bound: unknown): void {
  if (typeof bound === 'number') return;
  requireNumbers('range()', bound);
  if (isTensor(bound) && hasOneElement(bound) && ['int32', 'float32'].includes(bound.dtype)) return;
  throw errorHere(
    'range-bound',
    `A bound of a range must be a number, or an int32 or float32 tensor of one element, but is ` +
      `${describeValue(bound)}.`,
    isTensor(bound) && !hasOneElement(bound)
      ? 'Give one number: x.shape[0] for how many rows it has, or one of its elements. For its rows: for (const row of x).'
      : '',
  );
}

function boundDtype(bound: Bound): string {
  return isTensor(bound) ? bound.dtype : naturalDtype(bound);
}

function asInteger(tensor: Tensor): Tensor {
  return cast(tensor, 'int32');
}

import {
  expandDims,
  getBackend,
  reshape,
  type Tensor,
  tensor1d,
  tensorScatterUpdate,
  tile,
  where,
  zeros,
} from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { dataTypes } from '../../function/signature/tensorSpec.js';
import {
  type DataType,
  type Dimension,
  formatDimensions,
  isFullyKnown,
  type Shape,
} from '../../graph/types.js';
import { canReadSynchronously } from '../../interpret/backend.js';
import { emitIf } from '../../trace/controlFlow.js';
import { emitAssert, emitLenientAssert } from '../../trace/effects.js';
import { errorHere } from '../../trace/errorHere.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { traceSubgraph } from '../../trace/subgraph.js';
import { symbolicData } from '../../trace/symbolic.js';
import { currentTracer } from '../../trace/tracer.js';
import { concatenated } from '../lists/concatenatedRows.js';
import { markGrowing } from '../lists/growing.js';
import { isWithin } from '../objects/arrayPlace.js';
import { eq } from '../objects/equality.js';
import { get_item, set_item } from '../objects/items.js';
import { add } from '../operators/arithmetic.js';
import { ge, le, lt } from '../operators/comparison.js';
import { readElements } from '../operators/condition.js';
import { asOperand } from '../operators/operands.js';
import { describeValue } from '../values/describeValue.js';
import { noteElementsByMethods } from '../values/elementsByMethods.js';
import { both } from '../values/flags.js';
import { rowCount } from '../values/rows.js';
import { type Composite, compositeParts, unallocated, withParts } from '../values/structure.js';
import { dtypeOf, isTensor, shapeOf } from '../values/tensors.js';

/**
 * A list of tensors of one dtype and shape that a loop of a graph can write: `tf.TensorArray` of TensorFlow. It never
 * changes: `write` returns the new array, so a loop must assign it (`all = all.write(i, x)`).
 *
 * As in a `tf.function` of TensorFlow 2, elements may be read any number of times, those that were not written are zeros, and
 * a second write takes the place of the first. A write outside fails the execution, but for one of a synchronous call on a
 * backend that cannot be read, WebGPU's, where it has no effect.
 *
 * @param dtype of the elements.
 * @param size how many elements there are; elements that were not written are zeros.
 * @param options.dynamicSize the array grows at its end: it is written in order from `size` on.
 * @param options.elementShape the elements' shape; that of the first written one where it is left out.
 */
export class TensorArray implements Composite {
  readonly dtype: DataType;
  readonly dynamicSize: boolean;
  readonly elementShape: Shape;
  #elements: Tensor | typeof unallocated;
  #size: number | Tensor;
  /** Whether all writes so far have been within the array. */
  #areInside: unknown = true;
  /** In how many loops of the graph it was made: the innermost of them looks whether they have. */
  #loops = loopsAround();

  constructor(
    dtype: DataType,
    size = 0,
    options: { readonly dynamicSize?: boolean; readonly elementShape?: Shape } = {},
  ) {
    requireArguments(dtype, size, options);
    noteElementsByMethods(this);
    this.dtype = dtype;
    this.dynamicSize = options.dynamicSize ?? false;
    this.elementShape = options.elementShape ?? null;
    this.#size = size;
    this.#elements = this.#allocated(this.elementShape, size);
  }

  /** How many elements there are; an int32 scalar where a loop of the graph decides that. */
  size(): number | Tensor {
    return this.#size;
  }

  /**
   * The array in which the element at `index`, a whole number or an int32 scalar, is `value`.
   *
   * @throws StagingError where dtype or shape differ from the array's, or the index is a number outside of it; at execution
   *   where the index is outside, or an array that grows is not written in order.
   */
  write(index: number | Tensor, value: unknown): TensorArray {
    const element = this.#element(value);
    if (this.dynamicSize && !this.#isInside(index)) {
      const [elements, size] = [this.#elements, this.#size];
      return typeof index === 'number' && isTensor(size) && isTensor(elements) && isTracing()
        ? this.#put(elements, size, index, element)
        : this.#append(index, element);
    }
    const elements = this.#allocatedFor(shapeOf(element));
    const isInside = both(this.#areInside, isIn(index, rowCount(elements)));
    const written = set_item(elements, index, element, currentLocation()) as Tensor;
    return this.#with(written, this.#size, isInside);
  }

  /** The element at `index`. */
  read(index: number | Tensor): Tensor {
    return get_item(this.stack(), index, currentLocation()) as Tensor;
  }

  /** The elements at `indices`, as one tensor. */
  gather(indices: readonly number[] | Tensor): Tensor {
    return get_item(this.stack(), indices, currentLocation()) as Tensor;
  }

  /** All elements as one tensor: `[size, ...elementShape]`. */
  stack(): Tensor {
    this.#requireInside();
    if (isTensor(this.#elements)) return this.#elements;
    if (this.#size === 0) return zeros([0], this.dtype as 'float32');
    throw errorHere(
      'tensor-array-empty',
      'A TensorArray is read whose elements have no shape yet, since none was written.',
      'Write one first, or give elementShape.',
    );
  }

  /** All elements, one behind the other along their first axis. */
  concat(): Tensor {
    const elements = this.stack();
    const [size, first, ...rest] = shapeOf(elements);
    const isKnown = typeof size === 'number' && typeof first === 'number';
    return reshape(elements, [isKnown ? size * first : -1, ...(rest as number[])]);
  }

  /** The array whose elements are the rows of `tensor`. */
  unstack(tensor: Tensor): TensorArray {
    const [size] = shapeOf(tensor);
    return this.#with(this.#rows(tensor), size ?? this.#size);
  }

  /** The array in which the elements at `indices` are the rows of `tensor`, in order. */
  scatter(indices: readonly number[] | Tensor, tensor: Tensor): TensorArray {
    if (this.dynamicSize && !isTensor(indices)) {
      return indices.reduce<TensorArray>(
        (array, index, row) =>
          array.write(index, get_item(tensor, row, currentLocation()) as Tensor),
        this,
      );
    }
    const rowShape = shapeOf(this.#rows(tensor)).slice(1);
    const elements = this.#allocatedFor(rowShape);
    const places = isTensor(indices) ? indices : tensor1d([...indices], 'int32');
    return this.#with(
      tensorScatterUpdate(unshared(elements), expandDims(places, -1), tensor),
      this.#size,
    );
  }

  /** The array whose elements are as many rows of `tensor`, one after the other, as `lengths` say: all alike. */
  split(tensor: Tensor, lengths: readonly number[]): TensorArray {
    const [length = 0] = lengths;
    const [, ...rest] = shapeOf(tensor);
    if (!lengths.every((other) => other === length)) {
      throw this.#misfit(`the lengths ${lengths.join(', ')}`, 'one shape');
    }
    const parts = reshape(tensor, [lengths.length, length, ...(rest as number[])]);
    return this.#with(this.#rows(parts), lengths.length);
  }

  /** The tensor, whose rows fit as elements. */
  #rows(tensor: Tensor): Tensor {
    const wanted = isTensor(this.#elements) ? shapeOf(this.#elements).slice(1) : this.elementShape;
    const shape = shapeOf(tensor).slice(1);
    this.#requireDtype(tensor);
    if (fits(shape, wanted)) return tensor;
    throw this.#misfit(`shape [${formatDimensions(shape)}]`, `shape [${formatDimensions(wanted)}]`);
  }

  [compositeParts](): readonly unknown[] {
    return [this.#elements, this.dynamicSize ? this.#size : this.#areInside];
  }

  [withParts]([elements, rest]: readonly unknown[]): TensorArray {
    return this.dynamicSize
      ? this.#with(elements as Tensor, rest as number | Tensor)
      : this.#with(elements as Tensor, this.#size, rest);
  }

  #with(
    elements: Tensor | typeof unallocated,
    size: number | Tensor,
    isInside: unknown = this.#areInside,
  ): TensorArray {
    const { dtype, dynamicSize, elementShape } = this;
    const array = new TensorArray(dtype, 0, { dynamicSize, elementShape });
    array.#elements = isTensor(elements) && dynamicSize ? markGrowing(elements) : elements;
    array.#size = size;
    array.#areInside = isInside;
    array.#loops = this.#loops;
    if (isTracing() && currentTracer().parent === null) array.#requireInside();
    return array;
  }

  /** Looked at behind the loops that write, which go on without the host. */
  #requireInside(): void {
    const isInside = this.#areInside;
    if (!isTensor(isInside) || !isTracing()) return;
    const { tracer } = symbolicData(isInside)!;
    if (tracer.loops > this.#loops) return;
    emitLenientAssert(isInside, outside);
    this.#areInside = true;
  }

  #allocated(shape: Shape, size: number): Tensor | typeof unallocated {
    if (!isFullyKnown(shape)) return unallocated;
    const elements = zeros([size, ...shape], this.dtype as 'float32');
    return this.dynamicSize ? markGrowing(elements) : elements;
  }

  /** The elements, which have the shape of the first that is written. */
  #allocatedFor(shape: Shape): Tensor {
    const elements = isTensor(this.#elements)
      ? this.#elements
      : this.#allocated(shape, this.#size as number);
    if (isTensor(elements)) return elements;
    throw errorHere(
      'tensor-array-element',
      `The first value that is written to a TensorArray has shape [${formatDimensions(shape)}], and how large that is, is not known ` +
        'while tracing: there is no room for the elements yet.',
      'Give the array its elementShape, or let it grow: new TensorArray(dtype, 0, { dynamicSize: true }).',
    );
  }

  #element(value: unknown): Tensor {
    const beside = isTensor(this.#elements) ? this.#elements : zeros([], this.dtype as 'float32');
    const element = asOperand(value, beside, 'A write to a TensorArray');
    this.#requireDtype(element);
    const wanted = isTensor(this.#elements) ? shapeOf(this.#elements).slice(1) : this.elementShape;
    const shape = shapeOf(element);
    if (fits(shape, wanted)) return element;
    throw this.#misfit(`shape [${formatDimensions(shape)}]`, `shape [${formatDimensions(wanted)}]`);
  }

  #isInside(index: number | Tensor): boolean {
    return typeof index === 'number' && typeof this.#size === 'number' && index < this.#size;
  }

  #append(index: number | Tensor, element: Tensor, isNext = false): TensorArray {
    if (!isNext) this.#requireNext(index);
    const row = expandDims(element);
    const elements = isTensor(this.#elements)
      ? concatenated(
          'the TensorArray',
          { rows: this.#elements, size: this.#size },
          { rows: row, size: 1 },
        )
      : row;
    return this.#with(elements, add(this.#size, 1, null) as number | Tensor);
  }

  /** At a number, which only the graph knows to be within the array or at its end. */
  #put(elements: Tensor, size: Tensor, index: number, element: Tensor): TensorArray {
    if (index < 0) throw outOfRange(index, 'that a tensor tells');
    emitAssert(le(index, size, null) as Tensor, outOfOrder);
    const isEnd = eq(index, size, null) as Tensor;
    const [longer, changed] = [
      () => this.#append(index, element, true).#elements as Tensor,
      () => set_item(elements, index, element, currentLocation()) as Tensor,
    ].map((made) => traceSubgraph('write', [], () => [made()]));
    const [rows] = emitIf(isEnd, longer!, changed!);
    return this.#with(rows!, where(isEnd, add(size, 1, null) as Tensor, size));
  }

  #requireNext(index: number | Tensor): void {
    const isNext = eq(index, this.#size, null);
    if (isTensor(isNext) && isTracing()) {
      emitAssert(isNext, outOfOrder);
      return;
    }
    const holds = isTensor(isNext) ? readElements(isNext, 'The index of a write')[0] !== 0 : isNext;
    if (!holds) throw errorHere('tensor-array-order', outOfOrder);
  }

  #requireDtype(value: Tensor): void {
    const dtype = dtypeOf(value);
    if (dtype === this.dtype) return;
    const fix = `Cast it, tf.cast(value, '${this.dtype}'), or make the array with new TensorArray('${dtype}', …).`;
    throw this.#misfit(`dtype ${dtype}`, `dtype ${this.dtype}`, fix);
  }

  #misfit(found: string, wanted: string, fix?: string): StagingError {
    return errorHere(
      'tensor-array-element',
      `A value of ${found} is written to a TensorArray whose elements have ${wanted}.`,
      fix,
    );
  }
}

/** Whether the index is one of the array's; of a number, and outside of a graph, it has to be. */
function isIn(index: number | Tensor, size: number | Tensor): unknown {
  if (isTracing() && (isTensor(index) || isTensor(size))) {
    if (isWithin(index, size)) return true;
    return both(ge(index, 0, null), lt(index, size, null));
  }
  if (isTensor(index) && !canReadSynchronously(getBackend())) return true;
  const place = isTensor(index) ? readElements(index, 'The index of a write')[0]! : index;
  if (place >= 0 && place < (size as number)) return true;
  throw outOfRange(place, `${size}`);
}

function outOfRange(index: number, size: string): StagingError {
  return errorHere(
    'index-out-of-range',
    `The index ${index} is out of range: the TensorArray has the size ${size}.`,
    "Make it large enough, or let it grow: new TensorArray('float32', 0, { dynamicSize: true }).",
  );
}

function loopsAround(): number {
  return isTracing() ? currentTracer().loops : 0;
}

/** JavaScript has no types that would refuse them. A size is null where it is one that a signature leaves open. */
function requireArguments(dtype: unknown, size: unknown, options: object): void {
  const isSize = size === null || (Number.isInteger(size) && (size as number) >= 0);
  const [unknown] = Object.keys(options).filter((name) => !optionNames.includes(name));
  const problem = !dataTypes.includes(dtype as string)
    ? `takes a dtype as the first argument, one of ${dataTypes.join(', ')}, but was given ${describeValue(dtype)}`
    : !isSize
      ? `takes a whole number as its size, but was given ${describeValue(size)}`
      : unknown !== undefined
        ? `has no option '${unknown}', but ${optionNames.join(' and ')}`
        : null;
  if (problem === null) return;
  throw errorHere(
    'wrong-argument',
    `new TensorArray() ${problem}.`,
    isTensor(size)
      ? 'How many elements there are must be known while tracing: let it grow, new TensorArray(dtype, 0, { dynamicSize: true }), ' +
          'or push onto an array of JavaScript.'
      : "It takes a dtype, a size and options: new TensorArray('float32', 10, { elementShape: [2] }).",
  );
}

const optionNames = ['dynamicSize', 'elementShape'];

/** Outside of a graph the kernel of the cpu backend writes into the tensor that it is given. */
function unshared(tensor: Tensor): Tensor {
  return isTracing()
    ? tensor
    : tile(
        tensor,
        tensor.shape.map(() => 1),
      );
}

function fits(shape: readonly Dimension[], wanted: Shape): boolean {
  return (
    wanted === null ||
    (wanted.length === shape.length &&
      wanted.every((size, axis) => size === null || shape[axis] === null || size === shape[axis]))
  );
}

const outside = 'A TensorArray is written to at an index that lies outside of it';

const outOfOrder =
  'A TensorArray with dynamicSize is written in order, each element behind the last. Give it a size to write elsewhere.';

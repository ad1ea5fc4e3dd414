import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../errors.js';
import type { Node } from '../graph/graph.js';
import type { SourceLocation } from '../graph/types.js';
import { Scoped } from '../scoped.js';
import { errorHere } from './errorHere.js';
import { currentLocation } from './location.js';
import { symbolicData } from './symbolic.js';
import type { Tracer } from './tracer.js';

/*
 * `x[i] = v` makes a new tensor of `x`, since tensors are values. Of an array whoever else holds it sees the change: who reads
 * a tensor by another name, after an element of it was assigned, means something else than what it would be given.
 */

/** An assignment to an element of a tensor. */
export interface Overwriting {
  /** The graph in which it stands. */
  readonly tracer: Tracer;
  /** What makes the new tensor. */
  readonly node: Node;
  readonly location: SourceLocation | null;
  /** Of what is a row of the tensor: which. */
  readonly row: unknown;
}

const overwritings = new WeakMap<Tensor, Overwriting[]>();

/** Where a tensor is the start of a loop variable, or holds the row that it is. */
interface Holder {
  readonly tensor: Tensor;
  readonly row?: unknown;
}

const holders = new WeakMap<Tensor, Holder>();

/** Tells that the first iteration is given `start` as `parameter`. */
export function markEntry(parameter: Tensor, start: Tensor): void {
  holders.set(parameter, { tensor: start });
}

/** Tells that a tensor is what stands in another at an index. */
export function markRow(row: Tensor, tensor: Tensor, index: unknown): void {
  holders.set(row, { tensor, row: index });
}

/** Where the tensor is a row of another one; undefined where it is none. */
export function rowPlace(row: Tensor): { tensor: Tensor; index: unknown } | undefined {
  const holder = holders.get(row);
  return holder?.row === undefined ? undefined : { tensor: holder.tensor, index: holder.row };
}

/** Tells that the program has assigned an element of `x`, which has made `updated`. */
export function noteOverwritten(x: Tensor, updated: Tensor): void {
  const data = symbolicData(updated);
  const node = data?.tracer.producer(data.value);
  if (data === null || node === undefined) return;
  const { tracer } = data;
  const location = currentLocation();
  const note = ({ tensor, row }: Holder): void => {
    const known = (overwritings.get(tensor) ?? []).filter((one) => one.tracer.root === tracer.root);
    // Who would be told is told of the first one.
    const isKnown = (one: Overwriting) =>
      (one.row === undefined || one.row === row) && hasRun(one, tracer);
    if (known.some(isKnown)) return;
    overwritings.set(tensor, [...known, { tracer, node, location, row }]);
    const holder = holders.get(tensor);
    if (holder !== undefined) note({ tensor: holder.tensor, row: holder.row ?? row });
  };
  note({ tensor: x });
}

/** What a construct reads of a tensor: all of it, nothing that counts, or the row at an index. */
type Extent = 'nothing' | { readonly row: unknown };

const reading = new Scoped<{ readonly tensor: Tensor; readonly extent: Extent } | null>(null);

/** Runs `body`, which means the tensor as it was: to make of it what it is after a change, or to keep it for a gradient. */
export function asItWas<T>(tensor: Tensor, body: () => T): T {
  return reading.during({ tensor, extent: 'nothing' }, body);
}

/** Runs `body`, which reads the row of the tensor at that index. */
export function whileReadingRow<T>(tensor: Tensor, row: unknown, body: () => T): T {
  return reading.during({ tensor, extent: { row } }, body);
}

/** The assignment to an element that a reader in that graph would not see, of a tensor that it holds by another name. */
export function overwritingBefore(tensor: Tensor, reader: Tracer): Overwriting | undefined {
  const found = overwritings.get(tensor);
  if (found === undefined) return undefined;
  const { extent } = reading.value?.tensor === tensor ? reading.value : { extent: null };
  if (extent === 'nothing') return undefined;
  return found.find(
    (one) =>
      (extent === null || one.row === undefined || one.row === extent.row) && hasRun(one, reader),
  );
}

/** The same for what each iteration of a loop reads: all of the body has run in the iteration before. */
export function overwritingIn(body: Tracer, tensor: Tensor): Overwriting | undefined {
  return overwritings
    .get(tensor)
    ?.find((one) => one.row === undefined && one.tracer.isWithin(body) && hasRun(one, body));
}

/** Whether it stands before what is being traced: around it, or in a construct that is a node of a graph around. */
function hasRun({ tracer, node }: Overwriting, reader: Tracer): boolean {
  if (tracer.hasDropped(node)) return false;
  let around = tracer;
  while (!reader.isWithin(around)) {
    const { parent, construct, endsExecution } = around;
    if (parent === null || construct === null || endsExecution) return false;
    if (parent.hasDropped(construct)) return false;
    around = parent;
  }
  return true;
}

/** For who reads a tensor whose elements were assigned. */
export function readByAnotherName(what: string, { location }: Overwriting): StagingError {
  const place = location === null ? '' : ` at ${location}`;
  // The results of the whole function are taken where none of its statements is.
  const isResult = currentLocation() === null;
  const reader = isResult
    ? 'The function returns the tensor as it was'
    : 'Here the tensor as it was is read';
  return errorHere(
    'overwritten-tensor',
    `An element of ${what} was assigned${place}, which made a new tensor. ${reader}, by another name: of ` +
      'an array it would show the change.',
    'To see the change, use the variable that was assigned; out of a function, return it and assign what the call gives ' +
      '(x = f(x)). To keep the elements of before, make a copy first: tf.clone(x).',
  );
}

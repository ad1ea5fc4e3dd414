import { dispose, type Tensor, unstack } from '@tensorflow/tfjs-core';
import { runDriven } from '../../function/eagerMode.js';
import { mayReject, resolved } from '../calls/settled.js';
import { Range } from '../loops/range.js';
import { asPredicate } from '../operators/condition.js';
import { describeValue } from '../values/describeValue.js';
import { collectTensors } from '../values/ownTensors.js';
import { isTensor } from '../values/tensors.js';
import { advance, type Owner, owning } from './drivenRun.js';

export interface Items {
  next(...sent: readonly unknown[]): IteratorResult<unknown> | Promise<IteratorResult<unknown>>;
  throw?(error: unknown): IteratorResult<unknown> | Promise<IteratorResult<unknown>>;
  return?(value?: unknown): unknown;
}

export interface Source {
  readonly iterator: Items;
  /** Nobody else holds the tensors that it gives. */
  readonly givesOwnTensors: boolean;
}

interface Iterated {
  readonly [Symbol.asyncIterator]?: () => Items;
  readonly [Symbol.iterator]?: () => Items;
  /** A dataset of TensorFlow.js. */
  readonly iterator?: () => Items | Promise<Items>;
}

/** What `for await` iterates: also datasets of TensorFlow.js, and tensors. */
export async function open(source: unknown, owner: Owner | null): Promise<Source> {
  if (isTensor(source)) return { iterator: itemsOfTensor(source), givesOwnTensors: true };
  if (source instanceof Range) return { iterator: itemsOfRange(source), givesOwnTensors: true };
  const iterated = source as Iterated | null | undefined;
  const begin = iterated?.[Symbol.asyncIterator] ?? iterated?.[Symbol.iterator];
  if (typeof begin === 'function') {
    const iterator = drivenBy(owner, () => begin.call(source));
    return { iterator, givesOwnTensors: false };
  }
  const ofDataset = datasetIterator(source);
  if (ofDataset !== null) return { iterator: await ofDataset(), givesOwnTensors: true };
  throw new TypeError(`${describeValue(source)} is not async iterable`);
}

/** How a dataset of TensorFlow.js is iterated; null for anything else. */
export function datasetIterator(source: unknown): (() => Items | Promise<Items>) | null {
  const iterated = source as Iterated | null | undefined;
  if (iterated?.[Symbol.asyncIterator] || iterated?.[Symbol.iterator]) return null;
  return typeof iterated?.iterator === 'function' ? () => iterated.iterator!() : null;
}

/** The rows. Those that nobody takes are freed. */
function* itemsOfTensor(tensor: Tensor): Generator<Tensor, void> {
  const rows = unstack(tensor);
  let next = 0;
  try {
    while (next < rows.length) yield rows[next++]!;
  } finally {
    dispose(rows.slice(next));
  }
}

export function* itemsOfRange(range: Range): Generator<Tensor | number, void> {
  const { size } = range;
  const count = isTensor(size) ? size.dataSync()[0]! : size;
  for (let index = 0; index < count; index++) yield range.at(index);
}

function drivenBy<T>(owner: Owner | null, code: () => T): T {
  return owner === null ? runDriven(code) : advance(owner, code);
}

/** The next item. An asynchronous generator of the program begins as one that a driver runs. */
export function takeNext(
  iterator: Items,
  owner: Owner | null,
  ...sent: readonly unknown[]
): IteratorResult<unknown> | Promise<IteratorResult<unknown>> {
  return owning(owner, () => runDriven(() => iterator.next(...sent)));
}

/** As `takeNext`, of what has been opened; tensors that nobody else holds are the owner's. */
export async function takeFrom(
  { iterator, givesOwnTensors }: Source,
  owner: Owner | null,
  ...sent: readonly unknown[]
): Promise<IteratorResult<unknown>> {
  const step = await takeNext(iterator, owner, ...sent);
  if (givesOwnTensors && owner !== null) owner.own(tensorsOf(step.value));
  return step;
}

function tensorsOf(value: unknown): Tensor[] {
  const tensors: Tensor[] = [];
  collectTensors([value], tensors);
  return tensors;
}

/** Whether an iterator says that there are no more items, which a tensor may decide. */
export async function isDone({ done }: { readonly done?: unknown }): Promise<boolean> {
  if (!isTensor(done)) return Boolean(done);
  const [holds] = await asPredicate(done, 'a condition').data();
  return Boolean(holds);
}

/** The item, for which a `for await` waits: where it is a promise of staged code that is rejected, throws what that is rejected with. */
export async function itemIn(
  { value }: { readonly value: unknown },
  owner: Owner | null,
): Promise<unknown> {
  const item = await value;
  return mayReject(item) ? drivenBy(owner, () => resolved(item, null)) : item;
}

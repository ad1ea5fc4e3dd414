import type { Tensor } from '@tensorflow/tfjs-core';
import { isDriven } from '../../function/eagerMode.js';
import { holdsTensor } from '../../function/signature/hostArguments.js';
import type { SourceLocation } from '../../graph/types.js';
import { at, isTracing } from '../../trace/session.js';
import { asked } from '../branches/ifStatement.js';
import { resolved } from '../calls/settled.js';
import { asPredicate } from '../operators/condition.js';
import { requirePresent } from '../operators/operands.js';
import { observe } from '../values/absent.js';
import { isInText, isStaging } from '../values/staging.js';
import { decides } from '../values/tensors.js';
import { isDone, itemIn, open, type Source, takeFrom } from './asyncItems.js';
import { advance, currentOwner, DrivenRun, type Owner } from './drivenRun.js';

/*
 * An asynchronous generator of staged code is, where a loop of a graph function takes its values, a synchronous one that
 * hands out requests: what it waits for, what it decides by, what it yields. Who runs it may wait.
 */

type Request =
  | { readonly kind: 'wait'; readonly value: unknown }
  | { readonly kind: 'decide'; readonly condition: Tensor }
  | { readonly kind: 'yield'; readonly value: unknown }
  | { readonly kind: 'delegate'; readonly items: unknown };

type Requests = Generator<Request, unknown, unknown>;
type Code = (...args: unknown[]) => Requests;
type Step = () => IteratorResult<Request, unknown>;

/** Whether an asynchronous generator begins for a driver, so that its staged code has to run. */
export function is_driven(): boolean {
  return isDriven() && !isTracing();
}

/**
 * Whether an asynchronous function has to run as staged code, which does not wait. Called by a driver, it is the host's where
 * it has nothing to do with tensors.
 */
export function stages_async(args: ArrayLike<unknown>, origin: string): boolean {
  if (!isInText(origin) || !isStaging()) return false;
  if (!is_driven()) return true;
  return holdsTensor(Array.from(args));
}

/** `await value` */
export function awaiting(value: unknown, location: SourceLocation): Request {
  return at(location, () => {
    requirePresent(value);
    return { kind: 'wait', value: resolved(value, null) };
  });
}

/** The test of a statement or `?:`. */
export function deciding(test: unknown, location: SourceLocation): Request {
  return at(location, (): Request => {
    const condition = asked(test);
    if (!decides(condition)) return { kind: 'wait', value: observe(condition) };
    return { kind: 'decide', condition: asPredicate(condition, 'a condition') };
  });
}

/** `yield value` */
export function yielding(value?: unknown): Request {
  return { kind: 'yield', value };
}

/** `yield* items` */
export function delegating(items: unknown): Request {
  return { kind: 'delegate', items };
}

/** What a `for await` iterates: each request asks for the next item, and the answer is whether there is one. */
export function open_items(source: unknown): OpenItems {
  return new OpenItems(source);
}

class OpenItems {
  value: unknown;
  #opened: Source | null = null;
  readonly #owner = currentOwner();
  #isOpen = false;

  constructor(readonly source: unknown) {}

  next(): Request {
    return { kind: 'wait', value: this.#next() };
  }

  close(): Request {
    const value = this.#isOpen ? this.#opened!.iterator.return?.() : undefined;
    return { kind: 'wait', value };
  }

  async #next(): Promise<boolean> {
    this.#opened ??= await open(this.source, this.#owner);
    this.#isOpen = false;
    const step = await takeFrom(this.#opened, this.#owner);
    if (await isDone(step)) return false;
    this.value = await itemIn(step, this.#owner);
    this.#isOpen = true;
    return true;
  }
}

/**
 * Runs an asynchronous generator. The tensors that it makes are freed at its end, but for those that `self` and the arguments
 * hold, or by the one that takes its values.
 */
export async function* drive_items(
  code: Code,
  self: unknown,
  args: ArrayLike<unknown>,
): AsyncGenerator<unknown, unknown, unknown> {
  const run = new DrivenRun(currentOwner());
  const requests = code.apply(self, Array.from(args));
  let isOver = false;
  try {
    const result = yield* answered(requests, () => requests.next(), run);
    isOver = true;
    return result;
  } catch (error) {
    isOver = true;
    throw error;
  } finally {
    if (!isOver) yield* answered(requests, () => requests.return(undefined), run);
    run.end([self, ...Array.from(args)]);
  }
}

/** Runs an asynchronous function that stands in an asynchronous generator, or that gives the items of an iterator. */
export async function drive_async(
  code: Code,
  self: unknown,
  args: ArrayLike<unknown>,
): Promise<unknown> {
  const owner = currentOwner();
  const run = owner instanceof DrivenRun ? owner : new DrivenRun(owner);
  const requests = code.apply(self, Array.from(args));
  const steps = answered(requests, () => requests.next(), run);
  try {
    return (await steps.next()).value;
  } finally {
    if (run !== owner) run.end([self, ...Array.from(args)]);
  }
}

async function* answered(
  requests: Requests,
  first: Step,
  run: DrivenRun,
): AsyncGenerator<unknown, unknown, unknown> {
  let step = first;
  for (;;) {
    const { done, value: request } = advance(run, step);
    if (done) return request;
    try {
      const answer: unknown =
        request.kind === 'yield'
          ? yield request.value
          : request.kind === 'delegate'
            ? yield* itemsOf(request.items, run)
            : await answerTo(request);
      step = () => requests.next(answer);
    } catch (error) {
      step = () => requests.throw(error);
    }
  }
}

async function answerTo(request: Extract<Request, { kind: 'wait' | 'decide' }>): Promise<unknown> {
  if (request.kind === 'wait') return request.value;
  const [holds] = await request.condition.data();
  return holds !== 0;
}

/** What `yield*` hands on. */
function itemsOf(source: unknown, owner: Owner): AsyncIterable<unknown> {
  let opened: Promise<Source> | null = null;
  const items = async (): Promise<Source> => {
    opened ??= open(source, owner);
    return opened;
  };
  const iterator = async () => (await items()).iterator;
  return {
    [Symbol.asyncIterator]: () => ({
      next: async (...sent: readonly unknown[]) => takeFrom(await items(), owner, ...sent),
      return: async (value: unknown) => {
        const given = await (await iterator()).return?.(value);
        return (given ?? { done: true, value }) as IteratorResult<unknown>;
      },
      throw: async (error: unknown) => {
        const inner = await iterator();
        if (inner.throw !== undefined) return inner.throw(error);
        await inner.return?.();
        throw error;
      },
    }),
  };
}

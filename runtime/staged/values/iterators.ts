import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { isCollection } from './entryPresence.js';
import { isTensor } from './tensors.js';

/*
 * JavaScript advances an iterator once, while tracing. Where a tensor decides whether code runs, or how often, that is
 * only right for an iterator that the code has made itself.
 */

const made = new WeakMap<object, Tracer>();

/** What is being traced that may have to be traced in another way. */
interface Attempt {
  /** Iterators that it has made. */
  readonly made: WeakSet<object>;
  /** Whether it has advanced other ones, so that nothing can be traced in its stead. */
  isFinal: boolean;
}

let current: Attempt | null = null;

export const iteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf([][Symbol.iterator]()),
) as object;

export const generatorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf((function* () {})()),
) as Generator<unknown>;

/** Remembers where an iterator comes from. One that another trace has left is as good as any that the program has. */
export function noteIterator<T>(value: T): T {
  if (isIterator(value) && isTracing() && homeOf(value) === undefined) {
    made.set(value, currentTracer());
    loops.delete(value);
    current?.made.add(value);
  }
  return value;
}

function homeOf(iterator: object): Tracer | undefined {
  const home = made.get(iterator);
  return home?.root === currentTracer().root ? home : undefined;
}

/** Traces what may turn out not to be possible: then `instead` gets the error, unless nothing can be traced in its stead. */
export function attempt(body: () => void, instead: (error: unknown) => void): void {
  const outer = current;
  const own: Attempt = { made: new WeakSet(), isFinal: false };
  current = own;
  try {
    body();
  } catch (error) {
    if (own.isFinal) throw error;
    instead(error);
  } finally {
    current = outer;
    if (own.isFinal && outer !== null) outer.isFinal = true;
  }
}

/** What is traced of an iteration that runs unless a tensor has ended the loop, which JavaScript runs; and the loop. */
const iterations = new WeakMap<Tracer, object>();

/** The loops in whose iterations an iterator from outside was advanced: nobody else knows how far it is. */
const loops = new WeakMap<object, object>();

/** Iterators that the program, or a loop of it, has advanced. */
const advanced = new WeakSet<object>();

export function noteAdvanced(value: unknown): void {
  if (isIterator(value)) advanced.add(value);
}

export function hasAdvanced(iterator: object): boolean {
  return advanced.has(iterator);
}

export function noteIteration(loop: object): void {
  iterations.set(currentTracer(), loop);
}

/** Called before the program takes one value of the iterator. */
export function requireStep(value: unknown): void {
  if (isTracing() && isIterator(value) && current?.made.has(value) === false)
    throw advancedInBranch();
  requireAdvances(value);
}

/** Iterators that JavaScript has advanced for a loop of which a tensor decided when it was left. */
const overtaken = new WeakSet<object>();

export function noteOvertaken(iterator: object): void {
  // A generator is closed where the loop is left.
  if (isIterator(iterator) && !isGenerator(iterator)) overtaken.add(iterator);
}

/** Called before the iterator is advanced. */
export function requireAdvances(value: unknown): void {
  if (!isTracing() || !isIterator(value)) return;
  if (overtaken.has(value)) throw advancedForLoop();
  if (current?.made.has(value) === false) current.isFinal = true;
  const tracer = currentTracer();
  const home = homeOf(value) ?? tracer;
  noteIterator(value);
  const loop = tracer.parent === home ? iterations.get(tracer) : undefined;
  const taker = loops.get(value);
  if (home === tracer && taker === undefined) return;
  if (loop !== undefined && (taker === undefined || taker === loop)) {
    loops.set(value, loop);
    return;
  }
  // In a branch it is as if it were made there, as long as nobody goes on with it elsewhere.
  if (taker !== undefined || tracer.loops !== home.loops || !tracer.isWithin(home))
    throw advancedInBranch();
  made.set(value, tracer);
}

function advancedInBranch(): StagingError {
  return errorHere(
    'iterator-in-branch',
    'An iterator is advanced in a branch that a tensor decides about and elsewhere too, or in a loop outside of which it was made: it ' +
      'would advance once, while tracing, whatever the tensor is.',
    'Take its values before (`const values = [...iterator]`), make it inside, or keep what it counts in a variable.',
  );
}

function advancedForLoop(): StagingError {
  return errorHere(
    'iterator-in-branch',
    'A tensor has decided when a loop over this iterator was left, of which all items were taken while tracing: nobody knows the ' +
      'next one.',
    'Let one loop do all with the items, or keep in a variable how far the first one came.',
  );
}

/** Whether it is iterated by a method of the program's own, and not by JavaScript's. */
export function hasOwnIterator(value: unknown): value is Iterable<unknown> {
  if (typeof value !== 'object' || value === null || isTensor(value) || isIterator(value))
    return false;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  return typeof Reflect.get(value, Symbol.iterator) === 'function' && !isCollection(value);
}

export function isGenerator(value: unknown): value is Generator<unknown> {
  return Object.prototype.isPrototypeOf.call(generatorPrototype, value as object);
}

export function isIterator(value: unknown): value is object {
  return Object.prototype.isPrototypeOf.call(iteratorPrototype, value as object);
}

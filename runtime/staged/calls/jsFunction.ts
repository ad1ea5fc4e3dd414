import { type Tensor, tensor } from '@tensorflow/tfjs-core';
import { ExecutionError, SignatureError, StagingError } from '../../errors.js';
import { isRunningEagerly, runOnHost } from '../../function/eagerMode.js';
import type { AnyFunction, NestedTensorSpec } from '../../function/signature/options.js';
import { TensorSpec } from '../../function/signature/tensorSpec.js';
import type { HostFunction, HostNode } from '../../graph/graph.js';
import type { SourceLocation } from '../../graph/types.js';
import { lendCopy, tensorFrom, wrongResult } from '../../interpret/host.js';
import { emitHost, refuseGradient } from '../../trace/hostCall.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { currentCaller } from '../../trace/tracer.js';
import { enterStaged } from '../../trace/unstagedCalls.js';
import { passNode, writeRejection } from '../../trace/userStack.js';
import { refuseUse } from '../values/absent.js';
import { describeValue } from '../values/describeValue.js';
import { addKeeper } from '../values/keepers.js';
import { requireKind } from '../values/misuse.js';
import { isTensor } from '../values/tensors.js';
import { isThenable } from './thenable.js';

/** A tensor in the place of each spec. */
export type TensorsOf<Specs> = Specs extends TensorSpec
  ? Tensor
  : { -readonly [Key in keyof Specs]: TensorsOf<Specs[Key]> };

/**
 * Calls `fn` with the real tensors of `inputs` at every execution of a graph function, in program order with `print` and
 * `assert`: ordinary JavaScript in the midst of a graph (`tf.py_function` of TensorFlow). Outside of one it is called at
 * once. What `fn` does is not part of the graph: it is not staged, has no gradient, and cannot be exported.
 *
 * `fn` may be asynchronous where the graph function is, which then waits for it: `await jsFunction(…)`. On a backend that
 * cannot be read synchronously (webgpu) the graph function must be asynchronous. The tensors that `fn` is given are freed
 * when nothing refers to them any more; those that it makes are its own, but for the ones that it returns.
 *
 * @param inputs tensors, or what `tf.tensor` takes.
 * @param outputSpecs the types of what `fn` returns: a `tensorSpec`, or arrays and objects of them; `[]` for nothing.
 * @returns what `fn` returns, tensors of these types.
 * @throws ExecutionError where `fn` returns something else.
 */
export function jsFunction<const Specs extends NestedTensorSpec = readonly []>(
  // biome-ignore lint/suspicious/noExplicitAny: user functions have any parameters.
  fn: (...inputs: any[]) => Promise<unknown>,
  inputs: readonly unknown[],
  outputSpecs?: Specs,
): Promise<TensorsOf<Specs>>;
export function jsFunction<const Specs extends NestedTensorSpec = readonly []>(
  fn: AnyFunction,
  inputs: readonly unknown[],
  outputSpecs?: Specs,
): TensorsOf<Specs>;
export function jsFunction(
  fn: AnyFunction,
  inputs: readonly unknown[],
  given?: NestedTensorSpec,
): unknown {
  enterStaged();
  requireKind('a function', fn, 'jsFunction()', 'what it calls');
  requireKind('an array', inputs, 'jsFunction()', 'the inputs');
  const name = fn.name || 'the function';
  const place: Place = {
    name,
    calledBy: 'jsFunction()',
    isPure: false,
    location: currentLocation(),
  };
  const outputSpecs = given ?? [];
  const types = specsIn(outputSpecs);
  const tensors = inputs.map((input, index) => asInput(input, index, place.location));
  const call = hostFunction(fn, outputSpecs, place);
  const results = (all: readonly Tensor[]) =>
    given === undefined ? refuseUse([], undeclaredResult(place)) : build(given, all.values());
  if (isTracing()) return results(emitHost({ ...place, call, types }, tensors));
  const finish = (leaves: readonly unknown[]): unknown => {
    const returned = types.map((type, index) => tensorFrom(leaves[index], type, place));
    return results(refuseGradient(returned, tensors, place));
  };
  const returned = call(tensors.map(lendCopy));
  if (!('then' in returned)) return finish(returned);
  const promise = returned.then(finish);
  return isRunningEagerly() ? refuseUse(promise, promiseInEagerRun(place)) : promise;
}

addKeeper(jsFunction);

type Place = Pick<HostNode, 'name' | 'calledBy' | 'isPure' | 'location'>;

/** Calls the function, with an error of its own told where in the graph it was called. */
function hostFunction(fn: AnyFunction, specs: NestedTensorSpec, place: Place): HostFunction {
  const { location } = place;
  const caller = currentCaller();
  return (given) => {
    let returned: unknown;
    try {
      returned = runOnHost(() => fn(...given));
    } catch (error) {
      passNode(error, location, caller);
      throw error;
    }
    if (!isThenable(returned)) return leavesOf(specs, returned, place);
    return (returned as PromiseLike<unknown>).then(
      (value) => leavesOf(specs, value, place),
      (error: unknown) => {
        writeRejection(error, location, caller);
        throw error;
      },
    );
  };
}

/** Without a third argument there is nothing in the graph that what `fn` returns could come to. */
function undeclaredResult({ location }: Place): StagingError {
  return new StagingError(
    'wrong-argument',
    'What a jsFunction() returns is used, but no third argument says what that is.',
    location,
    'Pass the types of what the function returns: jsFunction(fn, inputs, tensorSpec([])) for one number.',
  );
}

/** Code that was staged does not wait by itself: it can do nothing with the promise but return it. */
function promiseInEagerRun({ name, location }: Place): ExecutionError {
  return new ExecutionError(
    'js-function-needs-async',
    `${name}, called by jsFunction(), returned a promise, for which a graph function that runs eagerly cannot wait.`,
    location,
    'Run it as a graph, with runFunctionsEagerly(false), or give jsFunction() a synchronous function meanwhile.',
  );
}

function asInput(value: unknown, index: number, location: SourceLocation | null): Tensor {
  if (isTensor(value)) return value;
  try {
    return tensor(value as number[]);
  } catch {
    throw new StagingError(
      'js-function-input',
      `jsFunction() passes tensors on, and cannot make one of its input ${index}, ${describeValue(value)}.`,
      location,
      'Let the function use what is no tensor through its closure.',
    );
  }
}

/** The specs in the order of the outputs. */
function specsIn(specs: NestedTensorSpec): TensorSpec[] {
  if (specs instanceof TensorSpec) return [specs];
  if (typeof specs === 'object' && specs !== null) return Object.values(specs).flatMap(specsIn);
  throw new SignatureError(
    'bad-tensor-spec',
    `The third argument of jsFunction() is a tensorSpec, or arrays and objects of them; got ${describeValue(specs)}.`,
    currentLocation(),
  );
}

/** What was returned in the place of each spec. Where nothing is wanted, anything may be returned. */
function leavesOf(specs: NestedTensorSpec, value: unknown, place: Place): unknown[] {
  if (specs instanceof TensorSpec) return [value];
  const keys = Object.keys(specs);
  if (keys.length === 0) return [];
  const isLike =
    typeof value === 'object' &&
    value !== null &&
    !isTensor(value) &&
    Array.isArray(value) === Array.isArray(specs) &&
    Object.keys(value).length === keys.length;
  if (!isLike) {
    const wanted = Array.isArray(specs)
      ? `an array of ${keys.length}`
      : `an object with ${keys.join(', ')}`;
    throw wrongResult(place, `${wanted} is declared, and ${describeValue(value)} came`);
  }
  return keys.flatMap((key) =>
    leavesOf(
      (specs as Readonly<Record<string, NestedTensorSpec>>)[key]!,
      (value as Record<string, unknown>)[key],
      place,
    ),
  );
}

function build(specs: NestedTensorSpec, tensors: Iterator<Tensor>): unknown {
  if (specs instanceof TensorSpec) return tensors.next().value;
  if (Array.isArray(specs)) return specs.map((item) => build(item, tensors));
  return Object.fromEntries(
    Object.entries(specs).map(([key, item]) => [key, build(item as NestedTensorSpec, tensors)]),
  );
}

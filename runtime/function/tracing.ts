import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import type { TensorType } from '../graph/types.js';
import { type Trace, traceFunction } from '../trace/function.js';
import { startingAt } from '../trace/tracer.js';
import { type Argument, tensorArguments } from './argument.js';
import { watchCustomGradients } from './customGradient.js';
import { forgetCreated, initializeCreated } from './initialize.js';
import type { FunctionInfo } from './options.js';
import { isUnchanged, rebuildArguments } from './rebuild.js';
import { describeResult, type Result } from './result.js';

/** What is traced: a function with its arguments described. */
export interface TraceRequest {
  readonly info: FunctionInfo;
  readonly names: readonly string[];
  readonly args: readonly Argument[];
  readonly implementation: (...args: unknown[]) => unknown;
  /** `this` of the call, which a result may be. */
  readonly self: unknown;
  /** The call's tensors; `null` where there is no call, only specifications. */
  readonly tensors: readonly Tensor[] | null;
  readonly mayCreateVariables: boolean;
  /** Called once for each time that the function's code runs. */
  readonly onTrace: () => void;
}

export interface FunctionTrace {
  readonly trace: Trace;
  readonly result: Result;
  readonly resultTypes: readonly TensorType[];
  /** The function's code called `tf.customGrad`, whose gradient the graph does not tell. */
  readonly hasCustomGradient: boolean;
}

/**
 * Traces a function. Where its first trace creates variables, they are given their first contents, and it is traced once
 * more, with the variables there: the trace that is kept creates none.
 */
export function traceRequest(request: TraceRequest): FunctionTrace {
  const first = traceOnce(request);
  const { created } = first.trace;
  if (created.length === 0) return first;
  const location = request.info.at ?? null;
  if (!request.mayCreateVariables) {
    forgetCreated(created);
    throw new StagingError(
      'variable-created-later',
      `${request.info.name} creates the variable '${created[0]!.name}' on a call that is not its first.`,
      location,
      'Variables can be created on the first call only: create them there, or outside of the function.',
    );
  }
  try {
    initializeCreated(first.trace, request.tensors, location);
  } catch (error) {
    forgetCreated(created);
    throw error;
  }
  try {
    const second = traceOnce(request);
    if (second.trace.created.length === 0) return second;
    forgetCreated(second.trace.created);
    throw new StagingError(
      'variable-created-each-call',
      `${request.info.name} creates a new variable whenever it runs.`,
      location,
      'A graph function supports variables that are created once, on the first call: keep the variable and create it ' +
        'only where there is none yet, or create it outside.',
    );
  } catch (error) {
    for (const variable of created) variable.dispose();
    throw error;
  }
}

function traceOnce(request: TraceRequest): FunctionTrace {
  const { info, args } = request;
  let result: Result | null = null;
  request.onTrace();
  let hasCustomGradient = false;
  const trace = traceFunction(info.name, tensorArguments(args), (parameters) =>
    watchCustomGradients(
      () => {
        hasCustomGradient = true;
      },
      () =>
        startingAt(info.at ?? null, () => {
          const given = rebuildArguments(args, parameters.values());
          const references = borrowedObjects(args, request.self);
          const returned = withReadableOverflow(info, () => request.implementation(...given));
          refuseChangedArguments(request, given, parameters);
          const tensors: Tensor[] = [];
          result = describeResult(returned, tensors, (value) => references.has(value));
          return tensors;
        }),
    ),
  );
  const { outputs } = trace.graph;
  const resultTypes = outputs.slice(0, outputs.length - trace.updates.length);
  return { trace, result: result!, resultTypes, hasCustomGradient };
}

function borrowedObjects(args: readonly Argument[], self: unknown): Set<unknown> {
  const objects = new Set<unknown>([self]);
  const collect = (argument: Argument): void => {
    if (argument.kind === 'reference') objects.add(argument.reference.deref());
    if ('items' in argument) argument.items.forEach(collect);
    if (argument.kind === 'map') argument.keys.forEach(collect);
  };
  args.forEach(collect);
  return objects;
}

function refuseChangedArguments(
  { info, names, args }: TraceRequest,
  given: readonly unknown[],
  parameters: readonly Tensor[],
): void {
  const tensors = parameters.values();
  const changed = args.flatMap((argument, index) => {
    const count = tensorArguments([argument]).length;
    const own = Array.from({ length: count }, () => tensors.next().value as Tensor);
    if (isUnchanged(argument, given[index], own.values())) return [];
    return [names[index] ?? `arguments[${index}]`];
  });
  if (changed.length === 0) return;
  throw new StagingError(
    'argument-modified',
    `${info.name} modifies ${changed.map((name) => `its argument '${name}'`).join(' and ')}, which would happen ` +
      'only while tracing.',
    info.at ?? null,
    'Modify a copy, and return it.',
  );
}

/** A recursion that does not end must not surface as the engine's overflow somewhere inside of TensorFlow.js. */
function withReadableOverflow<T>(info: FunctionInfo, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    throw endlessRecursion(info);
  }
}

function isStackOverflow(error: unknown): boolean {
  return (
    error instanceof Error && /call stack|too much recursion|stack overflow/i.test(error.message)
  );
}

export function endlessRecursion({ name, at: location }: FunctionInfo): StagingError {
  return new StagingError(
    'recursion-on-tensors',
    `The recursion of ${name} does not end while tracing: it calls itself with equal arguments again and again. ` +
      'Where a tensor decides whether it goes on, both branches are traced, each time.',
    location ?? null,
    'Write a loop instead, or let a host value that changes from call to call decide.',
  );
}

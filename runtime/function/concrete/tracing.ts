import type { Optimizer, Tensor, Variable } from '@tensorflow/tfjs-core';
import { StagingError, UseGraphError } from '../../errors.js';
import type { TensorType } from '../../graph/types.js';
import { placeOfChange, watchChanges } from '../../trace/argumentChanges.js';
import { Diverged } from '../../trace/divergence.js';
import { errorHere } from '../../trace/errorHere.js';
import { forgetCreated, NameTaken, type Trace, traceFunction } from '../../trace/function.js';
import { Identities, withIdentities } from '../../trace/identities.js';
import { isStackOverflow, overflowedIn, recursionOf } from '../../trace/overflow.js';
import { isUntouched, noteArguments } from '../../trace/session.js';
import type { StandIn } from '../../trace/standIn.js';
import { startingAt } from '../../trace/tracer.js';
import { originOf } from '../../trace/variables.js';
import { type Argument, leafArguments, tensorArguments } from '../signature/argument.js';
import {
  type Changed,
  changedArguments,
  type Holder,
  nameOf,
} from '../signature/changedArguments.js';
import { type HostArguments, holdsTensor } from '../signature/hostArguments.js';
import type { FunctionInfo } from '../signature/options.js';
import { rebuildArguments } from '../signature/rebuild.js';
import { requireResult } from '../signature/refusedResult.js';
import { describeResult, type Result } from '../signature/result.js';
import { SameTensors } from '../signature/sameTensors.js';
import { isEntangled, VariableArguments, variablesAmong } from '../signature/variableArguments.js';
import { initializeCreated, initializeLeft } from './initialize.js';

/** What is traced: a function with its arguments described. */
export interface TraceRequest {
  readonly info: FunctionInfo;
  readonly names: readonly string[];
  readonly args: readonly Argument[];
  readonly implementation: (...args: unknown[]) => unknown;
  /** `this` of the call, which a result may be. */
  readonly self: unknown;
  /** The call's tensors and variables; `null` where there is no call, only specifications. */
  readonly tensors: readonly Tensor[] | null;
  /** The call's own arguments, where none of them holds a tensor: the code is given these, and no copies. */
  readonly host: HostArguments | null;
  readonly mayCreateVariables: boolean;
  /** Called for each trace. */
  readonly onTrace: () => void;
}

export interface FunctionTrace {
  readonly trace: Trace;
  readonly result: Result;
  readonly resultTypes: readonly TensorType[];
  readonly variables: VariableArguments;
  readonly tensors: SameTensors;
}

/** A trace before it is known for which variables it serves. */
interface Traced {
  readonly traced: Omit<FunctionTrace, 'variables'>;
  readonly identities: Identities;
}

/** What a call gave in whose trace nothing of a graph came about: it was JavaScript, and is over. */
export interface HostCall {
  readonly kind: 'host call';
  readonly value: unknown;
}

/** Variables may be created for others: the slots of an optimizer that finds those which the trace before created. */
const mostTracesThatCreate = 2;

/**
 * Traces a function. Where its trace creates variables, they are given their first contents, and it is traced once more,
 * with the variables there: the trace that is kept creates none.
 */
export function traceRequest(request: TraceRequest): FunctionTrace | HostCall {
  const all: Variable[] = [];
  for (let traces = 0; ; traces++) {
    const traced = traceAfter(request, all);
    if (isHostCall(traced) || traced.trace.created.length === 0) return traced;
    const { created } = traced.trace;
    try {
      refuseCreation(request, created, traces);
      initializeCreated(traced, request.tensors, request.info.at ?? null);
    } catch (error) {
      forgetCreated(created);
      for (const variable of all) variable.dispose();
      throw error;
    }
    all.push(...created);
  }
}

/** Traces once. `before` are the variables that traces before have created: one that is made again is not kept. */
function traceAfter(request: TraceRequest, before: readonly Variable[]): FunctionTrace | HostCall {
  try {
    return traceOnce(request);
  } catch (error) {
    if (!(error instanceof NameTaken) || !before.includes(error.variable)) throw error;
    const refusal = createdEachCall(request.info, error.variable);
    for (const variable of before) variable.dispose();
    throw refusal;
  }
}

function refuseCreation(
  { info, mayCreateVariables }: TraceRequest,
  created: readonly Variable[],
  tracesBefore: number,
): void {
  const variable = created[0]!;
  const origin = originOf(variable);
  const location = origin?.location ?? info.at ?? null;
  if (!mayCreateVariables) {
    throw new StagingError(
      'variable-created-later',
      `${info.name} creates the variable '${variable.name}' on a call that is not its first.`,
      location,
      'Variables can be created on the first call only: create them there, or outside of the function.',
    );
  }
  if (tracesBefore < mostTracesThatCreate) return;
  const optimizer = optimizerOf(variable, created);
  if (optimizer !== null) {
    throw new StagingError(
      'variable-created-each-call',
      `${info.name} makes a new ${optimizer.getClassName()} optimizer whenever it runs, which creates new variables for what it remembers.`,
      location,
      'Make the optimizer once, outside of the function: it keeps its variables from one step to the next.',
    );
  }
  throw createdEachCall(info, variable);
}

function createdEachCall(info: FunctionInfo, variable: Variable): StagingError {
  return new StagingError(
    'variable-created-each-call',
    `${info.name} creates a new variable whenever it runs.`,
    originOf(variable)?.location ?? info.at ?? null,
    'A graph function supports variables that are created once, on the first call: keep the variable and create it ' +
      'only where there is none yet, or create it outside.',
  );
}

/** The optimizer that made the variable for itself: in a step, or, where another variable shows that it steps, before. */
function optimizerOf(variable: Variable, created: readonly Variable[]): Optimizer | null {
  const own = originOf(variable)?.optimizer;
  if (own) return own;
  const stepping = created.map((other) => originOf(other)?.optimizer ?? null);
  return stepping.find((one) => one !== null && Object.values(one).includes(variable)) ?? null;
}

export function isHostCall(outcome: object): outcome is HostCall {
  return 'kind' in outcome && outcome.kind === 'host call';
}

function traceOnce(request: TraceRequest): FunctionTrace | HostCall {
  request.onTrace();
  const leaves = leafArguments(request.args);
  const given = variablesAmong(leaves, request.tensors);
  const distinct = [...new Set(given)].filter((variable) => variable !== null);
  const outcome = traceWith(request, given, distinct);
  if (isHostCall(outcome)) return outcome;
  const { traced, identities } = outcome;
  if (distinct.length === 0) return { ...traced, variables: VariableArguments.none };
  const { trace } = traced;
  // What creates variables is traced once more anyway.
  if (trace.created.length > 0 || !isEntangled(trace, identities)) {
    return { ...traced, variables: new VariableArguments(leaves, given, { trace, identities }) };
  }
  const bound = traceWith(request, given, []);
  if (isHostCall(bound)) return bound;
  return { ...bound.traced, variables: new VariableArguments(leaves, given, null) };
}

/** The code is given stand-ins for `replaced`, and all other variables themselves. */
function traceWith(
  request: TraceRequest,
  variables: readonly (Variable | null)[],
  replaced: readonly Variable[],
): Traced | HostCall {
  const { info, args, host } = request;
  let identities = new Identities([]);
  let result: Result | null = null;
  let hostCall: HostCall | null = null;
  const runCode = (parameters: readonly Tensor[], standIns: readonly StandIn[]): Tensor[] => {
    noteArguments(parameters);
    const tensors = parameters.values();
    const leaves = variables.map((variable) =>
      variable === null
        ? tensors.next().value!
        : (standIns.find((standIn) => standIn.given === variable)?.variable ?? variable),
    );
    identities = new Identities(
      leaves.map((leaf, place) => [leaf, variables[place] ?? request.tensors?.[place] ?? null]),
    );
    const containers: object[] = [];
    const given = host?.values ?? rebuildArguments(args, leaves.values(), containers);
    watchChanges(host?.containers ?? containers);
    const returned = withReadableOverflow(info, () =>
      untilDiverged(() => withIdentities(identities, () => request.implementation(...given))),
    );
    if (host !== null && isHostOnly(request, host, returned)) {
      if (typeof returned === 'object' && returned !== null) requireResult(returned);
      hostCall = { kind: 'host call', value: returned };
      return [];
    }
    if (host !== null) refuseChangedHost(request, host);
    else refuseChangedArguments(request, given, leaves, containers);
    const references = borrowedObjects(host?.described ?? args, request.self);
    const results: Tensor[] = [];
    result = describeResult(returned, results, (value) => references.has(value));
    return results;
  };
  const trace = traceFunction(
    info.name,
    tensorArguments(args),
    (parameters, standIns) => startingAt(info, () => runCode(parameters, standIns)),
    replaced,
    (failed) => initializeLeft(failed, request.tensors, info.at ?? null),
  );
  if (hostCall !== null) return hostCall;
  const { outputs } = trace.graph;
  const resultTypes = outputs.slice(0, outputs.length - trace.updates.length);
  const tensors = SameTensors.of(leafArguments(args), request.tensors, identities);
  return { traced: { trace, result: result!, resultTypes, tensors }, identities };
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

/**
 * Whether what the function did and returned is JavaScript alone and not to be kept. A number, string or the like that a
 * function with a directive of its own returned is a constant of its trace, as in TensorFlow.
 */
function isHostOnly({ info }: TraceRequest, host: HostArguments, returned: unknown): boolean {
  if (!isUntouched() || holdsTensor(returned)) return false;
  if (info.module === true) return true;
  const isObject =
    typeof returned === 'function' || (typeof returned === 'object' && returned !== null);
  const isPromise = isObject && typeof (returned as { then?: unknown }).then === 'function';
  return !isPromise && (isObject || host.changed().length > 0);
}

function refuseChangedHost(request: TraceRequest, host: HostArguments): void {
  const changed = host.changed();
  if (changed.length === 0) return;
  host.restore();
  throw argumentsModified(request, changed);
}

function refuseChangedArguments(
  request: TraceRequest,
  given: readonly unknown[],
  leaves: readonly Tensor[],
  containers: readonly object[],
): void {
  const changed = changedArguments(request.args, given, request.names, leaves, containers);
  if (changed.length > 0) throw argumentsModified(request, changed);
}

function argumentsModified(
  { info, names }: TraceRequest,
  changed: readonly Changed[],
): StagingError {
  const listed = changed.map(({ argument, path }) => {
    const name = nameOf(argument, names);
    return `its argument '${name}'${path === name ? '' : ` at '${path}'`}`;
  });
  const { holder } = changed[0]!;
  return new StagingError(
    'argument-modified',
    `${info.name} modifies ${listed.join(' and ')}, which would happen only while tracing.`,
    placeOfChange(holder.object) ?? info.at ?? null,
    `Modify a copy (${copyOf(holder)}), and return it.`,
  );
}

/** As a program writes a copy. */
function copyOf({ object, path }: Holder): string {
  if (Array.isArray(object)) return `[...${path}]`;
  if (object instanceof Map) return `new Map(${path})`;
  return object instanceof Set ? `new Set(${path})` : `{ ...${path} }`;
}

/** A recursion that does not end must not surface as the engine's overflow somewhere inside of TensorFlow.js. */
function withReadableOverflow<T>(info: FunctionInfo, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (!isStackOverflow(error) || isUntouched()) throw error;
    throw new StagingError(
      'recursion-on-tensors',
      `Calls go ever deeper while ${info.name} is traced, until the stack is full: ${recursionOf(overflowedIn(error))} without an end. ` +
        bothTraced,
      overflowedIn(error)?.calledAt ?? info.at ?? null,
      loopInstead,
    );
  }
}

/** A function whose every path throws returns nothing. */
function untilDiverged(body: () => unknown): unknown {
  try {
    return body();
  } catch (error) {
    if (error instanceof Diverged) return undefined;
    throw dynamicModel(error) ?? error;
  }
}

/** Code that is not staged runs a GraphModel as TensorFlow.js does, which then advises to call `executeAsync`. */
function dynamicModel(error: unknown): StagingError | null {
  if (!(error instanceof Error) || error instanceof UseGraphError) return null;
  const [, node, op] = /node '(.+)', which has the dynamic op '(.+?)'/.exec(error.message) ?? [];
  if (node === undefined) return null;
  return errorHere(
    'dynamic-graph-model',
    `The GraphModel cannot be traced by code that is not staged: the op ${op} of its node '${node}' decides what else runs.`,
    'Wrap the model first, graphModel(model): it is then traced wherever it is called. Or have the plugin stage the function.',
  );
}

export function endlessRecursion({ name, at: location }: FunctionInfo): StagingError {
  return new StagingError(
    'recursion-on-tensors',
    `The recursion of ${name} does not end while tracing: it calls itself with equal arguments again and again. ` +
      bothTraced,
    location ?? null,
    loopInstead,
  );
}

const bothTraced =
  'Where a tensor decides whether it goes on, both branches are traced, each time.';

const loopInstead =
  'Write a loop instead, or let a host value that changes from call to call decide.';

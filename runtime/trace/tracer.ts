import type { Tensor, Variable } from '@tensorflow/tfjs-core';
import { internalError, type StagingError, SymbolicTensorError } from '../errors.js';
import { assertNode, kernelNode } from '../graph/builder.js';
import { type Caller, type Node, Value } from '../graph/graph.js';
import { nameOfKernel } from '../graph/opNames.js';
import {
  type DataType,
  formatType,
  isFullyKnown,
  type SourceLocation,
  sameShape,
} from '../graph/types.js';
import { Scoped } from '../scoped.js';
import { withLastingContent } from './assignments.js';
import { undoDisposals } from './disposals.js';
import { errorHere } from './errorHere.js';
import { heirOf } from './heirs.js';
import { knownToHold } from './knownFlags.js';
import { isBehindCondition, type Late, lateOf, type Question } from './late.js';
import { currentLocation, setLocation } from './location.js';
import { noteOverflow } from './overflow.js';
import { overwritingBefore, readByAnotherName } from './overwritten.js';
import { noteError } from './swallowedErrors.js';
import { SymbolicData, shapeKnownOf, symbolicData } from './symbolic.js';
import { passPart, passPlace, passStart } from './userStack.js';

/** A tensor from outside that a graph uses, and the parameter through which it comes in. */
export interface Capture {
  readonly tensor: Tensor;
  readonly parameter: Value;
}

/** A variable as one graph sees it: its content on entry is a parameter, its content on exit whatever was assigned last. */
export interface VariableContent {
  readonly variable: Variable;
  readonly entry: SymbolicData;
}

let added = 0;

/** How many nodes have been added to graphs so far. */
export function nodesAdded(): number {
  return added;
}

/** One graph under construction. Branches and loop bodies have tracers of their own, whose parent is the enclosing one. */
export class Tracer {
  readonly nodes: Node[] = [];
  readonly captures: Capture[] = [];
  readonly variables = new Map<Variable, VariableContent>();
  /** Every value that a node or an output has used, to know which variables were read. */
  readonly used = new Set<Value>();
  readonly #producers = new Map<Value, Node>();
  readonly #dropped = new WeakSet<Node | Value>();
  /** The assertions that values which may be missing are there. */
  readonly #required = new Map<Late, Node>();
  #unknown: SymbolicData | null = null;
  ended = false;
  /** The conditional or loop of the graph around that it has become a part of. */
  construct: Node | null = null;
  /** Nothing runs after it: it throws on all of its paths, and no handler goes on. */
  endsExecution = false;
  /** Of a loop's test or body, which iteration it is. */
  iterations: readonly Tensor[] = [];
  /** Where that loop stands. */
  loopPlace: SourceLocation | null = null;
  #draws = 0;
  /** The graph of the whole function that is being traced. */
  readonly root: Tracer;

  constructor(
    readonly name: string,
    readonly parent: Tracer | null,
    /** Whether the function that is traced was given a tensor. */
    readonly takesTensors: boolean = parent?.takesTensors ?? false,
  ) {
    this.root = parent?.root ?? this;
  }

  /** How many loops it is inside of. */
  get loops(): number {
    return (this.parent?.loops ?? 0) + (this.iterations.length > 0 ? 1 : 0);
  }

  /** A number that no random node of the graph has. */
  nextDraw(count = 1): number {
    const first = this.#draws;
    this.#draws += count;
    return first;
  }

  add(node: Node): void {
    added++;
    if (caller !== null) (node as { caller?: Caller }).caller = caller;
    this.nodes.push(node);
    this.produced(node);
  }

  /** Takes all nodes but the first `count` out of the graph. */
  drop(count: number): void {
    for (const node of this.nodes.splice(count))
      for (const one of [node, ...node.outputs]) this.#dropped.add(one);
  }

  /** Whether it, or the value's node, is no part of the graph any more. */
  hasDropped(one: Node | Value): boolean {
    return this.#dropped.has(one);
  }

  produced(node: Node): void {
    for (const output of node.outputs) this.#producers.set(output, node);
  }

  /** As `reference`, where the value is used: the execution must have it. */
  resolve(tensor: Tensor): Value {
    const late = lateOf(tensor);
    const mayBeMissing = late !== undefined && knownToHold(late.isSet) !== true;
    if (mayBeMissing && late.question && !isAnswered(late.question, tensor))
      throw late.question.refusal;
    if (mayBeMissing && !this.requires(late)) {
      const place = (late.isPlacedByUse ? currentLocation() : null) ?? late.location;
      const node = assertNode(this.resolve(late.isSet), late.message, place);
      this.add(node);
      this.#required.set(late, node);
    }
    return this.reference(tensor);
  }

  /** The value of this graph that the tensor stands for; a tensor from outside becomes a capture. */
  reference(tensor: Tensor): Value {
    const data = symbolicData(tensor);
    if (tensor.isDisposed) throw disposedTensor(tensor, data);
    const overwriting = overwritingBefore(tensor, this);
    if (overwriting !== undefined) throw readByAnotherName(described(tensor, data), overwriting);
    const value = data?.tracer === this ? data.value : this.#capture(tensor, data);
    this.used.add(value);
    return sameView(tensor, value) ? value : this.#reshape(value, tensor);
  }

  /** Whether the tensor has a value in this graph: it is of this one, of one around it, or of none. */
  knows(tensor: Tensor): boolean {
    const data = symbolicData(tensor);
    return data === null || data.tracer === this || this.#isInside(data.tracer);
  }

  symbolic(value: Value): SymbolicData {
    const data = new SymbolicData(value, this);
    if (marksUnknown.value && this.#unknown === null && !isFullyKnown(value.shape))
      this.#unknown = data;
    return data;
  }

  /** A value of this graph or of one around it whose sizes are not all known. */
  firstUnknown(): SymbolicData | null {
    return this.#unknown ?? this.parent?.firstUnknown() ?? null;
  }

  /** The node that made the value, if it is one of this graph's. */
  producer(value: Value): Node | undefined {
    return this.#producers.get(value);
  }

  private requires(late: Late): boolean {
    const node = this.#required.get(late);
    return (
      (node !== undefined && this.nodes.includes(node)) || this.parent?.requires(late) === true
    );
  }

  #capture(tensor: Tensor, data: SymbolicData | null): Value {
    if (data !== null && !this.#isInside(data.tracer)) {
      const heir = this.#heirOf(data);
      if (heir === null) throw leakedTensor(data);
      if (heir.tracer === this) return heir.value;
    }
    const known = this.captures.find(
      (capture) => capture.tensor.dataId === tensor.dataId && sameView(tensor, capture.parameter),
    );
    if (known !== undefined) return known.parameter;
    const parameter = new Value(
      tensor.dtype as DataType,
      shapeKnownOf(tensor)?.slice() ?? null,
      data?.value.name,
    );
    this.captures.push({ tensor: withLastingContent(tensor), parameter });
    return parameter;
  }

  /** What stands for a value of an ended branch, here or in a graph around. */
  #heirOf(data: SymbolicData): SymbolicData | null {
    let heir = heirOf(data);
    while (heir !== null && heir.tracer !== this && !this.#isInside(heir.tracer))
      heir = heirOf(heir);
    return heir;
  }

  /** Whether it is that graph, or one of a branch or body in it. */
  isWithin(tracer: Tracer): boolean {
    return this === tracer || this.parent?.isWithin(tracer) === true;
  }

  #isInside(tracer: Tracer): boolean {
    for (let outer = this.parent; outer !== null; outer = outer.parent) {
      if (outer === tracer) return !tracer.ended;
    }
    return false;
  }

  /** TensorFlow.js may give one `dataId` to tensors of several shapes. */
  #reshape(value: Value, tensor: Tensor): Value {
    const node = kernelNode('Reshape', [value], ['x'], { shape: tensor.shape }, currentLocation());
    this.add(node);
    return node.outputs[0]!;
  }
}

let current: Tracer | null = null;
const marksUnknown = new Scoped(true);
let caller: Caller | null = null;

/** The innermost graph under construction. */
export function currentTracer(): Tracer {
  if (current === null) throw internalError('A graph operation was used outside of a trace.');
  return current;
}

export function isTracing(): boolean {
  return current !== null;
}

/** Whether the graph under construction is still empty: no op, no tensor from outside, no variable came into it. */
export function isUntouched(): boolean {
  const { nodes, captures, used, variables } = currentTracer();
  if (nodes.length > 0 || captures.length > 0 || used.size > 0) return false;
  for (const { variable, entry } of variables.values()) {
    if ((variable.dataId as object) !== entry) return false;
  }
  return true;
}

/** Values of unknown size that `body` makes do not count as the user's (see `Tracer.firstUnknown`). */
export function symbolicUnmarked<T>(body: () => T): T {
  return marksUnknown.during(false, body);
}

/** Runs `body` with a new innermost graph under construction. */
export function withTracer<T>(tracer: Tracer, body: () => T): T {
  const leave = enterTracer(tracer);
  try {
    return body();
  } finally {
    leave();
  }
}

/** Makes it the innermost graph under construction until the function returned is called. */
export function enterTracer(tracer: Tracer): () => void {
  const outer = current;
  current = tracer;
  return () => {
    tracer.ended = true;
    undoDisposals(tracer);
    current = outer;
  };
}

/** Runs `body` as if no graph were under construction. */
export function withoutTracer<T>(body: () => T): T {
  const outer = current;
  const outerLocation = currentLocation();
  current = null;
  setLocation(null);
  try {
    return body();
  } finally {
    current = outer;
    setLocation(outerLocation);
  }
}

/** The function of the user's that is being traced, and who called it. */
export function currentCaller(): Caller | null {
  return caller;
}

/** Gives the nodes that `body` makes a place in the user's source, unless a call inside names a closer one. */
export function at<T>(place: SourceLocation | null, body: () => T): T {
  const outer = currentLocation();
  setLocation(place ?? outer);
  try {
    return body();
  } catch (cause) {
    const error = meantByError(cause) ?? cause;
    if (place !== null && place !== outer) passPlace(error, place);
    noteError(error);
    throw error;
  } finally {
    setLocation(outer);
  }
}

/**
 * Runs a part of the construct whose place is the current one: a branch, an iteration. An error out of it says so;
 * `detail` tells more about it then.
 */
export function within<T>(part: string, body: () => T, detail?: () => string): T {
  const place = currentLocation();
  try {
    return body();
  } catch (error) {
    passPart(error, part, place, detail);
    throw error;
  }
}

/** What an error of TensorFlow.js' means in a trace, where that is something else than what it says. */
function meantByError(error: unknown): StagingError | null {
  return error instanceof Error ? (withoutBackend(error) ?? withoutSizes(error)) : null;
}

/** TensorFlow.js says that the tracing backend lacks a kernel: no backend that is loaded has it. */
function withoutBackend(error: Error): StagingError | null {
  // Where the stack is full no regular expression may be asked: V8 would end the process.
  if (!error.message.startsWith("Kernel '")) return null;
  const [, kernel] =
    /^Kernel '(.+)' not registered for backend 'use-graph'/.exec(error.message) ?? [];
  if (kernel === undefined) return null;
  return errorHere(
    'missing-kernel',
    `No backend that is loaded has the kernel '${kernel}'.`,
    'Import a backend that has it, such as @tensorflow/tfjs-backend-cpu; where kernels are registered one by one, ' +
      'register this one.',
  );
}

/** TensorFlow.js says that a size is no number: it is not known while tracing. */
function withoutSizes({ message }: Error): StagingError | null {
  const start = 'Tensor must have a shape comprised of positive integers but got shape [';
  if (!message.startsWith(start)) return null;
  const sizes = message.slice(start.length, -2).split(',');
  if (!sizes.includes('')) return null;
  return errorHere(
    'unknown-size',
    `A tensor of shape [${sizes.map((size) => size || '?').join(',')}] cannot be made while tracing: not all of its sizes are known.`,
    'Make it of a tensor that has these sizes: tf.zerosLike(x), tf.onesLike(x), or x * tf.onesLike(y), which broadcasts x to ' +
      'the shape of y; or give the signature its sizes.',
  );
}

/** Gives the nodes that `body` makes the function that they are made in. */
export function inFunction<T>(name: string, body: () => T): T {
  const outer = caller;
  caller = { name, calledAt: outer === null ? null : currentLocation(), outer };
  try {
    return body();
  } catch (error) {
    noteOverflow(error, caller);
    throw error;
  } finally {
    caller = outer;
  }
}

/** As `at`, for the place where a function begins: what it raises further in has a closer one, if it has any. */
export function startingAt<T>(
  { name, at: place = null }: { readonly name: string; readonly at?: SourceLocation | null },
  body: () => T,
): T {
  const outer = currentLocation();
  setLocation(place);
  try {
    return inFunction(name, body);
  } catch (cause) {
    const error = meantByError(cause) ?? cause;
    passStart(error);
    throw error;
  } finally {
    setLocation(outer);
  }
}

/** A tensor, for messages. */
export function described(tensor: Tensor, data = symbolicData(tensor)): string {
  return data === null ? `a ${tensor.dtype} tensor of shape [${tensor.shape}]` : describe(data);
}

/** How a value came about, for messages: `the tensor 'y' (float32[2,3], made by MatMul at src/a.ts:3:7)`. */
export function describe({ value, tracer }: SymbolicData): string {
  const node = tracer.producer(value);
  const maker = node === undefined ? originOf(tracer) : `made by ${nodeName(node)}`;
  // What the runtime has named is no variable of the program's: `an array`.
  const name = value.name === undefined || value.name.includes(' ') ? '' : ` '${value.name}'`;
  const place = node?.location == null ? '' : ` at ${node.location}`;
  return `the tensor${name} (${formatType(value)}, ${maker}${place})`;
}

/** Where a value comes from that no node has made. */
function originOf({ name, parent, iterations, loopPlace }: Tracer): string {
  if (parent === null) return `a parameter of ${name}`;
  if (iterations.length === 0) return 'from outside of a branch';
  return loopPlace === null ? 'a variable of a loop' : `a variable of the loop at ${loopPlace}`;
}

function nodeName(node: Node): string {
  switch (node.kind) {
    case 'kernel':
      return nameOfKernel(node.kernel);
    case 'if':
      return 'a conditional';
    case 'while':
      return 'a loop';
    case 'deferred':
      return node.operation;
    case 'constant':
      return 'a constant';
    case 'random':
      return 'a random op';
    case 'host':
      return node.calledBy;
    default:
      return node.kind;
  }
}

function sameView(tensor: Tensor, value: Value): boolean {
  return sameShape(shapeKnownOf(tensor), value.shape);
}

/** For a tensor that is used when its graph function has ended. */
export const returnInstead =
  'Return it too (`return [y, kept]`), and use what the call gives. From one call to the next, keep it in a tf.Variable made ' +
  'outside (`kept.assign(y)`).';

function leakedTensor(data: SymbolicData): SymbolicTensorError {
  const { parent, root, iterations, loopPlace } = data.tracer;
  if (parent === null) {
    return new SymbolicTensorError(
      'leaked-tensor',
      `A tensor is used outside of the function '${root.name}' that made it: ${describe(data)}. It has no value here.`,
      currentLocation(),
      `${returnInstead} What is to be made once, on the first call, is made in initScope(() => …).`,
    );
  }
  const isLoop = iterations.length > 0;
  const place = isLoop && loopPlace !== null ? ` at ${loopPlace}` : '';
  const part = isLoop ? `an iteration of the loop${place}` : 'a branch';
  return new SymbolicTensorError(
    'leaked-tensor',
    `A tensor that ${part} in '${root.name}' has made is used outside of it: ${describe(data)}. It has a value only where ` +
      `that ${isLoop ? 'iteration' : 'branch'} runs.`,
    currentLocation(),
    `Assign it to a variable declared before, and use that: \`let y = 0; ${isLoop ? 'for' : 'if'} (…) y = …;\`. Code that is not staged cannot keep it.`,
  );
}

function isAnswered(question: Question, tensor: Tensor): boolean {
  const { isAsked, isCarried = false, isGuarded = false } = question;
  return isAsked || isCarried || isGuarded || isBehindCondition(tensor);
}

function disposedTensor(tensor: Tensor, data: SymbolicData | null): StagingError {
  const isVariable = 'assign' in tensor && 'name' in tensor;
  const what = isVariable ? `the variable '${String(tensor.name)}'` : described(tensor, data);
  return errorHere(
    'disposed-tensor',
    `${what[0]!.toUpperCase()}${what.slice(1)} is used after it was disposed.`,
    data === null
      ? 'Dispose it later, or keep it with tf.keep.'
      : 'Leave out the dispose(), or the tf.tidy() around it: a graph frees what nothing needs any more.',
  );
}

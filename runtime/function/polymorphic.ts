import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError, UseGraphError } from '../errors.js';
import { withRatesAsInputs } from '../trace/learningRate.js';
import { meantBy } from '../trace/opErrors.js';
import { whileRunning } from '../trace/runningCode.js';
import { isTracing } from '../trace/session.js';
import { type EntryPoint, writeUserStack } from '../trace/userStack.js';
import { TraceCache } from './cache.js';
import { hasUnknownRank, traceAnyRank } from './concrete/anyRank.js';
import { traceAnySize } from './concrete/anySize.js';
import { type Change, describeChange, unknownChange } from './concrete/change.js';
import { Concrete } from './concrete/concreteFunction.js';
import { EachShapeConcrete, type TraceEach, type TraceShapes } from './concrete/eachShape.js';
import { type FunctionTrace, type HostCall, isHostCall, traceRequest } from './concrete/tracing.js';
import { functionsRunEagerly, isRunningEagerly, runEagerly } from './eagerMode.js';
import { Nesting } from './nesting.js';
import { awaitModules, type ModuleOutcomes, PendingModule } from './pendingModules.js';
import { RetracingMonitor } from './retracing.js';
import { type Argument, describeArguments } from './signature/argument.js';
import { generalizeArguments } from './signature/generalize.js';
import { HostArguments } from './signature/hostArguments.js';
import { bindArguments, parseInputSignature } from './signature/inputSignature.js';
import { type Leaf, matchArguments } from './signature/match.js';
import type { FunctionInfo, GraphOptions } from './signature/options.js';
import { rebuildArguments } from './signature/rebuild.js';
import { isTensor, tensorOf, typedArrayDtype } from './signature/structure.js';
import { asHostCall, mayWait, tellingOfTensors } from './waiting.js';

export type Implementation = (...args: unknown[]) => unknown;

/** A graph function for one `this`: its traces, one for each signature that it was called with. */
export class PolymorphicFunction {
  readonly inputSignature: readonly Argument[] | null;
  readonly #names: readonly string[];
  /** Null where the code sees how many arguments there are, or the signature was declared. */
  readonly #mostArguments: number | null;
  readonly #traces = new TraceCache();
  readonly #nesting: Nesting;
  readonly #monitor: RetracingMonitor;
  readonly #modules: ModuleOutcomes = new Map();
  #tracingCount = 0;
  #hasTraced = false;

  constructor(
    readonly info: FunctionInfo,
    readonly options: GraphOptions,
    readonly self: WeakRef<object> | null,
  ) {
    this.#names = (info.parameters ?? []).map((name) => name.replace(/^\.\.\./, ''));
    const hasRest = info.parameters?.at(-1)?.startsWith('...') === true;
    const isOpen = info.parameters === undefined || hasRest || options.inputSignature !== undefined;
    this.#mostArguments = isOpen ? null : this.#names.length;
    this.#nesting = new Nesting(info);
    this.#monitor = new RetracingMonitor(info.name, info.at ?? null);
    this.inputSignature =
      options.inputSignature === undefined
        ? null
        : parseInputSignature(options.inputSignature, this.#names, info.at ?? null);
  }

  /** How often the function's code has been traced, on its own or inside of another graph function. */
  get tracingCount(): number {
    return this.#tracingCount;
  }

  /** The traces that exist, oldest first. */
  get concretes(): readonly Concrete[] {
    return this.#traces.all();
  }

  call(given: readonly unknown[], implementation: Implementation, entry: EntryPoint): unknown {
    const args = this.#seen(given);
    if (this.info.hasParts === true) return this.#runInParts(args, implementation);
    if (isTracing()) return this.#inline(args, implementation);
    if (isRunningEagerly()) return this.#runEagerly(args, implementation);
    if (this.info.async === true) return this.#callAsync(args, implementation, entry);
    try {
      return this.#call(args, implementation);
    } catch (error) {
      const told = meantBy(error);
      writeUserStack(told, this.info, entry);
      throw told;
    }
  }

  #callAsync(
    args: readonly unknown[],
    implementation: Implementation,
    entry: EntryPoint,
  ): Promise<unknown> {
    const end = awaitModules(this.#modules);
    try {
      return Promise.resolve(this.#call(args, implementation));
    } catch (error) {
      if (error instanceof PendingModule)
        return error.loaded.then(() => this.#callAsync(args, implementation, entry));
      const told = meantBy(error);
      writeUserStack(told, this.info, entry);
      return Promise.reject(told);
    } finally {
      end();
    }
  }

  #runInParts(args: readonly unknown[], implementation: Implementation): unknown {
    const waits = mayWait() && this.#waits(args);
    if (isTracing() && !waits) throw waitsInGraph(this.info, 'is called in another graph function');
    try {
      return tellingOfTensors(!waits, () => implementation(...args));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * The arguments without those that make no difference: for which there is no parameter (`xs.map(f)` passes three), and a
   * last one that is undefined, as if it were left out.
   */
  #seen(given: readonly unknown[]): readonly unknown[] {
    if (this.#mostArguments === null) return given;
    let count = Math.min(given.length, this.#mostArguments);
    while (count > 0 && given[count - 1] === undefined) count--;
    return count === given.length ? given : given.slice(0, count);
  }

  /** The trace for arguments, among which a `TensorSpec` stands for any tensor of its kind. */
  concreteFor(args: readonly unknown[], implementation: Implementation): Concrete {
    if (this.info.hasParts === true) throw waitsInGraph(this.info, 'is asked for its graph');
    if (this.inputSignature !== null) {
      return this.#traces.only([]) ?? this.#trace(this.inputSignature, null, implementation);
    }
    const described = this.#describe(this.#seen(args));
    const known = this.#traces.findEqual(described);
    if (known !== null) return known;
    return this.#trace(described, null, implementation);
  }

  /** A trace that is called by itself from now on: a new one takes learning rates that change. */
  heldConcreteFor(args: readonly unknown[], implementation: Implementation): Concrete {
    return withRatesAsInputs(() => this.concreteFor(args, implementation));
  }

  dispose(): void {
    this.#traces.dispose();
  }

  #call(args: readonly unknown[], implementation: Implementation): unknown {
    if (this.#waits(args)) return implementation(...args);
    if (functionsRunEagerly()) return this.#runEagerly(args, implementation);
    if (this.inputSignature !== null) return this.#callSpecified(args, implementation);
    const leaves: Leaf[] = [];
    const known = this.#traces.find(args, leaves);
    if (known !== null) {
      this.#monitor.calledWithoutTracing();
      return callWithLeaves(known, leaves);
    }
    const host = HostArguments.of(
      args,
      this.#argumentNames(args.length),
      this.info.module === true,
    );
    if (host !== null) return this.#callOnHost(host, implementation);
    const result = this.#traceNew(args, leaves, implementation);
    // What fails says so itself.
    this.#monitor.calledWithTracing(() => this.#latestChange(), implementation);
    return result;
  }

  /** Whether the call is one of an asynchronous function that JavaScript runs. */
  #waits(args: readonly unknown[]): boolean {
    const { async: isAsync, waits } = this.info;
    return isAsync === true && waits === true && HostArguments.of(args, this.#names, true) !== null;
  }

  /** No tensor is among the arguments: unless the code makes or takes one from elsewhere, the call is JavaScript. */
  #callOnHost(host: HostArguments, implementation: Implementation): unknown {
    const code: Implementation =
      this.info.waits === true
        ? (...given) => asHostCall(() => implementation(...given))
        : implementation;
    const traced = this.#traceCode([], [], code, host);
    if (isHostCall(traced)) {
      if (this.info.module !== true) this.#countHostCall(host);
      return traced.value;
    }
    const concrete = host.mayHideTensors ? null : this.#keep(host.described, traced);
    this.#monitor.calledWithTracing(() =>
      concrete === null ? unknownChange : this.#latestChange(),
    );
    if (concrete === null) return this.#traceNew(host.values, [], implementation);
    return concrete.call([], []);
  }

  /** Host calls of a function with a directive of its own count as traces, one for each signature. */
  #countHostCall({ described, values }: HostArguments): void {
    if (this.#traces.isNewInline(described, values)) {
      this.#tracingCount++;
      this.#monitor.calledWithTracing(() => unknownChange);
    } else {
      this.#monitor.calledWithoutTracing();
    }
  }

  #traceNew(args: readonly unknown[], leaves: Leaf[], implementation: Implementation): unknown {
    const described = this.#describe(args);
    leaves.length = 0;
    matchArguments(described, args, leaves);
    return this.#traceAndCall(described, leaves, implementation);
  }

  #traceAndCall(
    described: readonly Argument[],
    leaves: readonly Leaf[],
    implementation: Implementation,
  ): unknown {
    const { tensors, temporaries } = asTensors(leaves);
    let concrete: Concrete;
    try {
      concrete = this.#traceGeneral(described, tensors, implementation);
    } catch (error) {
      for (const temporary of temporaries) temporary.dispose();
      throw error;
    }
    return concrete.call(tensors, temporaries);
  }

  /** With `reduceRetracing`, for all shapes seen so far where that can be traced. */
  #traceGeneral(
    described: readonly Argument[],
    tensors: readonly Tensor[],
    implementation: Implementation,
  ): Concrete {
    if (this.options.reduceRetracing !== true)
      return this.#trace(described, tensors, implementation);
    let general: readonly Argument[] = described;
    for (const concrete of this.#traces.all()) {
      general = generalizeArguments(general, concrete.args) ?? general;
    }
    try {
      return this.#trace(general, tensors, implementation);
    } catch (error) {
      if (general === described || !(error instanceof UseGraphError)) throw error;
      return this.#trace(described, tensors, implementation);
    }
  }

  #callSpecified(args: readonly unknown[], implementation: Implementation): unknown {
    const { name, at: location = null } = this.info;
    const signature = this.inputSignature!;
    const { leaves, temporaries } = bindArguments(name, signature, this.#names, args, location);
    let concrete = this.#traces.only(leaves);
    if (concrete !== null) this.#monitor.calledWithoutTracing();
    else {
      this.#monitor.calledWithTracing(() => unknownChange);
      try {
        concrete = this.#trace(signature, leaves, implementation);
      } catch (error) {
        for (const temporary of temporaries) temporary.dispose();
        throw error;
      }
    }
    return concrete.call(leaves, temporaries);
  }

  #trace(
    args: readonly Argument[],
    tensors: readonly Tensor[] | null,
    implementation: Implementation,
  ): Concrete {
    const traceSizes: TraceShapes = (ranked, call) =>
      traceAnySize(
        ranked,
        call,
        (sized, given) => this.#traceShapes(sized, given, implementation),
        this.#traceEach,
      );
    const concrete = hasUnknownRank(args)
      ? traceAnyRank(args, tensors, traceSizes, this.#traceEach)
      : traceSizes(args, tensors);
    this.#traces.add(concrete);
    return concrete;
  }

  /** To the caller the traces for single ranks and sizes are one. */
  readonly #traceEach: TraceEach = (args, first, ofEach, traceFor) =>
    new EachShapeConcrete(first.info, first.names, args, first, ofEach, (tensors) =>
      this.#uncounted(() => traceFor(tensors)),
    );

  #uncounted<T>(trace: () => T): T {
    const count = this.#tracingCount;
    try {
      return trace();
    } finally {
      this.#tracingCount = count;
    }
  }

  #traceShapes(
    args: readonly Argument[],
    tensors: readonly Tensor[] | null,
    implementation: Implementation,
  ): Concrete {
    const traced = this.#traceCode(args, tensors, implementation, null);
    if (isHostCall(traced)) throw new Error('A call with tensors was traced as one without.');
    return new Concrete(this.info, this.#argumentNames(args.length), args, traced);
  }

  #traceCode(
    args: readonly Argument[],
    tensors: readonly Tensor[] | null,
    implementation: Implementation,
    host: HostArguments | null,
  ): FunctionTrace | HostCall {
    let tracings = 0;
    const traced = traceRequest({
      info: this.info,
      names: this.#names,
      args,
      implementation: (...given) =>
        this.#nesting.inside(args, null, () => this.#runCode(implementation, given)),
      self: this.self?.deref(),
      tensors,
      host,
      mayCreateVariables: !this.#hasTraced,
      onTrace: () => {
        tracings++;
      },
    });
    if (isHostCall(traced)) return traced;
    this.#hasTraced = true;
    this.#tracingCount += tracings;
    return traced;
  }

  #keep(args: readonly Argument[], traced: FunctionTrace): Concrete {
    const concrete = new Concrete(this.info, this.#argumentNames(args.length), args, traced);
    this.#traces.add(concrete);
    return concrete;
  }

  /** Inside of another trace the function's code adds its nodes to that graph. */
  #inline(args: readonly unknown[], implementation: Implementation): unknown {
    const given = this.#withTensors(args);
    const described = this.#describe(given);
    return this.#nesting.inside(described, given, () => {
      if (this.#traces.isNewInline(described, given)) this.#tracingCount++;
      return this.#runCode(implementation, given);
    });
  }

  #runEagerly(args: readonly unknown[], implementation: Implementation): unknown {
    const given = this.#withTensors(args);
    return runEagerly(() => implementation(...given));
  }

  /** The arguments as the function's code sees them: tensors in place of typed arrays, and wherever a signature says so. */
  #withTensors(args: readonly unknown[]): readonly unknown[] {
    const { name, at: location = null } = this.info;
    if (this.inputSignature !== null) {
      const { leaves } = bindArguments(name, this.inputSignature, this.#names, args, location);
      return rebuildArguments(this.inputSignature, leaves.values());
    }
    if (!args.some(holdsTypedArray)) return args;
    const described = this.#describe(args);
    const leaves: Leaf[] = [];
    matchArguments(described, args, leaves);
    return rebuildArguments(described, asTensors(leaves).tensors.values());
  }

  #describe(args: readonly unknown[]): Argument[] {
    return describeArguments(args, this.#argumentNames(args.length));
  }

  #latestChange(): Change {
    const [before, latest] = this.#traces.all().slice(-2);
    return before === undefined || latest === undefined
      ? unknownChange
      : describeChange(before, latest);
  }

  #runCode(implementation: Implementation, given: readonly unknown[]): unknown {
    return whileRunning(implementation, () => implementation(...given), this.info.parameters);
  }

  #argumentNames(count: number): readonly string[] {
    const parameters = this.info.parameters ?? [];
    if (parameters.at(-1)?.startsWith('...') !== true) return this.#names;
    const rest = this.#names.at(-1)!;
    const extra = Array.from(
      { length: Math.max(0, count - parameters.length + 1) },
      (_, index) => `${rest}[${index}]`,
    );
    return [...this.#names.slice(0, -1), ...extra];
  }
}

function waitsInGraph({ name, at: location = null }: FunctionInfo, problem: string): StagingError {
  return new StagingError(
    'for-await-in-graph',
    `${name} has a \`for await\` loop and ${problem}: a graph cannot wait for what an iterator gives, so that such a ` +
      'function is no single graph.',
    location,
    'Call it from a function without the directive, or move what is to be a graph to a function of its own.',
  );
}

function callWithLeaves(concrete: Concrete, leaves: readonly Leaf[]): unknown {
  const { tensors, temporaries } = asTensors(leaves);
  return concrete.call(tensors, temporaries);
}

const none: readonly Tensor[] = [];

/** Typed arrays become tensors, which are disposed when the call has ended. */
function asTensors(leaves: readonly Leaf[]): {
  tensors: readonly Tensor[];
  temporaries: readonly Tensor[];
} {
  if (leaves.every(isTensor)) return { tensors: leaves, temporaries: none };
  const temporaries: Tensor[] = [];
  const tensors = leaves.map((leaf) => {
    if (isTensor(leaf)) return leaf;
    const made = tensorOf(leaf);
    temporaries.push(made);
    return made;
  });
  return { tensors, temporaries };
}

function holdsTypedArray(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isTensor(value)) return false;
  if (typedArrayDtype(value) !== null) return true;
  return Array.isArray(value) && value.some(holdsTypedArray);
}

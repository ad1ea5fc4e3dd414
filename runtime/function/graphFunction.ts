import { StagingError, UseGraphError } from '../errors.js';
import type { EntryPoint } from '../trace/userStack.js';
import { warn } from '../warnings.js';
import type { Concrete, ConcreteFunction } from './concrete/concreteFunction.js';
import { type Entry, probeEntry, stagedExpression } from './entry.js';
import type { Implementation, PolymorphicFunction } from './polymorphic.js';
import type {
  AnyFunction,
  FunctionInfo,
  GraphOptions,
  NestedTensorSpec,
} from './signature/options.js';
import { formatHostValue, isTensor } from './signature/structure.js';
import { Slot } from './slot.js';
import {
  carriesDirective,
  isArrow,
  isClass,
  isNative,
  isStagedInPlace,
  parameterNames,
} from './sourceText.js';

/** What a graph function has besides being called (`PolymorphicFunction` of TensorFlow). */
export interface GraphFunctionProperties<F extends AnyFunction> {
  /**
   * The trace for arguments of this signature, made if there is none. A `tensorSpec` stands for any tensor of its dtype
   * and shape; where the function has an `inputSignature`, no arguments are needed.
   *
   * @throws StagingError where the function cannot be traced.
   */
  getConcreteFunction(...args: readonly unknown[]): ConcreteFunction<F>;
  /**
   * Traces the function for arguments of this signature, if it was not, and compiles the graph, its shaders at the same
   * time where the backend has any, so that the first call need not.
   */
  ready(...args: readonly unknown[]): Promise<void>;
  /** How often the function's code has been traced; for a method, over all objects that it was called on. */
  readonly tracingCount: number;
  /** Every trace's signature and result, oldest first, as text for people. */
  prettyPrintedConcreteSignatures(): string;
  readonly inputSignature: readonly NestedTensorSpec[] | null;
  /** The function that was made a graph function. */
  readonly original: F;
  /** Forgets all traces and frees what they keep on backends. The function can still be called, and then traces anew. */
  dispose(): void;
}

export type GraphFunction<F extends AnyFunction = AnyFunction> = F & GraphFunctionProperties<F>;

/** How a graph function is made: its slot, and the code to trace for a call with this `this`. */
interface Definition {
  readonly slot: Slot;
  readonly original: AnyFunction;
  implementationFor(self: unknown): Implementation;
  /** Where the function is one object's method: the object. */
  readonly self?: unknown;
}

const graphFunctions = new WeakMap<object, GraphFunction>();
const definitions = new WeakMap<object, Definition>();

/**
 * Makes a graph function of `fn`: it is traced at its first call with arguments of a new signature, and later calls with
 * that signature run the graph (`tf.function` of TensorFlow). Tensors and typed arrays count by dtype and shape, numbers,
 * strings and the like by value, other objects by identity. At most 128 traces are kept.
 *
 * `fn` may be any function, such as `(x) => model.predict(x)`; for `if` and loops on tensors it must be staged: written
 * inline here, or marked "use graph". Of a marked function it makes a second, separate graph function.
 *
 * @throws SignatureError where `inputSignature` holds anything but `tensorSpec`s.
 * @throws StagingError where there is no option of that name.
 */
export function graph<F extends AnyFunction>(fn: F, options: GraphOptions = {}): GraphFunction<F> {
  if (typeof fn !== 'function' || isClass(fn)) throw notAFunction(fn);
  requireKnownOptions(options);
  const made = definitionOf(fn, options);
  // A wrong inputSignature is an error here, not at the first call.
  if (options.inputSignature !== undefined) made.slot.for(undefined);
  return callableFor(made) as GraphFunction<F>;
}

/**
 * The graph function behind a function that carries the directive: its traces, its count of tracings. For a method it is
 * that of all objects together; for a method bound to an object (`graphOf(model.step.bind(model))`), that object's.
 *
 * @throws UseGraphError where `fn` is not a graph function.
 */
export function graphOf<F extends AnyFunction>(fn: F): GraphFunction<F> {
  const known = graphFunctions.get(fn);
  if (known !== undefined) return known as GraphFunction<F>;
  const isFunction = typeof fn === 'function';
  const found = isFunction ? existingDefinition(fn) : null;
  if (found === null) {
    throw new UseGraphError(
      'not-a-graph-function',
      `graphOf() takes a function that carries the directive "use graph", or one that graph() returned; ${isFunction ? fn.name || 'this one' : formatHostValue(fn)} is neither` +
        `${isFunction && carriesDirective(fn) ? ', since the use-graph plugin has not transformed its module' : ''}.`,
    );
  }
  const made = callableFor(found);
  graphFunctions.set(fn, made);
  return made as GraphFunction<F>;
}

/** The code that is traced for the function, for `toCode`: the staged text where there is one. */
export function implementationOf(fn: AnyFunction): AnyFunction {
  const definition = definitions.get(fn) ?? existingDefinition(fn);
  if (definition === null) return fn;
  const { original, self } = definition;
  if (original !== fn) return implementationOf(original);
  return stagedExpression(fn)?.implementation ?? definition.implementationFor(self);
}

/** The traces of a graph function, oldest first; `null` for what is none. */
export function concretesOf(fn: AnyFunction): readonly Concrete[] | null {
  const definition = definitions.get(fn) ?? existingDefinition(fn);
  if (definition === null) return null;
  const { slot, self } = definition;
  const all = 'self' in definition ? [slot.for(self)] : slot.all();
  return all.flatMap(({ concretes }) => concretes);
}

function existingDefinition(fn: AnyFunction): Definition | null {
  const expression = stagedExpression(fn);
  if (expression !== undefined) {
    const { slot, implementation, takesThis } = expression;
    return { slot, original: fn, implementationFor: bindIf(takesThis, implementation) };
  }
  if (!isStagedInPlace(fn) && !isNative(fn)) return null;
  const entry = probeEntry(fn, undefined);
  if (entry === null) return null;
  const { slot, self } = entry;
  const implementationFor = (other: unknown): Implementation =>
    (probeEntry(fn, other) ?? entry).implementation;
  return { slot, original: fn, implementationFor, ...(self == null ? {} : { self }) };
}

/** A name that is misspelt would say nothing. */
function requireKnownOptions(options: GraphOptions): void {
  const isObject = typeof options === 'object' && options !== null;
  if (!isObject || typeof (options.name ?? '') !== 'string') {
    const what = isObject ? 'a text as the name' : 'an object as its options';
    throw new StagingError(
      'graph-options',
      `graph() takes ${what}, but was given ${formatHostValue(isObject ? options.name : options)}.`,
      null,
      "Write graph(f, { name: 'step' }).",
    );
  }
  for (const name of ['reduceRetracing', 'autograph'] as const) {
    const value = options[name];
    if (value === undefined || typeof value === 'boolean') continue;
    throw new StagingError(
      'graph-options',
      `graph() takes true or false as its option '${name}', but was given ${formatHostValue(value)}.`,
      null,
      `Write graph(f, { ${name}: true }).`,
    );
  }
  if (Array.isArray(options)) {
    throw new StagingError(
      'graph-options',
      'graph() takes an object with options, but was given an array.',
      null,
      'Name what it is: graph(f, { inputSignature: [tensorSpec([2, 3])] }).',
    );
  }
  const unknown = Object.keys(options).find((name) => !(name in optionNames));
  if (unknown === undefined) return;
  throw new StagingError(
    'graph-options',
    `graph() has no option '${unknown}'.`,
    null,
    `Its options are ${Object.keys(optionNames).join(', ')}.`,
  );
}

const optionNames: Record<keyof GraphOptions, true> = {
  inputSignature: true,
  reduceRetracing: true,
  autograph: true,
  name: true,
};

function definitionOf(fn: AnyFunction, options: GraphOptions): Definition {
  const wrapped = definitions.get(fn);
  if (wrapped !== undefined) {
    const slot = new Slot(withOptions(wrapped.slot.info, options), options);
    return { ...wrapped, slot };
  }
  const expression = stagedExpression(fn);
  const entry: Entry | null =
    expression === undefined && isStagedInPlace(fn) ? probeEntry(fn, undefined) : null;
  const staged = expression?.slot ?? entry?.slot;
  const slot = new Slot(withOptions(staged?.info ?? infoOf(fn), options), options);
  if (expression !== undefined) {
    const { implementation, takesThis } = expression;
    return { slot, original: fn, implementationFor: bindIf(takesThis, implementation) };
  }
  if (entry !== null) {
    return {
      slot,
      original: fn,
      implementationFor: (self) => (probeEntry(fn, self) ?? entry).implementation,
    };
  }
  return { slot, original: fn, implementationFor: bindIf(!isArrow(fn), fn) };
}

function bindIf(
  takesThis: boolean,
  implementation: AnyFunction,
): (self: unknown) => Implementation {
  if (!takesThis) return () => implementation as Implementation;
  return (self) => implementation.bind(self) as Implementation;
}

/** Who asks for a graph gets one, also where the function's own calls would wait. */
function withOptions(info: FunctionInfo, { name }: GraphOptions): FunctionInfo {
  return { ...info, waits: false, ...(name !== undefined && { name }) };
}

function infoOf(fn: AnyFunction): FunctionInfo {
  const parameters = parameterNames(fn);
  return { name: fn.name || 'anonymous', length: fn.length, ...(parameters && { parameters }) };
}

let hasWarned = false;

/** A marked function that the plugin did not see would take one branch silently if it were traced. */
function mustRunEagerly({ original, slot }: Definition): boolean {
  const isUnstaged =
    stagedExpression(original) === undefined &&
    !isStagedInPlace(original) &&
    slot.options.autograph !== false &&
    carriesDirective(original);
  if (isUnstaged && !hasWarned) {
    hasWarned = true;
    warn(
      'not-transformed',
      `${slot.info.name} carries the directive "use graph", but the use-graph plugin has not transformed it, so it runs eagerly.`,
      null,
      'Add the plugin to the configuration of your bundler; for a package, to its option include.',
    );
  }
  return isUnstaged;
}

function callableFor(definition: Definition): GraphFunction {
  const { slot, original } = definition;
  const isEager = mustRunEagerly(definition);
  const ignoresThis = isEager ? false : isArrow(original);
  const isMethod = 'self' in definition;
  const selfOf = (self: unknown): unknown => {
    if (isMethod) return definition.self;
    return ignoresThis ? undefined : self;
  };
  const call = function (this: unknown, ...args: unknown[]): unknown {
    if (isEager) return original.apply(this, args);
    const self = selfOf(this);
    return slot.for(self).call(args, definition.implementationFor(self), entry);
  };
  const entry: EntryPoint = { callee: call, isInPlace: false };
  const all = (): readonly PolymorphicFunction[] =>
    isMethod ? [slot.for(definition.self)] : slot.all();
  const concreteFor = (find: 'concreteFor' | 'heldConcreteFor', args: readonly unknown[]) => {
    if (isEager) throw notTransformed(slot.info);
    const self = selfOf(undefined);
    return slot.for(self)[find](args, definition.implementationFor(self)).callable;
  };
  Object.defineProperties(call, {
    name: { value: slot.info.name, configurable: true },
    length: { value: original.length, configurable: true },
    original: { value: original, enumerable: true },
    inputSignature: { value: slot.options.inputSignature ?? null, enumerable: true },
    tracingCount: {
      get: () => all().reduce((count, { tracingCount }) => count + tracingCount, 0),
      enumerable: true,
    },
    getConcreteFunction: {
      value: (...args: unknown[]): ConcreteFunction => concreteFor('heldConcreteFor', args),
    },
    ready: { value: async (...args: unknown[]) => concreteFor('concreteFor', args).ready() },
    prettyPrintedConcreteSignatures: {
      value: () =>
        all()
          .flatMap(({ concretes }) => concretes.map(({ block }) => block))
          .join('\n\n'),
    },
    dispose: {
      value: () => {
        for (const item of all()) item.dispose();
      },
    },
  });
  const made = call as unknown as GraphFunction;
  graphFunctions.set(made, made);
  definitions.set(made, definition);
  return made;
}

function notAFunction(given: unknown): UseGraphError {
  const what =
    typeof given === 'function'
      ? `the class ${given.name}`
      : isTensor(given)
        ? `a ${given.dtype} tensor of shape [${given.shape}]`
        : formatHostValue(given);
  return new UseGraphError(
    'not-a-function',
    `graph() takes a function, but was given ${what}.`,
    null,
    'Pass the function itself, not its result: graph((x) => model.predict(x)).',
  );
}

function notTransformed(info: FunctionInfo): UseGraphError {
  return new UseGraphError(
    'not-transformed',
    `${info.name} carries the directive "use graph", but the use-graph plugin has not transformed it: it has no graph.`,
    info.at ?? null,
    'Add the plugin to the configuration of your bundler; for a package, to its option include.',
  );
}

import { keep, type Tensor, type Variable } from '@tensorflow/tfjs-core';
import { SignatureError } from '../../errors.js';
import type { Graph, Value } from '../../graph/graph.js';
import { holderOf, nameOf } from '../../interpret/backend.js';
import { lostInput } from '../../interpret/inputs.js';
import { engine, onBackend } from '../../trace/engine.js';
import { hasSameSettings } from '../../trace/optimizers.js';
import { isTracing } from '../../trace/session.js';
import { writeStackLater } from '../../trace/userStack.js';
import {
  type Argument,
  isOutlived,
  leafArguments,
  tensorArguments,
} from '../signature/argument.js';
import { fitBoundArguments } from '../signature/boundArguments.js';
import { formatParameters, formatResult, formatSignature } from '../signature/formatSignature.js';
import { bindArguments } from '../signature/inputSignature.js';
import type { AnyFunction, FunctionInfo } from '../signature/options.js';
import { rebuildArguments } from '../signature/rebuild.js';
import { buildResult, lengthsIn, type Result, withLengths } from '../signature/result.js';
import { TensorSpec } from '../signature/tensorSpec.js';
import { variablesAmong } from '../signature/variableArguments.js';
import { Execution } from './execution.js';
import { GraphView } from './graphView.js';
import type { FunctionTrace } from './tracing.js';

/** One trace of a function: the arguments that it was made for, its graph, and what the graph's results become. */
export class Concrete {
  readonly execution: Execution;
  readonly result: Result;
  #callable: ConcreteFunction | null = null;

  constructor(
    readonly info: FunctionInfo,
    readonly names: readonly string[],
    readonly args: readonly Argument[],
    readonly traced: FunctionTrace,
  ) {
    const { trace, variables } = traced;
    this.execution = new Execution(
      info.name,
      trace,
      variables,
      info.at ?? null,
      info.async === true,
    );
    this.result = traced.result;
  }

  /** Whether what the host decided while tracing would be decided in the same way now, as far as that is watched. */
  get isCurrent(): boolean {
    const { optimizers } = this.traced.trace;
    return optimizers.length === 0 || optimizers.every(hasSameSettings);
  }

  /** Whether it is of use for these tensors and variables, whose types fit `args`. */
  accepts(leaves: readonly object[]): boolean {
    return this.traced.variables.accepts(leaves) && this.traced.tensors.accepts(leaves);
  }

  /** What the arguments were compared with by identity has been collected: no call fits any more. */
  get isOutlived(): boolean {
    return this.traced.variables.isOutlived || isOutlived(this.args);
  }

  /** Runs the graph on tensors and variables that fit `args`; those of `temporaries` are disposed afterwards. */
  call(tensors: readonly Tensor[], temporaries: readonly Tensor[]): unknown {
    if (this.info.async === true && !isTracing()) return this.#callAsync(tensors, temporaries);
    try {
      return this.#built(this.execution.run(tensors));
    } finally {
      for (const temporary of temporaries) temporary.dispose();
    }
  }

  /** The caller may dispose its tensors before the promise settles, so the execution has references of its own. */
  async #callAsync(tensors: readonly Tensor[], temporaries: readonly Tensor[]): Promise<unknown> {
    if (engine().state.gradientDepth > 0) {
      try {
        return this.#built(this.execution.run(tensors));
      } finally {
        for (const temporary of temporaries) temporary.dispose();
      }
    }
    const own: Tensor[] = [];
    try {
      const lent = this.traced.variables.lent(tensors, (tensor) => {
        const copy = keep(cloneInPlace(tensor));
        own.push(copy);
        return copy;
      });
      for (const temporary of temporaries) temporary.dispose();
      return await this.execution.runAsync(lent, (results) => this.#builtLater(results));
    } catch (error) {
      writeStackLater(error, this.info);
      throw error;
    } finally {
      for (const tensor of own) tensor.dispose();
    }
  }

  #built(results: readonly Tensor[]): unknown {
    const lengths = lengthsIn(this.result).map((index) => {
      return [index, results[index]!.dataSync<'int32'>()] as const;
    });
    return buildResult(this.result, withLengths(results, new Map(lengths)));
  }

  /** How long arrays in the result are, the host has to read. */
  #builtLater(results: readonly Tensor[]): unknown {
    const indices = lengthsIn(this.result);
    if (indices.length === 0) return buildResult(this.result, results);
    const reading = indices.map(async (index) => {
      return [index, await results[index]!.data<'int32'>()] as const;
    });
    return Promise.all(reading).then((lengths) =>
      buildResult(this.result, withLengths(results, new Map(lengths))),
    );
  }

  /** Frees what the graph keeps on backends. */
  dispose(): void {
    this.execution.dispose();
  }

  get signature(): string {
    const result = formatResult(this.result, this.traced.resultTypes);
    return `${this.info.name}${formatSignature(this.args, this.names)} -> ${result}`;
  }

  /** The signature in lines of its own, for lists of signatures. */
  get block(): string {
    const parameters = formatParameters(this.args, this.names);
    const result = formatResult(this.result, this.traced.resultTypes);
    const listed = parameters.length === 0 ? ['none'] : parameters;
    const lines = [this.info.name, '  Arguments:', ...listed.map((text) => `    ${text}`)];
    return [...lines, '  Returns:', `    ${result}`].join('\n');
  }

  get callable(): ConcreteFunction {
    this.#callable ??= makeCallable(this);
    return this.#callable;
  }
}

/**
 * One trace of a graph function, for arguments of one signature (`ConcreteFunction` of TensorFlow). It is called with the
 * function's own arguments, of which host values may be left out, since they are bound. It refuses tensors of another
 * dtype or shape, and other host values than the bound ones, with `SignatureError`.
 */
export interface ConcreteFunction<F extends AnyFunction = AnyFunction> {
  (...args: Partial<Parameters<F>>): ReturnType<F>;
  (...args: unknown[]): ReturnType<F>;
  /** The arguments, with a `TensorSpec` in place of each tensor. */
  readonly structuredInputSignature: readonly unknown[];
  /** What a call returns, with a `TensorSpec` in place of each tensor. */
  readonly structuredOutputs: unknown;
  /** The tensor arguments, as the graph's parameters. */
  readonly inputs: readonly Value[];
  /** The tensors of the result, as values of the graph. */
  readonly outputs: readonly Value[];
  /** Tensors from outside that the graph uses, by reference. */
  readonly captures: readonly Tensor[];
  /** Variables that the graph reads or assigns. */
  readonly variables: readonly Variable[];
  readonly trainableVariables: readonly Variable[];
  readonly graph: Graph & { readonly inputs: readonly Value[] };
  /**
   * Compiles the graph for the active backend, its shaders at the same time where it has any, so that the first call need
   * not. An async function waits for that by itself; a call that cannot wait compiles what is not ready then.
   */
  ready(): Promise<void>;
  /** `pow(a: TensorSpec(shape=[], dtype=float32), b=2) -> TensorSpec(shape=[], dtype=float32)`. */
  prettyPrintedSignature(): string;
}

const concretes = new WeakMap<object, Concrete>();

/** The trace behind a `ConcreteFunction`; `undefined` for any other value. */
export function concreteOf(callable: object): Concrete | undefined {
  return concretes.get(callable);
}

function otherIdentity({ info, traced }: Concrete, leaves: readonly Tensor[]): SignatureError {
  if (traced.variables.accepts(leaves)) {
    return new SignatureError(
      'arguments-do-not-fit',
      `A concrete function of ${info.name} was called with one tensor for several arguments, or with one that its code uses ` +
        'from outside, and was made for others, or the other way round: its gradient counts every use of a tensor.',
      info.at ?? null,
      `Call ${info.name} itself.`,
    );
  }
  return new SignatureError(
    'arguments-do-not-fit',
    `A concrete function of ${info.name} was called with another variable than it was made for. Its graph depends on ` +
      'which one it is: the code asks for its name, as optimizers do, or also uses one of the two from outside.',
    info.at ?? null,
    `Call ${info.name} itself.`,
  );
}

function otherSettings({ info, traced }: Concrete): SignatureError {
  const { optimizer } = traced.trace.optimizers.find((used) => !hasSameSettings(used))!;
  return new SignatureError(
    'optimizer-changed',
    `A concrete function of ${info.name} has the settings of its ${optimizer.getClassName()} optimizer as constants, and ` +
      'one of them has changed since.',
    info.at ?? null,
    `Call ${info.name} itself, or getConcreteFunction again.`,
  );
}

function makeCallable(concrete: Concrete): ConcreteFunction {
  const { info, names, args, traced } = concrete;
  const { trace, resultTypes } = traced;
  const argumentCount = tensorArguments(args).length;
  const call = (...given: unknown[]): unknown => {
    if (!concrete.isCurrent) throw otherSettings(concrete);
    const fitted = fitBoundArguments(args, given);
    const bound = bindArguments(info.name, args, names, fitted, info.at ?? null);
    if (!concrete.accepts(bound.leaves)) {
      for (const temporary of bound.temporaries) temporary.dispose();
      throw otherIdentity(concrete, bound.leaves);
    }
    return concrete.call(bound.leaves, bound.temporaries);
  };
  const leaves = leafArguments(args);
  const specs = () =>
    leaves.map((leaf) =>
      leaf.kind === 'variable'
        ? leaf.reference.deref()
        : new TensorSpec(leaf.shape, leaf.dtype, leaf.name),
    );
  const variables = () => traced.variables.resolve(trace.variables, variablesAmong(leaves, null));
  const types = resultTypes.map(({ shape, dtype }) => new TensorSpec(shape, dtype));
  const fixed = (value: unknown) => ({ value, enumerable: true });
  Object.defineProperties(call, {
    name: { value: info.name, configurable: true },
    structuredInputSignature: {
      get: () => rebuildArguments(args, specs().values()),
      enumerable: true,
    },
    structuredOutputs: { get: () => buildResult(concrete.result, types), enumerable: true },
    inputs: fixed(trace.graph.parameters.slice(0, argumentCount)),
    outputs: fixed(trace.graph.outputs.slice(0, resultTypes.length)),
    captures: fixed(trace.captures),
    variables: { get: variables, enumerable: true },
    trainableVariables: {
      get: () => variables().filter((variable) => variable.trainable),
      enumerable: true,
    },
    graph: fixed(new GraphView(trace.graph)),
    ready: { value: async () => concrete.execution.compiled.executor().ready() },
    prettyPrintedSignature: { value: () => concrete.signature },
    toString: { value: () => `ConcreteFunction ${concrete.signature}` },
  });
  concretes.set(call, concrete);
  return call as unknown as ConcreteFunction;
}

/** TensorFlow.js would first move the elements to the active backend, from one that may give them only later. */
function cloneInPlace(tensor: Tensor): Tensor {
  const backend = tensor.isDisposed ? null : holderOf(tensor.dataId);
  if (backend === null || backend === engine().backend) return tensor.clone();
  const backendName = nameOf(backend);
  if (backendName === null) throw lostInput(tensor);
  return onBackend({ backend, backendName }, () => tensor.clone());
}

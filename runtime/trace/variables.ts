import type { BackendValues, Optimizer, Tensor, TensorInfo, Variable } from '@tensorflow/tfjs-core';
import { tensor as makeTensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../errors.js';
import { Value } from '../graph/graph.js';
import type { DataType, SourceLocation } from '../graph/types.js';
import { setContent } from './assignments.js';
import { tracingBackend } from './backend.js';
import { engine } from './engine.js';
import { errorHere } from './errorHere.js';
import { knownElements } from './knownElements.js';
import { currentLocation } from './location.js';
import { steppingOptimizer } from './optimizers.js';
import { SymbolicData, symbolicData } from './symbolic.js';
import type { Tracer, VariableContent } from './tracer.js';

/*
 * `Variable.assign` runs no kernel: it puts the new tensor's `dataId` into the variable (tfjs-core/src/tensor.ts). So a
 * graph under construction gives every variable a `dataId` of its own, and which of them differ at its end tells what
 * was assigned.
 */

/** What one graph did to a variable. */
export interface VariableUse {
  readonly variable: Variable;
  readonly entry: Value;
  readonly final: Value;
}

/** A variable that the traced function created, and the value that it starts with. */
export interface CreatedVariable {
  readonly variable: Variable;
  readonly initial: Value;
}

/** Where the program created a variable, and the optimizer that did so for its own use. */
interface Origin {
  readonly location: SourceLocation | null;
  readonly optimizer: Optimizer | null;
}

/** The error of TensorFlow.js for a second variable of one name, with the first. */
export class NameTaken extends Error {
  constructor(readonly variable: Variable) {
    super(`Variable with name ${variable.name} was already registered`);
  }
}

const origins = new WeakMap<Variable, Origin>();

export function originOf(variable: Variable): Origin | undefined {
  return origins.get(variable);
}

/** A tracer whose variables are in place, and what they held before. */
interface Entered {
  readonly tracer: Tracer;
  readonly before: Map<Variable, object>;
}

/** The innermost last. */
const entered: Entered[] = [];

/** Gives every variable a content that is a parameter of the tracer's graph; the function returned puts the old ones back. */
export function enterVariables(tracer: Tracer): () => void {
  const level: Entered = { tracer, before: new Map() };
  entered.push(level);
  for (const variable of Object.values(engine().state.registeredVariables)) {
    enterVariable(level, variable);
  }
  return () => {
    entered.pop();
    for (const [variable, dataId] of level.before) setContent(variable, dataId);
  };
}

/** Gives `standIn` the content of the variable in whose place it is used in the innermost graph. */
export function enterStandIn(standIn: Variable, given: Variable): void {
  const level = entered.at(-1)!;
  setContent(standIn, level.before.get(given) ?? given.dataId);
  enterVariable(level, standIn, given.name);
}

function enterVariable(
  { tracer, before }: Entered,
  variable: Variable,
  name = tracer.parent?.variables.get(variable)?.entry.value.name ?? variable.name,
): void {
  before.set(variable, variable.dataId);
  const entry = tracer.symbolic(new Value(variable.dtype as DataType, [...variable.shape], name));
  tracer.variables.set(variable, { variable, entry });
  setContent(variable, entry);
  engine().state.tensorInfo.set(entry, {
    backend: tracingBackend,
    dtype: variable.dtype,
    shape: variable.shape,
    bytes: 0,
  });
}

/**
 * Runs `body` with the contents that variables have outside of all traces. What it assigns stays there, and what it
 * creates is from then on a variable from outside.
 */
export function withRealVariables<T>(body: () => T): T {
  const outermost = entered[0];
  if (outermost === undefined) return body();
  const inTrace = new Map<Variable, object>();
  for (const [variable, real] of outermost.before) {
    inTrace.set(variable, variable.dataId);
    setContent(variable, real);
  }
  const restoreEngine = withoutWatches();
  try {
    return body();
  } finally {
    restoreEngine();
    for (const variable of Object.values(engine().state.registeredVariables)) {
      const symbolic = inTrace.get(variable);
      if (symbolic !== undefined) {
        outermost.before.set(variable, variable.dataId);
        setContent(variable, symbolic);
      } else if (!(variable.dataId instanceof SymbolicData)) {
        for (const level of entered) enterVariable(level, variable);
      }
    }
  }
}

/** Takes the methods off the engine that watch a trace (`watchVariables` and others); the function returned puts them back. */
function withoutWatches(): () => void {
  const target = engine();
  const watches = ['makeVariable', 'disposeVariable', 'gradients', 'runKernelFunc'].flatMap(
    (name) => {
      const own = Object.getOwnPropertyDescriptor(target, name);
      return own === undefined ? [] : [[name, own] as const];
    },
  );
  for (const [name] of watches) delete (target as unknown as Record<string, unknown>)[name];
  return () => {
    for (const [name, own] of watches) Object.defineProperty(target, name, own);
  };
}

/** Whether the variable still holds what it held in the tracer's graph, here, in that one or in one inside of it. */
export function isContentOf(variable: Variable, content: object, home: Tracer): boolean {
  let present: object = variable.dataId;
  for (const { tracer, before } of entered.toReversed()) {
    if (tracer === home) return present === content;
    // What an iteration assigns further on, the next one finds.
    if (tracer.iterations.length > 0) return false;
    if (present !== tracer.variables.get(variable)?.entry) return false;
    present = before.get(variable) ?? present;
  }
  return false;
}

/** The variables that the tracer's graph has read or assigned so far. */
export function usedVariables(tracer: Tracer): VariableUse[] {
  // All finals first: one of them may be the entry of another variable, which is used by that.
  const uses = Array.from(tracer.variables.values(), ({ variable, entry }) => {
    const isAssigned = (variable.dataId as object) !== entry;
    return {
      variable,
      entry: entry.value,
      final: isAssigned ? tracer.resolve(variable) : entry.value,
    };
  });
  return uses.filter(({ entry, final }) => final !== entry || tracer.used.has(entry));
}

/** The variables whose contents before the graph something in it may ask for. */
export function readVariables(tracer: Tracer): VariableContent[] {
  return [...tracer.variables.values()].filter(({ entry }) => tracer.used.has(entry.value));
}

/** Remembers what every variable holds; the function returned puts it back. */
export function snapshotVariables(): () => void {
  const saved = Object.values(engine().state.registeredVariables).map((variable) => ({
    variable,
    dataId: variable.dataId,
  }));
  return () => {
    for (const { variable, dataId } of saved) setContent(variable, dataId);
  };
}

/**
 * Collects the variables that are created until the second function is called, and refuses to have one created in a
 * branch or loop, but for the state of an optimizer, or an older one disposed.
 */
export function watchVariables(
  tracer: Tracer,
  current: () => Tracer,
  outsideOfTraces: <T>(body: () => T) => T,
): {
  created: () => CreatedVariable[];
  stop: () => void;
} {
  const target = engine();
  const { makeVariable } = target;
  const variables = new Set<Variable>();
  target.makeVariable = (initialValue, trainable, name, dtype) => {
    if (current() !== tracer) {
      const values = trainable === false ? knownContent(initialValue) : null;
      if (values === null) throw createdInBranch(name);
      // Whether the branch or loop runs or not, an optimizer's state begins so.
      return outsideOfTraces(() => {
        const initial = makeTensor(values, initialValue.shape, initialValue.dtype);
        const variable = target.makeVariable(initial, trainable, name, dtype);
        initial.dispose();
        return variable;
      });
    }
    const namesake = name ? target.state.registeredVariables[name] : undefined;
    if (namesake !== undefined) throw new NameTaken(namesake);
    const variable = makeVariable.call(target, initialValue, trainable, name, dtype);
    variables.add(variable);
    initials.set(variable, tracer.resolve(variable));
    origins.set(variable, { location: currentLocation(), optimizer: steppingOptimizer() });
    return variable;
  };
  const initials = new Map<Variable, Value>();
  target.disposeVariable = (variable) => {
    if (!variables.delete(variable)) throw disposedInside(variable);
    delete target.state.registeredVariables[variable.name];
  };
  return {
    created: () =>
      [...variables].map((variable) => ({ variable, initial: initials.get(variable)! })),
    stop: () => {
      delete (target as Partial<typeof target>).makeVariable;
      delete (target as Partial<typeof target>).disposeVariable;
    },
  };
}

function knownContent(tensor: Tensor): BackendValues | null {
  const data = symbolicData(tensor);
  return data === null ? null : knownElements(data);
}

function createdInBranch(name: string | undefined): StagingError {
  return errorHere(
    'variable-in-branch',
    `The variable ${name === undefined ? '' : `'${name}' `}is created in a branch or loop that a tensor decides ` +
      'about.',
    'Create variables before it, or outside of the function.',
  );
}

function disposedInside(variable: Variable): StagingError {
  return errorHere(
    'variable-disposed-in-trace',
    `The variable '${variable.name}' is disposed inside of a graph function, which would happen only while ` +
      'tracing.',
    'Dispose it outside.',
  );
}

/** Takes variables that a trace created, and that never had a content, out of the engine. */
export function forgetCreated(variables: readonly Variable[]): void {
  for (const variable of variables) {
    delete engine().state.registeredVariables[variable.name];
    (variable as unknown as { isDisposedInternal: boolean }).isDisposedInternal = true;
  }
}

/** Gives a variable that a trace created its first content, whose reference becomes the variable's own. */
export function initializeVariable(variable: Variable, { dataId }: TensorInfo): void {
  setContent(variable, dataId);
  engine().trackTensor(variable, engine().backend);
}

import { env, type Tensor, Variable } from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import { tracingBackend, tracingBackendName } from './backend.js';
import { noteDisposal } from './disposals.js';
import { type EngineState, engine } from './engine.js';
import { errorHere } from './errorHere.js';
import { installGuards } from './guards.js';
import { registerTracingKernels } from './kernels.js';
import { watchMathRandom } from './random.js';
import { symbolicData } from './symbolic.js';
import { currentTracer, describe, type Tracer, withoutTracer } from './tracer.js';
import { withRealVariables } from './variables.js';

export { installGuards } from './guards.js';
export { currentLocation } from './location.js';
export { isSymbolic } from './symbolic.js';
export { at, isTracing, isUntouched, within } from './tracer.js';

/**
 * Runs `body` with the tracing backend active. Whatever happens in it, the engine is afterwards as it was: backend,
 * scopes, tape, counters and methods. (Swapping the two backend fields is what `setBackend` does, without its wait.)
 */
export function inSession<T>(body: () => T): T {
  try {
    return withTracingBackend(body);
  } catch (error) {
    requireBackend(error);
    throw error;
  }
}

function withTracingBackend<T>(body: () => T): T {
  // Not the getter, which makes a backend where there is none yet: code without tensors needs none.
  const { backendInstance: backend, backendName, state } = engine();
  registerTracingKernels();
  const outerTarget = tracingBackend.target;
  const outerRead = tracingBackend.asynchronousRead;
  if (backendName !== tracingBackendName) tracingBackend.target = backend;
  tracingBackend.asynchronousRead = null;
  const session = new Session();
  sessions.push(session);
  isolateTape(state);
  state.scopeStack = [];
  state.activeScope = null;
  engine().startScope('use-graph trace');
  try {
    const result = body();
    if (tracingBackend.asynchronousRead !== null) throw tracingBackend.asynchronousRead;
    return result;
  } catch (error) {
    // Whoever awaits the read's promise is refused for that, which says less than the read itself.
    throw isRefusedPromise(error) ? (tracingBackend.asynchronousRead ?? error) : error;
  } finally {
    sessions.pop();
    session.suspend();
    tracingBackend.target = outerTarget;
    tracingBackend.asynchronousRead = outerRead;
  }
}

const sessions: Session[] = [];

/** What a trace changes about the engine. */
class Session {
  #leave = this.#enter();

  /** Puts the engine back as it was; the function returned makes it the session's again. */
  suspend(): () => void {
    const { scopeStack, activeScope, gradientDepth, kernelDepth, activeTape } = engine().state;
    this.#leave();
    return () => {
      this.#leave = this.#enter();
      Object.assign(engine().state, {
        scopeStack,
        activeScope,
        gradientDepth,
        kernelDepth,
        activeTape,
      });
    };
  }

  #enter(): () => void {
    const target = engine();
    const { backendInstance: backend, backendName } = target;
    const restoreState = saveState(target.state);
    const wasDebugging = env().getBool('DEBUG');
    if (wasDebugging) env().set('DEBUG', false);
    const restoreMathRandom = watchMathRandom();
    const removeGuards = installGuards();
    const disposeTensor = Object.getOwnPropertyDescriptor(target, 'disposeTensor');
    target.backendName = tracingBackendName;
    target.backendInstance = tracingBackend;
    target.disposeTensor = disposeInTrace;
    return () => {
      target.backendName = backendName;
      target.backendInstance = backend;
      restoreProperty(target, 'disposeTensor', disposeTensor);
      removeGuards();
      restoreMathRandom();
      restoreState();
      if (wasDebugging) env().set('DEBUG', true);
    };
  }
}

/** Runs `body` as if no trace were going on: on the active backend, with the variables' real contents. */
export function outsideOfTraces<T>(body: () => T): T {
  const resume = sessions.toReversed().map((session) => session.suspend());
  try {
    return withoutTracer(() => withRealVariables(body));
  } finally {
    for (const enter of resume.reverse()) enter();
  }
}

/** TensorFlow.js says it better that there is no backend at all than that the tracing one lacks a kernel. */
function requireBackend(error: unknown): void {
  const isMissingKernel =
    error instanceof Error && error.message.includes(`backend '${tracingBackendName}'`);
  if (isMissingKernel) void engine().backend;
}

function isRefusedPromise(error: unknown): boolean {
  const codes = ['promise-in-trace', 'promise-result'];
  return error instanceof StagingError && codes.includes(error.code);
}

/** Runs `body` in scopes of its own and without the tape of the surrounding code; what it leaves open is closed. */
export function inNestedScope<T>(body: () => T): T {
  const { state } = engine();
  const { gradientDepth, kernelDepth, activeTape, scopeStack, activeScope } = state;
  isolateTape(state);
  state.scopeStack = [...scopeStack];
  engine().startScope('use-graph subgraph');
  try {
    return body();
  } finally {
    Object.assign(state, { gradientDepth, kernelDepth, activeTape, scopeStack, activeScope });
  }
}

/** From now on, until the function returned is called, ops do not land on the tape that is open. */
export function offTape(): () => void {
  const { state } = engine();
  const { gradientDepth, kernelDepth, activeTape } = state;
  isolateTape(state);
  return () => {
    Object.assign(state, { gradientDepth, kernelDepth, activeTape });
  };
}

/** Inside, ops do not land on the tape of a `tf.grad` around; a `tf.grad` inside starts one of its own. */
function isolateTape(state: EngineState): void {
  state.gradientDepth = 0;
  state.kernelDepth = 0;
  state.activeTape = null;
}

function saveState(state: EngineState): () => void {
  const { numBytes, numTensors, numStringTensors, numDataBuffers } = state;
  const { gradientDepth, kernelDepth, activeTape, scopeStack, activeScope, profiling } = state;
  const numDataMovesStack = [...state.numDataMovesStack];
  state.profiling = false;
  return () => {
    Object.assign(state, { numBytes, numTensors, numStringTensors, numDataBuffers });
    Object.assign(state, {
      gradientDepth,
      kernelDepth,
      activeTape,
      scopeStack,
      activeScope,
      profiling,
    });
    state.numDataMovesStack = numDataMovesStack;
  };
}

const lent = new WeakSet<Tensor>();

/** The tensors stand for arguments, which are the caller's to dispose. */
export function noteArguments(tensors: readonly Tensor[]): void {
  for (const tensor of tensors) lent.add(tensor);
}

let disposals: { readonly tracer: Tracer; readonly into: Set<Tensor> } | null = null;

/** Runs code of a trace that may dispose of arguments, outside of its branches and loops: `into` gets these, for the caller to do so. */
export function collectDisposals<T>(into: Set<Tensor>, code: () => T): T {
  const outer = disposals;
  disposals = { tracer: currentTracer(), into };
  try {
    return code();
  } finally {
    disposals = outer;
  }
}

/** Disposing a traced tensor means nothing but in the graph that does it; a real one would be gone at the next call. */
function disposeInTrace(tensor: Tensor): void {
  if (lent.has(tensor)) {
    const { tracer } = symbolicData(tensor)!;
    if (disposals?.tracer === tracer && tracer === currentTracer()) {
      disposals.into.add(tensor);
      return;
    }
    throw errorHere(
      'dispose-in-trace',
      `An argument of the graph function '${currentTracer().root.name}', ${describe(symbolicData(tensor)!)}, is disposed in it, ` +
        'which no graph can do.',
      'Dispose it outside, behind the call.',
    );
  }
  // A variable gives up one content for another (`Variable.assign`).
  if (tensor instanceof Variable) return;
  const info = engine().state.tensorInfo.get(tensor.dataId);
  if (info === undefined || info.backend === tracingBackend) {
    const own = symbolicData(tensor);
    if (own !== null && own.tracer !== currentTracer()) noteDisposal(tensor, currentTracer());
    return;
  }
  throw errorHere(
    'dispose-in-trace',
    `A ${tensor.dtype} tensor of shape [${tensor.shape}] from outside of the graph function ` +
      `'${currentTracer().root.name}' is disposed in it, which would happen only while tracing.`,
    'Dispose it outside.',
  );
}

function restoreProperty(
  target: object,
  name: string,
  descriptor: PropertyDescriptor | undefined,
): void {
  if (descriptor === undefined) delete (target as Record<string, unknown>)[name];
  else Object.defineProperty(target, name, descriptor);
}

import type { BackendValues, KernelBackend, KernelFunc, TensorInfo } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';
import { failureOf, noteThrower } from '../graph/failure.js';
import type { AssertNode, KernelNode, ThrowNode } from '../graph/graph.js';
import { filledText } from '../graph/texts.js';
import type { Key } from '../random/philox.js';
import { canReadSynchronously, type Reading, release, retain } from './backend.js';
import type { Constants } from './constants.js';
import type { DeferredPrograms } from './deferred.js';
import { formatTensor } from './formatTensor.js';
import { Frame } from './frame.js';
import { runHost } from './host.js';
import { findKernel, runKernel } from './kernel.js';
import { readsConditions } from './obstacle.js';
import { printTensors } from './printTensors.js';
import {
  type DeferredStep,
  type IfStep,
  type KernelStep,
  type Program,
  prepare,
  type Step,
  type WhileStep,
} from './program.js';
import { draw } from './random.js';
import { heldOf, textOfElements, thrownBy } from './thrown.js';

/** Kernels that something else than TensorFlow.js runs. */
export interface CompiledKernels {
  /** Whether any of them draws random numbers. */
  readonly isRandom: boolean;
  has(node: KernelNode): boolean;
  /** Whether the kernel could be one of them, whatever it stands beside. */
  canHave(node: KernelNode): boolean;
  /** The caller owns the results. */
  run(
    node: KernelNode,
    inputs: readonly TensorInfo[],
    context: Pick<Context, 'backend' | 'seed' | 'mayWait'>,
  ): Reading<TensorInfo[]>;
}

/** What all programs of one graph share on one backend, in one run. */
export interface Context {
  readonly backend: KernelBackend;
  readonly backendName: string;
  readonly constants: Constants;
  readonly kernels: Map<KernelNode, KernelFunc>;
  readonly deferred: DeferredPrograms;
  /** Where conditions are noted down, in the order in which they are read. */
  readonly decisions: boolean[] | null;
  readonly compiled: CompiledKernels;
  /** Whether the run may wait on its way. */
  readonly mayWait: boolean;
  /** The key of the random numbers that the run draws. */
  readonly seed: Key;
}

/**
 * Runs a program. It takes over the caller's references to `inputs`, also where it throws, and the caller owns the
 * results.
 */
export function* runProgram(
  context: Context,
  program: Program,
  inputs: readonly TensorInfo[],
): Reading<TensorInfo[]> {
  const frame = new Frame(context.backend, program.slotCount);
  try {
    for (const [slot, input] of inputs.entries()) frame.set(slot, input);
    frame.free(program.unusedParameters);
    for (const step of program.steps) {
      // Most steps are kernels, and need no generator of their own.
      const { node } = step;
      if (node.kind !== 'kernel') yield* runStep(context, step, frame);
      else if (context.compiled.has(node)) {
        const operands = step.inputs.map((slot) => frame.get(slot));
        setOutputs(frame, step, yield* context.compiled.run(node, operands, context));
      } else runKernelStep(context, step as KernelStep, frame);
      frame.free(step.dead);
    }
    return frame.share(program.outputs);
  } finally {
    frame.freeAll();
  }
}

function* runStep(context: Context, step: Step, frame: Frame): Reading<void> {
  const { backend, backendName } = context;
  const { node } = step;
  switch (node.kind) {
    case 'constant':
      frame.set(step.outputs[0]!, context.constants.get(node));
      return;
    case 'random': {
      const iterations = step.inputs.map((slot) => frame.get(slot));
      const info = yield* draw(node, iterations, context.seed, backend, backendName);
      frame.set(step.outputs[0]!, info);
      return;
    }
    case 'if':
      return setOutputs(frame, step, yield* runIf(context, step as IfStep, frame));
    case 'while':
      return setOutputs(frame, step, yield* runWhile(context, step as WhileStep, frame));
    case 'deferred':
      return setOutputs(frame, step, yield* runDeferred(context, step as DeferredStep, frame));
    case 'print':
      return printTensors(
        node.values,
        step.inputs.map((slot) => frame.get(slot)),
        backend,
        backendName,
      );
    case 'assert':
      return yield* runAssert(
        context,
        node,
        step.inputs.map((slot) => frame.get(slot)),
      );
    case 'throw':
      return yield* runThrow(
        context,
        node,
        step.inputs.map((slot) => frame.get(slot)),
      );
    case 'host': {
      const inputs = step.inputs.map((slot) => frame.get(slot));
      return setOutputs(frame, step, yield* runHost(context, node, inputs));
    }
  }
}

function runKernelStep(context: Context, step: KernelStep, frame: Frame): void {
  const { node } = step;
  let kernel = context.kernels.get(node);
  if (kernel === undefined) {
    kernel = findKernel(node, context.backendName);
    context.kernels.set(node, kernel);
  }
  const inputs = step.inputs.map((slot) => frame.get(slot));
  setOutputs(frame, step, runKernel(node, kernel, inputs, context.backend));
}

function* runDeferred(
  context: Context,
  { node, inputs: slots }: DeferredStep,
  frame: Frame,
): Reading<TensorInfo[]> {
  const { backend, deferred, decisions } = context;
  const inputs = slots.map((slot) => frame.get(slot));
  const program = decisions === null ? deferred.get(node, inputs, context) : null;
  if (program !== null) return yield* runProgram(context, program, frame.share(slots));
  // What is differentiated runs once by itself, for what its conditions are: a tape cannot wait for that.
  const decided: boolean[] = [];
  if (node.of !== null && readsConditions(node.of)) {
    const forward = prepare(node.of);
    const operands = frame.share(slots.slice(0, node.of.parameters.length));
    const results = yield* runProgram({ ...context, decisions: decided }, forward, operands);
    for (const info of results) release(backend, info);
    decisions?.push(...decided);
  }
  return deferred.deferral.compute(node, inputs, decided, context);
}

function setOutputs(frame: Frame, step: Step, results: readonly TensorInfo[]): void {
  for (const [index, slot] of step.outputs.entries()) frame.set(slot, results[index]!);
}

function* runIf(context: Context, step: IfStep, frame: Frame): Reading<TensorInfo[]> {
  const holds = yield* readBoolean(context, frame.get(step.inputs[0]!));
  const inputs = frame.share(step.inputs.slice(1));
  frame.free(step.dead);
  return yield* runProgram(context, step.programs[holds ? 0 : 1]!, inputs);
}

function* runWhile(context: Context, step: WhileStep, frame: Frame): Reading<TensorInfo[]> {
  const { backend } = context;
  const { loopVariableCount, tripCount, maximumIterations } = step.node;
  const [test, body] = step.programs as [Program, Program];
  const inputs = frame.share(step.inputs);
  // From here on the loop alone holds its inputs, so that a body can free the state that it replaces.
  frame.free(step.dead);
  let current = inputs.slice(0, loopVariableCount);
  const invariants = inputs.slice(loopVariableCount);
  const shareInvariants = () => invariants.map((info) => retain(backend, info));
  const limit = Math.min(tripCount ?? Infinity, maximumIterations ?? Infinity);
  try {
    for (let iteration = 0; iteration < limit; iteration++) {
      if (tripCount === null) {
        const operands = current.map((info) => retain(backend, info)).concat(shareInvariants());
        const [condition] = yield* runProgram(context, test, operands);
        try {
          if (!(yield* readBoolean(context, condition!))) break;
        } finally {
          release(backend, condition!);
        }
      }
      const operands = current.concat(shareInvariants());
      current = [];
      current = yield* runProgram(context, body, operands);
    }
    const results = current;
    current = [];
    return results;
  } finally {
    for (const info of [...current, ...invariants]) release(backend, info);
  }
}

function* readBoolean({ backend, decisions }: Context, { dataId }: TensorInfo): Reading<boolean> {
  const values = (yield { backend, dataId }) as Uint8Array;
  const holds = Boolean(values[0]);
  decisions?.push(holds);
  return holds;
}

function* runAssert(
  context: Context,
  node: AssertNode,
  [info, ...shown]: readonly TensorInfo[],
): Reading<void> {
  const { backend, backendName, mayWait } = context;
  if (node.isLenient === true && !mayWait && !canReadSynchronously(backendName)) return;
  const values = (yield { backend, dataId: info!.dataId }) as Uint8Array;
  if (Array.from(values).every(Boolean)) return;
  const texts: string[] = [];
  for (const { dataId, shape, dtype } of shown)
    texts.push(formatTensor((yield { backend, dataId }) as BackendValues, shape, dtype));
  const message = filledText(node.message, node.holes, texts);
  throw failureOf(
    node,
    new ExecutionError('assertion-failed', `Assertion failed: ${message}`, node.location),
  );
}

function* runThrow(
  { backend }: Context,
  node: ThrowNode,
  infos: readonly TensorInfo[],
): Reading<never> {
  const texts: string[] = [];
  const values: unknown[] = [];
  for (const [index, { dataId, shape, dtype }] of infos.entries()) {
    const elements = (yield { backend, dataId }) as BackendValues;
    const held = node.held?.[index - node.holes.length];
    if (held !== undefined) {
      values.push(heldOf(elements.slice(), shape, dtype, held));
      continue;
    }
    const isNumber = node.numbers?.includes(node.holes[index]!) === true;
    texts.push(textOfElements(elements, shape, dtype, isNumber));
  }
  const thrown = thrownBy(node, texts, values);
  noteThrower(thrown, node);
  throw thrown;
}

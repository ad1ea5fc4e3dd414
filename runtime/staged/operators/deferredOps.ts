import { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { formatType, isFullyKnown, type TensorType } from '../../graph/types.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { emitDeferred } from '../../trace/deferred.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { traceSubgraph } from '../../trace/subgraph.js';
import { currentTracer } from '../../trace/tracer.js';
import { mayNeedSizes } from '../../trace/unknownSize.js';
import { mapLeaves } from '../values/structure.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { makesTensors, tellingOfArguments } from './opErrors.js';
import { opName } from './opName.js';

/*
 * Ops of TensorFlow.js such as `tf.norm` and the losses compute with sizes in JavaScript, and fail where one is not known
 * while tracing. Such a call is put off until it is.
 */

/** A call of what may be a function of TensorFlow.js; put off where it is an op and needs sizes that its tensors do not have. */
export function callOp(f: Op, self: unknown, args: unknown[], run: () => unknown): unknown {
  if (!isTracing()) return run();
  if (isOp(f, self)) return tellingOfArguments(f, self, args, () => callSized(f, self, args, run));
  return makesTensors(f) ? tellingOfArguments(f, self, args, run) : run();
}

function callSized(f: Op, self: unknown, args: unknown[], run: () => unknown): unknown {
  const given = isTensor(self) ? [self, ...args] : args;
  const operands = tensorsIn(given);
  if (operands.every((operand) => isFullyKnown(typeOf(operand).shape))) return run();
  if (
    opName(f, isTensor(self)) === 'squeeze' &&
    given[1] === undefined &&
    typeOf(operands[0]!).shape !== null
  ) {
    throw rankBySizes(operands[0]!);
  }
  const rollBack = checkpoint();
  try {
    return run();
  } catch (error) {
    if (!mayNeedSizes(error)) throw error;
    rollBack();
    const result = defer(f, isTensor(self), given, operands);
    if (result === undefined) throw error;
    return result;
  }
}

/** TensorFlow.js takes an unknown size for one that is not 1. */
function rankBySizes(operand: Tensor): StagingError {
  return errorHere(
    'unknown-size',
    `tf.squeeze drops the axes of size 1, and which those of ${formatType(typeOf(operand))} are is not known while ` +
      'tracing.',
    'Name the axes: tf.squeeze(x, [0]).',
  );
}

interface Op {
  readonly name: string;
  (...args: unknown[]): unknown;
}

/** Whether it is one of TensorFlow.js' ops, or their form as a method of tensors. */
export function isOp(f: unknown, self: unknown): f is Op {
  if (typeof f !== 'function') return false;
  if (f.name.endsWith('__op')) return true;
  return isTensor(self) && Object.values(Tensor.prototype).includes(f as never);
}

function tensorsIn(value: unknown): Tensor[] {
  const tensors: Tensor[] = [];
  mapLeaves(value, '', (leaf) => {
    if (isTensor(leaf)) tensors.push(leaf);
    return leaf;
  });
  return tensors;
}

/** Each stands for every unknown size; what the results have in common with both of a pair is known of them. */
const standIns = [
  [12, 24],
  [2, 4],
  [120, 240],
] as const;

function defer(f: Op, isChained: boolean, given: unknown[], operands: Tensor[]): unknown {
  const callWith = (tensors: readonly Tensor[]): unknown => {
    const next = tensors.values();
    const values = mapLeaves(given, '', (leaf) =>
      isTensor(leaf) ? next.next().value : leaf,
    ) as unknown[];
    return isChained ? Reflect.apply(f, values[0], values.slice(1)) : f(...values);
  };
  let trial: Trial | null = null;
  for (const [one, other] of standIns) {
    trial ??= tryWith(f.name, operands, callWith, one, other);
  }
  if (trial === null) return undefined;
  const tracer = currentTracer();
  const outputs = emitDeferred(
    f.name === '' ? 'op' : `tf.${f.name.replace(/_*(op)?$/, '')}`,
    operands.map((operand) => tracer.resolve(operand)),
    trial.types,
    (inputs) => tensorsIn(callWith(inputs)),
  ).values();
  return mapLeaves(trial.result, '', (leaf) => (isTensor(leaf) ? outputs.next().value : leaf));
}

interface Trial {
  readonly result: unknown;
  readonly types: readonly TensorType[];
}

function tryWith(
  name: string,
  operands: readonly Tensor[],
  callWith: (tensors: readonly Tensor[]) => unknown,
  ...sizes: readonly number[]
): Trial | null {
  const rollBack = checkpoint();
  try {
    let result: unknown;
    const [one, other] = sizes.map((size) =>
      traceSubgraph(
        name,
        operands.map((operand) => sized(typeOf(operand), size)),
        (tensors) => {
          result = callWith(tensors);
          return tensorsIn(result);
        },
      ).outputs.map(({ dtype, shape }) => ({ dtype, shape })),
    );
    if (one!.length !== other!.length) return null;
    const types = one!.map(({ dtype, shape }, index) => ({
      dtype,
      shape: shape!.map((size, axis) => (size === other![index]!.shape![axis] ? size : null)),
    }));
    return { result, types };
  } catch {
    return null;
  } finally {
    rollBack();
  }
}

function sized({ dtype, shape }: TensorType, size: number): TensorType {
  return { dtype, shape: shape?.map((known) => known ?? size) ?? null };
}

import { StagingError } from '../../errors.js';
import { formatType, type SourceLocation, type TensorType } from '../types.js';
import { shapeFunctions } from './registry.js';
import { inputList, type KernelCall, type KernelInputs, Mismatch } from './shapeFunction.js';

/**
 * The dtypes and shapes that a TensorFlow.js kernel returns for inputs of these types, one for each of its outputs.
 * A dimension that cannot be known before the kernel runs is `null`, a shape whose rank cannot be known too.
 *
 * Throws `StagingError` where the inputs do not fit the kernel (`incompatible-inputs`), where the output's size
 * depends on the values of the inputs (`data-dependent-shape`) and where the kernel is not known (`unknown-kernel`).
 */
export function inferTypes(
  kernel: string,
  inputs: KernelInputs,
  attributes: Readonly<Record<string, unknown>>,
  location: SourceLocation | null = null,
): TensorType[] {
  const shapeFunction = Object.hasOwn(shapeFunctions, kernel) ? shapeFunctions[kernel] : undefined;
  if (shapeFunction === undefined) {
    throw new StagingError(
      'unknown-kernel',
      `The kernel '${kernel}' cannot become part of a graph: use-graph does not know which shape it returns. ` +
        `Call it outside of the graph function and pass its result in, or build it from other ops.`,
      location,
    );
  }
  const call = { kernel, inputs, attributes: attributes ?? {} };
  try {
    return shapeFunction(call);
  } catch (error) {
    if (error instanceof StagingError && location !== null && error.location === null) {
      throw new StagingError(error.code, withoutCode(error), location);
    }
    if (isMismatch(error)) throw mismatchError(call, error.message, location);
    throw error;
  }
}

/** Ours, or an assertion of one of TensorFlow.js's own helpers, which raise plain errors. */
function isMismatch(error: unknown): error is Error {
  return error instanceof Mismatch || (error instanceof Error && error.constructor === Error);
}

function mismatchError(call: KernelCall, detail: string, location: SourceLocation | null): Error {
  const types = inputList(call).map(formatType).join(', ');
  return new StagingError(
    'incompatible-inputs',
    `${call.kernel} cannot take inputs of types ${types}: ${detail}`,
    location,
  );
}

import { StagingError } from '../../errors.js';
import { formatType, type SourceLocation, type TensorType } from '../types.js';
import { shapeFunctions } from './registry.js';
import {
  inputList,
  type KernelCall,
  type KernelInputs,
  Mismatch,
  Refusal,
} from './shapeFunction.js';

/**
 * The dtypes and shapes that a TensorFlow.js kernel returns for inputs of these types, one for each of its outputs.
 * A dimension that cannot be known before the kernel runs is `null`, a shape whose rank cannot be known too. An
 * attribute that is a shape may contain `null`.
 *
 * Throws `StagingError`, in which the kernel is called `name`: `incompatible-inputs` where the kernel would refuse the
 * inputs, `value-dependent-shape` where the result's size depends on their values, `unknown-count` where the number of results depends on a size that is
 * not known, `host-kernel` for a kernel that works on a page's objects, `unknown-kernel` for any other.
 */
export function inferTypes(
  kernel: string,
  inputs: KernelInputs,
  attributes: Readonly<Record<string, unknown>>,
  location: SourceLocation | null = null,
  name = kernel,
): TensorType[] {
  const shapeFunction = Object.hasOwn(shapeFunctions, kernel) ? shapeFunctions[kernel] : undefined;
  if (shapeFunction === undefined) {
    throw new StagingError(
      'unknown-kernel',
      `The kernel '${kernel}' cannot become part of a graph, because use-graph does not know what it returns.`,
      location,
      'Call it outside of the graph function and pass its result in, or write it with ops of TensorFlow.js.',
    );
  }
  const call: KernelCall = { kernel, inputs, attributes };
  try {
    return shapeFunction(call);
  } catch (error) {
    throw explain(error, call, location, name);
  }
}

function explain(
  error: unknown,
  call: KernelCall,
  location: SourceLocation | null,
  name: string,
): unknown {
  if (error instanceof Refusal) return new StagingError(error.code, error.message, location);
  if (!isMismatch(error)) return error;
  const types = inputList(call)
    .map(formatType)
    .join(', ')
    .replace(/, (?=[^,[]*\[[^\]]*\]$)/, ' and ');
  return new StagingError(
    'incompatible-inputs',
    `${name} cannot take ${types}: ${reasonOf(error)}.`,
    location,
    error instanceof Mismatch ? error.remedy : '',
  );
}

/** The words of TensorFlow.js' own helpers are sentences. */
function reasonOf(error: Error): string {
  if (error instanceof Mismatch) return error.message;
  const said = error.message.replace(/[.\s]+$/, '');
  return said.charAt(0).toLowerCase() + said.slice(1);
}

/** Ours, or an assertion of one of TensorFlow.js's own helpers, which raise plain errors. */
function isMismatch(error: unknown): error is Error {
  return error instanceof Mismatch || (error instanceof Error && error.constructor === Error);
}

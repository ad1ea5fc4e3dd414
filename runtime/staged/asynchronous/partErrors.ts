import type { DataType, Tensor } from '@tensorflow/tfjs-core';
import { anew, textOfElements } from '../../interpret/thrown.js';
import { holesIn, makingError } from '../../trace/errorText.js';
import { isTensor } from '../values/tensors.js';

/*
 * An error that a part has caught, with tensors in its texts or properties. The graph gives these, and JavaScript makes the
 * error of them anew each time.
 */

/** The error as it was traced, which no graph gives as it is. */
class Traced {
  constructor(readonly error: Error) {}
}

type PartError = readonly [
  Traced,
  holes: readonly string[],
  tensors: readonly Tensor[],
  keys: readonly string[],
  values: readonly unknown[],
];

export function isPartError(value: unknown): value is PartError {
  return Array.isArray(value) && value[0] instanceof Traced;
}

/** Undefined for one without tensors, which is the same each time. */
export function encodedError(
  error: Error,
  encode: (value: unknown) => unknown,
): PartError | undefined {
  const holes = holesIn(error);
  const properties = makingError(() => Object.entries(error));
  const held = properties.filter(([, value]) => isTensor(value));
  if (holes.length === 0 && held.length === 0) return undefined;
  return [
    new Traced(error),
    holes.map(({ text }) => text),
    holes.map(({ tensor }) => tensor),
    held.map(([key]) => key),
    held.map(([, value]) => encode(value)),
  ];
}

export function tensorsInTexts([, , tensors]: PartError): readonly Tensor[] {
  return tensors;
}

/** The error; `read` gives the elements of a tensor, and `decided` what a property is. */
export function errorOf(
  [{ error }, holes, tensors, keys, values]: PartError,
  read: (tensor: Tensor) => ArrayLike<number>,
  decided: (value: unknown) => unknown,
): unknown {
  const texts = tensors.map((tensor) =>
    textOfElements(read(tensor) as never, tensor.shape, tensor.dtype as DataType),
  );
  const made = anew(error, holes, texts) as Record<string, unknown>;
  keys.forEach((key, index) => {
    made[key] = decided(values[index]);
  });
  return made;
}

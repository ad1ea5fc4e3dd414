import type { BackendValues, Tensor } from '@tensorflow/tfjs-core';
import { anew, textOfElements } from '../../interpret/thrown.js';
import { holesIn, makingError } from '../../trace/errorText.js';
import { isTensor } from '../values/tensors.js';
import { type Known, Later } from './later.js';

type Given = readonly [
  holes: readonly string[],
  tensors: readonly Tensor[],
  keys: readonly string[],
  values: readonly unknown[],
];

/**
 * An error that a part has caught, with tensors in its texts or properties. The graph gives these, and JavaScript makes the
 * error of them anew each time.
 */
class CaughtError extends Later<Given> {
  constructor(private readonly traced: Error) {
    super();
  }

  deciding([, tensors]: Given): readonly Tensor[] {
    return tensors;
  }

  settle([holes, tensors, keys, values]: Given, known: Known): unknown {
    const texts = tensors.map((tensor) => {
      const elements = known.elements(tensor) as BackendValues;
      return textOfElements(elements, tensor.shape, tensor.dtype, false);
    });
    const made = anew(this.traced, holes, texts) as Record<string, unknown>;
    keys.forEach((key, index) => {
      made[key] = known.settled(values[index]);
      known.keep(made[key]);
    });
    return made;
  }
}

/** Undefined for one without tensors, which is the same each time. */
export function encodedError(
  error: Error,
  encode: (value: unknown) => unknown,
): readonly unknown[] | undefined {
  const holes = holesIn(error);
  const properties = makingError(() => Object.entries(error));
  const held = properties.filter(([, value]) => isTensor(value));
  if (holes.length === 0 && held.length === 0) return undefined;
  return [
    new CaughtError(error),
    holes.map(({ text }) => text),
    holes.map(({ tensor }) => tensor),
    held.map(([key]) => key),
    held.map(([, value]) => encode(value)),
  ];
}

import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { TensorArray } from './tensorArray.js';

/** What a method gave and nobody takes: of a TensorArray, it would be lost. */
export function ignored(value: unknown, location: SourceLocation): unknown {
  if (!(value instanceof TensorArray)) return value;
  throw new StagingError(
    'tensor-array-ignored',
    'The TensorArray that this call returns is not used, so what it wrote is lost: a TensorArray never changes.',
    location,
    'Assign it: all = all.write(index, value).',
  );
}

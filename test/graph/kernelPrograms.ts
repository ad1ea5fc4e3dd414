import { arrangementPrograms } from './arrangementPrograms.js';
import { elementwisePrograms, type Programs } from './elementwisePrograms.js';
import { indexingPrograms } from './indexingPrograms.js';
import { numericPrograms } from './numericPrograms.js';

/** Calls of TensorFlow.js ops with random arguments that between them run every kernel of both backends. */
export const kernelPrograms: Programs = {
  ...elementwisePrograms,
  ...arrangementPrograms,
  ...indexingPrograms,
  ...numericPrograms,
};

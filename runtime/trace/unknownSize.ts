import { UseGraphError } from '../errors.js';

/**
 * Whether the error may be there only because sizes are not known while tracing. TensorFlow.js knows nothing of unknown
 * sizes, and what it says of them is about something else.
 */
export function mayNeedSizes(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return !(error instanceof UseGraphError) || sizeCodes.has(error.code);
}

const sizeCodes: ReadonlySet<string> = new Set([
  'unknown-size',
  'unknown-count',
  'unknown-rank',
  'incompatible-inputs',
  'operand-type',
  'no-gradient',
]);

import type { DiagnosticCode } from '../../diagnostics/index.js';
import { StagingError } from '../errors.js';
import { currentLocation } from './location.js';

/** The user's program cannot become a graph, for what it does at the place that is being traced. */
export function errorHere(code: DiagnosticCode, message: string, fix?: string): StagingError {
  return new StagingError(code, message, currentLocation(), fix);
}

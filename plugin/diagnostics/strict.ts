import { isStrict } from '../../diagnostics/index.js';
import type { BuildDiagnostic } from './diagnostic.js';

/** In strict mode a warning is an error. */
export function asConfigured<Problem extends BuildDiagnostic>(problem: Problem): Problem {
  return isStrict() ? { ...problem, category: 'error' } : problem;
}

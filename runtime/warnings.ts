import {
  formatDiagnostic,
  isStrict,
  parseLocation,
  type RuntimeCode,
} from '../diagnostics/index.js';
import { UseGraphError } from './errors.js';
import type { SourceLocation } from './graph/types.js';

/** Tells the user of something that works, but not as intended. In strict mode it is an error. */
export function warn(
  code: RuntimeCode,
  message: string,
  location: SourceLocation | null,
  suggestion: string,
): void {
  if (isStrict()) throw new UseGraphError(code, message, location, suggestion);
  const place = location === null ? null : parseLocation(location);
  const text = formatDiagnostic({
    code,
    category: 'warning',
    message,
    location: place,
    suggestion,
  });
  console.warn(`use-graph: ${text}`);
}

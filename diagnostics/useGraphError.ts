import type { DiagnosticCode } from './catalog.js';
import {
  type Diagnostic,
  type DiagnosticCategory,
  type DiagnosticLocation,
  formatDiagnostic,
  parseLocation,
} from './diagnostic.js';

/**
 * Root of every error that use-graph raises. `code` is stable and may be compared; `message` says what went wrong, where in
 * the user's source and what to do about it, and `diagnostic` has these one by one.
 */
export class UseGraphError extends Error implements Omit<Diagnostic, 'message'> {
  override readonly name: string = 'UseGraphError';
  declare readonly diagnostic: Diagnostic;

  constructor(
    code: DiagnosticCode,
    message: string,
    location: DiagnosticLocation | string | null = null,
    suggestion = '',
  ) {
    const place = typeof location === 'string' ? parseLocation(location) : location;
    const diagnostic: Diagnostic = {
      code,
      category: 'error',
      message,
      location: place,
      suggestion,
    };
    super(formatDiagnostic(diagnostic));
    // Not enumerable, since consoles print the enumerable properties of an error.
    Object.defineProperty(this, 'diagnostic', { value: diagnostic });
  }

  get code(): DiagnosticCode {
    return this.diagnostic.code;
  }

  get category(): DiagnosticCategory {
    return this.diagnostic.category;
  }

  /** The place in the user's source, where it is known. */
  get location(): DiagnosticLocation | null {
    return this.diagnostic.location;
  }

  get suggestion(): string {
    return this.diagnostic.suggestion;
  }
}

import type { DiagnosticCode } from './catalog.js';
import {
  type Diagnostic,
  type DiagnosticCategory,
  type DiagnosticLocation,
  formatDiagnostic,
  parseLocation,
} from './diagnostic.js';
import { framesOf, isInternal, setFrames } from './stack.js';

/** On the prototype, where the engine finds it when it writes the head of the stack. */
export function nameErrors(type: { readonly prototype: Error }, name: string): void {
  type.prototype.name = name;
}

/**
 * Root of every error that use-graph raises. `code` is stable and may be compared; `message` says what went wrong, where in
 * the user's source and what to do about it, and `diagnostic` has these one by one.
 */
export class UseGraphError extends Error implements Omit<Diagnostic, 'message'> {
  static {
    nameErrors(UseGraphError, 'UseGraphError');
  }

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
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 100;
    super(formatDiagnostic(diagnostic));
    Error.stackTraceLimit = stackTraceLimit;
    setFrames(
      this,
      framesOf(this).filter((frame) => !isInternal(frame)),
    );
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

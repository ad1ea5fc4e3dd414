import type { DiagnosticCode } from './catalog.js';
import {
  type Diagnostic,
  type DiagnosticCategory,
  type DiagnosticLocation,
  formatDiagnostic,
  formatLocation,
  parseLocation,
} from './diagnostic.js';
import { formatFrame, framesOf, isInternal, setFrames } from './stack.js';

/**
 * Root of every error that use-graph raises. `code` is stable and may be compared; `message` says what went wrong, where in
 * the user's source and what to do about it, and `diagnostic` has these one by one.
 */
export class UseGraphError extends Error implements Omit<Diagnostic, 'message'> {
  declare diagnostic: Diagnostic;
  readonly #frames: readonly string[];
  #places: readonly string[] = [];

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
    Object.defineProperty(this, 'name', { value: this.className() });
    this.#frames = framesOf(this).filter((frame) => !isInternal(frame));
    this.setPlaces(place === null ? [] : [formatFrame('', formatLocation(place))]);
    // Not enumerable, since consoles print the enumerable properties of an error.
    Object.defineProperty(this, 'diagnostic', { value: diagnostic, writable: true });
  }

  /** The frames of the user's source that the stack begins with. */
  get places(): readonly string[] {
    return this.#places;
  }

  setPlaces(places: readonly string[]): void {
    this.#places = places;
    setFrames(this, [...places, ...this.#frames]);
  }

  /** Tells the branches and iterations that it came out of, innermost first. */
  setWithin(within: readonly string[]): void {
    this.diagnostic = { ...this.diagnostic, within };
    const { message, stack = '' } = this;
    this.message = formatDiagnostic(this.diagnostic);
    this.stack = stack.replace(message, () => this.message);
  }

  /** The name, which minified code does not tell. */
  protected className(): string {
    return 'UseGraphError';
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

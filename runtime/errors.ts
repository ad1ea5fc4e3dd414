import type { SourceLocation } from './graph/types.js';

/**
 * Root of every error that use-graph raises at run time. `code` is stable and may be compared; `message` says what went
 * wrong, where in the user's source and what to do about it.
 */
export class UseGraphError extends Error {
  override readonly name: string = 'UseGraphError';
  readonly code: string;
  /** `file:line:column` of the user's source, where it is known. */
  readonly location: SourceLocation | null;

  constructor(code: string, message: string, location: SourceLocation | null = null) {
    super(location === null ? `${message} [${code}]` : `${message}\n    at ${location} [${code}]`);
    this.code = code;
    this.location = location;
  }
}

/** The user's program cannot become a graph as it is written. */
export class StagingError extends UseGraphError {
  override readonly name = 'StagingError';
}

/** The value of a tensor was asked for while tracing, or after the trace that it belonged to had ended. */
export class SymbolicTensorError extends UseGraphError {
  override readonly name = 'SymbolicTensorError';
}

/** Arguments do not fit a function's signature. */
export class SignatureError extends UseGraphError {
  override readonly name = 'SignatureError';
}

/** A graph could not be executed. */
export class ExecutionError extends UseGraphError {
  override readonly name = 'ExecutionError';
}

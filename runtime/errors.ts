import { UseGraphError } from '../diagnostics/index.js';
import type { SourceLocation } from './graph/types.js';

export { UseGraphError };

/** The user's program cannot become a graph as it is written. */
export class StagingError extends UseGraphError {
  protected override className(): string {
    return 'StagingError';
  }
}

/** The value of a tensor was asked for while tracing, or after the trace that it belonged to had ended. */
export class SymbolicTensorError extends UseGraphError {
  protected override className(): string {
    return 'SymbolicTensorError';
  }
}

/** Arguments do not fit a function's signature. */
export class SignatureError extends UseGraphError {
  protected override className(): string {
    return 'SignatureError';
  }
}

/** A graph could not be executed. */
export class ExecutionError extends UseGraphError {
  protected override className(): string {
    return 'ExecutionError';
  }
}

/** Something does not hold that always should: a mistake of use-graph, not of the user's program. */
export function internalError(
  problem: string,
  location: SourceLocation | null = null,
): UseGraphError {
  return new UseGraphError(
    'internal-error',
    `${problem} This is a mistake in use-graph, not in your program.`,
    location,
    'Please report it, with the program that shows it.',
  );
}

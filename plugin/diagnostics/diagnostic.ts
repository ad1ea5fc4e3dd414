import { catalog, type DiagnosticCode } from './catalog.js';

export interface DiagnosticLocation {
  file: string;
  /** Counted from one. */
  line: number;
  /** Counted from one. */
  column: number;
  end?: { line: number; column: number };
}

export type DiagnosticCategory = 'error' | 'warning';

/** What the plugin has to say about the user's source. Every error and warning of the plugin is one. */
export interface Diagnostic {
  /** Stable: may be compared, searched for, and looked up in the documentation. */
  code: DiagnosticCode;
  category: DiagnosticCategory;
  message: string;
  location: DiagnosticLocation;
  suggestion: string;
}

interface SourceRange {
  start: { line: number; column: number };
  end: { line: number; column: number };
}

/** Where a node of the syntax tree stands, in the columns that people count. */
export function locationOf(
  file: string,
  range: SourceRange | null | undefined,
): DiagnosticLocation {
  if (!range) return { file, line: 1, column: 1 };
  return {
    file,
    line: range.start.line,
    column: range.start.column + 1,
    end: { line: range.end.line, column: range.end.column + 1 },
  };
}

/** A diagnostic of the given code; its category and its suggestion are the catalog's unless given. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  location: DiagnosticLocation,
  suggestion: string = catalog[code].fix,
): Diagnostic {
  return { code, category: catalog[code].category, message, location, suggestion };
}

export function formatDiagnostic(problem: Diagnostic): string {
  const { file, line, column } = problem.location;
  return `${problem.message} [${problem.code}]\n    at ${file}:${line}:${column}\n  ${problem.suggestion}`;
}

/** Ends the staging of a function that cannot become a graph as it is written. */
export class DiagnosticError extends Error {
  override readonly name = 'DiagnosticError';
  readonly diagnostic: Diagnostic;

  constructor(problem: Diagnostic) {
    super(formatDiagnostic(problem));
    this.diagnostic = problem;
  }

  get code(): string {
    return this.diagnostic.code;
  }
}

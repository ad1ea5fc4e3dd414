import { catalog } from '../../diagnostics/catalog.js';
import {
  type BuildCode,
  type Diagnostic,
  type DiagnosticLocation,
  UseGraphError,
} from '../../diagnostics/index.js';

/** A diagnostic of a module's text, which always has a place. */
export interface BuildDiagnostic extends Diagnostic {
  readonly code: BuildCode;
  readonly location: DiagnosticLocation;
}

/** A diagnostic of the given code; its category and its suggestion are the catalog's unless given. */
export function diagnostic(
  code: BuildCode,
  message: string,
  location: DiagnosticLocation,
  suggestion: string = catalog.build[code].fix,
): BuildDiagnostic {
  return { code, category: catalog.build[code].category, message, location, suggestion };
}

/** Ends the staging of a function that cannot become a graph as it is written. */
export class BuildError extends UseGraphError {
  protected override className(): string {
    return 'BuildError';
  }
  declare readonly diagnostic: BuildDiagnostic;

  constructor({ code, message, location, suggestion }: BuildDiagnostic) {
    super(code, message, location, suggestion);
  }
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

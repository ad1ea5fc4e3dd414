import type { DiagnosticCode } from './catalog.js';

/** A place in the user's source. Lines and columns are counted from one. */
export interface DiagnosticLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end?: { readonly line: number; readonly column: number };
}

export type DiagnosticCategory = 'error' | 'warning';

/** What use-graph has to say about the user's program, at build time and at run time. */
export interface Diagnostic {
  /** Stable: may be compared, searched for, and looked up in docs/diagnostics.md. */
  readonly code: DiagnosticCode;
  readonly category: DiagnosticCategory;
  /** What is wrong. */
  readonly message: string;
  /** Where, in the user's source; null where that is not known. */
  readonly location: DiagnosticLocation | null;
  /** The branches and iterations that the place was reached in, innermost first: `the main branch of … at file:1:2`. */
  readonly within?: readonly string[];
  /** What to do about it; empty where the message says it all. */
  readonly suggestion: string;
}

export function formatLocation({ file, line, column }: DiagnosticLocation): string {
  return `${file}:${line}:${column}`;
}

/** The place that `file:line:column` names; the file's name may hold colons itself. */
export function parseLocation(text: string): DiagnosticLocation {
  const [, file = text, line = 1, column = 1] = /^(.*):(\d+):(\d+)$/.exec(text) ?? [];
  return { file, line: Number(line), column: Number(column) };
}

/** What, where and what to do, as people read it, and the code to look it up by. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { code, message, location, within = [], suggestion } = diagnostic;
  const place = location === null ? '' : `\n    at ${formatLocation(location)}`;
  const around = within.slice(0, mostAround).map((part) => `\n    in ${part}`);
  const remedy = suggestion === '' ? '' : `\n  ${suggestion}`;
  return `${message}${place}${around.join('')}${remedy} [${code}]`;
}

/** The stack has them all. */
const mostAround = 4;

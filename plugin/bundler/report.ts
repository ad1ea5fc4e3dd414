import { resolve } from 'node:path';
import type { UnpluginContext, UnpluginContextMeta } from 'unplugin';
import {
  asConfigured,
  type BuildDiagnostic,
  codeFrame,
  formatDiagnostic,
} from '../diagnostics/index.js';

export interface Module {
  /** The text that the places are in. */
  readonly source: string;
  readonly root: string;
  readonly framework: UnpluginContextMeta['framework'];
}

/** Says everything about a module as the bundler says its own. */
export function reportAll(
  context: UnpluginContext,
  diagnostics: readonly BuildDiagnostic[],
  module: Module,
): void {
  const problems = diagnostics.map(asConfigured).sort(inOrderOfText);
  const errors = problems.filter(({ category }) => category === 'error');
  for (const problem of problems) {
    if (problem.category === 'warning') context.warn(messageOf(problem, [], module));
  }
  if (!takesFrame(module)) {
    for (const problem of errors) context.error(messageOf(problem, [], module));
    return;
  }
  // Those of the Rollup family stop at the first error of a module.
  const [first, ...others] = errors;
  if (first !== undefined) context.error(messageOf(first, others, module));
}

function inOrderOfText({ location: a }: BuildDiagnostic, { location: b }: BuildDiagnostic): number {
  return a.line - b.line || a.column - b.column;
}

/** They show the code frame of an error apart from the message, and none with a warning. */
function takesFrame({ framework }: Module): boolean {
  return framework === 'vite' || framework === 'rollup' || framework === 'rolldown';
}

function messageOf(problem: BuildDiagnostic, others: readonly BuildDiagnostic[], module: Module) {
  const { file, line, column } = problem.location;
  const { source, root } = module;
  const path = resolve(root, file);
  const frame = codeFrame(source, problem.location);
  const isApart = takesFrame(module) && problem.category === 'error' && others.length === 0;
  const withFrame = (one: BuildDiagnostic) =>
    `${formatDiagnostic(one)}\n\n${codeFrame(source, one.location)}`;
  return {
    message: isApart ? formatDiagnostic(problem) : [problem, ...others].map(withFrame).join('\n\n'),
    id: path,
    loc: { file: path, line, column: column - 1 },
    pluginCode: problem.code,
    ...(isApart ? { frame } : {}),
    ...(module.framework === 'esbuild' ? { meta: ownFrame(problem, source) } : {}),
  };
}

/** What esbuild shows a line of the source with, below which it says what to do. It names the place itself. */
export interface OwnFrame {
  readonly text: string;
  readonly suggestion: string;
  readonly lineText: string;
  readonly length: number;
}

function ownFrame(problem: BuildDiagnostic, source: string): OwnFrame {
  const { line, column, end } = problem.location;
  const lineText = source.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? '';
  const last = end?.line === line ? end.column : lineText.length + 1;
  const { message, code, suggestion } = problem;
  const text = `${message} [${code}]`;
  return { text, suggestion, lineText, length: Math.max(1, last - column) };
}

import type { NodePath, PluginObj, PluginPass } from '@babel/core';
import type * as t from '@babel/types';
import {
  asConfigured,
  type BuildDiagnostic,
  codeFrame,
  formatDiagnostic,
} from './diagnostics/index.js';
import { ParsedModule } from './directive/index.js';
import { requireOptions } from './options.js';
import { TreeEditor } from './print/treeEditor.js';
import { findDemands } from './project/demandSearch.js';
import { type Entry, isOwnFile, Project } from './project/index.js';
import { parseFile } from './project/parsedFile.js';
import { copyTree } from './syntax/copy.js';
import { importsRuntime, mayContainMarks } from './syntax/mentions.js';
import { displayPath, isCommonJsExtension } from './syntax/moduleId.js';
import { rewrite } from './wrap/rewrite.js';

export interface BabelOptions {
  /** The directory that paths in messages are relative to. Babel's `cwd` where it is left out. */
  root?: string;
}

/** The Babel plugin. It works on the module as it was written, before every other plugin and preset. */
export default function useGraph(_api: unknown, options: BabelOptions = {}): PluginObj {
  requireOptions(options, ['root']);
  return {
    name: 'use-graph',
    visitor: {
      Program(path, state) {
        stageProgram(path, state, options.root);
      },
    },
  };
}

function stageProgram(
  path: NodePath<t.Program>,
  { file, filename, cwd }: PluginPass,
  root = cwd,
): void {
  const entry =
    filename === undefined || filename === null ? null : entryOf(filename, file.code, root);
  const wanted = entry?.wanted ?? null;
  if (!mayContainMarks(file.code) && (wanted === null || importsRuntime(file.code))) return;
  const { copy } = copyTree(file.ast);
  const name = filename ?? 'unknown';
  const diagnostics: BuildDiagnostic[] = [];
  const changed = rewrite(new ParsedModule(copy), {
    file: displayPath(name, root),
    commonJsFile: isCommonJsExtension(name),
    editor: new TreeEditor(copy.program),
    wanted: wanted ?? undefined,
    importsTensors: entry?.importsTensors ?? false,
    report: (problem) => diagnostics.push(problem),
  });
  sayAll(diagnostics, file.code);
  if (!changed) return;
  path.node.body = copy.program.body;
  path.node.directives = copy.program.directives;
  path.scope.crawl();
}

const projects = new Map<string, Project>();

/** Babel sees one file at a time; what staged code of others uses of it is read off the files below the root. */
function entryOf(filename: string, code: string, root: string): Entry | null {
  if (!isOwnFile(filename)) return null;
  const project =
    projects.get(root) ?? new Project({ root, parse: parseFile, search: findDemands });
  projects.set(root, project);
  project.refreshIfChanged(filename);
  return project.enter(filename, code);
}

/** Babel has no channel for warnings, and stops at the first error. */
function sayAll(diagnostics: readonly BuildDiagnostic[], code: string): void {
  const problems = diagnostics.map(asConfigured);
  const texts = (category: BuildDiagnostic['category']) =>
    problems
      .filter((problem) => problem.category === category)
      .map((problem) => `${formatDiagnostic(problem)}\n\n${codeFrame(code, problem.location)}`);
  for (const text of texts('warning')) console.warn(text);
  const errors = texts('error');
  if (errors.length > 0) throw new SyntaxError(errors.join('\n\n'));
}

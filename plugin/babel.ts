import type { NodePath, PluginObj, PluginPass } from '@babel/core';
import type * as t from '@babel/types';
import { type BuildDiagnostic, codeFrame, formatDiagnostic } from './diagnostics/index.js';
import { TreeEditor } from './print/treeEditor.js';
import { copyTree } from './syntax/copy.js';
import { displayPath, isCommonJsExtension } from './syntax/moduleId.js';
import { mayContainMarks } from './transform.js';
import { rewrite } from './wrap/rewrite.js';

export interface BabelOptions {
  /** The directory that paths in messages are relative to. Babel's `cwd` where it is left out. */
  root?: string;
}

/** The Babel plugin. It works on the module as it was written, before every other plugin and preset. */
export default function useGraph(_api: unknown, options: BabelOptions = {}): PluginObj {
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
  if (!mayContainMarks(file.code)) return;
  const { copy } = copyTree(file.ast);
  const name = filename ?? 'unknown';
  const changed = rewrite(copy, {
    file: displayPath(name, root),
    commonJsFile: isCommonJsExtension(name),
    editor: new TreeEditor(copy.program),
    report: (problem) => say(problem, file.code),
  });
  if (!changed) return;
  path.node.body = copy.program.body;
  path.node.directives = copy.program.directives;
  path.scope.crawl();
}

/** Babel has no channel for warnings. */
function say(problem: BuildDiagnostic, code: string): void {
  const text = `${formatDiagnostic(problem)}\n\n${codeFrame(code, problem.location)}`;
  if (problem.category === 'error') throw new SyntaxError(text);
  console.warn(text);
}

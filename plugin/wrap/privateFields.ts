import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { constructorOf, openable, openingOf } from '../staging/index.js';
import type { Editor } from './editor.js';

/** The classes that the members belong to tell of their private fields, as those that staged code declares. */
export function classesToOpen(
  program: NodePath<t.Program>,
  members: readonly NodePath[],
): NodePath<t.Class>[] {
  const paths = new Map(classesIn(program).map((path) => [path.node, path]));
  const staged = new Set<t.Class>();
  for (const { parentPath } of members) {
    const path = parentPath?.parentPath;
    if (!path?.isClass()) continue;
    paths.set(path.node, path);
    staged.add(path.node);
  }
  return openable([...paths.keys()], (one) => staged.has(one)).map((node) => paths.get(node)!);
}

export function openClasses(
  classes: readonly NodePath<t.Class>[],
  editor: Editor,
  runtime: string,
): void {
  for (const path of classes) {
    const { node } = path;
    const { guard, block } = openingOf(node, runtime);
    const body = path.get('body') as NodePath<t.ClassBody>;
    editor.append(body, [block]);
    if (guard === null) continue;
    const index = node.body.body.indexOf(constructorOf(node)!);
    editor.prepend(body.get(`body.${index}.body`) as NodePath<t.BlockStatement>, [guard]);
  }
}

function classesIn(program: NodePath<t.Program>): NodePath<t.Class>[] {
  return program.get('body').flatMap((statement) => {
    const isExport = statement.isExportNamedDeclaration() || statement.isExportDefaultDeclaration();
    const declaration = isExport ? (statement.get('declaration') as NodePath) : statement;
    return declaration.isClass() ? [declaration] : [];
  });
}

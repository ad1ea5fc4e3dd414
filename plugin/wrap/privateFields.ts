import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { constructorOf, openable, openingOf } from '../staging/index.js';
import type { Editor } from './editor.js';

/** The classes that the methods belong to tell of their private fields, as those that staged code declares. */
export function openClasses(
  program: NodePath<t.Program>,
  methods: readonly NodePath<t.Function>[],
  editor: Editor,
  runtime: string,
): void {
  const paths = new Map(classesIn(program).map((path) => [path.node, path]));
  const staged = new Set<t.Class>();
  for (const { parentPath } of methods) {
    const path = parentPath?.parentPath;
    if (!path?.isClass()) continue;
    paths.set(path.node, path);
    staged.add(path.node);
  }
  for (const node of openable([...paths.keys()], (one) => staged.has(one))) {
    const { guard, block } = openingOf(node, runtime);
    const body = paths.get(node)!.get('body') as NodePath<t.ClassBody>;
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

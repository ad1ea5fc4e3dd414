import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { constructorOf, type Opening, openable, openingOf, unlessBlank } from '../staging/index.js';
import type { Editor } from './editor.js';

/** A class, and what it has to be given so that it tells of its private fields. */
export interface OpenedClass extends Opening {
  readonly path: NodePath<t.Class>;
}

/** The classes that the members belong to tell of their private fields, as those that staged code declares. */
export function classesToOpen(
  program: NodePath<t.Program>,
  members: readonly NodePath[],
  runtime: string,
): OpenedClass[] {
  const paths = new Map(classesIn(program).map((path) => [path.node, path]));
  const staged = new Set<t.Class>();
  for (const { parentPath } of members) {
    const path = parentPath?.parentPath;
    if (!path?.isClass()) continue;
    paths.set(path.node, path);
    staged.add(path.node);
  }
  const found = openable([...paths.keys()], (one) => staged.has(one));
  return found.map((node) => ({ path: paths.get(node)!, ...openingOf(node, runtime) }));
}

/** `diverted` are the fields that have been given a staged value, which is not for objects without values. */
export function openClasses(
  classes: readonly OpenedClass[],
  diverted: ReadonlySet<t.Node>,
  editor: Editor,
  runtime: string,
): void {
  for (const { path, guard, fields, block } of classes) {
    const { node } = path;
    const body = path.get('body') as NodePath<t.ClassBody>;
    for (const field of fields) {
      if (diverted.has(field)) continue;
      const value = body.get(`body.${node.body.body.indexOf(field)}.value`) as NodePath;
      editor.replace(value, (original) => unlessBlank(original as t.Expression, runtime));
    }
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

import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { scopeOf } from '../syntax/scopes.js';
import { calledExports } from './calledExports.js';
import { insideOfWrappers, keyName } from './describe.js';
import { isExportsObject, isModuleExports } from './exportsObject.js';
import { type Import, nameOf } from './imports.js';

/** What a module gives under a name: a variable, something else of its own, or something of another module. */
export type Export = { variable: Binding } | { own: NodePath } | { from: Import };

export interface Exports {
  named: Map<string, Export>;
  /** The modules of `export * from …`. */
  stars: string[];
  /** What is assigned to `module.exports`, or given by `export =`. */
  whole: NodePath | null;
  isCommonJS: boolean;
}

/** What another module means by a name: all of a CommonJS module, where that has no default that it could import. */
export function meantExport(name: string, { named, isCommonJS }: Exports): string {
  return name === 'default' && isCommonJS && !named.has(name) ? '*' : name;
}

/** The exports of a module. What is its own is a path of an identifier, a function, a class or another expression. */
export function exportsOf(program: NodePath<t.Program>): Exports {
  const exports: Exports = {
    named: new Map(),
    stars: [],
    whole: null,
    isCommonJS: !program.get('body').some(isOfModules),
  };
  for (const statement of program.get('body')) {
    if (statement.isExportAllDeclaration()) exports.stars.push(statement.node.source.value);
    else if (statement.isExportDefaultDeclaration())
      exports.named.set('default', { own: statement.get('declaration') as NodePath });
    else if (statement.isExportNamedDeclaration()) addNamed(statement, exports);
    else if (statement.isTSExportAssignment()) exports.whole = statement.get('expression');
    else if (statement.isVariableDeclaration()) {
      for (const declared of statement.get('declarations'))
        if (declared.node.init) addAssigned(declared.get('init') as NodePath, exports);
    } else if (statement.isExpressionStatement()) {
      addAssigned(statement.get('expression'), exports);
      addCalled(statement.get('expression'), exports);
    }
  }
  return exports;
}

function isOfModules(statement: NodePath): boolean {
  return statement.isImportDeclaration() || statement.isExportDeclaration();
}

function addNamed(statement: NodePath<t.ExportNamedDeclaration>, { named }: Exports): void {
  const declaration = statement.get('declaration') as NodePath;
  if (declaration.node) {
    const declared = t.getBindingIdentifiers(declaration.node, false, true);
    for (const name of Object.keys(declared)) named.set(name, declaredAs(name, declaration));
    const namespace = namespaceName(declaration.node);
    if (namespace !== null && !named.has(namespace)) named.set(namespace, { own: declaration });
  }
  const source = statement.node.source?.value;
  for (const specifier of statement.get('specifiers') as NodePath[]) {
    if (specifier.isExportSpecifier()) {
      const name = nameOf(specifier.node.exported);
      const local = nameOf(specifier.node.local as t.Identifier | t.StringLiteral);
      if (source === undefined) named.set(name, { own: specifier.get('local') as NodePath });
      else named.set(name, { from: { source, name: local } });
    } else if (specifier.isExportNamespaceSpecifier() && source !== undefined) {
      named.set(specifier.node.exported.name, { from: { source, name: '*' } });
    }
  }
}

function declaredAs(name: string, declaration: NodePath): Export {
  const variable = scopeOf(declaration).getBinding(name);
  return variable === undefined ? { own: declaration } : { variable };
}

/** The name of a namespace of TypeScript; null for any other statement. */
export function namespaceName(node: t.Node): string | null {
  return node.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' ? node.id.name : null;
}

function addCalled(expression: NodePath, { named, stars }: Exports): void {
  const called = calledExports(expression);
  for (const [name, own] of called.named) named.set(name, { own });
  if (called.star !== null) stars.push(called.star);
}

/** `exports.name = …`, `module.exports.name = …`, `module.exports = …`, also as the value of a variable. */
function addAssigned(expression: NodePath, exports: Exports): void {
  if (!expression.isAssignmentExpression()) return;
  const { left } = expression.node;
  const value = insideOfWrappers(expression.get('right'));
  // `exports = module.exports = …`, `exports.a = exports.b = …`
  addAssigned(value, exports);
  if (left.type !== 'MemberExpression') return;
  if (isModuleExports(left)) exports.whole = value;
  else if (isExportsObject(left.object)) {
    const name = keyName({ key: left.property, computed: left.computed });
    if (name !== null) exports.named.set(name, { own: value });
  }
}

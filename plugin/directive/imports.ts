import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers, outsideOfWrappers, propertyName, withoutWrappers } from './describe.js';

/** Something of another module: an export's name, or `*` for all of it. */
export interface Import {
  source: string;
  name: string;
  /** Not itself, but what calls of it give. */
  isCalled?: boolean;
}

/** What of another module an identifier stands for where it is used; null where it is of this module. */
export function importedBy(identifier: NodePath<t.Identifier | t.JSXIdentifier>): Import | null {
  const { name } = identifier.node;
  const binding = scopeOf(identifier).getBinding(name)?.path;
  if (!binding) return null;
  const declaration = binding.parentPath;
  if (declaration?.isImportDeclaration()) {
    const source = declaration.node.source.value;
    if (binding.isImportDefaultSpecifier()) return { source, name: 'default' };
    if (binding.isImportSpecifier()) return { source, name: nameOf(binding.node.imported) };
    return { source, name: memberOf(identifier) };
  }
  if (binding.isTSImportEqualsDeclaration()) {
    const { moduleReference } = binding.node;
    if (moduleReference.type !== 'TSExternalModuleReference') return null;
    return { source: moduleReference.expression.value, name: memberOf(identifier) };
  }
  if (binding.listKey === 'params') {
    const source = moduleGivenTo(binding);
    return source === null ? null : partOf(source, binding.node, identifier);
  }
  if (!binding.isVariableDeclarator()) return null;
  const init = binding.get('init') as NodePath;
  return init.node ? takenFrom(binding.node.id, init, identifier) : null;
}

/** The module that a parameter stands for: `import('./x').then((x) => …)`. */
function moduleGivenTo(parameter: NodePath): string | null {
  const { parentPath: call, listKey, key } = outsideOfWrappers(parameter.parentPath!);
  if (parameter.key !== 0 || listKey !== 'arguments' || key !== 0) return null;
  const callee = call?.isCallExpression() ? (call.get('callee') as NodePath) : null;
  if (!callee?.isMemberExpression() || propertyName(callee.node) !== 'then') return null;
  return loadedModule(callee.get('object'));
}

/** What an expression such as `require('./x')` or `await import('./x')` loads, and which part of it is used there. */
export function loadedBy(path: NodePath): Import | null {
  const source = loadedModule(path);
  if (source === null) return null;
  const whole = path.parentPath?.isAwaitExpression() ? path.parentPath : path;
  // What of it is used is told by the uses of the variables that it is taken apart into.
  if (outsideOfWrappers(whole).key === 'init') return null;
  return { source, name: memberOf(whole) };
}

/** Whether a specifier is surely one of the project's files, whatever it is resolved to. */
export function isOwnSpecifier(source: string): boolean {
  return /^(?:[.#~/]|@\/)/.test(source);
}

/** Whether a name stands for another module as a whole, whose properties are that module's exports. */
export function holdsModule({ path: binding }: Binding): boolean {
  if (binding.isImportNamespaceSpecifier() || binding.isTSImportEqualsDeclaration()) return true;
  if (!binding.isVariableDeclarator() || binding.node.id.type !== 'Identifier') return false;
  return binding.node.init ? loadedModule(binding.get('init') as NodePath) !== null : false;
}

export function nameOf(node: t.Identifier | t.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

function takenFrom(pattern: t.Node, init: NodePath, identifier: NodePath): Import | null {
  const whole = loadedModule(init);
  if (whole !== null) return partOf(whole, pattern, identifier);
  const value = insideOfWrappers(init);
  if (pattern.type !== 'Identifier' || !value.isMemberExpression()) return null;
  const source = loadedModule(value.get('object'));
  return source === null ? null : { source, name: propertyName(value.node) ?? '*' };
}

/** Which part of a module a name stands for that the module is put into, or taken apart into. */
function partOf(source: string, pattern: t.Node, identifier: NodePath): Import | null {
  if (pattern.type === 'Identifier') return { source, name: memberOf(identifier) };
  if (pattern.type !== 'ObjectPattern') return null;
  const local = (identifier.node as t.Identifier).name;
  for (const property of pattern.properties) {
    if (property.type !== 'ObjectProperty') continue;
    const target =
      property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
    if (target.type !== 'Identifier' || target.name !== local) continue;
    const { key } = property;
    if (key.type === 'StringLiteral') return { source, name: key.value };
    if (key.type === 'Identifier' && !property.computed) return { source, name: key.name };
  }
  return { source, name: '*' };
}

/** Whether an expression may load a module: a look at it without its surroundings. */
export function mayLoad(node: t.Node): boolean {
  const inner = withoutWrappers(node);
  if (inner.type === 'AwaitExpression') return mayLoad(inner.argument);
  if (inner.type !== 'CallExpression') return inner.type === 'ImportExpression';
  const { callee } = inner;
  return callee.type === 'Import' || (callee.type === 'Identifier' && callee.name === 'require');
}

/** The module that `require(…)`, `import(…)`, or a promise of it that is awaited, gives. */
export function loadedModule(path: NodePath): string | null {
  const inner = insideOfWrappers(path);
  if (inner.isAwaitExpression()) return loadedModule(inner.get('argument'));
  if (inner.isImportExpression()) return stringOf(inner.node.source);
  if (!inner.isCallExpression()) return null;
  const { callee } = inner.node;
  const loads =
    callee.type === 'Import' ||
    (callee.type === 'Identifier' &&
      callee.name === 'require' &&
      scopeOf(inner).getBinding('require') === undefined);
  return loads ? stringOf(inner.node.arguments[0]) : null;
}

function stringOf(node: t.Node | undefined): string | null {
  return node?.type === 'StringLiteral' ? node.value : null;
}

/** The property that is read off a module's object; `*` where it is used otherwise. */
function memberOf(path: NodePath): string {
  const { parent, key } = path;
  if (key !== 'object') return '*';
  if (parent.type !== 'MemberExpression' && parent.type !== 'OptionalMemberExpression') return '*';
  return propertyName(parent) ?? '*';
}

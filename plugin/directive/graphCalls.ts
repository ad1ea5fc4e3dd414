import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { insideOfWrappers, propertyName } from './describe.js';

const packageName = 'use-graph';

/** The function that a call `graph(fn, …)` of use-graph is given, unless `autograph: false` stands there. */
export function graphArgument(
  call: NodePath<t.CallExpression | t.OptionalCallExpression>,
): NodePath | null {
  if (!isGraphFunction(call.get('callee') as NodePath)) return null;
  const [argument, options] = call.get('arguments') as NodePath[];
  if (argument === undefined || argument.isSpreadElement()) return null;
  return options !== undefined && turnsStagingOff(options) ? null : insideOfWrappers(argument);
}

function isGraphFunction(callee: NodePath): boolean {
  if (callee.isIdentifier()) return importedName(callee) === 'graph';
  if (!callee.isMemberExpression() || propertyName(callee.node) !== 'graph') return false;
  const object = callee.get('object');
  if (object.isIdentifier()) return importedName(object) === '*';
  return isPackage(object);
}

/** What of use-graph an identifier stands for: the imported name, or `*` for all of it. */
function importedName(identifier: NodePath<t.Identifier>): string | null {
  const binding = identifier.scope.getBinding(identifier.node.name)?.path;
  if (!binding) return null;
  if (binding.parentPath?.isImportDeclaration()) {
    if (binding.parentPath.node.source.value !== packageName) return null;
    if (!binding.isImportSpecifier()) return '*';
    const { imported } = binding.node;
    return imported.type === 'Identifier' ? imported.name : imported.value;
  }
  if (!binding.isVariableDeclarator()) return null;
  const source = binding.get('init') as NodePath;
  if (!source.node) return null;
  return nameTakenFrom(binding.node.id, source, identifier.node.name);
}

function nameTakenFrom(pattern: t.Node, source: NodePath, local: string): string | null {
  if (pattern.type === 'Identifier') {
    if (isPackage(source)) return '*';
    return source.isMemberExpression() && isPackage(source.get('object'))
      ? propertyName(source.node)
      : null;
  }
  if (pattern.type !== 'ObjectPattern' || !isPackage(source)) return null;
  for (const property of pattern.properties) {
    if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') continue;
    if (property.value.type === 'Identifier' && property.value.name === local)
      return property.key.name;
  }
  return null;
}

/** `require('use-graph')`, or `await import('use-graph')`. */
function isPackage(path: NodePath): boolean {
  const inner = insideOfWrappers(path);
  if (inner.isAwaitExpression()) return isPackage(inner.get('argument'));
  if (inner.isImportExpression()) return isPackageName(inner.node.source);
  if (!inner.isCallExpression()) return false;
  const { callee } = inner.node;
  const loads =
    callee.type === 'Import' || (callee.type === 'Identifier' && callee.name === 'require');
  return loads && isPackageName(inner.node.arguments[0]);
}

function isPackageName(node: t.Node | undefined): boolean {
  return node?.type === 'StringLiteral' && node.value === packageName;
}

function turnsStagingOff(options: NodePath): boolean {
  const value = constantValue(insideOfWrappers(options));
  if (!value.isObjectExpression()) return false;
  return value.node.properties.some(
    (property) =>
      property.type === 'ObjectProperty' &&
      ((property.key.type === 'Identifier' &&
        !property.computed &&
        property.key.name === 'autograph') ||
        (property.key.type === 'StringLiteral' && property.key.value === 'autograph')) &&
      ((property.value.type === 'BooleanLiteral' && !property.value.value) ||
        (property.value.type === 'UnaryExpression' && property.value.operator === '!')),
  );
}

function constantValue(path: NodePath): NodePath {
  if (!path.isIdentifier()) return path;
  const binding = path.scope.getBinding(path.node.name);
  if (!binding?.constant || !binding.path.isVariableDeclarator()) return path;
  const init = binding.path.get('init') as NodePath;
  return init.node ? insideOfWrappers(init) : path;
}

import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { insideOfWrappers, propertyName } from './describe.js';
import { type Import, importedBy, loadedBy } from './imports.js';

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

/** `graph` of use-graph, under whatever name, or of the whole package: `ug.graph`. */
function isGraphFunction(callee: NodePath): boolean {
  if (callee.isIdentifier()) return isGraph(importedBy(callee));
  if (!callee.isMemberExpression()) return false;
  const object = callee.get('object');
  if (!object.isIdentifier()) return isGraph(loadedBy(object));
  return (
    isGraph(importedBy(object)) ||
    (isDefault(importedBy(object)) && propertyName(callee.node) === 'graph')
  );
}

function isGraph(found: Import | null): boolean {
  return found?.source === packageName && found.name === 'graph';
}

/** A CommonJS module as a whole, which bundlers give as the default import. */
function isDefault(found: Import | null): boolean {
  return found?.source === packageName && found.name === 'default';
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

import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers, outsideOfWrappers, propertyName } from './describe.js';
import { type Import, importedBy, loadedBy } from './imports.js';

const packageName = 'use-graph';

/** The function that a call `graph(fn, …)` of use-graph is given, unless `autograph: false` stands there. */
export function graphArgument(
  call: NodePath<t.CallExpression | t.OptionalCallExpression>,
): NodePath | null {
  if (!isExport('graph', call.get('callee') as NodePath)) return null;
  const [argument, options] = call.get('arguments') as NodePath[];
  if (argument === undefined || argument.isSpreadElement()) return null;
  return options !== undefined && turnsStagingOff(options) ? null : insideOfWrappers(argument);
}

/** The function written in a call `jsFunction(fn, …)` of use-graph: it is the host's, and runs as it is written. */
export function hostFunctionArgument(
  call: NodePath<t.CallExpression | t.OptionalCallExpression>,
): NodePath<t.Function> | null {
  if (!isExport('jsFunction', call.get('callee') as NodePath)) return null;
  const [argument] = call.get('arguments') as NodePath[];
  if (argument === undefined) return null;
  const given = insideOfWrappers(argument);
  if (given.isFunction()) return given;
  const binding = given.isIdentifier() ? scopeOf(given).getBinding(given.node.name) : undefined;
  // What is called elsewhere too has to be staged for there.
  if (!binding?.constant || !binding.referencePaths.every(isFirstArgument)) return null;
  const value = binding.path.isFunctionDeclaration() ? binding.path : constantValue(given);
  return value.isFunction() ? value : null;
}

function isFirstArgument(path: NodePath): boolean {
  const { listKey, key, parentPath } = outsideOfWrappers(path);
  return (
    listKey === 'arguments' &&
    key === 0 &&
    (parentPath?.isCallExpression() ?? false) &&
    isExport('jsFunction', (parentPath as NodePath<t.CallExpression>).get('callee') as NodePath)
  );
}

/** An export of use-graph, under whatever name, or of the whole package: `ug.graph`. */
function isExport(name: string, callee: NodePath): boolean {
  const isNamed = (found: Import | null): boolean =>
    found?.source === packageName && found.name === name;
  if (callee.isIdentifier()) return isNamed(importedBy(callee));
  if (!callee.isMemberExpression()) return false;
  const object = callee.get('object');
  if (!object.isIdentifier()) return isNamed(loadedBy(object));
  return (
    isNamed(importedBy(object)) ||
    (isDefault(importedBy(object)) && propertyName(callee.node) === name)
  );
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
  const binding = scopeOf(path).getBinding(path.node.name);
  if (!binding?.constant || !binding.path.isVariableDeclarator()) return path;
  const init = binding.path.get('init') as NodePath;
  return init.node ? insideOfWrappers(init) : path;
}

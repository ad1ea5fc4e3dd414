import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { Scope } from '../syntax/binding.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers, propertyName } from './describe.js';
import { holdsModule, importedBy, isOwnSpecifier } from './imports.js';
import { isLibraryMethod } from './libraryMethods.js';

/** `tf.sum(…)` of a namespace import, or `Math.max(…)` of a global, is no function of this module. */
export function isOfLibrary({ name }: t.Identifier, scope: Scope): boolean {
  const binding = scope.getBinding(name);
  return binding === undefined ? name !== 'exports' && name !== 'module' : holdsModule(binding);
}

const literals = new Set([
  'ArrayExpression',
  'StringLiteral',
  'TemplateLiteral',
  'RegExpLiteral',
  'NumericLiteral',
]);

/** Whether an object is surely an array, text, tensor or other thing of JavaScript or a package, and none of the project's. */
export function isLibraryObject(object: NodePath | null): boolean {
  if (object === null) return false;
  const value = insideOfWrappers(object);
  if (literals.has(value.node.type)) return true;
  if (value.isIdentifier()) return isLibraryName(value);
  if (value.isNewExpression()) return isLibraryCallee(value.get('callee') as NodePath);
  if (value.isCallExpression()) return isLibraryCallee(value.get('callee') as NodePath);
  return false;
}

/** Whether an object is surely of the project. */
export function isOwnObject(object: NodePath): boolean {
  if (object.isThisExpression() || object.isSuper()) return true;
  if (object.isNewExpression()) return !isLibraryObject(object);
  if (!object.isIdentifier()) return false;
  const imported = importedBy(object);
  if (imported !== null) return isOwnSpecifier(imported.source);
  const declared = scopeOf(object).getBinding(object.node.name)?.path;
  if (declared?.isClassDeclaration()) return true;
  return (
    declared?.isVariableDeclarator() === true &&
    declared.node.init?.type === 'NewExpression' &&
    !isLibraryObject(declared.get('init') as NodePath)
  );
}

/** `tf.sum`, `Array.from`, `Map`, and methods of what is a library's: `[…].map`. */
function isLibraryCallee(callee: NodePath): boolean {
  if (callee.isIdentifier()) return isLibraryName(callee);
  if (!callee.isMemberExpression()) return false;
  const object = callee.get('object');
  if (object.isIdentifier() && scopeOf(object).getBinding(object.node.name) === undefined)
    return true;
  return isLibraryMethod(propertyName(callee.node) ?? '') && isLibraryObject(object);
}

/** Other packages may be staged, too, or be links into the project. */
function isOfTensors(specifier: string): boolean {
  return /^(?:@tensorflow\/|use-graph(?:\/|$)|node:)/.test(specifier);
}

function isLibraryName(identifier: NodePath<t.Identifier>): boolean {
  const imported = importedBy(identifier);
  if (imported !== null) return isOfTensors(imported.source);
  const binding = scopeOf(identifier).getBinding(identifier.node.name);
  if (binding === undefined) return true;
  const { path } = binding;
  if (!binding.constant || !path.isVariableDeclarator() || path.node.id.type !== 'Identifier')
    return false;
  const init = path.get('init') as NodePath;
  return init.node ? isLibraryObject(init) : false;
}

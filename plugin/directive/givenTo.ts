import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { placeOf, walkPlaces } from '../syntax/paths.js';
import { scopeOf } from '../syntax/scopes.js';
import { functionName, insideOfWrappers, propertyName, withoutBinding } from './describe.js';
import { importedBy } from './imports.js';

/**
 * The functions that a module gives to calls of graph functions, which call them in a trace: those written there, those
 * named there, and those in object and array literals. `callers` names graph functions of other modules.
 */
export function givenTo(
  program: NodePath<t.Program>,
  marked: readonly NodePath<t.Function>[],
  callers: ReadonlySet<string>,
): NodePath[] {
  const own = new Set(marked.map(functionName).filter((name) => name !== ''));
  if (own.size === 0 && callers.size === 0) return [];
  const given: NodePath[] = [];

  function isCaller(callee: NodePath): boolean {
    if (callee.isIdentifier()) {
      const imported = importedBy(callee);
      if (imported !== null) return callers.has(imported.name) || callers.has(callee.node.name);
      return own.has(callee.node.name);
    }
    if (!callee.isMemberExpression() && !callee.isOptionalMemberExpression()) return false;
    const name = propertyName(callee.node);
    return name !== null && (own.has(name) || callers.has(name));
  }

  const visit = (call: NodePath<t.CallExpression | t.OptionalCallExpression>): void => {
    if (!isCaller(call.get('callee') as NodePath)) return;
    for (const argument of call.get('arguments') as NodePath[])
      given.push(...functionsIn(argument));
  };
  // What stands in a marked function is staged with it.
  const nodes = new Set<t.Node>(marked.map(({ node }) => node));
  walkPlaces(placeOf(program), (place) => {
    const { node } = place;
    if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression')
      visit(place.path as NodePath<t.CallExpression | t.OptionalCallExpression>);
    return !nodes.has(node);
  });
  return given;
}

/** The functions and classes that a value is, names, or has in literals. */
export function functionsIn(path: NodePath, depth = 0): NodePath[] {
  const value = withoutBinding(path);
  if (value.isFunction() || value.isClass() || value.isMemberExpression()) return [value];
  if (value.isIdentifier()) return isCode(value) ? [value] : [];
  if (depth >= 3) return [];
  if (value.isArrayExpression()) {
    const elements = value.get('elements').filter(({ node }) => node) as NodePath[];
    return elements.flatMap((element) => functionsIn(element, depth + 1));
  }
  if (!value.isObjectExpression()) return [];
  return value.get('properties').flatMap((property) => {
    if (property.isObjectProperty())
      return functionsIn(property.get('value') as NodePath, depth + 1);
    return property.isObjectMethod() ? [property] : [];
  });
}

/** What else a variable holds was made on the host, and is data to the graph. */
function isCode(identifier: NodePath<t.Identifier>): boolean {
  if (importedBy(identifier) !== null) return true;
  const declared = scopeOf(identifier).getBinding(identifier.node.name)?.path;
  if (declared?.isFunctionDeclaration() || declared?.isClassDeclaration()) return true;
  if (!declared?.isVariableDeclarator() || !declared.node.init) return false;
  const init = insideOfWrappers(declared.get('init') as NodePath);
  return (
    init.isFunction() || init.isClass() || init.isObjectExpression() || init.isArrayExpression()
  );
}

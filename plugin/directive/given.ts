import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers, kindOf, memberName, propertyName } from './describe.js';

/** The functions of the module that an expression given to `graph(…)` names. */
export function functionsNamed(
  expression: NodePath,
  candidates: readonly NodePath<t.Function>[],
): NodePath<t.Function>[] {
  const nodes = new Set<t.Node>();
  if (expression.isIdentifier()) {
    const binding = scopeOf(expression).getBinding(expression.node.name);
    for (const place of [binding?.path, ...(binding?.constantViolations ?? [])]) {
      const value = place && definedBy(place);
      if (value) nodes.add(value.node);
    }
    return candidates.filter(({ node }) => nodes.has(node));
  }
  if (!expression.isMemberExpression() && !expression.isOptionalMemberExpression()) return [];
  const name = propertyName(expression.node);
  // A method finds its staged form itself when it is called in a trace; what is assigned to a property cannot.
  return candidates.filter(
    (path) => name !== null && kindOf(path.node) === 'expression' && memberName(path) === name,
  );
}

function definedBy(place: NodePath): NodePath | null {
  if (place.isFunctionDeclaration()) return place;
  if (place.isVariableDeclarator() && place.node.init)
    return insideOfWrappers(place.get('init') as NodePath);
  return place.isAssignmentExpression() ? insideOfWrappers(place.get('right')) : null;
}

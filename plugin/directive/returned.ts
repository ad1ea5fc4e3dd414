import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { insideOfWrappers } from './describe.js';

/**
 * The functions that a function makes and gives to its caller: what `const twice = scaledBy(2)` holds was made before any
 * trace, and is called in one.
 */
export function functionsReturned(path: NodePath<t.Function>): NodePath<t.Function>[] {
  const found: NodePath<t.Function>[] = [];

  function addValue(value: NodePath): void {
    const inner = insideOfWrappers(value);
    if (inner.isFunction()) found.push(inner);
    else if (inner.isIdentifier()) addVariable(inner);
    else if (inner.isConditionalExpression()) {
      addValue(inner.get('consequent'));
      addValue(inner.get('alternate'));
    } else if (inner.isArrayExpression()) {
      for (const element of inner.get('elements')) if (element.node) addValue(element as NodePath);
    } else if (inner.isObjectExpression()) {
      for (const property of inner.get('properties')) {
        if (property.isObjectMethod()) found.push(property);
        else if (property.isObjectProperty()) addValue(property.get('value') as NodePath);
      }
    }
  }

  function addVariable(identifier: NodePath<t.Identifier>): void {
    const declared = identifier.scope.getBinding(identifier.node.name)?.path;
    if (!declared?.isDescendant(path)) return;
    if (declared.isFunctionDeclaration()) found.push(declared);
    else if (declared.isVariableDeclarator() && declared.node.init) {
      const init = insideOfWrappers(declared.get('init') as NodePath);
      if (init.isFunction()) found.push(init);
    }
  }

  const body = path.get('body') as NodePath;
  if (!body.isBlockStatement()) addValue(body);
  else {
    body.traverse({
      Function: (inner) => inner.skip(),
      ReturnStatement(statement) {
        const argument = statement.get('argument') as NodePath;
        if (argument.node) addValue(argument);
      },
    });
  }
  return found;
}

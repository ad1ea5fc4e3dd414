import type { NodePath, Visitor } from '@babel/traverse';
import type * as t from '@babel/types';

/** Whether a function that is no arrow uses what only such functions have of their own, besides `arguments`. */
export function usesOwnThis(path: NodePath<t.Function>): boolean {
  let found = false;
  visitOwn(path, {
    ThisExpression: () => {
      found = true;
    },
    Super: () => {
      found = true;
    },
    MetaProperty: ({ node }) => {
      found ||= node.meta.name === 'new';
    },
  });
  return found;
}

/** The places in a function where `arguments` means its own. */
export function ownArguments(path: NodePath<t.Function>): NodePath<t.Identifier>[] {
  const found: NodePath<t.Identifier>[] = [];
  visitOwn(path, {
    Identifier: (identifier) => {
      if (identifier.node.name !== 'arguments' || !identifier.isReferencedIdentifier()) return;
      if (!identifier.scope.hasBinding('arguments', true)) found.push(identifier);
    },
  });
  return found;
}

/** Visits a function, the arrows in it included, without what has a `this` of its own. */
function visitOwn(path: NodePath<t.Function>, visitor: Visitor): void {
  path.traverse({
    ...visitor,
    Function(inner) {
      if (!inner.isArrowFunctionExpression()) inner.skip();
    },
    Class(inner) {
      inner.skip();
    },
  });
}

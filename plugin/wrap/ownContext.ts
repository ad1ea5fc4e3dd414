import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { walkPaths } from '../syntax/paths.js';

/** Whether a function that is no arrow uses what only such functions have of their own, besides `arguments`. */
export function usesOwnThis(fn: t.Function): boolean {
  return hasOwn(
    fn,
    (node) =>
      node.type === 'ThisExpression' ||
      node.type === 'Super' ||
      (node.type === 'MetaProperty' && node.meta.name === 'new'),
  );
}

/** The places in a function where `arguments` means its own. */
export function ownArguments(path: NodePath<t.Function>): t.Identifier[] {
  const found: t.Identifier[] = [];
  // Few functions mention it, and paths are dear.
  if (!hasOwn(path.node, (node) => node.type === 'Identifier' && node.name === 'arguments'))
    return found;
  walkPaths(path, (inner) => {
    if (inner.isIdentifier({ name: 'arguments' }) && inner.isReferencedIdentifier()) {
      if (!inner.scope.hasBinding('arguments', true)) found.push(inner.node);
    }
    return !hasOwnContext(inner.node) && !inner.isClass();
  });
  return found;
}

/** Looks through a function, the arrows in it included, without what has a `this` of its own. */
function hasOwn(fn: t.Function, predicate: (node: t.Node) => boolean): boolean {
  let found = false;
  t.traverseFast(fn, (node) => {
    if (node !== fn && (hasOwnContext(node) || t.isClass(node))) return t.traverseFast.skip;
    found = predicate(node);
    return found ? t.traverseFast.stop : undefined;
  });
  return found;
}

function hasOwnContext(node: t.Node): boolean {
  return t.isFunction(node) && node.type !== 'ArrowFunctionExpression';
}

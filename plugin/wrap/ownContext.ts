import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { someNode } from '../syntax/nodes.js';
import { placeOf, walkPlaces } from '../syntax/paths.js';
import { isReferenced, scopeAt } from '../syntax/scopes.js';

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
  walkPlaces(placeOf(path), (inner) => {
    const { node } = inner;
    if (t.isIdentifier(node, { name: 'arguments' }) && isReferenced(inner)) {
      if (!scopeAt(inner).isDeclared('arguments')) found.push(node);
    }
    return !hasOwnContext(node) && !t.isClass(node);
  });
  return found;
}

/** Looks through a function, the arrows in it included, without what has a `this` of its own. */
function hasOwn(fn: t.Function, predicate: (node: t.Node) => boolean): boolean {
  return someNode(fn, predicate, (node) => node !== fn && (hasOwnContext(node) || t.isClass(node)));
}

function hasOwnContext(node: t.Node): boolean {
  return t.isFunction(node) && node.type !== 'ArrowFunctionExpression';
}

import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Place } from '../syntax/paths.js';

/** Whether `this`, or `new.target`, stands for a class that may be called to make an object: which class, only the program tells. */
export function standsForClass(place: Place): boolean {
  const { node, parent, key } = place;
  if (t.isMetaProperty(node)) return node.meta.name === 'new';
  if (parent !== null && t.isNewExpression(parent.node) && key === 'callee') return true;
  const isRead = parent !== null && isMember(parent.node) && key === 'object';
  return !isRead && isOfClassItself(place.path);
}

function isMember(node: t.Node): boolean {
  return t.isMemberExpression(node) || t.isOptionalMemberExpression(node);
}

/** Whether `this` is what `static` members have for it. */
function isOfClassItself(path: NodePath): boolean {
  const owner = path.findParent(
    ({ node }) =>
      t.isStaticBlock(node) ||
      t.isClassProperty(node) ||
      (t.isFunction(node) && !t.isArrowFunctionExpression(node)),
  )?.node;
  return t.isStaticBlock(owner) || (owner != null && 'static' in owner && owner.static === true);
}

import * as t from '@babel/types';
import { from } from '../tree/nodes.js';

/** The link of an optional chain that is evaluated first among those with `?.`. */
export function firstOptional(
  chain: t.OptionalMemberExpression | t.OptionalCallExpression,
): t.OptionalMemberExpression | t.OptionalCallExpression {
  let first = chain;
  let link: t.Node = chain;
  while (t.isOptionalMemberExpression(link) || t.isOptionalCallExpression(link)) {
    if (link.optional) first = link;
    link = unwrappedLink(t.isOptionalCallExpression(link) ? link.callee : link.object);
  }
  return first;
}

function unwrappedLink(node: t.Node): t.Node {
  return t.isTSNonNullExpression(node) ? unwrappedLink(node.expression) : node;
}

/** The chain after its first `?.` has been guarded: links without a guard become ordinary ones, which are `shared` as they were. */
export function requiredChain(chain: t.Expression, shared: Set<t.Node>): t.Expression {
  const ordinary = (link: t.Expression, node: t.Node): t.Expression => {
    if (shared.has(node)) shared.add(link);
    return from(link, node);
  };
  const convert = (node: t.Node): { node: t.Expression; isOptional: boolean } => {
    if (t.isTSNonNullExpression(node)) {
      const inner = convert(node.expression);
      node.expression = inner.node;
      return { node, isOptional: inner.isOptional };
    }
    if (t.isOptionalMemberExpression(node)) {
      const inner = convert(node.object);
      if (inner.isOptional || node.optional) {
        node.object = inner.node;
        return { node, isOptional: true };
      }
      const member = t.memberExpression(inner.node, node.property, node.computed);
      return { node: ordinary(member, node), isOptional: false };
    }
    if (t.isOptionalCallExpression(node)) {
      const inner = convert(node.callee);
      if (inner.isOptional || node.optional) {
        node.callee = inner.node;
        return { node, isOptional: true };
      }
      const call = t.callExpression(inner.node, node.arguments);
      return { node: ordinary(call, node), isOptional: false };
    }
    return { node: node as t.Expression, isOptional: false };
  };
  return convert(chain).node;
}

import * as t from '@babel/types';
import { isSuspension } from '../tree/functions.js';
import { assignedBy, elementPath } from '../tree/targets.js';
import { containsOwn, unwrapped, walk } from '../tree/walk.js';

/** True where an assignment stands in the expression, or a `yield` or `await`, which no closure can hold. */
export function needsLift(node: t.Node | null | undefined): boolean {
  return !!node && containsOwn(node, (inner) => isAssignment(inner) || isSuspension(inner));
}

/** True where an assignment stands in the expression. */
export function assigns(node: t.Node): boolean {
  return containsOwn(node, isAssignment);
}

function isAssignment(node: t.Node): boolean {
  return t.isAssignmentExpression(node) || t.isUpdateExpression(node);
}

export function hasCall(node: t.Node): boolean {
  return containsOwn(
    node,
    (inner) =>
      t.isCallExpression(inner) ||
      t.isOptionalCallExpression(inner) ||
      t.isNewExpression(inner) ||
      t.isTaggedTemplateExpression(inner) ||
      t.isAwaitExpression(inner),
  );
}

/** Whether the expression is evaluated for what it does: a call may do anything. */
export function hasEffect(node: t.Node): boolean {
  const isDeletion = (inner: t.Node) => t.isUnaryExpression(inner, { operator: 'delete' });
  return needsLift(node) || hasCall(node) || containsOwn(node, isDeletion);
}

/** Whether a test decides about an effect, in an expression whose value nobody takes: `flag && f();` */
export function decidesEffect(node: t.Node): boolean {
  const inner = unwrapped(node);
  if (t.isLogicalExpression(inner)) return hasEffect(inner.right);
  if (t.isConditionalExpression(inner))
    return hasEffect(inner.consequent) || hasEffect(inner.alternate);
  if (t.isSequenceExpression(inner)) return inner.expressions.some(decidesEffect);
  return t.isUnaryExpression(inner, { operator: 'void' }) && decidesEffect(inner.argument);
}

/** The names of variables that the node assigns, in nested functions too. */
export function assignedNames(node: t.Node): Set<string> {
  const names = new Set<string>();
  walk(node, (inner) => {
    for (const target of assignedBy(inner)) if (t.isIdentifier(target)) names.add(target.name);
    return undefined;
  });
  return names;
}

/** The names of variables of which the node assigns an element, in nested functions too. */
export function namesOfElements(node: t.Node): Set<string> {
  const names = new Set<string>();
  walk(node, (inner) => {
    for (const target of assignedBy(inner)) {
      const { root, keys } = elementPath(target);
      if (keys.length > 0 && t.isIdentifier(root)) names.add(root.name);
    }
    return undefined;
  });
  return names;
}

export function assignedOwn(node: t.Node): Set<string> {
  return needsLift(node) ? assignedNames(node) : new Set();
}

export function mentions(node: t.Node, name: string): boolean {
  return containsOwn(node, (inner) => t.isIdentifier(inner, { name }));
}

export function isConstant(node: t.Node): boolean {
  const inner = unwrapped(node);
  return (
    (t.isLiteral(inner) && !t.isTemplateLiteral(inner)) ||
    t.isThisExpression(inner) ||
    t.isFunction(inner)
  );
}

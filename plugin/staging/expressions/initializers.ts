import * as t from '@babel/types';
import { needsLift } from '../analysis/effects.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, staysAsWritten, suspends } from '../tree/functions.js';
import { from, thunk } from '../tree/nodes.js';
import { forEachChild } from '../tree/walk.js';

/**
 * Defaults of patterns and parameters, values of class fields, and computed keys of both become calls of functions where
 * they assign something: they are evaluated where no statement can stand before them, and not always.
 */
export function wrapInitializers(root: FunctionWithBody, staging: Staging): void {
  const wrap = (expression: t.Expression): t.Expression => {
    const call = t.callExpression(thunk(expression), []);
    staging.finished.add(call);
    return from(call, expression);
  };
  const visit = (node: t.Node, parent: t.Node | null): void => {
    if (staysAsWritten(node)) return;
    forEachChild(node, (child) => visit(child, node));
    if (t.isAssignmentPattern(node) && needsCall(node.right)) node.right = wrap(node.right);
    if (isField(node) && needsCall(node.value)) node.value = wrap(node.value!);
    if (hasOwnKey(node, parent) && needsCall(node.key)) node.key = wrap(node.key);
  };
  visit(root, null);
}

/** A `yield` or `await` can stand in no other function: where it is, JavaScript evaluates the expression. */
function needsCall(expression: t.Node | null | undefined): expression is t.Expression {
  return needsLift(expression) && !suspends(expression!);
}

function isField(
  node: t.Node,
): node is t.ClassProperty | t.ClassPrivateProperty | t.ClassAccessorProperty {
  return (
    t.isClassProperty(node) || t.isClassPrivateProperty(node) || t.isClassAccessorProperty(node)
  );
}

/** Keys in object literals are lifted with the rest of the expression. */
function hasOwnKey(
  node: t.Node,
  parent: t.Node | null,
): node is (t.ObjectProperty | t.ClassProperty | t.ClassMethod) & { key: t.Expression } {
  if (t.isObjectProperty(node)) return node.computed && t.isObjectPattern(parent);
  return (t.isClassProperty(node) || t.isClassMethod(node)) && node.computed === true;
}

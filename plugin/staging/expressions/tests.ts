import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, staysAsWritten } from '../tree/functions.js';
import { forEachChild, unwrapped } from '../tree/walk.js';

/** Finds what `&&` and `||` give where only its truth counts, so that a string or an object may stand beside a tensor. */
export function markTests(root: FunctionWithBody, staging: Staging): void {
  const markTruth = (expression: t.Node): void => {
    const inner = unwrapped(expression);
    if (t.isUnaryExpression(inner, { operator: '!' })) markTruth(inner.argument);
    if (!t.isLogicalExpression(inner) || inner.operator === '??') return;
    markTruth(inner.left);
    markTruth(inner.right);
    if (mayBeAnything(unwrapped(inner.right), staging)) staging.truths.add(inner.right);
  };
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (t.isIfStatement(node) || t.isWhileStatement(node) || t.isConditionalExpression(node)) {
      markTruth(node.test);
    }
    if (t.isUnaryExpression(node, { operator: '!' })) markTruth(node.argument);
    forEachChild(node, visit);
  };
  visit(root);
}

function mayBeAnything(node: t.Node, { flags }: Staging): boolean {
  if (t.isIdentifier(node)) return !flags.has(node.name);
  return (
    t.isMemberExpression(node) || t.isCallExpression(node) || t.isOptionalMemberExpression(node)
  );
}

import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, staysAsWritten } from '../tree/functions.js';
import { isCallOf } from '../tree/nodes.js';
import { forEachChild, unwrapped } from '../tree/walk.js';

/** Finds what `&&` and `||` give where only its truth counts, so that a string or an object may stand beside a tensor. */
export function markTests(root: FunctionWithBody, staging: Staging): void {
  const markTruth = (expression: t.Node, isRight = false): void => {
    const inner = unwrapped(expression);
    if (t.isUnaryExpression(inner, { operator: '!' })) markTruth(inner.argument);
    if (!t.isLogicalExpression(inner) || inner.operator === '??') return;
    const { left, right, operator } = inner;
    markTruth(left, isRight);
    markTruth(right, true);
    if (mayBeAnything(unwrapped(right), staging)) staging.truths.add(right);
    // What `||` gives is its left side, if that is true; what `&&` gives of it is false, beside which a tensor may stand.
    const mayMerge = operator === '||' || isRight;
    if (mayMerge && mayBeAnything(unwrapped(left), staging)) staging.truths.add(left);
  };
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    const test = testOf(node);
    if (test) markTruth(test);
    if (t.isUnaryExpression(node, { operator: '!' })) markTruth(node.argument);
    forEachChild(node, visit);
  };
  visit(root);
}

function testOf(node: t.Node): t.Node | null | undefined {
  if (isCallOf('truth', node)) return node.arguments[0];
  return t.isIfStatement(node) || t.isLoop(node) || t.isConditionalExpression(node)
    ? 'test' in node
      ? node.test
      : null
    : null;
}

/** Whether it may be something else than a truth value. */
export function mayBeAnything(node: t.Node, { flags }: Staging): boolean {
  if (t.isIdentifier(node)) return !flags.has(node.name);
  if (t.isBinaryExpression(node)) return arithmetic.has(node.operator);
  return (
    t.isMemberExpression(node) ||
    t.isCallExpression(node) ||
    t.isOptionalMemberExpression(node) ||
    t.isUpdateExpression(node) ||
    t.isAssignmentExpression(node)
  );
}

const arithmetic = new Set(['+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>']);

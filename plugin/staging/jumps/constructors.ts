import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { staysAsWritten } from '../tree/functions.js';
import { from, helperCall, thunk } from '../tree/nodes.js';
import { containsOwn, forEachChild, unwrapped } from '../tree/walk.js';

/**
 * A constructor that returns an object in one branch only gives `this` in the others: `return this`, as the branches around
 * must know. What it returns may be no object, and `this` then: `return ug.constructed(value, () => this)`.
 */
export function returnInstances(root: t.Function, staging: Staging): void {
  const visit = (node: t.Node): void => {
    if (node !== root && staysAsWritten(node)) return;
    if (t.isClassMethod(node, { kind: 'constructor' })) returnInstance(node, staging);
    forEachChild(node, visit);
  };
  visit(root);
}

function returnInstance({ body }: t.ClassMethod, staging: Staging): void {
  const last = body.body.at(-1);
  const mayReturn = body.body.some(
    (statement) =>
      statement !== last &&
      containsOwn(statement, (node) => t.isReturnStatement(node) && node.argument != null),
  );
  const mayReturnLast =
    last !== undefined &&
    !t.isReturnStatement(last) &&
    containsOwn(last, (node) => t.isReturnStatement(node) && node.argument != null);
  if (!mayReturn && !mayReturnLast) return;
  const visit = (node: t.Node): void => {
    if (t.isFunction(node) || t.isClass(node)) return;
    if (t.isReturnStatement(node)) node.argument = returned(node, staging);
    forEachChild(node, visit);
  };
  for (const statement of body.body) visit(statement);
  if (!t.isReturnStatement(last)) body.body.push(from(t.returnStatement(t.thisExpression()), last));
}

function returned({ argument }: t.ReturnStatement, staging: Staging): t.Expression {
  if (!argument) return t.thisExpression();
  if (isObject(unwrapped(argument))) return argument;
  return helperCall(staging, 'constructed', [argument, thunk(t.thisExpression())], argument);
}

function isObject(node: t.Node): boolean {
  return (
    t.isObjectExpression(node) ||
    t.isArrayExpression(node) ||
    t.isNewExpression(node) ||
    t.isThisExpression(node) ||
    t.isFunction(node)
  );
}

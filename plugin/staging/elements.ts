import * as t from '@babel/types';
import type { ExpressionStaging } from './expressions.js';
import { isAssignable } from './modified.js';
import { assign, at, copy, declare, from, helperCall } from './nodes.js';
import { hasFixedName, isSimplePath } from './targets.js';
import { unwrapped } from './walk.js';

/**
 * `x[i] = v` gives a new `x` where `x` is a tensor, which has to be put somewhere. Null where the statement is another one.
 */
export function stageElementAssignment(
  statement: t.ExpressionStatement,
  staging: ExpressionStaging,
): t.Statement | null {
  const assignment = unwrapped(statement.expression);
  if (!t.isAssignmentExpression(assignment, { operator: '=' })) return null;
  if (staging.staging.finished.has(assignment)) return null;
  const target = unwrapped(assignment.left);
  if (!t.isMemberExpression(target) || hasFixedName(target) || t.isSuper(target.object))
    return null;

  const receiver = unwrapped(target.object);
  const place = at(staging.staging, assignment);
  const key = staging.expression(target.property);
  const value = staging.expression(assignment.right);
  const setItem = (object: t.Expression, ...more: t.Expression[]): t.CallExpression =>
    helperCall(staging.staging, 'set_item', [object, key, value, place, ...more], assignment);
  const finished = (result: t.Statement): t.Statement => {
    t.inheritsComments(result, statement);
    return from(result, statement);
  };

  if (t.isIdentifier(receiver)) {
    const variable = staging.scopes.variableOf(receiver);
    if (variable && isAssignable(variable, staging.staging)) {
      return finished(assign(copy(receiver), setItem(receiver), assignment));
    }
    return finished(t.expressionStatement(setItem(receiver, t.stringLiteral(receiver.name))));
  }
  if (!t.isMemberExpression(receiver) || !hasFixedName(receiver) || !isSimplePath(receiver)) {
    return finished(t.expressionStatement(setItem(staging.expression(target.object))));
  }
  // A property is only written when there is something new: it may be one that cannot be.
  const updated = staging.staging.uniqueName('updated');
  const isNew = t.binaryExpression('!==', t.identifier(updated), copy(receiver));
  return finished(
    t.blockStatement([
      declare('const', updated, setItem(receiver), assignment),
      t.ifStatement(isNew, assign(copy(receiver), t.identifier(updated), assignment)),
    ]),
  );
}

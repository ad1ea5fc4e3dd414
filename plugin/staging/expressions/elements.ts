import * as t from '@babel/types';
import { isAssignable } from '../analysis/modified.js';
import { assign, at, copy, declare, from, helperCall } from '../tree/nodes.js';
import { elementPath, hasFixedName, isSimplePath } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import type { ExpressionStaging } from './expressions.js';

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

  const { root, keys } = elementPath(target);
  const receiver = root as t.Expression;
  const place = at(staging.staging, assignment);
  const staged = keys.map((key) => staging.expression(key));
  const value = staging.expression(assignment.right);
  const [helper, key] =
    staged.length === 1
      ? ['set_item', staged[0]!]
      : ['set_nested', from(t.arrayExpression(staged), target)];
  const setItem = (object: t.Expression, ...more: t.Expression[]): t.CallExpression =>
    helperCall(staging.staging, helper, [object, key, value, place, ...more], assignment);
  const finished = (result: t.Statement): t.Statement => {
    t.inheritsComments(result, statement);
    return from(result, statement);
  };

  const path = t.isIdentifier(receiver) ? staging.staging.aliases.get(receiver.name) : undefined;
  if (t.isIdentifier(receiver) && !path) {
    const variable = staging.scopes.variableOf(receiver);
    if (variable && isAssignable(variable, staging.staging)) {
      return finished(assign(copy(receiver), setItem(receiver), assignment));
    }
    return finished(t.expressionStatement(setItem(receiver, t.stringLiteral(receiver.name))));
  }
  if (!path && !(t.isMemberExpression(receiver) && isSimplePath(receiver))) {
    return finished(t.expressionStatement(setItem(staging.expression(receiver))));
  }
  // What holds the tensor is only written when there is something new: it may be a property that cannot be.
  const updated = staging.staging.uniqueName('updated');
  const putBack = (object: t.Expression): t.Statement => {
    const back = assign((path ?? copy(receiver)) as t.LVal, t.identifier(updated), assignment);
    const isNew = t.binaryExpression('!==', t.identifier(updated), copy(object));
    return t.ifStatement(isNew, (path && stageElementAssignment(back, staging)) ?? back);
  };
  if (path) {
    const update = declare('const', updated, setItem(receiver), assignment);
    return finished(t.blockStatement([update, putBack(receiver)]));
  }
  const object = staging.staging.uniqueName('object');
  return finished(
    t.blockStatement([
      declare('const', object, copy(receiver), assignment),
      declare('const', updated, setItem(t.identifier(object)), assignment),
      putBack(t.identifier(object)),
    ]),
  );
}

/** `x[i]` as a part of a pattern: `ug.element(x, i, AT, (updated) => { x = updated; }).value` */
export function elementTarget(
  element: t.MemberExpression,
  staging: ExpressionStaging,
): t.MemberExpression {
  const receiver = unwrapped(element.object) as t.Expression;
  const variable = t.isIdentifier(receiver) ? staging.scopes.variableOf(receiver) : undefined;
  const isProperty =
    t.isMemberExpression(receiver) && hasFixedName(receiver) && isSimplePath(receiver);
  const more: t.Expression[] = [];
  if (isProperty || (variable && isAssignable(variable, staging.staging))) {
    const updated = staging.staging.uniqueName('updated');
    const put = assign(copy(receiver) as t.Identifier, t.identifier(updated), element);
    more.push(t.arrowFunctionExpression([t.identifier(updated)], t.blockStatement([put])));
  } else if (variable) {
    more.push(t.stringLiteral(variable.name));
  }
  const object = staging.expression(element.object);
  const key = staging.expression(element.property);
  const place = at(staging.staging, element);
  const held = helperCall(staging.staging, 'element', [object, key, place, ...more], element);
  return from(t.memberExpression(held, t.identifier('value')), element);
}

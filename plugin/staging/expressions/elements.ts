import * as t from '@babel/types';
import { hasCall } from '../analysis/effects.js';
import { isAssignable } from '../analysis/modified.js';
import { assign, at, copy, declare, from, helperCall } from '../tree/nodes.js';
import { elementPath, hasFixedName, isSimplePath, pathText } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import { fromOutside, isNamed, keyOf, written } from './announcements.js';
import type { ExpressionStaging } from './expressions.js';
import { withPrivateNames } from './privateNames.js';

/**
 * `x[i] = v` gives a new `x` where `x` is a tensor, which has to be put somewhere. Null where the statement is another one.
 */
export function stageElementAssignment(
  statement: t.ExpressionStatement,
  staging: ExpressionStaging,
): t.Statement | null {
  const assignment = unwrapped(statement.expression);
  if (!t.isAssignmentExpression(assignment, { operator: '=' })) return null;
  if (staging.context.finished.has(assignment)) return null;
  const target = unwrapped(assignment.left);
  if (!t.isMemberExpression(target) || hasFixedName(target) || t.isSuper(target.object))
    return null;
  const finished = (result: t.Statement): t.Statement => {
    t.inheritsComments(result, statement);
    return from(result, statement);
  };

  const { root, keys } = elementPath(target);
  const receiver = root as t.Expression;
  const path = t.isIdentifier(receiver) ? staging.context.aliases.get(receiver.name) : undefined;
  if (isFoundProperty(receiver)) {
    const place = propertyElement(target, receiver, keys, staging);
    const value = staging.expression(assignment.right);
    return finished(assign(from(place, target), value, assignment));
  }
  const place = at(staging.context, assignment);
  const mayBeReplaced = path !== undefined || [assignment.right, ...keys].some(hasCall);
  const staged = keys.map((key) => staging.expression(key));
  const value = staging.expression(assignment.right);
  const [helper, key] =
    staged.length === 1
      ? ['set_item', staged[0]!]
      : ['set_nested', from(t.arrayExpression(staged), target)];
  const setItem = (object: t.Expression, ...more: t.Expression[]): t.CallExpression =>
    helperCall(staging.context, helper, [object, key, value, place, ...more], assignment);

  const holder = path ?? receiver;
  // An element that holds the tensor is put back as an element itself.
  const isElement = path !== undefined && !t.isIdentifier(path);
  const constant = isElement ? undefined : constantName(holder, staging);
  if (constant !== undefined) {
    const object = fromOutside(receiver, staging.expression(receiver), staging);
    return finished(t.expressionStatement(setItem(object, t.stringLiteral(constant))));
  }
  const isVariable = t.isIdentifier(receiver);
  // What stands for a property is put back there, where it is found.
  const isLost = path === undefined && staging.context.lost.has(target);
  const before = (): t.Expression => {
    if (!isLost) return fromOutside(receiver, copy(receiver), staging);
    const parameters = [receiver, t.stringLiteral(pathText(receiver)), copy(place)];
    return helperCall(staging.context, 'unread', parameters, assignment);
  };
  if (isVariable && !path && !staging.context.shared.has(receiver)) {
    return finished(assign(copy(receiver), setItem(before()), assignment));
  }
  // What holds the tensor is only written when there is something new: it may be a property that cannot be.
  const updated = staging.context.uniqueName('updated');
  const putBack = (object: t.Expression): t.Statement => {
    const isNew = t.binaryExpression('!==', t.identifier(updated), copy(object));
    const back = assigned(holder, t.identifier(updated), staging);
    if (!mayBeReplaced || !isSimplePath(holder)) return t.ifStatement(isNew, back);
    const name = t.stringLiteral(pathText(holder));
    const held = withPrivateNames(copy(holder), staging.context);
    const check = helperCall(
      staging.context,
      'same_holder',
      [object, held, name, place],
      assignment,
    );
    return t.ifStatement(isNew, t.blockStatement([t.expressionStatement(check), back]));
  };
  if (isVariable) {
    const update = declare('const', updated, setItem(before()), assignment);
    return finished(t.blockStatement([update, putBack(receiver)]));
  }
  const object = staging.context.uniqueName('object');
  const held = withPrivateNames(copy(receiver), staging.context);
  return finished(
    t.blockStatement([
      declare('const', object, fromOutside(receiver, held, staging), assignment),
      declare('const', updated, setItem(t.identifier(object)), assignment),
      putBack(t.identifier(object)),
    ]),
  );
}

/** `x[i]` as a part of a pattern: `ug.element(x, [i], AT, (updated) => { x = updated; }).value` */
export function elementTarget(
  element: t.MemberExpression,
  staging: ExpressionStaging,
): t.MemberExpression {
  const { root, keys } = elementPath(element);
  const receiver = root as t.Expression;
  if (isFoundProperty(receiver)) return propertyElement(element, receiver, keys, staging);
  const constant = constantName(receiver, staging);
  let put: t.Expression;
  if (constant === undefined) {
    const updated = staging.context.uniqueName('updated');
    const back = assigned(receiver, t.identifier(updated), staging);
    put = t.arrowFunctionExpression([t.identifier(updated)], t.blockStatement([back]));
  } else put = t.stringLiteral(constant);
  const object = staging.expression(receiver);
  return place('element', [object], keys, [put], element, staging);
}

/** `ug.property_element(list[i], "k", [j], AT).value`, which stands for `list[i].k[j]`. */
function propertyElement(
  element: t.MemberExpression,
  receiver: t.MemberExpression,
  keys: readonly t.Expression[],
  staging: ExpressionStaging,
): t.MemberExpression {
  const object = staging.expression(receiver.object);
  return place('property_element', [object, keyOf(receiver)], keys, [], element, staging);
}

function place(
  helper: string,
  holder: t.Expression[],
  keys: readonly t.Expression[],
  more: t.Expression[],
  element: t.MemberExpression,
  staging: ExpressionStaging,
): t.MemberExpression {
  const list = t.arrayExpression(keys.map((key) => staging.expression(key)));
  const parameters = [...holder, list, at(staging.context, element), ...more];
  const held = helperCall(staging.context, helper, parameters, element);
  return from(t.memberExpression(held, t.identifier('value')), element);
}

/** A property of an object that is found by more than names, which must not be evaluated twice. */
function isFoundProperty(receiver: t.Expression): receiver is t.MemberExpression {
  return t.isMemberExpression(receiver) && isNamed(receiver) && !isSimplePath(receiver);
}

/** What errors call a receiver that no new tensor can be assigned to: nothing where it has no name. Undefined for any other. */
function constantName(receiver: t.Expression, staging: ExpressionStaging): string | undefined {
  if (!t.isIdentifier(receiver)) {
    return t.isMemberExpression(receiver) && isSimplePath(receiver) ? undefined : '';
  }
  const variable = staging.scopes.variableOf(receiver);
  return variable && isAssignable(variable, staging.context) ? undefined : receiver.name;
}

/** The variable, property or element gets a new tensor, of which those are told that share it. */
function assigned(
  holder: t.Expression,
  value: t.Identifier,
  staging: ExpressionStaging,
): t.Statement {
  const back = assign(holder as t.LVal, value, holder);
  const nested = stageElementAssignment(back, staging);
  if (nested !== null) return nested;
  const assignment = back.expression as t.AssignmentExpression;
  assignment.left = copy(assignment.left);
  if (isForeign(holder)) {
    back.expression = withPrivateNames(assignment, staging.context);
  } else if (staging.context.shared.has(holder)) {
    assignment.right = written(holder, value, staging);
  }
  return back;
}

/** A private field of an object that a tensor may choose. */
function isForeign(holder: t.Expression): boolean {
  return (
    t.isMemberExpression(holder) &&
    t.isPrivateName(holder.property) &&
    !t.isThisExpression(unwrapped(holder.object))
  );
}

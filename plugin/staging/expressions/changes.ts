import * as t from '@babel/types';
import { alsoOfTensors, mutatingMethods } from '../analysis/modified.js';
import { at, from, helperCall } from '../tree/nodes.js';
import { baseOf, isSimplePath, pathText } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import { pathFromOutside } from './announcements.js';
import type { ExpressionStaging } from './expressions.js';

/**
 * The receiver of a method call. Where the method changes what an array, Map or Set holds that others may know, staged code
 * says so, since a branch or loop may call the function: `ug.call_method(ug.changing(list, AT), "push", …)`. Of one from outside
 * that no staged code reads it is `ug.changing_unread(log, AT, "log")`.
 */
export function changedReceiver(
  receiver: t.Expression,
  method: string,
  isUnused: boolean,
  staging: ExpressionStaging,
): t.Expression {
  const isShared = staging.context.shared.has(receiver);
  const outside = pathFromOutside(receiver, staging);
  const path = isOfThis(receiver)
    ? [t.stringLiteral(pathText(receiver)), t.thisExpression()]
    : outside;
  const value = staging.expression(receiver);
  const changes = mutatingMethods.has(method) && (isUnused || !alsoOfTensors.has(method));
  if (!changes || !(isShared || outside.length > 0)) return value;
  const place = at(staging.context, receiver);
  if (!isShared)
    return helperCall(staging.context, 'changing_unread', [value, place, ...outside], receiver);
  return helperCall(staging.context, 'changing', [value, place, ...path], receiver);
}

/** `this.list`, which is from outside where `this` is. */
function isOfThis(receiver: t.Expression): boolean {
  const inner = unwrapped(receiver);
  if (!t.isMemberExpression(inner) || !isSimplePath(inner)) return false;
  return t.isThisExpression(baseOf(inner));
}

/** The receiver of `super.m()`, where `m` is of the class that the class extends, such as Map. */
export function changedThis(
  { object, property, computed }: t.MemberExpression,
  staging: ExpressionStaging,
): t.Expression {
  const receiver = from(t.thisExpression(), object);
  const isChanged = !computed && t.isIdentifier(property) && mutatingMethods.has(property.name);
  if (!isChanged) return receiver;
  return helperCall(staging.context, 'changing', [receiver, at(staging.context, object)], object);
}

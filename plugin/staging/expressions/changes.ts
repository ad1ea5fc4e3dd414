import * as t from '@babel/types';
import { alsoOfTensors, mutatingMethods } from '../analysis/modified.js';
import { at, from, helperCall } from '../tree/nodes.js';
import { nameOutside } from './announcements.js';
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
  const path = nameOutside(receiver, staging);
  const value = staging.expression(receiver);
  const changes = mutatingMethods.has(method) && (isUnused || !alsoOfTensors.has(method));
  if (!changes || !(isShared || path.length > 0)) return value;
  const helper = isShared ? 'changing' : 'changing_unread';
  const parameters = [value, at(staging.context, receiver), ...path];
  return helperCall(staging.context, helper, parameters, receiver);
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

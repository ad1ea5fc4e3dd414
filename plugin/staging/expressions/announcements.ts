import * as t from '@babel/types';
import { assign, copy, helperCall, thunk } from '../tree/nodes.js';
import { hasFixedName, pathText } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import type { ExpressionStaging } from './expressions.js';

/** `ug.written(value, this, "n")`, `ug.assigned(value, "n", () => n, ($) => { n = $; })` */
export function written(
  target: t.Node,
  value: t.Expression,
  staging: ExpressionStaging,
): t.Expression {
  if (t.isFunction(value) || t.isClass(value)) return value;
  if (t.isMemberExpression(target) && !t.isPrivateName(target.property)) {
    if (!hasFixedName(target)) return value;
    const parameters = [value, copy(target.object as t.Expression), keyOf(target)];
    return helperCall(staging.staging, 'written', parameters, value);
  }
  const name = pathText(target);
  const place = target as t.LVal & t.Expression;
  const parameter = name === '$' ? staging.staging.uniqueName('value') : '$';
  const set = t.arrowFunctionExpression(
    [t.identifier(parameter)],
    t.blockStatement([assign(copy(place), t.identifier(parameter), null)]),
  );
  const names = t.stringLiteral(staging.staging.standIns.get(name) ?? name);
  return helperCall(staging.staging, 'assigned', [value, names, thunk(copy(place)), set], value);
}

/** `ug.set_property(list[i], "n", value)` */
export function setProperty(
  target: t.MemberExpression,
  node: t.AssignmentExpression,
  staging: ExpressionStaging,
): t.Node {
  if (!hasFixedName(target)) return node;
  const parameters = [target.object as t.Expression, keyOf(target), node.right];
  return helperCall(staging.staging, 'set_property', parameters, node);
}

/** The key of a member with a fixed name. */
function keyOf({ property }: t.MemberExpression): t.StringLiteral {
  const key = unwrapped(property);
  return t.stringLiteral(t.isIdentifier(key) ? key.name : (key as t.StringLiteral).value);
}

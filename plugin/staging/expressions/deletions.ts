import * as t from '@babel/types';
import { copy, from } from '../tree/nodes.js';
import { unwrapped } from '../tree/walk.js';
import type { ExpressionStaging } from './expressions.js';

/** `delete ug.owner(o, k)[k]`: the runtime is told what goes. */
export function stageDeletion(node: t.UnaryExpression, staging: ExpressionStaging): t.Node {
  const member = unwrapped(node.argument);
  if (!t.isMemberExpression(member) || t.isSuper(member.object)) return node;
  const { object, property, computed } = member;
  const deleteAt = (key: t.Expression): void => {
    member.object = staging.helper('owner', member, () => [object as t.Expression, key]);
  };
  if (!computed) deleteAt(t.stringLiteral((property as t.Identifier).name));
  else if (t.isIdentifier(property) || t.isLiteral(property)) deleteAt(copy(property));
  else return deletionAt(member, node, staging);
  return node;
}

/** The key is evaluated once, behind the object. */
function deletionAt(
  member: t.MemberExpression,
  node: t.UnaryExpression,
  staging: ExpressionStaging,
): t.Node {
  const names = [staging.staging.uniqueName('object'), staging.staging.uniqueName('key')];
  const [object, key] = names.map((name) => t.identifier(name));
  const values = [member.object, member.property] as t.Expression[];
  member.object = staging.helper('owner', member, () => [object!, key!]);
  member.property = copy(key!);
  const arrow = t.arrowFunctionExpression([copy(object!), copy(key!)], node);
  return from(t.callExpression(arrow, values), node);
}

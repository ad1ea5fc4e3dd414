import * as t from '@babel/types';
import { suspends } from '../tree/functions.js';
import { copy, from } from '../tree/nodes.js';
import { unwrapped } from '../tree/walk.js';
import { guardedMember } from './calls.js';
import type { ExpressionStaging } from './expressions.js';

/** `delete ug.owner(o, k)[k]`: the runtime is told what goes. Of `delete o?.p` JavaScript makes `true` where there is no `o`. */
export function stageDeletion(
  node: t.UnaryExpression,
  staging: ExpressionStaging,
  isUnused = false,
): t.Expression {
  const chain = unwrapped(node.argument);
  if (!t.isOptionalMemberExpression(chain) || suspends(chain)) return deletion(node, staging);
  const deleted = guardedMember(chain, staging, (member) => {
    node.argument = member;
    return stageDeletion(node, staging, isUnused);
  });
  if (deleted === null) return deletion(node, staging);
  if (isUnused) return deleted;
  const whereNone = t.arrowFunctionExpression([], t.booleanLiteral(true));
  return staging.helper('nullish', node, () => [deleted, whereNone]);
}

function deletion(node: t.UnaryExpression, staging: ExpressionStaging): t.Expression {
  staging.parts(node.argument);
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
): t.Expression {
  const names = [staging.context.uniqueName('object'), staging.context.uniqueName('key')];
  const [object, key] = names.map((name) => t.identifier(name));
  const values = [member.object, member.property] as t.Expression[];
  member.object = staging.helper('owner', member, () => [object!, key!]);
  member.property = copy(key!);
  const arrow = t.arrowFunctionExpression([copy(object!), copy(key!)], node);
  return from(t.callExpression(arrow, values), node);
}

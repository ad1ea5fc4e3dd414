import * as t from '@babel/types';
import { suspends } from '../tree/functions.js';
import { copy } from '../tree/nodes.js';
import { unwrapped } from '../tree/walk.js';
import { guardedMember } from './calls.js';
import type { ExpressionStaging } from './expressions.js';

/**
 * `delete ug.owner(o, 'p').p`, and `ug.delete_item(o, k)` where a tensor may decide which key it is: the runtime is told what goes.
 * Of `delete o?.p` JavaScript makes `true` where there is no `o`.
 */
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
  if (computed && !t.isStringLiteral(property) && !t.isNumericLiteral(property))
    return staging.helper('delete_item', node, () => [object, property as t.Expression]);
  const key = computed ? copy(property) : t.stringLiteral((property as t.Identifier).name);
  member.object = staging.helper('owner', member, () => [object, key as t.Expression]);
  return node;
}

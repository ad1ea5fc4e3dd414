import * as t from '@babel/types';
import type { ExpressionStaging } from './expressions.js';
import { alsoOfTensors, mutatingMethods } from './modified.js';
import { helperCall } from './nodes.js';
import { isSimplePath, rootOf } from './targets.js';
import { unwrapped } from './walk.js';

/**
 * The receiver of a method call. Where the method changes what an array, Map or Set holds that the function did not make
 * itself, staged code says so, since a branch or loop may call the function: `ug.call_method(ug.changing(list), "push", …)`.
 */
export function changedReceiver(
  receiver: t.Expression,
  method: string,
  isUnused: boolean,
  staging: ExpressionStaging,
): t.Expression {
  const value = staging.expression(receiver);
  const changes = mutatingMethods.has(method) && (isUnused || !alsoOfTensors.has(method));
  if (!changes || !mayBeOthers(receiver, staging)) return value;
  return helperCall(staging.staging, 'changing', [value], receiver);
}

/** Neither `this` itself, nor made here for a `const`, nor from outside, where a change is an effect on the host. */
function mayBeOthers(object: t.Expression, { scopes }: ExpressionStaging): boolean {
  const inner = unwrapped(object);
  if (t.isThisExpression(inner) || !isSimplePath(inner)) return false;
  const root = rootOf(inner);
  if (root === null) return true;
  const variable = scopes.variableOf(root);
  if (variable === undefined || variable.kind === 'outside') return false;
  return !(variable.isFresh && !variable.isCaptured && t.isIdentifier(inner));
}

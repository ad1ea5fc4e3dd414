import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { definedName } from './definedName.js';
import { memberName, memberPlace, outsideOfWrappers } from './describe.js';

/** Functions by the names under which they can be called with a dot. */
export function groupByMemberName(
  functions: readonly NodePath<t.Function>[],
): Map<string, NodePath<t.Function>[]> {
  const groups = new Map<string, NodePath<t.Function>[]>();
  for (const path of functions) {
    const name = definedName(path) ?? memberName(path) ?? nameOfResult(path);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [path]);
    else group.push(path);
  }
  return groups;
}

/** The name of the member that a call gives which the function is given to: `this.gradient = tf.grad((x) => …)`. */
function nameOfResult(path: NodePath): string | null {
  const given = outsideOfWrappers(path);
  return given.listKey === 'arguments' && given.parentPath?.isCallExpression()
    ? memberPlace(given.parentPath)
    : null;
}

import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { puttingMethods } from '../syntax/puttingMethods.js';
import { insideOfWrappers, isMember, keyName, propertyName } from './describe.js';
import { initialValue } from './fields.js';
import { functionsIn } from './givenTo.js';
import type { Findings } from './marked.js';

/**
 * The functions that the module puts into properties of objects that may be anybody's, by the names of the properties:
 * `layer.hooks.push(f)`, `layer.hooks = [f]`, `layer.act = relu`, `{ act: relu }`, `model.table[name].set(key, f)`. What staged code
 * finds in a property of the name may be one of them.
 */
export function putUnderNames(findings: Findings): Map<string, NodePath[]> {
  const { calls, memberAssignments, namedProperties, fields } = findings;
  const found = new Map<string, NodePath[]>();
  const add = (name: string | null, values: readonly NodePath[]): void => {
    if (name === null) return;
    const functions = values.flatMap((value) => functionsIn(value));
    if (functions.length > 0) found.set(name, [...(found.get(name) ?? []), ...functions]);
  };
  for (const { path } of calls) {
    const callee = path.get('callee') as NodePath;
    if (!isMemberPath(callee) || !puttingMethods.includes(propertyName(callee.node) ?? ''))
      continue;
    add(nameOfHolder(callee.get('object') as NodePath), path.get('arguments') as NodePath[]);
  }
  for (const place of memberAssignments) {
    const assignment = place.path as NodePath<t.AssignmentExpression>;
    const value = insideOfWrappers(assignment.get('right'));
    add(
      nameOfHolder(assignment.get('left')),
      value.isNewExpression() ? (value.get('arguments') as NodePath[]) : [value],
    );
  }
  for (const { path } of namedProperties)
    if (!path.parentPath?.isObjectPattern())
      add(keyName(path.node as t.ObjectProperty), [path.get('value') as NodePath]);
  for (const field of fields) add(keyName(field.node), [initialValue(field)]);
  return found;
}

/** The last property that a text names: `table` of `model.table[name]`. */
function nameOfHolder(holder: NodePath): string | null {
  const inner = insideOfWrappers(holder);
  if (inner.isAssignmentExpression()) return nameOfHolder(inner.get('left'));
  if (!isMemberPath(inner)) return null;
  return propertyName(inner.node) ?? nameOfHolder(inner.get('object') as NodePath);
}

function isMemberPath(
  path: NodePath,
): path is NodePath<t.MemberExpression | t.OptionalMemberExpression> {
  return isMember(path.node);
}

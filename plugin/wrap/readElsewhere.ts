import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { onlyChanged } from '../staging/index.js';
import { scopeOf } from '../syntax/scopes.js';

/**
 * Whether one of the functions reads what a variable around `own` holds: the variable itself, or what it has under the key. To
 * change what it holds, by a statement of its own, is not to read it.
 */
export function isReadIn(
  functions: readonly NodePath[],
  own: NodePath,
  name: string,
  key: string | null,
): boolean {
  const scope = own.isFunction() ? scopeOf(own).parent! : scopeOf(own);
  const uses = scope.getBinding(name)?.referencePaths ?? [];
  return uses.some((use) => {
    if (onlyChanged(statementOf(use)) === use.node || isOfOther(use, key)) return false;
    return functions.some((fn) => fn !== own && use.isDescendant(fn));
  });
}

function statementOf(path: NodePath): t.Node {
  let statement = path;
  while (!statement.isStatement() && statement.parentPath) statement = statement.parentPath;
  return statement.node;
}

/** `o.q`, where `o.p` is asked about. */
function isOfOther({ parent, key: place }: NodePath, key: string | null): boolean {
  if (key === null || !t.isMemberExpression(parent) || place !== 'object') return false;
  return !parent.computed && t.isIdentifier(parent.property) && parent.property.name !== key;
}

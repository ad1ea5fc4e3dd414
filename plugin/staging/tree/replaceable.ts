import * as t from '@babel/types';

const known = new WeakMap<t.Node, ReadonlySet<string>>();

/** Names of methods that a module replaces (`o.m = …`), or that getters give: another call may make them other functions. */
export function replaceableIn(program: t.Node): ReadonlySet<string> {
  const found = known.get(program);
  if (found !== undefined) return found;
  const names = new Set<string>();
  t.traverseFast(program, (node) => {
    if (t.isMethod(node, { kind: 'get' }) && t.isIdentifier(node.key)) names.add(node.key.name);
    if (!t.isAssignmentExpression(node) || !t.isMemberExpression(node.left)) return;
    const { property, computed } = node.left;
    if (!computed && t.isIdentifier(property)) names.add(property.name);
  });
  known.set(program, names);
  return names;
}

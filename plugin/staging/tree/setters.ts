import * as t from '@babel/types';

const known = new WeakMap<t.Node, ReadonlySet<string>>();

/** Names of the setters that a module defines, of which a private one begins with `#`. */
export function settersIn(program: t.Node): ReadonlySet<string> {
  const found = known.get(program);
  if (found !== undefined) return found;
  const names = new Set<string>();
  t.traverseFast(program, (node) => {
    if (!t.isMethod(node, { kind: 'set' })) return;
    const name = nameOf(node.key);
    if (name !== null) names.add(name);
  });
  known.set(program, names);
  return names;
}

/** Whether a setter may run where the property is assigned. */
export function mayRunSetter(
  { property, computed }: t.MemberExpression,
  setters: ReadonlySet<string>,
): boolean {
  if (computed && !t.isStringLiteral(property)) return false;
  const name = nameOf(property);
  return name !== null && setters.has(name);
}

function nameOf(key: t.Node): string | null {
  if (t.isIdentifier(key)) return key.name;
  if (t.isStringLiteral(key)) return key.value;
  return t.isPrivateName(key) ? `#${key.id.name}` : null;
}

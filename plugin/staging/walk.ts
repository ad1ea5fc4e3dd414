import * as t from '@babel/types';

/** Keys of children that hold types, which staging does not look at. */
const typeKeys = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeParameters',
  'superTypeArguments',
  'implements',
  'predicate',
]);

const typedExpressions = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSParameterProperty',
]);

function isTypeOnly(node: t.Node): boolean {
  return (node.type.startsWith('TS') && !typedExpressions.has(node.type)) || t.isFlow(node);
}

/** Calls `visit` for the children of a node, types left out, in the order of the source. */
export function forEachChild(node: t.Node, visit: (child: t.Node, key: string) => void): void {
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    if (typeKeys.has(key)) continue;
    const value = (node as unknown as Record<string, unknown>)[key];
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && !isTypeOnly(child as t.Node)) visit(child as t.Node, key);
    }
  }
}

/** Replaces each child of a node, types left out, by what `map` gives for it. */
export function mapChildren(node: t.Node, map: (child: t.Node, key: string) => t.Node): void {
  const holder = node as unknown as Record<string, unknown>;
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    if (typeKeys.has(key)) continue;
    const value = holder[key];
    const mapped = (child: unknown): unknown =>
      child && !isTypeOnly(child as t.Node) ? map(child as t.Node, key) : child;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) value[index] = mapped(value[index]);
    } else if (value) {
      holder[key] = mapped(value);
    }
  }
}

/** Visits a node and its descendants; `enter` returns false to leave out what is inside. */
export function walk(
  node: t.Node,
  enter: (node: t.Node, parent: t.Node | null, key: string) => boolean | undefined,
  parent: t.Node | null = null,
  key = '',
): void {
  if (enter(node, parent, key) === false) return;
  forEachChild(node, (child, childKey) => walk(child, enter, node, childKey));
}

/** True where a node, or what is inside of it, satisfies the predicate. Nested functions and classes are left out. */
export function containsOwn(node: t.Node, predicate: (node: t.Node) => boolean): boolean {
  let found = false;
  walk(node, (inner) => {
    if (found || t.isFunction(inner) || t.isClass(inner)) return false;
    found = predicate(inner);
    return !found;
  });
  return found;
}

/** Every name that occurs as an identifier in the nodes, whatever it stands for. */
export function mentionedNames(nodes: readonly t.Node[]): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    walk(node, (inner) => {
      if (t.isIdentifier(inner) || t.isJSXIdentifier(inner)) names.add(inner.name);
      return undefined;
    });
  }
  return names;
}

/** The expression inside of parentheses and of TypeScript's type assertions. */
export function unwrapped(node: t.Node): t.Node {
  let inner = node;
  while (t.isParenthesizedExpression(inner) || typedExpressions.has(inner.type)) {
    if (inner.type === 'TSParameterProperty') break;
    inner = (inner as t.ParenthesizedExpression).expression;
  }
  return inner;
}

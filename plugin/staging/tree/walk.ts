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

/** By the type of a node: these are asked for every node, many times. */
const typeOnly = new Map<string, boolean>();
const childKeys = new Map<string, readonly string[]>();
const none: readonly string[] = [];

function isTypeOnly(node: t.Node): boolean {
  const { type } = node;
  if (type === 'Identifier') return false;
  let known = typeOnly.get(type);
  if (known === undefined) {
    known = (type.startsWith('TS') && !typedExpressions.has(type)) || t.isFlow(node);
    typeOnly.set(type, known);
  }
  return known;
}

function childKeysOf(node: t.Node): readonly string[] {
  const { type } = node;
  // Half of all nodes; only a parameter can have something inside.
  if (type === 'Identifier' && !node.decorators) return none;
  let known = childKeys.get(type);
  if (known === undefined) {
    known = (t.VISITOR_KEYS[type] ?? []).filter((key) => !typeKeys.has(key));
    childKeys.set(type, known);
  }
  return known;
}

/** Calls `visit` for the children of a node, types left out, in the order of the source. */
export function forEachChild(node: t.Node, visit: (child: t.Node, key: string) => void): void {
  for (const key of childKeysOf(node)) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (Array.isArray(value)) {
      for (const child of value) if (child && !isTypeOnly(child)) visit(child, key);
    } else if (value && !isTypeOnly(value as t.Node)) visit(value as t.Node, key);
  }
}

/** Replaces each child of a node, types left out, by what `map` gives for it. */
export function mapChildren(node: t.Node, map: (child: t.Node, key: string) => t.Node): void {
  const holder = node as unknown as Record<string, unknown>;
  for (const key of childKeysOf(node)) {
    const value = holder[key];
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const child = value[index] as t.Node | null;
        if (child && !isTypeOnly(child)) value[index] = map(child, key);
      }
    } else if (value && !isTypeOnly(value as t.Node)) {
      holder[key] = map(value as t.Node, key);
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
  // Not by `forEachChild`: a closure for every node of every walk was a tenth of what staging allocates.
  for (const childKey of childKeysOf(node)) {
    const value = (node as unknown as Record<string, unknown>)[childKey];
    if (Array.isArray(value)) {
      for (const child of value)
        if (child && !isTypeOnly(child)) walk(child, enter, node, childKey);
    } else if (value && !isTypeOnly(value as t.Node)) walk(value as t.Node, enter, node, childKey);
  }
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

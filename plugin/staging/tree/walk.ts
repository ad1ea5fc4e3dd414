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

interface Kind {
  readonly isTypeOnly: boolean;
  readonly childKeys: readonly string[];
}

/** By the type of a node: asked for every node, many times. */
const kinds = new Map<string, Kind>();

function kindOf(node: t.Node): Kind {
  const { type } = node;
  let known = kinds.get(type);
  if (known === undefined) {
    known = {
      isTypeOnly: (type.startsWith('TS') && !typedExpressions.has(type)) || t.isFlow(node),
      childKeys: (t.VISITOR_KEYS[type] ?? []).filter((key) => !typeKeys.has(key)),
    };
    kinds.set(type, known);
  }
  return known;
}

/** Half of all nodes are names, in which there is nothing but decorators of a parameter. */
function isBareName(node: t.Node): boolean {
  return node.type === 'Identifier' && !node.decorators;
}

function isTypeOnly(node: t.Node): boolean {
  return node.type !== 'Identifier' && kindOf(node).isTypeOnly;
}

/**
 * Calls `visit` for the children of a node, types left out, in the order of the source, with what is given besides. Nine nodes of ten
 * are of the kinds that are written out: to look for children by their keys takes twice the time.
 */
export function forEachChild(
  node: t.Node,
  visit: (child: t.Node, key: string, parent: t.Node) => void,
): void;
export function forEachChild<Given>(
  node: t.Node,
  visit: (child: t.Node, key: string, parent: t.Node, given: Given) => void,
  given: Given,
): void;
export function forEachChild(
  node: t.Node,
  visit: (child: t.Node, key: string, parent: t.Node, given: unknown) => void,
  given?: unknown,
): void {
  switch (node.type) {
    case 'Identifier':
      // There is nothing in a name but decorators of a parameter.
      if (!node.decorators) return;
      break;
    case 'NumericLiteral':
    case 'StringLiteral':
    case 'ThisExpression':
      return;
    case 'MemberExpression':
      visit(node.object, 'object', node, given);
      visit(node.property, 'property', node, given);
      return;
    case 'CallExpression':
      visit(node.callee, 'callee', node, given);
      for (const argument of node.arguments) visit(argument, 'arguments', node, given);
      return;
    case 'BinaryExpression':
    case 'AssignmentExpression':
      visit(node.left, 'left', node, given);
      visit(node.right, 'right', node, given);
      return;
    case 'ExpressionStatement':
      visit(node.expression, 'expression', node, given);
      return;
  }
  for (const key of kindOf(node).childKeys) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (Array.isArray(value)) {
      for (const child of value) if (child && !isTypeOnly(child)) visit(child, key, node, given);
    } else if (value && !isTypeOnly(value as t.Node)) visit(value as t.Node, key, node, given);
  }
}

/** Replaces each child of a node, types left out, by what `map` gives for it. */
export function mapChildren(node: t.Node, map: (child: t.Node, key: string) => t.Node): void {
  if (isBareName(node)) return;
  const holder = node as unknown as Record<string, unknown>;
  for (const key of kindOf(node).childKeys) {
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

type Enter = (node: t.Node, parent: t.Node | null, key: string) => boolean | undefined;

/** Visits a node and its descendants; `enter` returns false to leave out what is inside. */
export function walk(node: t.Node, enter: Enter): void {
  if (enter(node, null, '') !== false) forEachChild(node, walkChild, enter);
}

/** What is given is no closure over the parent: these, for every node of every walk, were a tenth of what staging allocates. */
function walkChild(node: t.Node, key: string, parent: t.Node, enter: Enter): void {
  if (enter(node, parent, key) !== false) forEachChild(node, walkChild, enter);
}

/** True where a node, or what is inside of it, satisfies the predicate. Nested functions and classes are left out. */
export function containsOwn(node: t.Node, predicate: (node: t.Node) => boolean): boolean {
  if (t.isFunction(node) || t.isClass(node)) return false;
  if (predicate(node)) return true;
  if (isBareName(node)) return false;
  for (const key of kindOf(node).childKeys) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (!value) continue;
    if (Array.isArray(value)) {
      for (const child of value)
        if (child && !isTypeOnly(child) && containsOwn(child, predicate)) return true;
    } else if (!isTypeOnly(value as t.Node) && containsOwn(value as t.Node, predicate)) return true;
  }
  return false;
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

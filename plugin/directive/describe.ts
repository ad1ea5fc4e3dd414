import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';

/** The kinds of function that differ in how a directive is honoured. */
export type FunctionKind =
  | 'declaration'
  | 'method'
  | 'expression'
  | 'generator'
  | 'accessor'
  | 'constructor';

export function kindOf(node: t.Function): FunctionKind {
  if (node.generator === true) return 'generator';
  switch (node.type) {
    case 'FunctionDeclaration':
      return 'declaration';
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      if (node.kind === 'get' || node.kind === 'set') return 'accessor';
      return node.kind === 'constructor' ? 'constructor' : 'method';
    default:
      return 'expression';
  }
}

/** The name of a property or class member as it is written after a dot; null where it is computed. */
export function keyName(node: { key: t.Node; computed?: boolean | null }): string | null {
  const { key } = node;
  if (key.type === 'PrivateName') return `#${key.id.name}`;
  if (key.type === 'StringLiteral') return key.value;
  if (node.computed === true) return null;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'NumericLiteral' ? String(key.value) : null;
}

/** The name that JavaScript gives a function: its own, or that of what it is assigned to. */
export function functionName(path: NodePath<t.Function>): string {
  const { node } = path;
  if ('key' in node) return keyName(node) ?? '';
  if ('id' in node && node.id) return node.id.name;
  return placeName(path);
}

/** The name of what an expression is assigned to. */
export function placeName(expression: NodePath): string {
  const path = outsideOfWrappers(expression);
  const { parent } = path;
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : '';
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return parent.left.type === 'Identifier' ? parent.left.name : '';
    case 'ObjectProperty':
    case 'ClassProperty':
    case 'ClassAccessorProperty':
    case 'ClassPrivateProperty':
      return path.key === 'value' ? (keyName(parent) ?? '') : '';
    case 'ExportDefaultDeclaration':
      return 'default';
    default:
      return '';
  }
}

const wrappers = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TypeCastExpression',
]);

/** The outermost expression that is this one, in parentheses or with a type written to it. */
export function outsideOfWrappers(path: NodePath): NodePath {
  let outer = path;
  while (outer.parentPath && wrappers.has(outer.parent.type)) outer = outer.parentPath;
  return outer;
}

/** The expression itself, without parentheses and types around it. */
export function insideOfWrappers(path: NodePath): NodePath {
  let inner = path;
  while (wrappers.has(inner.node?.type ?? '')) inner = inner.get('expression') as NodePath;
  return inner;
}

/** The same for a node. */
export function withoutWrappers(node: t.Node): t.Node {
  let inner = node;
  while (wrappers.has(inner.type)) inner = (inner as t.ParenthesizedExpression).expression;
  return inner;
}

/**
 * The name under which a function can be called with a dot: a method, a class field, a property of an object literal,
 * or what was assigned to a property.
 */
export function memberName(path: NodePath<t.Function>): string | null {
  return 'key' in path.node ? keyName(path.node) : memberPlace(path);
}

/** The name of the property or class member that an expression is assigned to. */
export function memberPlace(path: NodePath): string | null {
  const { parent, key } = outsideOfWrappers(path);
  switch (parent.type) {
    case 'ObjectProperty':
    case 'ClassProperty':
    case 'ClassAccessorProperty':
    case 'ClassPrivateProperty':
      return key === 'value' ? keyName(parent) : null;
    case 'AssignmentExpression': {
      const { left } = parent;
      return left.type === 'MemberExpression' ? propertyName(left) : null;
    }
    default:
      return null;
  }
}

/** The function that an expression gives, without what binds it to an object: `f.bind(o)`. */
export function withoutBinding(path: NodePath): NodePath {
  const inner = insideOfWrappers(path);
  if (!inner.isCallExpression()) return inner;
  const callee = inner.get('callee') as NodePath;
  const isBound = callee.isMemberExpression() && propertyName(callee.node) === 'bind';
  return isBound ? withoutBinding(callee.get('object')) : inner;
}

/** The name of the property that a member expression reads; null where it is computed. */
export function propertyName(node: t.MemberExpression | t.OptionalMemberExpression): string | null {
  const { property } = node;
  if (property.type === 'PrivateName') return `#${property.id.name}`;
  if (property.type === 'StringLiteral') return property.value;
  return !node.computed && property.type === 'Identifier' ? property.name : null;
}

export type Call = t.CallExpression | t.OptionalCallExpression | t.NewExpression;

export function isCall(node: t.Node): node is Call {
  return (
    node.type === 'CallExpression' ||
    node.type === 'OptionalCallExpression' ||
    node.type === 'NewExpression'
  );
}

export function isMember(node: t.Node): boolean {
  return node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';
}

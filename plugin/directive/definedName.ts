import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { keyName, outsideOfWrappers, propertyName } from './describe.js';

const parts = new Set(['get', 'set', 'value']);

/**
 * The name that a descriptor's function is called by: `Object.defineProperty(o, 'name', { get() { … } })`,
 * `Object.defineProperties(o, { name: { value: function () { … } } })`.
 */
export function definedName(path: NodePath<t.Function>): string | null {
  const property = path.isObjectMethod() ? path : outsideOfWrappers(path).parentPath;
  if (property === null || !(property.isObjectMethod() || property.isObjectProperty())) return null;
  if (!parts.has(keyName(property.node) ?? '')) return null;
  const descriptor = outsideOfWrappers(property.parentPath);
  const outer = descriptor.parentPath;
  if (outer?.isCallExpression() && descriptor.listKey === 'arguments')
    return calledName(outer) === 'defineProperty' ? textOf(outer.node.arguments[1]) : null;
  if (!outer?.isObjectProperty() || descriptor.key !== 'value') return null;
  const descriptors = outsideOfWrappers(outer.parentPath);
  const call = descriptors.parentPath;
  if (!call?.isCallExpression() || descriptors.key !== 1) return null;
  return /^(?:defineProperties|create)$/.test(calledName(call) ?? '') ? keyName(outer.node) : null;
}

function calledName({ node: { callee } }: NodePath<t.CallExpression>): string | null {
  return callee.type === 'MemberExpression' ? propertyName(callee) : null;
}

function textOf(node: t.Node | undefined): string | null {
  return node?.type === 'StringLiteral' ? node.value : null;
}

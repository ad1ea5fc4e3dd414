import * as t from '@babel/types';
import { unwrapped } from '../tree/walk.js';

/** Methods of a TensorArray that give the changed one, and leave the one that they are called on as it is. */
const functionalMethods = new Set(['write', 'scatter', 'unstack', 'split']);

/** The calls of such methods in the expression whose results nobody takes, where nobody takes the expression's. */
export function ignoredCalls(expression: t.Node | null | undefined): t.Node[] {
  const node = unwrapped(expression ?? t.nullLiteral());
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return isFunctional(node) ? [node] : ignoredInCallback(node);
    case 'LogicalExpression':
      return ignoredCalls(node.right);
    case 'ConditionalExpression':
      return [...ignoredCalls(node.consequent), ...ignoredCalls(node.alternate)];
    case 'SequenceExpression':
      return node.expressions.flatMap(ignoredCalls);
    case 'UnaryExpression':
      return node.operator === 'void' ? ignoredCalls(node.argument) : [];
    default:
      return [];
  }
}

function isFunctional({ callee }: t.CallExpression | t.OptionalCallExpression): boolean {
  const inner = unwrapped(callee);
  if (!t.isMemberExpression(inner) && !t.isOptionalMemberExpression(inner)) return false;
  return t.isIdentifier(inner.property) && functionalMethods.has(inner.property.name);
}

/** `xs.forEach((x, i) => all.write(i, x))` */
function ignoredInCallback(call: t.CallExpression | t.OptionalCallExpression): t.Node[] {
  const callee = unwrapped(call.callee);
  const [callback] = call.arguments;
  if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.property, { name: 'forEach' }))
    return [];
  if (!t.isArrowFunctionExpression(callback)) return [];
  if (!t.isBlockStatement(callback.body)) return ignoredCalls(callback.body);
  const last = callback.body.body.at(-1);
  return t.isReturnStatement(last) ? ignoredCalls(last.argument) : [];
}

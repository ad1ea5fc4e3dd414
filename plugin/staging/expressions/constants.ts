import type * as t from '@babel/types';

const unary = new Set(['-', '+', '!', '~']);

/** Whether an expression is computed of nothing but literals, `60 * 60`: no tensor has to do with it. */
export function isConstant(node: t.Node): boolean {
  switch (node.type) {
    case 'NumericLiteral':
    case 'StringLiteral':
    case 'BooleanLiteral':
    case 'NullLiteral':
      return true;
    case 'UnaryExpression':
      return unary.has(node.operator) && isConstant(node.argument);
    case 'BinaryExpression':
      // `1 in 2` is an error, which has to say where it is.
      if (node.operator === 'in' || node.operator === 'instanceof') return false;
      return isConstant(node.left) && isConstant(node.right);
    default:
      return false;
  }
}

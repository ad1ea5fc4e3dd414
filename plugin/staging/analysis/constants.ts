import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import type { Scopes } from './scopes.js';

const unary = new Set(['-', '+', '!', '~']);

/**
 * Whether an expression is computed of nothing but literals, `60 * 60`, what the build puts in (`import.meta.env.DEV`), and
 * variables that hold such, or tells how a function is called (`new.target`): no tensor has to do with it.
 */
export function isOfHost(node: t.Node, scopes: Scopes, staging: Staging): boolean {
  return isOfConstants(node, (name) => isLiteralVariable(name, scopes, staging));
}

function isOfConstants(
  node: t.Node,
  isKnown: (name: t.Identifier) => boolean = () => false,
): boolean {
  switch (node.type) {
    case 'NumericLiteral':
    case 'StringLiteral':
    case 'BooleanLiteral':
    case 'NullLiteral':
      return true;
    case 'Identifier':
      return isKnown(node);
    case 'MetaProperty':
      return node.meta.name === 'new';
    case 'MemberExpression':
      return !node.computed && isEnvironment(node.object);
    case 'UnaryExpression':
      return unary.has(node.operator) && isOfConstants(node.argument, isKnown);
    case 'LogicalExpression':
      return isOfConstants(node.left, isKnown) && isOfConstants(node.right, isKnown);
    case 'BinaryExpression':
      // `1 in 2` is an error, which has to say where it is.
      if (node.operator === 'in' || node.operator === 'instanceof') return false;
      return isOfConstants(node.left, isKnown) && isOfConstants(node.right, isKnown);
    default:
      return false;
  }
}

/** `import.meta.env` */
function isEnvironment(node: t.Node): boolean {
  return (
    t.isMemberExpression(node) &&
    t.isMetaProperty(node.object) &&
    t.isIdentifier(node.property, { name: 'env' })
  );
}

/** Whether a name stands for a variable outside of the function that always holds what a literal says. */
function isLiteralVariable(name: t.Identifier, scopes: Scopes, staging: Staging): boolean {
  if (scopes.variableOf(name)?.kind !== 'outside') return false;
  const value = staging.constantOutside(name.name);
  return value !== null && isOfConstants(value);
}

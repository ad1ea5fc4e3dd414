import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import type { Scopes } from './scopes.js';

const unary = new Set(['-', '+', '!', '~']);

const constantNames = new Set(['Infinity', 'NaN']);
/** What JavaScript's own objects hold that nobody can change. */
const constantsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  Math: new Set(['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2']),
  Number: new Set([
    ...['EPSILON', 'MAX_SAFE_INTEGER', 'MAX_VALUE', 'MIN_SAFE_INTEGER', 'MIN_VALUE'],
    ...['NaN', 'NEGATIVE_INFINITY', 'POSITIVE_INFINITY'],
  ]),
};

/**
 * Whether an expression is computed of nothing but literals, `60 * 60`, constants of JavaScript, `Math.PI / 2`, what the build puts in (`import.meta.env.DEV`), and
 * variables that hold such, or tells how a function is called (`new.target`): no tensor has to do with it.
 */
export function isOfHost(node: t.Node, scopes: Scopes, staging: Staging): boolean {
  const isGlobal = (name: t.Identifier): boolean =>
    (scopes.variableOf(name)?.kind ?? 'outside') === 'outside' &&
    staging.bindingOutside(name.name) === undefined;
  return isOfConstants(node, isGlobal, (name) => isLiteralVariable(name, scopes, staging));
}

function isOfConstants(
  node: t.Node,
  isGlobal: (name: t.Identifier) => boolean,
  isKnown: (name: t.Identifier) => boolean = () => false,
): boolean {
  switch (node.type) {
    case 'NumericLiteral':
    case 'StringLiteral':
    case 'BooleanLiteral':
    case 'NullLiteral':
      return true;
    case 'Identifier':
      return (constantNames.has(node.name) && isGlobal(node)) || isKnown(node);
    case 'MetaProperty':
      return node.meta.name === 'new';
    case 'MemberExpression':
      return !node.computed && (isEnvironment(node.object) || isConstantOf(node, isGlobal));
    case 'UnaryExpression':
      return unary.has(node.operator) && isOfConstants(node.argument, isGlobal, isKnown);
    case 'LogicalExpression':
      return (
        isOfConstants(node.left, isGlobal, isKnown) && isOfConstants(node.right, isGlobal, isKnown)
      );
    case 'BinaryExpression':
      // `1 in 2` is an error, which has to say where it is.
      if (node.operator === 'in' || node.operator === 'instanceof') return false;
      return (
        isOfConstants(node.left, isGlobal, isKnown) && isOfConstants(node.right, isGlobal, isKnown)
      );
    default:
      return false;
  }
}

/** `Math.PI` */
function isConstantOf(
  { object, property }: t.MemberExpression,
  isGlobal: (name: t.Identifier) => boolean,
): boolean {
  if (!t.isIdentifier(object) || !t.isIdentifier(property)) return false;
  return (
    Object.hasOwn(constantsOf, object.name) &&
    constantsOf[object.name]!.has(property.name) &&
    isGlobal(object)
  );
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
  const isGlobal = (own: t.Identifier) => staging.bindingOutside(own.name) === undefined;
  return value !== null && isOfConstants(value, isGlobal);
}

import * as t from '@babel/types';
import { assignedNames } from '../analysis/effects.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, yields } from '../tree/functions.js';
import { from } from '../tree/nodes.js';
import { declaredNames, namesIn } from '../tree/statements.js';
import { forEachChild, walk } from '../tree/walk.js';

/* What a `yield` inside of a statement does can be done before the statement, where nothing is evaluated before it that it changes. */

/** Tells of names in a generator whether code that runs while it has yielded may assign the variables. */
export function changedMeanwhile(
  fn: FunctionWithBody,
  assigned: ReadonlySet<string>,
  staging: Staging,
): (name: string) => boolean {
  const own = new Set(fn.params.flatMap(namesIn));
  if (t.isBlockStatement(fn.body))
    for (const name of fn.body.body.flatMap(declaredNames)) own.add(name);
  const inside = new Set<string>();
  walk(fn.body, (node) => {
    if (!t.isFunction(node) && !t.isClass(node)) return undefined;
    for (const name of assignedNames(node)) inside.add(name);
    return false;
  });
  return (name) =>
    own.has(name) ? inside.has(name) : assigned.has(name) || !staging.isConstantOutside(name);
}

/** The expression of a statement that is evaluated once, and first. */
function headOf(statement: t.Statement): t.Node | null | undefined {
  switch (statement.type) {
    case 'ExpressionStatement':
      return statement.expression;
    case 'ReturnStatement':
    case 'ThrowStatement':
      return statement.argument;
    case 'IfStatement':
      return statement.test;
    case 'SwitchStatement':
      return statement.discriminant;
    case 'ForOfStatement':
    case 'ForInStatement':
      return statement.right;
    case 'VariableDeclaration':
      return statement.declarations.length === 1 ? statement.declarations[0]!.init : null;
    default:
      return null;
  }
}

/** Variables that are declared in one statement, in one for each if there is a `yield` in it. */
export function declaredApart(statement: t.Statement): t.Statement[] {
  if (!t.isVariableDeclaration(statement) || statement.declarations.length === 1)
    return [statement];
  if (!yields(statement)) return [statement];
  const { kind, declarations } = statement;
  const apart = declarations.map((one) => from(t.variableDeclaration(kind, [one]), one));
  t.inheritsComments(apart[0]!, statement);
  return apart;
}

/** The `yield` of a statement that come first, in their order. */
export function leadingYields(
  statement: t.Statement,
  mayChange: (name: string) => boolean,
): t.YieldExpression[] {
  const head = headOf(statement);
  const found: t.YieldExpression[] = [];
  if (!head || !yields(head)) return found;
  let isFirst = true;
  const visit = (node: t.Node, isCertain: boolean): void => {
    if (t.isFunction(node)) return;
    const wasFirst = isFirst;
    if (!t.isClass(node))
      for (const part of partsOf(node)) visit(part, isCertain && isAlwaysEvaluated(part, node));
    if (!t.isYieldExpression(node)) isFirst &&= staysTheSame(node, mayChange);
    else {
      isFirst = wasFirst && isCertain;
      if (isFirst) found.push(node);
    }
  };
  visit(head, true);
  return found;
}

/** What is evaluated before the node itself. That a method or a target is looked up then, too, nobody notices. */
function partsOf(node: t.Node): t.Node[] {
  const parts: t.Node[] = [];
  const add = (part: t.Node): void => {
    if (part === lookedUp) parts.push(...childrenOf(part));
    else if (part !== assigned) parts.push(part);
  };
  const callee = t.isCallExpression(node) ? node.callee : null;
  const target = t.isAssignmentExpression(node, { operator: '=' }) ? node.left : null;
  const lookedUp = [callee, target].find((part) => t.isMemberExpression(part));
  const assigned = t.isIdentifier(target) ? target : null;
  forEachChild(node, add);
  return parts;
}

function childrenOf(node: t.Node): t.Node[] {
  const children: t.Node[] = [];
  forEachChild(node, (child) => children.push(child));
  return children;
}

function isAlwaysEvaluated(part: t.Node, whole: t.Node): boolean {
  if (t.isLogicalExpression(whole)) return part === whole.left;
  if (t.isConditionalExpression(whole)) return part === whole.test;
  return !(t.isOptionalMemberExpression(whole) || t.isOptionalCallExpression(whole));
}

/** Whether other code can run between the parts of the expression and itself, and nobody notices. */
function staysTheSame(node: t.Node, mayChange: (name: string) => boolean): boolean {
  if (t.isIdentifier(node)) return !mayChange(node.name);
  return (
    t.isLiteral(node) ||
    t.isThisExpression(node) ||
    t.isBinaryExpression(node) ||
    t.isUnaryExpression(node) ||
    t.isArrayExpression(node) ||
    t.isObjectExpression(node) ||
    t.isObjectProperty(node)
  );
}

import * as t from '@babel/types';
import { assigns, decidesEffect, needsLift } from '../analysis/effects.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, staysAsWritten } from '../tree/functions.js';
import { assign, declare, from, inheritComments } from '../tree/nodes.js';
import { asBlock, mapStatements } from '../tree/statements.js';
import { isPattern } from '../tree/targets.js';
import { twinOf } from '../tree/twins.js';
import { forEachChild, unwrapped } from '../tree/walk.js';
import { wrapInitializers } from './initializers.js';
import { Lift } from './lift.js';
import { sourceOf, startingWith } from './patterns.js';

/**
 * Assignments inside of expressions become statements of their own, in the order in which JavaScript evaluates them.
 * `x += 1`, `x++` and `x ??= y` become plain assignments, and `flag && f();` an `if`.
 */
export function liftAssignments(root: FunctionWithBody, staging: Staging): void {
  wrapInitializers(root, staging);
  const lift = new Lift(stagedFunctions(root), staging, null);
  // Outer functions first: the test of a loop is written twice, with the functions in it.
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (t.isFunction(node) && node.body) liftIn(node as FunctionWithBody, lift, staging);
    forEachChild(node, visit);
  };
  visit(root);
}

function liftIn(fn: FunctionWithBody, lift: Lift, staging: Staging): void {
  if (!t.isBlockStatement(fn.body) && needsLift(fn.body)) {
    fn.body = from(t.blockStatement([from(t.returnStatement(fn.body), fn.body)]), fn.body);
    if (t.isArrowFunctionExpression(fn)) fn.expression = false;
  }
  if (!t.isBlockStatement(fn.body)) return;
  mapStatements(fn.body.body, (statement) =>
    inheritComments(liftFrom(statement, lift, staging), statement),
  );
}

export function liftFrom(statement: t.Statement, lift: Lift, staging: Staging): t.Statement[] {
  const before: t.Statement[] = [];
  switch (statement.type) {
    case 'ExpressionStatement':
      return isLeft(statement.expression) ? [statement] : lift.statement(statement);
    case 'VariableDeclaration':
      if (!statement.declarations.some(({ init }) => needsLift(init))) return [statement];
      return statement.declarations.flatMap((declarator) => {
        const ahead: t.Statement[] = [];
        if (declarator.init) declarator.init = lift.value(declarator.init, ahead);
        return [...ahead, from(t.variableDeclaration(statement.kind, [declarator]), statement)];
      });
    case 'ReturnStatement':
    case 'ThrowStatement':
      if (!needsLift(statement.argument)) return [statement];
      statement.argument = lift.value(statement.argument!, before);
      return [...before, statement];
    case 'SwitchStatement':
      if (!needsLift(statement.discriminant)) return [statement];
      statement.discriminant = lift.value(statement.discriminant, before);
      return [...before, statement];
    case 'IfStatement':
      if (isAsItIs(statement.test, staging)) return [statement];
      statement.test = lift.test(statement.test, before);
      return [...before, statement];
    case 'ForOfStatement':
      if (!t.isVariableDeclaration(statement.left) && needsLift(statement.left))
        assignInBody(statement, lift, staging);
      if (!needsLift(statement.right)) return [statement];
      statement.right = lift.value(statement.right, before);
      return [...before, statement];
    case 'WhileStatement':
      return isAsItIs(statement.test, staging) ? [statement] : liftTest(statement, lift, staging);
    case 'LabeledStatement':
      return liftLabeled(statement, lift, staging);
    default:
      return [statement];
  }
}

/** `for (x[i++] of …)`: which element it is, each iteration asks anew. */
function assignInBody(loop: t.ForOfStatement, lift: Lift, staging: Staging): void {
  const { left } = loop;
  const item = t.identifier(staging.uniqueName('item'));
  const target = unwrapped(left) as t.LVal;
  const value = isPattern(target) ? sourceOf(target, item, staging) : item;
  loop.left = declare('const', item.name, null, left);
  loop.body = startingWith(lift.statement(assign(target, value, left)), asBlock(loop.body));
}

/** Whether a test holds no assignment: what a driver is asked for stands where JavaScript evaluates it. */
function isAsItIs(test: t.Expression, { settled }: Staging): boolean {
  return settled.has(test) ? !assigns(test) : !needsLift(test);
}

/** A statement that already is as it should be. */
function isLeft(expression: t.Expression): boolean {
  return !needsLift(expression) && !decidesEffect(expression);
}

/** What is evaluated before a loop stands before its label too. */
function liftLabeled(statement: t.LabeledStatement, lift: Lift, staging: Staging): t.Statement[] {
  const { body } = statement;
  if (!t.isForOfStatement(body) && !t.isWhileStatement(body)) return [statement];
  const lifted = liftFrom(body, lift, staging);
  statement.body = lifted.pop()!;
  return [...lifted, statement];
}

/** The test is evaluated before the loop, and again at the end of each iteration. */
function liftTest(loop: t.WhileStatement, lift: Lift, staging: Staging): t.Statement[] {
  const test = staging.uniqueName('test');
  const again = twinOf(loop.test, staging);
  const before: t.Statement[] = [];
  const first = lift.truth(loop.test, before);
  const after: t.Statement[] = [];
  const next = lift.truth(again, after);
  const original = loop.test;
  const declaration = declare('let', test, first, original);
  after.push(assign(t.identifier(test), next, original));
  loop.test = from(t.identifier(test), original);
  const own = loop.body as t.BlockStatement;
  const isPlain = !own.body.some((statement) => t.isDeclaration(statement));
  loop.body = from(t.blockStatement([...(isPlain ? own.body : [own]), ...after]), own);
  return [...before, declaration, loop];
}

import * as t from '@babel/types';
import type { Staging } from './tree/context.js';
import { type FunctionWithBody, staysAsWritten } from './tree/functions.js';
import { at, copy, from, helperCall, isCallOf } from './tree/nodes.js';
import { mapStatements } from './tree/statements.js';
import { forEachChild } from './tree/walk.js';

/*
 * Staged code does not wait: its asynchronous functions are synchronous. In a module that has nothing of TensorFlow.js
 * each has a second body, which is asynchronous, for calls with no tensor near: what an `await` stands in is a statement of
 * JavaScript there, as what a `yield` stands in is one in a generator.
 */

const marker = 'waits';

/** `ug.waits(async () => { … });` becomes the first statement of each asynchronous function. */
export function giveWaitingBodies(root: FunctionWithBody, staging: Staging): void {
  if (!staging.mayWait) return;
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (!t.isFunction(node) || !node.async || staging.waiting.has(node)) forEachChild(node, visit);
    else {
      node.params.forEach(visit);
      // What the other body makes stays in its trace.
      visit(giveWaitingBody(node as FunctionWithBody, staging).body);
    }
  };
  visit(root);
}

function giveWaitingBody(fn: FunctionWithBody, staging: Staging): t.ArrowFunctionExpression {
  const isExpression = !t.isBlockStatement(fn.body);
  const block = takeParametersApart(fn, staging);
  const [only] = block.body;
  const isBare = isExpression && block.body.length === 1 && t.isReturnStatement(only);
  const body = copy(isBare ? only.argument! : block);
  if (t.isBlockStatement(body)) body.directives = [];
  const waiting = from(t.arrowFunctionExpression([], body, true), block);
  staging.waiting.add(waiting);
  mapStatements(block.body, (statement) => [withoutAwaitLoop(statement, staging)]);
  const call = helperCall(staging, marker, [waiting], block);
  block.body.unshift(from(t.expressionStatement(call), block));
  return waiting;
}

/** What fails as parameters are taken apart rejects the promise, so that it belongs to the body. */
export function takeParametersApart(fn: FunctionWithBody, staging: Staging): t.BlockStatement {
  if (!t.isBlockStatement(fn.body))
    fn.body = from(t.blockStatement([from(t.returnStatement(fn.body), fn.body)]), fn.body);
  const first = fn.params.findIndex((parameter) => !isName(parameter));
  if (first < 0) return fn.body;
  const rest = staging.uniqueName('rest');
  const pattern = t.arrayPattern(fn.params.slice(first) as t.ArrayPattern['elements']);
  fn.params = [...fn.params.slice(0, first), t.restElement(t.identifier(rest))];
  const declarator = from(t.variableDeclarator(pattern, t.identifier(rest)), fn);
  fn.body.body.unshift(from(t.variableDeclaration('var', [declarator]), fn));
  return fn.body;
}

function isName(parameter: t.Node): boolean {
  return t.isRestElement(parameter) ? isName(parameter.argument) : t.isIdentifier(parameter);
}

/** No graph can wait for what an iterator gives. */
function withoutAwaitLoop(labeled: t.Statement, staging: Staging): t.Statement {
  const statement = t.isLabeledStatement(labeled) ? labeled.body : labeled;
  if (!t.isForOfStatement(statement) || !statement.await) return labeled;
  const refused = helperCall(staging, 'await_loop', [at(staging, statement)], statement);
  return from(t.expressionStatement(refused), statement);
}

/** Takes the second body out of the function's own, where it has one. */
export function takeWaitingBody(body: t.BlockStatement): t.Expression[] {
  const index = body.body.findIndex(
    (statement) => t.isExpressionStatement(statement) && isCallOf(marker, statement.expression),
  );
  if (index < 0) return [];
  const [statement] = body.body.splice(index, 1) as [t.ExpressionStatement];
  return (statement.expression as t.CallExpression).arguments as t.Expression[];
}

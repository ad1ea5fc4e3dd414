import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, yields } from '../tree/functions.js';
import { copy, from, helperCall, isCallOf } from '../tree/nodes.js';
import { innerLists, mapStatements } from '../tree/statements.js';
import { containsOwn, walk } from '../tree/walk.js';

/*
 * A generator hands out its values one by one while its caller runs in between, which a graph cannot. To a loop that takes
 * them all it may as well push them: `yield x` becomes a call of the loop's body, so that a tensor can decide whether, and
 * how often, the generator comes to it.
 */

const helper = 'pushes';

/** Gives generators a second body, a closure that pushes: `ug.pushes((push) => { … if (push(x)) return; … })` */
export function pushFromGenerators(root: FunctionWithBody, staging: Staging): void {
  for (const fn of stagedFunctions(root).toReversed()) {
    const { body } = fn;
    if (staging.suspended.has(fn)) continue;
    if (!t.isBlockStatement(body) || !hasChoices(body) || !canPush(body)) continue;
    const name = staging.uniqueName('push');
    const pushing = copy(body);
    pushing.directives = [];
    mapStatements(pushing.body, (statement) => pushed(statement, name, staging));
    const closure = from(t.arrowFunctionExpression([t.identifier(name)], pushing), body);
    const call = helperCall(staging, helper, [closure], body);
    body.body.unshift(from(t.expressionStatement(call), body));
  }
}

/** `if (ug.pushes(…)) return;`: an `if` of the passes' own. */
export function returnFromPushed(root: FunctionWithBody): void {
  for (const fn of stagedFunctions(root)) {
    if (!t.isBlockStatement(fn.body)) continue;
    const { body } = fn.body;
    for (const [index, statement] of body.entries()) {
      if (!t.isExpressionStatement(statement) || !isCallOf(helper, statement.expression)) continue;
      body[index] = from(t.ifStatement(statement.expression, t.returnStatement()), statement);
    }
  }
}

/** Whether anything decides of what it yields, or how often. */
function hasChoices({ body }: t.BlockStatement): boolean {
  return yields(t.blockStatement(body)) && body.some((statement) => !isPlain(statement));
}

function isPlain(statement: t.Statement): boolean {
  const yielded = yieldIn(statement);
  if (yielded !== null) return !yielded.delegate;
  return !yields(statement) && !innerLists(statement).some((list) => list.some(returns));
}

function returns(statement: t.Statement): boolean {
  return t.isReturnStatement(statement) || innerLists(statement).some((list) => list.some(returns));
}

/**
 * What is sent to a generator comes from its caller, and what a loop's body throws is none of its handlers'. When the loop
 * has been left a `finally` still may yield, but to nobody.
 */
function canPush(body: t.BlockStatement): boolean {
  const statements = new Set<t.Node>();
  let isGuarded = false;
  walk(body, (node) => {
    if (t.isFunction(node) || t.isClass(node)) return false;
    const yielded = t.isStatement(node) ? yieldIn(node) : null;
    if (yielded !== null) statements.add(yielded);
    if (t.isTryStatement(node)) {
      const { block, handler, finalizer } = node;
      if ((handler && yields(block)) || (finalizer && yields(finalizer))) isGuarded = true;
    }
    return undefined;
  });
  const isSent = containsOwn(body, (node) => t.isYieldExpression(node) && !statements.has(node));
  return !isGuarded && !isSent;
}

/** The `yield` that the statement consists of. */
function yieldIn(statement: t.Statement): t.YieldExpression | null {
  if (!t.isExpressionStatement(statement)) return null;
  return t.isYieldExpression(statement.expression) ? statement.expression : null;
}

/** `if (push(x)) return;`, and for `yield* items` the loop over them. */
function pushed(statement: t.Statement, push: string, staging: Staging): t.Statement[] {
  const yielded = yieldIn(statement);
  if (yielded === null) return [statement];
  const pushing = (value: t.Expression): t.Statement => {
    const call = t.callExpression(t.identifier(push), [value]);
    staging.finished.add(call);
    const leave = t.blockStatement([t.returnStatement()]);
    return from(t.ifStatement(from(call, statement), leave), statement);
  };
  const { argument, delegate } = yielded;
  let replaced: t.Statement;
  if (delegate) {
    const item = staging.uniqueName('item');
    const left = t.variableDeclaration('const', [t.variableDeclarator(t.identifier(item))]);
    const body = t.blockStatement([pushing(t.identifier(item))]);
    replaced = from(t.forOfStatement(left, argument!, body), statement);
  } else replaced = pushing(argument ?? t.unaryExpression('void', t.numericLiteral(0)));
  t.inheritsComments(replaced, statement);
  return [replaced];
}

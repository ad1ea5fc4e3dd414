import * as t from '@babel/types';
import { forEachNode } from '../../syntax/nodes.js';
import { completes } from '../tree/completion.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions } from '../tree/functions.js';
import { assign, copy, declare, from, inheritComments } from '../tree/nodes.js';
import { asBlock, declaredNames, mapStatements } from '../tree/statements.js';
import { containsOwn, mentionedNames } from '../tree/walk.js';
import { makeMovable } from './moving.js';

/** A branch around its call of `super`. */
interface Branch {
  readonly before: readonly t.Statement[];
  readonly after: readonly t.Statement[];
  /** Null where the branch throws instead. */
  readonly call: t.CallExpression | null;
}

/**
 * An object is made once, whichever branch a tensor takes: where each branch calls `super`, the branches choose what it is given,
 * `super(...given)` stands behind them, and what followed the calls in a conditional of its own.
 */
export function joinSuperCalls(root: FunctionWithBody, staging: Staging): void {
  for (const fn of stagedFunctions(root)) {
    if (!t.isBlockStatement(fn.body) || !containsSuperCall(fn.body)) continue;
    const { body } = fn;
    mapStatements(body.body, (statement) => {
      const conditional = asConditional(statement);
      const joined = conditional && join(conditional, body, staging);
      return joined ? inheritComments(joined, statement) : [statement];
    });
  }
}

function containsSuperCall(node: t.Node): boolean {
  return containsOwn(node, (inner) => t.isCallExpression(inner) && t.isSuper(inner.callee));
}

/** `c ? super(x) : super(y);` is an `if`, too. */
function asConditional(statement: t.Statement): t.IfStatement | null {
  if (t.isIfStatement(statement)) return statement;
  if (!t.isExpressionStatement(statement)) return null;
  const { expression } = statement;
  if (!t.isConditionalExpression(expression)) return null;
  const branch = (value: t.Expression) =>
    from(t.blockStatement([from(t.expressionStatement(value), value)]), value);
  const { test, consequent, alternate } = expression;
  return from(t.ifStatement(test, branch(consequent), branch(alternate)), statement);
}

function join(
  { test, consequent, alternate, loc }: t.IfStatement,
  body: t.BlockStatement,
  staging: Staging,
): t.Statement[] | null {
  const main = branchOf(consequent);
  const other = alternate ? branchOf(alternate) : null;
  const original = main?.call ?? other?.call;
  if (!main || !other || !original) return null;
  if (!canBeLifted(main, consequent, body) || !canBeLifted(other, alternate!, body)) return null;
  const lifted: t.Statement[] = [];
  const given = staging.uniqueName('super_arguments');
  const [mainBefore, otherBefore] = [main, other].map(({ before, after, call }) => [
    ...makeMovable(before, after, lifted),
    ...(call ? [assign(t.identifier(given), argumentsOf(call), call)] : []),
  ]) as [t.Statement[], t.Statement[]];
  staging.standIns.set(given, 'list that super() is given');
  const place = { loc } as t.Node;
  const statements: t.Statement[] = [...lifted, declare('let', given, null, place)];
  let condition = test;
  const hasMore = main.after.length > 0 || other.after.length > 0;
  if (hasMore) {
    const name = staging.uniqueName('condition');
    const holds = from(t.unaryExpression('!', from(t.unaryExpression('!', test), test)), test);
    statements.push(declare('const', name, holds, test));
    condition = from(t.identifier(name), test);
  }
  const choice = t.ifStatement(
    condition,
    t.blockStatement(mainBefore),
    t.blockStatement(otherBefore),
  );
  const spread = t.callExpression(t.super(), [t.spreadElement(t.identifier(given))]);
  statements.push(from(choice, place), from(t.expressionStatement(spread), original));
  if (hasMore) {
    const [one, two] = [main, other].map(({ after }) => t.blockStatement([...after])) as [
      t.BlockStatement,
      t.BlockStatement,
    ];
    const alternative = two.body.length > 0 ? two : null;
    statements.push(from(t.ifStatement(copy(condition), one, alternative), place));
  }
  return statements;
}

function argumentsOf(call: t.CallExpression): t.Expression {
  const [only, ...others] = call.arguments;
  // What an inner conditional has chosen.
  if (t.isSpreadElement(only) && others.length === 0) return only.argument;
  return from(t.arrayExpression(call.arguments as t.Expression[]), call);
}

/** Null where `super` is called otherwise, or not at all. */
function branchOf(statement: t.Statement): Branch | null {
  const { body } = asBlock(statement);
  const at = body.findIndex(isSuperCall);
  const others = body.filter((_, index) => index !== at);
  if (others.some(containsSuperCall)) return null;
  if (at === -1) return completes(statement) ? null : { before: body, after: [], call: null };
  const { expression } = body[at] as t.ExpressionStatement;
  const [before, after] = [body.slice(0, at), body.slice(at + 1)];
  return { before, after, call: expression as t.CallExpression };
}

function isSuperCall(statement: t.Statement): boolean {
  if (!t.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  return t.isCallExpression(expression) && t.isSuper(expression.callee);
}

/** Whether what the branch declares for both its parts has a name that nothing else in the function has. */
function canBeLifted({ before, after }: Branch, branch: t.Node, body: t.Node): boolean {
  const mentioned = mentionedNames(after);
  const names = before.flatMap(declaredNames).filter((name) => mentioned.has(name));
  return names.every((name) => occurrences(name, branch) === occurrences(name, body));
}

function occurrences(name: string, node: t.Node): number {
  let count = 0;
  forEachNode(node, (inner) => {
    if (t.isIdentifier(inner, { name })) count++;
  });
  return count;
}

import * as t from '@babel/types';
import { liftFrom } from '../expressions/assignments.js';
import { Lift } from '../expressions/lift.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, yields } from '../tree/functions.js';
import {
  assign,
  at,
  copy,
  declare,
  from,
  helper,
  helperCall,
  inheritComments,
  isCallOf,
} from '../tree/nodes.js';
import { innerLists, mapStatements } from '../tree/statements.js';
import { containsOwn, walk } from '../tree/walk.js';
import { endUnless } from './endUnless.js';
import { withLabels, withoutLabels } from './labels.js';

/*
 * A generator hands out its values one by one while its caller runs in between, which a graph cannot. To a loop that takes
 * them all it may as well push them: `yield x` becomes a call of the loop's body, so that a tensor can decide whether, and
 * how often, the generator comes to it.
 */

const pushes = 'pushes';

/** Gives generators a second body, a closure that pushes: `ug.pushes((push) => { … if (push(x)) return; … })` */
export function pushFromGenerators(root: FunctionWithBody, staging: Staging): void {
  const functions = stagedFunctions(root);
  for (const fn of functions.toReversed()) {
    if (staging.suspended.has(fn)) continue;
    if (!t.isBlockStatement(fn.body) || !hasChoices(fn.body) || isUnpushable(fn.body)) continue;
    const body = copy(fn.body);
    body.directives = [];
    const name = staging.uniqueName('push');
    const pushing = new Pushing(name, returnsValue(body), functions, staging);
    mapStatements(body.body, pushing.statements);
    if (yields(body)) continue;
    walk(body, (node) => {
      if (t.isFunction(node)) return false;
      if (t.isTryStatement(node) && node.handler) pushing.guard(node.block);
      return undefined;
    });
    const closure = from(t.arrowFunctionExpression([t.identifier(name)], body), fn.body);
    const more = containsOwn(fn.body, isCleaned) ? [t.booleanLiteral(true)] : [];
    const call = helperCall(staging, pushes, [closure, ...more], fn.body);
    fn.body.body.unshift(from(t.expressionStatement(call), fn.body));
  }
}

/** `if (ug.pushes(…)) return;`: an `if` of the passes' own. */
export function returnFromPushed(root: FunctionWithBody): void {
  for (const fn of stagedFunctions(root)) {
    if (!t.isBlockStatement(fn.body)) continue;
    const { body } = fn.body;
    for (const [index, statement] of body.entries()) {
      if (!t.isExpressionStatement(statement) || !isCallOf(pushes, statement.expression)) continue;
      body[index] = from(t.ifStatement(statement.expression, t.returnStatement()), statement);
    }
  }
}

/** Whether anything decides of what it yields, or how often. */
function hasChoices({ body }: t.BlockStatement): boolean {
  return yields(t.blockStatement(body)) && body.some((statement) => !isPlain(statement));
}

function isPlain(statement: t.Statement): boolean {
  if (t.isExpressionStatement(statement) || t.isVariableDeclaration(statement))
    return !containsOwn(statement, isChoice);
  return !yields(statement) && !innerLists(statement).some((list) => list.some(returns));
}

function isChoice(node: t.Node): boolean {
  if (t.isYieldExpression(node)) return node.delegate;
  return (t.isLogicalExpression(node) || t.isConditionalExpression(node)) && yields(node);
}

function returns(statement: t.Statement): boolean {
  return t.isReturnStatement(statement) || innerLists(statement).some((list) => list.some(returns));
}

/**
 * When the loop has been left a `finally` still may yield, but to nobody, and where it jumps or throws itself, what the loop's body
 * has thrown is thrown all the same.
 */
function isUnpushable(body: t.BlockStatement): boolean {
  return containsOwn(body, (node) => {
    if (!t.isTryStatement(node) || !node.finalizer) return false;
    if (yields(node.finalizer)) return true;
    return yields(node) && containsOwn(node.finalizer, leaves);
  });
}

/** Whether something is done when the generator is closed there. */
function isCleaned(node: t.Node): boolean {
  return t.isTryStatement(node) && Boolean(node.finalizer) && yields(node);
}

function leaves(node: t.Node): boolean {
  return t.isCompletionStatement(node);
}

function returnsValue(body: t.BlockStatement): boolean {
  return containsOwn(body, (node) => t.isReturnStatement(node) && Boolean(node.argument));
}

/** What a generator does that pushes its items. */
class Pushing {
  readonly #lift: Lift;

  constructor(
    readonly push: string,
    readonly returnsValue: boolean,
    functions: readonly FunctionWithBody[],
    readonly staging: Staging,
  ) {
    this.#lift = new Lift(functions, staging, this.#yielded);
  }

  /** The statement behind what its expression yields. */
  readonly statements = (statement: t.Statement): t.Statement[] => {
    if (!yields(statement)) return [statement];
    const loop = withoutLabels(statement);
    if (t.isDoWhileStatement(loop) && yields(loop.test)) return this.#testFirst(statement, loop);
    if (t.isWhileStatement(loop) || t.isForStatement(loop)) this.#testInside(loop);
    if (loop !== statement || (t.isLoop(loop) && !t.isForOfStatement(loop))) return [statement];
    const node = t.isExpressionStatement(statement) ? statement.expression : null;
    if (!t.isYieldExpression(node) || yields(node.argument ?? nothing()))
      return inheritComments(liftFrom(statement, this.#lift, this.staging), statement);
    const items = node.argument ?? nothing();
    const pushed = node.delegate ? this.#pushEach(items, node) : this.#push(items, node);
    t.inheritsComments(pushed, statement);
    return [pushed];
  };

  /** `while (true) { if (!test) break; … }`: a test yields each time anew. */
  #testInside(loop: t.WhileStatement | t.ForStatement): void {
    const { test } = loop;
    if (!test || !yields(test)) return;
    (loop.body as t.BlockStatement).body.unshift(...this.#endUnless(test));
    loop.test = t.isWhileStatement(loop) ? from(t.booleanLiteral(true), test) : null;
  }

  /** `let repeats = false; while (true) { if (repeats) { if (!test) break; } repeats = true; … }` */
  #testFirst(labeled: t.Statement, loop: t.DoWhileStatement): t.Statement[] {
    const { test } = loop;
    const repeats = this.staging.uniqueName('repeats');
    const ends = t.ifStatement(t.identifier(repeats), t.blockStatement(this.#endUnless(test)));
    const repeat = assign(t.identifier(repeats), t.booleanLiteral(true), test);
    (loop.body as t.BlockStatement).body.unshift(from(ends, test), repeat);
    const endless = from(t.whileStatement(t.booleanLiteral(true), loop.body), loop);
    return [declare('let', repeats, t.booleanLiteral(false), loop), withLabels(labeled, endless)];
  }

  #endUnless(test: t.Expression): t.Statement[] {
    return this.statements(endUnless(test));
  }

  readonly #yielded = (node: t.YieldExpression, out: t.Statement[]): t.Expression => {
    const argument = node.argument ?? nothing();
    if (!node.delegate) {
      out.push(this.#push(argument, node));
      return from(nothing(), node);
    }
    const items = this.staging.uniqueName('items');
    out.push(declare('const', items, argument, node));
    out.push(this.#pushEach(t.identifier(items), node));
    const parameters = [t.identifier(items), at(this.staging, node)];
    return helperCall(this.staging, 'result_of', parameters, node);
  };

  /** `if (push(x)) return;` */
  #push(value: t.Expression, original: t.Node): t.Statement {
    const call = from(t.callExpression(t.identifier(this.push), [value]), original);
    this.staging.finished.add(call);
    // Nobody takes what it returns where the loop has been left.
    const result = this.returnsValue ? helper(this.staging, 'not_returned') : null;
    return from(t.ifStatement(call, t.blockStatement([t.returnStatement(result)])), original);
  }

  /** `push.guarded(x)`: the handler of the block is not for what the loop's body throws. */
  guard(block: t.BlockStatement): void {
    walk(block, (node) => {
      if (t.isCallExpression(node) && t.isIdentifier(node.callee, { name: this.push }))
        node.callee = t.memberExpression(node.callee, t.identifier('guarded'));
      return undefined;
    });
  }

  #pushEach(items: t.Expression, original: t.Node): t.Statement {
    const item = this.staging.uniqueName('item');
    const body = t.blockStatement([this.#push(t.identifier(item), original)]);
    return from(t.forOfStatement(declare('const', item, null, null), items, body), original);
  }
}

function nothing(): t.Expression {
  return t.unaryExpression('void', t.numericLiteral(0));
}

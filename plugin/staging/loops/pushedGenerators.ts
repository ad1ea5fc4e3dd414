import * as t from '@babel/types';
import { assignedNames } from '../analysis/effects.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, yields } from '../tree/functions.js';
import { at, copy, declare, from, helper, helperCall, isCallOf } from '../tree/nodes.js';
import { innerLists, mapStatements } from '../tree/statements.js';
import { containsOwn, mapChildren, walk } from '../tree/walk.js';
import { changedMeanwhile, declaredApart, leadingYields } from './leadingYields.js';

/*
 * A generator hands out its values one by one while its caller runs in between, which a graph cannot. To a loop that takes
 * them all it may as well push them: `yield x` becomes a call of the loop's body, so that a tensor can decide whether, and
 * how often, the generator comes to it.
 */

const pushes = 'pushes';

/** Gives generators a second body, a closure that pushes: `ug.pushes((push) => { … if (push(x)) return; … })` */
export function pushFromGenerators(root: FunctionWithBody, staging: Staging): void {
  const assigned = assignedNames(root);
  for (const fn of stagedFunctions(root).toReversed()) {
    if (staging.suspended.has(fn)) continue;
    if (!t.isBlockStatement(fn.body) || !hasChoices(fn.body)) continue;
    const pushing = copy(fn.body);
    pushing.directives = [];
    mapStatements(pushing.body, declaredApart);
    const mayChange = changedMeanwhile(fn, assigned, staging);
    const leading = yieldsByStatement(pushing, (statement) => leadingYields(statement, mayChange));
    if (leading === null) continue;
    const name = staging.uniqueName('push');
    const body = new PushingBody(name, returnsValue(pushing), staging);
    mapStatements(pushing.body, (statement) =>
      body.statements(statement, leading.get(statement) ?? []),
    );
    const closure = from(t.arrowFunctionExpression([t.identifier(name)], pushing), fn.body);
    const call = helperCall(staging, pushes, [closure], fn.body);
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
    return !containsOwn(statement, (node) => t.isYieldExpression(node, { delegate: true }));
  return !yields(statement) && !innerLists(statement).some((list) => list.some(returns));
}

function returns(statement: t.Statement): boolean {
  return t.isReturnStatement(statement) || innerLists(statement).some((list) => list.some(returns));
}

/**
 * The `yield` of each statement, unless one of them stands where it cannot be done before its statement, or what a loop's body
 * throws would be caught by the generator's handlers. When the loop has been left a `finally` still may yield, but to nobody.
 */
function yieldsByStatement(
  body: t.BlockStatement,
  leading: (statement: t.Statement) => t.YieldExpression[],
): Map<t.Statement, t.YieldExpression[]> | null {
  const found = new Map<t.Statement, t.YieldExpression[]>();
  const known = new Set<t.Node>();
  let isGuarded = false;
  walk(body, (node) => {
    if (t.isFunction(node) || t.isClass(node)) return false;
    if (t.isTryStatement(node)) {
      const { block, handler, finalizer } = node;
      if ((handler && yields(block)) || (finalizer && yields(finalizer))) isGuarded = true;
    }
    return undefined;
  });
  mapStatements(body.body, (statement) => {
    const own = leading(statement);
    if (own.length > 0) found.set(statement, own);
    for (const node of own) known.add(node);
    return [statement];
  });
  const isAmid = containsOwn(body, (node) => t.isYieldExpression(node) && !known.has(node));
  return isGuarded || isAmid ? null : found;
}

/** The `yield` that the statement consists of. */
function yieldIn(statement: t.Statement): t.YieldExpression | null {
  if (!t.isExpressionStatement(statement)) return null;
  return t.isYieldExpression(statement.expression) ? statement.expression : null;
}

function returnsValue(body: t.BlockStatement): boolean {
  return containsOwn(body, (node) => t.isReturnStatement(node) && Boolean(node.argument));
}

/** What a generator does that pushes its items, and returns a value or not. */
class PushingBody {
  constructor(
    readonly push: string,
    readonly returnsValue: boolean,
    readonly staging: Staging,
  ) {}

  /** The statement behind `if (push(x)) return;` for each `yield x` in it, and for `yield* items` the loop over them. */
  statements(statement: t.Statement, yielded: readonly t.YieldExpression[]): t.Statement[] {
    if (yielded.length === 0) return [statement];
    const replaced: t.Statement[] = [];
    const values = new Map<t.Node, t.Expression>();
    const withValues = (node: t.Node): t.Node => {
      const value = values.get(node);
      if (value === undefined) mapChildren(node, withValues);
      return value ?? node;
    };
    for (const node of yielded) {
      const isStatement = node === yieldIn(statement);
      const argument = node.argument ? (withValues(node.argument) as t.Expression) : nothing();
      if (!node.delegate) {
        replaced.push(this.#pushed(argument, node));
        values.set(node, from(nothing(), node));
      } else if (isStatement) replaced.push(this.#pushedEach(argument, node));
      else {
        const items = this.staging.uniqueName('items');
        replaced.push(declare('const', items, argument, node));
        replaced.push(this.#pushedEach(t.identifier(items), node));
        const parameters = [t.identifier(items), at(this.staging, node)];
        values.set(node, helperCall(this.staging, 'result_of', parameters, node));
      }
    }
    if (yieldIn(statement) === null) replaced.push(withValues(statement) as t.Statement);
    if (replaced[0] !== statement) t.inheritsComments(replaced[0]!, statement);
    return replaced;
  }

  #pushed(value: t.Expression, original: t.Node): t.Statement {
    const call = from(t.callExpression(t.identifier(this.push), [value]), original);
    this.staging.finished.add(call);
    // A value that it returns is taken only where it has come to its end.
    const nobody = this.returnsValue ? helper(this.staging, 'not_returned') : null;
    return from(t.ifStatement(call, t.blockStatement([t.returnStatement(nobody)])), original);
  }

  #pushedEach(items: t.Expression, original: t.Node): t.Statement {
    const item = this.staging.uniqueName('item');
    const body = t.blockStatement([this.#pushed(t.identifier(item), original)]);
    return from(t.forOfStatement(declare('const', item, null, null), items, body), original);
  }
}

function nothing(): t.Expression {
  return t.unaryExpression('void', t.numericLiteral(0));
}

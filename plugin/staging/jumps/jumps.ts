import * as t from '@babel/types';
import { containsJump } from '../tree/completion.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions } from '../tree/functions.js';
import { at, declare, from, helper, helperCall, inheritComments } from '../tree/nodes.js';
import { innerLists, isLexical, mapStatements } from '../tree/statements.js';
import { JumpLowering } from './jumpLowering.js';
import { JumpTarget } from './jumpTarget.js';

/**
 * Early returns, and breaks to a label, become flags. What a jump skips is guarded by its flag, or moved into the other
 * branch where one branch of an `if` always leaves.
 */
export function lowerJumps(root: FunctionWithBody, staging: Staging): void {
  for (const fn of stagedFunctions(root)) {
    if (!t.isBlockStatement(fn.body)) continue;
    const list = fn.body.body;
    // Functions may stand behind the return that ends the body.
    const end = list.findLastIndex((statement) => !t.isFunctionDeclaration(statement));
    const before = list.slice(0, Math.max(end, 0));
    if (t.isReturnStatement(list[end]) && !before.some(containsReturn)) {
      if (before.some(containsJump))
        fn.body.body = [...withoutBreaks(before, staging), ...list.slice(end)];
    } else if (list.some(containsReturn)) {
      fn.body.body = withoutReturns(fn, list, staging);
    } else if (list.some(containsJump)) {
      fn.body.body = withoutBreaks(list, staging);
    }
    mapStatements(fn.body.body, flattened);
  }
}

function containsReturn(statement: t.Statement): boolean {
  return (
    t.isReturnStatement(statement) ||
    innerLists(statement).some((list) => list.some(containsReturn))
  );
}

function containsResult(statement: t.Statement): boolean {
  if (t.isReturnStatement(statement)) return statement.argument != null;
  return innerLists(statement).some((list) => list.some(containsResult));
}

/**
 * A block that declares nothing is as good as its statements. Nothing jumps to a label any more, but a `finally` to the end
 * of its own statement.
 */
function flattened(statement: t.Statement): t.Statement[] {
  if (t.isLabeledStatement(statement)) {
    if (t.isTryStatement(statement.body)) return [statement];
    return inheritComments(flattened(statement.body), statement);
  }
  if (!t.isBlockStatement(statement) || statement.body.some(isLexical)) return [statement];
  return inheritComments(statement.body, statement);
}

function withoutBreaks(list: t.Statement[], staging: Staging): t.Statement[] {
  const lowering = new JumpLowering(staging, null);
  const result = lowering.list(list);
  lowering.prune(result.list);
  return result.list;
}

function withoutReturns(
  fn: FunctionWithBody,
  list: t.Statement[],
  staging: Staging,
): t.Statement[] {
  const returns = new JumpTarget('return', staging.uniqueName('did_return'));
  const [hint, title] = staging.jumping.has(fn)
    ? ['chosen_jump', 'chosen jump']
    : ['return_value', 'return value'];
  const value = list.some(containsResult) ? staging.uniqueName(hint) : null;
  const lowering = new JumpLowering(staging, returns, value);
  const result = lowering.list(list);
  const declarations: t.Statement[] = [];
  const last: t.Statement[] = [];
  if (value !== null) {
    let argument: t.Expression = t.identifier(value);
    if (result.completes) {
      argument = helperCall(
        staging,
        'function_result',
        [returns.read(fn), argument, at(staging, lowering.lastReturn)],
        lowering.lastReturn,
      );
    }
    last.push(from(t.returnStatement(argument), lowering.lastReturn));
    staging.results.set(value, title);
  }
  if (returns.isRead) {
    declarations.push(declare('let', returns.name, t.booleanLiteral(false), fn));
    staging.flags.set(returns.name, 'did return');
  }
  if (value !== null) declarations.push(declare('let', value, helper(staging, 'not_returned'), fn));
  const statements = [...declarations, ...result.list, ...last];
  lowering.prune(statements);
  return statements;
}

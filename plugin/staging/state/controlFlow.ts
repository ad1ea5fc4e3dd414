import * as t from '@babel/types';
import { forEachNode } from '../../syntax/nodes.js';
import { isOfHost } from '../analysis/constants.js';
import { assignedNames } from '../analysis/effects.js';
import { lostElements } from '../analysis/lostElements.js';
import { resolveScopes } from '../analysis/scopes.js';
import { addInner } from '../tree/comments.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, suspends, yields } from '../tree/functions.js';
import { assign, at, declare, from, helper, helperCall, thunk } from '../tree/nodes.js';
import { declaredNames, mapStatements } from '../tree/statements.js';
import { pathText } from '../tree/targets.js';
import { mentionedNames } from '../tree/walk.js';
import { findStates, type StateEntry } from './constructState.js';
import { holdersFirst } from './holdersFirst.js';
import { markWrites } from './writes.js';

/** `if`, `while`, `for … of` and `try` become calls of helpers, with their branches and bodies as closures. */
export function makeFunctional(root: FunctionWithBody, staging: Staging): void {
  const scopes = resolveScopes(root);
  markWrites(root, scopes, staging);
  for (const target of lostElements(root, scopes)) staging.lost.add(target);
  const functions = stagedFunctions(root);
  const { states, unread } = findStates(functions, scopes, staging);
  for (const fn of functions) {
    if (!t.isBlockStatement(fn.body)) continue;
    mapStatements(fn.body.body, (labeled) => {
      const statement = t.isLabeledStatement(labeled) ? labeled.body : labeled;
      if (unread.has(statement)) return [];
      const state = states.get(statement);
      if (state !== undefined && suspends(statement)) return [ofJavaScript(labeled, staging)];
      if (state === undefined) return [statement];
      if (t.isIfStatement(statement) && isOfHost(statement.test, scopes, staging))
        return [statement];
      if (isExit(statement)) return [statement];
      const call = constructCall(statement, state, staging);
      const result = from(t.expressionStatement(call), statement);
      t.inheritsComments(result, labeled);
      return [result];
    });
  }
}

/** What a generator yields in, or a function waits in, cannot be a closure: JavaScript runs it, and asks for what it decides by. */
function ofJavaScript(labeled: t.Statement, staging: Staging): t.Statement {
  const statement = t.isLabeledStatement(labeled) ? labeled.body : labeled;
  const decided = (test: t.Expression): t.Expression =>
    staging.settled.has(test)
      ? test
      : helperCall(staging, 'decided', [test, at(staging, statement)], test);
  if (t.isIfStatement(statement)) statement.test = decided(statement.test);
  if (t.isWhileStatement(statement) && !t.isBooleanLiteral(statement.test))
    statement.test = decided(statement.test);
  if (t.isForOfStatement(statement)) {
    const { right } = statement;
    statement.right = statement.await
      ? helperCall(staging, 'async_iterable', [right], right)
      : helperCall(staging, 'iterable', [right, at(staging, right)], right);
    const last = (statement.body as t.BlockStatement).body.at(-1);
    if (last && isExit(last)) last.test = decided(last.test);
  }
  if (t.isTryStatement(statement) && yields(statement)) guardTry(statement, staging);
  return labeled;
}

/** What a tensor decides to throw in a `try` of JavaScript's is an error, and what is wrong with a graph is none of its handler's. */
function guardTry({ block, handler }: t.TryStatement, staging: Staging): void {
  const call = (name: string, parameters: t.Expression[], original: t.Node): t.Statement =>
    from(t.expressionStatement(helperCall(staging, name, parameters, original)), original);
  block.body.unshift(call('guards', [], block));
  if (!handler) return;
  const { param } = handler;
  const isName = t.isIdentifier(param);
  const error = isName ? param.name : staging.uniqueName('error');
  handler.param = from(t.identifier(error), param ?? handler);
  const taken =
    isName || !param
      ? []
      : [
          from(
            t.variableDeclaration('let', [
              t.variableDeclarator(param as t.PatternLike, t.identifier(error)),
            ]),
            param,
          ),
        ];
  handler.body.body.unshift(call('catches', [t.identifier(error)], handler), ...taken);
}

function constructCall(
  statement: t.Statement,
  entries: StateEntry[],
  staging: Staging,
): t.Expression {
  const state = stateCall(entries, statement, staging);
  const place = at(staging, statement);
  const kind = staging.kinds.get(statement);
  const more = kind === undefined ? [] : [t.stringLiteral(kind)];
  switch (statement.type) {
    case 'IfStatement': {
      const then = closure([], statement.consequent as t.BlockStatement);
      const otherwise = closure(
        [],
        (statement.alternate ?? t.blockStatement([])) as t.BlockStatement,
      );
      const parameters = [statement.test, then, otherwise, state, place, ...more];
      return helperCall(staging, 'if_stmt', parameters, statement);
    }
    case 'WhileStatement': {
      const body = closure([], statement.body as t.BlockStatement);
      const isEndless = t.isBooleanLiteral(statement.test, { value: true });
      const test = isEndless ? t.nullLiteral() : from(thunk(statement.test), statement.test);
      return helperCall(staging, 'while_stmt', [test, body, state, place, ...more], statement);
    }
    case 'TryStatement':
      return tryCall(statement, state, place, staging);
    default:
      return forCall(statement as t.ForOfStatement, state, place, staging);
  }
}

function closure(
  parameters: t.Identifier[] | t.ObjectPattern[],
  body: t.BlockStatement,
): t.Expression {
  return from(t.arrowFunctionExpression(parameters, body), body);
}

function forCall(
  loop: t.ForOfStatement,
  state: t.Expression,
  place: t.Expression,
  staging: Staging,
): t.Expression {
  const written = loop.body as t.BlockStatement;
  const stop = takeExit(written);
  const body = declaresAnyOf(written, mentionedNames([loop.left]))
    ? from(t.blockStatement([written]), written)
    : written;
  const extra = stop
    ? from(thunk(from(t.unaryExpression('!', stop), loop)), loop)
    : t.nullLiteral();
  const item = itemParameter(loop, body, staging);
  return helperCall(
    staging,
    'for_stmt',
    [loop.right, closure([item] as t.Identifier[], body), extra, state, place],
    loop,
  );
}

function tryCall(
  { block, handler, finalizer }: t.TryStatement,
  state: t.Expression,
  place: t.Expression,
  staging: Staging,
): t.Expression {
  const parameters = handler?.param ? [handler.param as t.Identifier] : [];
  const parts = [
    closure([], block),
    handler ? closure(parameters, handler.body) : t.nullLiteral(),
    finalizer ? closure([], withResult(finalizer)) : t.nullLiteral(),
  ];
  return helperCall(staging, 'try_stmt', [...parts, state, place], block);
}

/** The `break` at the end of a `finally` that jumps, as what its closure returns. */
function withResult(finalizer: t.BlockStatement): t.BlockStatement {
  const last = finalizer.body.at(-1);
  let jumps: t.Expression | null = null;
  if (t.isBreakStatement(last)) jumps = t.booleanLiteral(true);
  else if (t.isIfStatement(last) && t.isBreakStatement(last.consequent)) jumps = last.test;
  if (jumps !== null) finalizer.body.splice(-1, 1, from(t.returnStatement(jumps), last));
  return finalizer;
}

/** Whether the block has variables of its own under names that the loop's head uses for others. */
function declaresAnyOf({ body }: t.BlockStatement, names: ReadonlySet<string>): boolean {
  return body.some((statement) => declaredNames(statement).some((name) => names.has(name)));
}

/** Takes the `if (done) break` from the end of the body. */
function takeExit(body: t.BlockStatement): t.Expression | null {
  const last = body.body.at(-1);
  if (!last || !isExit(last)) return null;
  body.body.pop();
  return last.test;
}

/** `if (done) break`, which the passes before put at the end of a `for … of` or of a `finally`. */
function isExit(statement: t.Statement): statement is t.IfStatement {
  return t.isIfStatement(statement) && t.isBreakStatement(statement.consequent);
}

/** The parameter of the body; an array pattern is taken apart inside, where the item may be a tensor. */
function itemParameter(
  loop: t.ForOfStatement,
  body: t.BlockStatement,
  staging: Staging,
): t.Identifier | t.ObjectPattern {
  const { left } = loop;
  const isDeclared = t.isVariableDeclaration(left);
  const target = isDeclared ? left.declarations[0]!.id : left;
  const isParameter = t.isIdentifier(target) || t.isObjectPattern(target);
  if (isDeclared && isParameter && !(left.kind === 'const' && assigns(body, target))) return target;
  const item = staging.uniqueName('item');
  const value = t.identifier(item);
  const first = isDeclared
    ? declare(left.kind === 'const' ? 'const' : 'let', target as t.LVal, value, left)
    : assign(target as t.LVal, value, left);
  flatten(body, target);
  body.body.unshift(first);
  return from(t.identifier(item), left);
}

/** The block that jumps made of a body is none where its variables are no others than those that its head has. */
function flatten(body: t.BlockStatement, target: t.Node): void {
  const [only, ...others] = body.body;
  if (!t.isBlockStatement(only) || others.length > 0 || only.directives.length > 0) return;
  if (declaresAnyOf(only, mentionedNames([target]))) return;
  body.body = only.body;
  addInner(body, only.leadingComments ?? []);
  addInner(body, only.innerComments ?? []);
}

/** JavaScript's own error has to come where a `const` is assigned, and a parameter is none. */
function assigns(body: t.BlockStatement, target: t.Identifier | t.ObjectPattern): boolean {
  const assigned = assignedNames(body);
  return Object.keys(t.getBindingIdentifiers(target)).some((name) => assigned.has(name));
}

/** `ug.state(['x', 'this.w'], () => [x, this.w], ($) => { [x, this.w] = $; })`, or `ug.no_state` */
function stateCall(entries: StateEntry[], original: t.Node, staging: Staging): t.Expression {
  if (entries.length === 0) {
    const none = helper(staging, 'no_state');
    staging.finished.add(none);
    return none;
  }
  const names = t.arrayExpression(entries.map(({ name }) => t.stringLiteral(name)));
  const get = t.arrayExpression(entries.map(reading));
  finish(get, staging);
  const isTaken = entries.some(({ target }) => mentionedNames([target]).has('$'));
  const parameter = isTaken ? staging.uniqueName('values') : '$';
  const set = settings(entries, parameter, staging);
  const parameters = [
    names,
    thunk(get),
    t.arrowFunctionExpression(
      set.length > 0 ? [t.identifier(parameter)] : [],
      t.blockStatement(set),
    ),
  ];
  const options = (['flags', 'results', 'mutated', 'inputs'] as const).flatMap((key) => {
    const indices = entries.flatMap((entry, index) => (has(entry, key) ? [index] : []));
    if (indices.length === 0) return [];
    const list = t.arrayExpression(indices.map((index) => t.numericLiteral(index)));
    return [t.objectProperty(t.identifier(key), list)];
  });
  const all = options.length > 0 ? [...parameters, t.objectExpression(options)] : parameters;
  return helperCall(staging, 'state', all as t.Expression[], original);
}

/** `o.p`, or `o?.p` where there may be no `o`. */
function reading({ target, missing }: StateEntry): t.Expression {
  const read = (node: t.Expression): t.Expression => {
    if (!t.isMemberExpression(node) || missing.size === 0) return unplaced(node);
    const object = read(node.object as t.Expression);
    const isAsked = missing.has(pathText(node.object));
    if (!isAsked && !t.isOptionalMemberExpression(object))
      return t.memberExpression(object, unplaced(node.property), node.computed);
    return t.optionalMemberExpression(
      object,
      unplaced(node.property) as t.Expression,
      node.computed,
      isAsked,
    );
  };
  return read(target);
}

/** `o.p`, or `(o ?? {}).p` where there may be no `o`, and so no property. */
function place({ target, missing }: StateEntry): t.LVal {
  const written = (node: t.Expression): t.Expression => {
    if (!t.isMemberExpression(node) || missing.size === 0) return unplaced(node);
    const object = written(node.object as t.Expression);
    const some = missing.has(pathText(node.object))
      ? t.logicalExpression('??', object, t.objectExpression([]))
      : object;
    return t.memberExpression(some, unplaced(node.property), node.computed);
  };
  return written(target) as t.MemberExpression;
}

/** What the state names stands where the construct does, not where it is assigned. */
function unplaced<T extends t.Node>(node: T): T {
  const clone = t.cloneNode(node, true, true);
  t.removeComments(clone);
  return clone;
}

function has(entry: StateEntry, key: 'flags' | 'results' | 'mutated' | 'inputs'): boolean {
  if (key === 'flags') return entry.isFlag;
  if (key === 'results') return entry.isResult;
  return key === 'mutated' ? entry.isMutated : entry.isInput;
}

/** The statements that put the values of a list into the entries. */
function settings(entries: StateEntry[], values: string, staging: Staging): t.Statement[] {
  const ordered = holdersFirst(entries);
  // One pattern does as many as come in the order of the list.
  const firstAlone = ordered.findIndex(
    ({ entry, index }, at) => entry.assigned !== 'always' || index < (ordered[at - 1]?.index ?? 0),
  );
  const together = firstAlone === -1 ? ordered : ordered.slice(0, firstAlone);
  const statements: t.Statement[] = [];
  if (together.length > 0) {
    const targets = entries
      .slice(0, together.at(-1)!.index + 1)
      .map((entry) =>
        together.some((one) => one.entry === entry) ? (place(entry) as t.Identifier) : null,
      );
    statements.push(assign(t.arrayPattern(targets), t.identifier(values), null));
  }
  for (const { entry, index } of ordered.slice(together.length)) {
    const value = (): t.Expression =>
      t.memberExpression(t.identifier(values), t.numericLiteral(index), true);
    const assignment = assign(place(entry), value(), null);
    statements.push(
      entry.assigned === 'always'
        ? assignment
        : (puttingBack(place(entry) as t.MemberExpression, value(), staging) ??
            t.ifStatement(t.binaryExpression('!==', reading(entry), value()), assignment)),
    );
  }
  for (const statement of statements) finish(statement, staging);
  return statements;
}

/** `ug.put_back(o, 'p', value)`; null for what only its own class can name. */
function puttingBack(
  { object, property, computed }: t.MemberExpression,
  value: t.Expression,
  staging: Staging,
): t.Statement | null {
  if (t.isSuper(object) || t.isPrivateName(property)) return null;
  const key = computed ? property : t.stringLiteral((property as t.Identifier).name);
  return t.expressionStatement(helperCall(staging, 'put_back', [object, key, value], null));
}

/** State is read and written as it is: `table["k"]` is no element of a tensor here. */
function finish(node: t.Node, staging: Staging): void {
  forEachNode(node, (inner) => {
    staging.finished.add(inner);
  });
}

import * as t from '@babel/types';
import type { Staging } from './tree/context.js';
import { type FunctionWithBody, optsOut } from './tree/functions.js';
import { assign, at, copy, declare, from, helperCall, isCallOf } from './tree/nodes.js';
import { asBlock } from './tree/statements.js';
import { forEachChild, mapChildren, walk } from './tree/walk.js';

/*
 * An asynchronous generator cannot be part of a graph: it waits. It runs op by op, on tensors that have elements. What it
 * waits for, what it decides by and what it yields it hands, as a synchronous generator, to a driver
 * (`runtime/staged/asynchronous/suspensions.ts`), which may wait.
 */

/** Makes a synchronous generator of the asynchronous one, which a driver has to run. */
export function suspendGenerator(fn: FunctionWithBody, staging: Staging): void {
  suspendOwn(fn, staging);
  fn.async = false;
  driveNested(fn.body, staging);
}

/** Has the asynchronous generators that stand in staged code run by a driver, wherever they are called. */
export function driveGenerators(node: t.Node, staging: Staging): void {
  walk(node, (inner) => {
    const step = asyncStep(inner);
    if (step !== null) giveDrivenForm(step, staging);
    if (!t.isFunction(inner)) return undefined;
    if (optsOut(inner)) return false;
    if (!inner.async || !inner.generator || usesOwnContext(inner)) return undefined;
    suspendOwn(inner, staging);
    driveNested(inner.body, staging);
    driven(inner as FunctionWithBody, 'drive_items', staging);
    return false;
  });
}

/** The asynchronous functions in one wait as it does. */
function driveNested(body: t.Node, staging: Staging): void {
  const visit = (node: t.Node): void => {
    if (t.isFunction(node) && optsOut(node)) return;
    forEachChild(node, visit);
    if (!t.isFunction(node) || !node.async || usesOwnContext(node)) return;
    suspendOwn(node, staging);
    driven(node as FunctionWithBody, node.generator ? 'drive_items' : 'drive_async', staging);
  };
  forEachChild(body, visit);
}

/** `{ return ug.drive_items(function* () { … }, this, arguments); }` */
function driven(fn: FunctionWithBody, helper: string, staging: Staging): void {
  const { body } = fn;
  const block = t.isBlockStatement(body)
    ? body
    : from(t.blockStatement([from(t.returnStatement(body), body)]), body);
  const isArrow = t.isArrowFunctionExpression(fn);
  const code = from(
    t.functionExpression(null, isArrow ? [] : (fn.params as t.FunctionParameter[]), block, true),
    body,
  );
  staging.suspended.add(code);
  const given = isArrow ? t.arrayExpression([]) : t.identifier('arguments');
  const call = helperCall(staging, helper, [code, t.thisExpression(), given], body);
  staging.finished.add(call);
  if (!isArrow) fn.params = [];
  fn.body = from(t.blockStatement([from(t.returnStatement(call), body)]), body);
  fn.async = false;
  if (!isArrow) fn.generator = false;
}

/** `async next() { … }` of an iterator that the program makes itself, which a `for await` calls. */
export function asyncStep(node: t.Node): FunctionWithBody | null {
  const isMember = t.isObjectMember(node) || t.isClassMethod(node) || t.isClassProperty(node);
  if (!isMember || node.computed || !t.isIdentifier(node.key) || !steps.has(node.key.name))
    return null;
  const fn = t.isFunction(node) ? node : node.value;
  return t.isFunction(fn) && fn.async && !fn.generator ? (fn as FunctionWithBody) : null;
}

const steps: ReadonlySet<string> = new Set(['next', 'return', 'throw']);

const marker = 'drives';

/** `ug.drives(ug.drive_async(function* () { … }, this, []));` becomes the first statement: in a loop that takes its values it may wait. */
export function giveDrivenForm(fn: FunctionWithBody, staging: Staging): void {
  const twin = from(t.arrowFunctionExpression([], copy(fn.body), true), fn.body);
  if (optsOut(fn) || usesOwnContext(twin)) return;
  if (t.isBlockStatement(twin.body)) twin.body.directives = [];
  suspendOwn(twin, staging);
  driveNested(twin.body, staging);
  driven(twin as FunctionWithBody, 'drive_async', staging);
  const [only] = (twin.body as t.BlockStatement).body as [t.ReturnStatement];
  const block = asBlockBody(fn);
  const call = helperCall(staging, marker, [only.argument!], block);
  staging.finished.add(call);
  block.body.unshift(from(t.expressionStatement(call), block));
}

/** Takes that form out of the function's body, where it has one: `if (ug.is_driven()) return ug.drive_async(…);` */
export function takeDrivenForm(body: t.BlockStatement, staging: Staging): t.Statement[] {
  const index = body.body.findIndex(
    (statement) => t.isExpressionStatement(statement) && isCallOf(marker, statement.expression),
  );
  if (index < 0) return [];
  const [statement] = body.body.splice(index, 1) as [t.ExpressionStatement];
  const [call] = (statement.expression as t.CallExpression).arguments as [t.Expression];
  const test = helperCall(staging, 'is_driven', [], body);
  return [from(t.ifStatement(test, from(t.returnStatement(call), body)), body)];
}

/** Whether the staged function waits by itself where a driver calls it. */
export function hasDrivenForm({ body }: t.ArrowFunctionExpression): boolean {
  const [first] = t.isBlockStatement(body) ? body.body : [];
  return t.isIfStatement(first) && isCallOf('is_driven', first.test);
}

function asBlockBody(fn: FunctionWithBody): t.BlockStatement {
  const { body } = fn;
  if (!t.isBlockStatement(body))
    fn.body = from(t.blockStatement([from(t.returnStatement(body), body)]), body);
  return fn.body as t.BlockStatement;
}

/** What only the function itself has. */
function usesOwnContext(fn: t.Function): boolean {
  let found = false;
  walk(fn.body, (node) => {
    if (t.isFunction(node) && !t.isArrowFunctionExpression(node)) return false;
    const isArguments =
      t.isArrowFunctionExpression(fn) && t.isIdentifier(node, { name: 'arguments' });
    if (t.isSuper(node) || t.isMetaProperty(node) || isArguments) found = true;
    return !found;
  });
  return found;
}

function suspendOwn(fn: t.Function, staging: Staging): void {
  const visit = (node: t.Node): t.Node => {
    if (t.isFunction(node) || t.isClass(node)) return node;
    if (isAwaitLoop(node)) {
      // With its labels, which stay at the loop.
      mapChildren(loopIn(node), visit);
      return awaitLoop(node, staging);
    }
    mapChildren(node, visit);
    return suspended(node, staging);
  };
  mapChildren(fn.body, visit);
  if (!t.isBlockStatement(fn.body)) fn.body = suspended(fn.body, staging) as t.Expression;
}

function suspended(node: t.Node, staging: Staging): t.Node {
  switch (node.type) {
    case 'AwaitExpression':
      return ask('awaiting', [node.argument, at(staging, node)], node, staging);
    case 'YieldExpression': {
      const { argument, delegate } = node;
      const helper = delegate ? 'delegating' : 'yielding';
      return ask(helper, argument ? [argument] : [], node, staging);
    }
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ConditionalExpression':
      if (node.test) node.test = decision(node.test, staging);
      return node;
    default:
      return node;
  }
}

/** A test that JavaScript takes, since the driver has read the tensors in it. */
function decision(test: t.Expression, staging: Staging): t.Expression {
  if (t.isLogicalExpression(test) && test.operator !== '??') {
    test.left = decision(test.left, staging);
    test.right = decision(test.right, staging);
  } else if (t.isUnaryExpression(test, { operator: '!' })) {
    test.argument = decision(test.argument, staging);
  } else if (t.isLiteral(test)) return test;
  else return ask('deciding', [test, at(staging, test)], test, staging);
  staging.settled.add(test);
  return test;
}

function ask(
  helper: string,
  parameters: t.Expression[],
  original: t.Node,
  staging: Staging,
): t.YieldExpression {
  return handedOver(helperCall(staging, helper, parameters, original), original, staging);
}

/** `yield request`, which gives the driver's answer. */
function handedOver(request: t.Expression, original: t.Node, staging: Staging): t.YieldExpression {
  const made = from(t.yieldExpression(request), original);
  staging.settled.add(made);
  return made;
}

type AwaitLoop = t.ForOfStatement | (t.LabeledStatement & { body: t.ForOfStatement });

function isAwaitLoop(node: t.Node): node is AwaitLoop {
  if (t.isLabeledStatement(node)) return isAwaitLoop(node.body);
  return t.isForOfStatement(node) && node.await;
}

function loopIn(node: AwaitLoop): t.ForOfStatement {
  return t.isLabeledStatement(node) ? loopIn(node.body as AwaitLoop) : node;
}

/** `{ const items = ug.open_items(e); try { while (yield items.next()) { const x = items.value; … } } finally { yield items.close(); } }` */
function awaitLoop(node: AwaitLoop, staging: Staging): t.Statement {
  const loop = loopIn(node);
  const { left, right, body } = loop;
  const name = staging.uniqueName('items');
  const part = (key: string): t.MemberExpression => {
    const member = from(t.memberExpression(t.identifier(name), t.identifier(key)), right);
    staging.finished.add(member);
    return member;
  };
  const asked = (key: string): t.YieldExpression => {
    const call = from(t.callExpression(part(key), []), right);
    staging.finished.add(call);
    return handedOver(call, right, staging);
  };
  const item = t.isVariableDeclaration(left)
    ? declare('let', left.declarations[0]!.id as t.LVal, part('value'), left)
    : assign(left as t.LVal, part('value'), left);
  const block = asBlock(body);
  block.body.unshift(item);
  const labelled = (around: AwaitLoop): t.Statement =>
    t.isLabeledStatement(around)
      ? from(t.labeledStatement(around.label, labelled(around.body as AwaitLoop)), around)
      : from(t.whileStatement(asked('next'), block), loop);
  return from(
    t.blockStatement([
      declare('const', name, helperCall(staging, 'open_items', [right], right), right),
      from(
        t.tryStatement(
          from(t.blockStatement([labelled(node)]), loop),
          null,
          from(t.blockStatement([from(t.expressionStatement(asked('close')), right)]), right),
        ),
        loop,
      ),
    ]),
    node,
  );
}

import * as t from '@babel/types';
import { takeDrivenForm } from '../suspensions.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, staysAsWritten } from '../tree/functions.js';
import { at, from, helperCall, thunk } from '../tree/nodes.js';
import { forEachChild, mapChildren, unwrapped } from '../tree/walk.js';
import { takeWaitingBody } from '../waiting.js';

/** Asynchronous functions become synchronous ones: staged code is run once, to make the graph. */
export function replaceAwaits(root: FunctionWithBody, staging: Staging): void {
  for (const fn of stagedFunctions(root)) {
    if (staging.waiting.has(fn)) continue;
    if (fn.async) {
      staging.promising.add(fn);
      awaitReturned(fn, staging);
    }
    fn.async = false;
    fn.returnType = null;
  }
  const replaceIn = (fn: t.Node): void => {
    const waits = staging.waiting.has(fn);
    const replace = (node: t.Node): t.Node => {
      if (staysAsWritten(node)) return node;
      if (t.isFunction(node)) replaceIn(node);
      else mapChildren(node, replace);
      if (waits) return node;
      if (isImport(node)) return helperCall(staging, 'imported', [node, at(staging, node)], node);
      if (!t.isAwaitExpression(node)) return node;
      return helperCall(staging, 'await_value', [node.argument, at(staging, node)], node);
    };
    mapChildren(fn, replace);
  };
  replaceIn(root);
}

/** `import('./x.js')`, which always gives the same. */
function isImport(node: t.Node): node is t.ImportExpression | t.CallExpression {
  if (t.isImportExpression(node)) return t.isStringLiteral(node.source);
  return (
    t.isCallExpression(node) && t.isImport(node.callee) && t.isStringLiteral(node.arguments[0])
  );
}

/**
 * `return g(x)` in a branch: what the promise of the call becomes, the function's own does, so that branches need not leave
 * promises. In a `try` block its rejection is none of the handler's.
 */
function awaitReturned({ body }: FunctionWithBody, staging: Staging): void {
  const visit = (node: t.Node): void => {
    if (t.isFunction(node) || t.isTryStatement(node)) return;
    if (
      t.isReturnStatement(node) &&
      node.argument &&
      t.isCallExpression(unwrapped(node.argument))
    ) {
      const { argument } = node;
      node.argument = helperCall(staging, 'resolved', [argument, at(staging, argument)], argument);
    } else forEachChild(node, visit);
  };
  if (!t.isBlockStatement(body)) return;
  for (const statement of body.body) if (!t.isReturnStatement(statement)) visit(statement);
}

/** What an asynchronous function throws is for those to know who await its promise. */
export function settlePromises(_: FunctionWithBody, staging: Staging): void {
  for (const fn of staging.promising) {
    const { body } = fn;
    const waiting = t.isBlockStatement(body) ? takeWaitingBody(body) : [];
    const driven = t.isBlockStatement(body) ? takeDrivenForm(body, staging) : [];
    const settled = (code: t.BlockStatement | t.Expression): t.Expression =>
      helperCall(staging, 'settled', [thunk(code), at(staging, fn), ...waiting], body);
    if (!t.isBlockStatement(body)) {
      fn.body = settled(body);
      continue;
    }
    const { directives } = body;
    body.directives = [];
    fn.body = from(
      t.blockStatement([...driven, from(t.returnStatement(settled(body)), body)], directives),
      body,
    );
  }
}

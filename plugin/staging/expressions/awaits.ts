import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, staysAsWritten } from '../tree/functions.js';
import { at, from, helperCall, thunk } from '../tree/nodes.js';
import { forEachChild, mapChildren, unwrapped } from '../tree/walk.js';

/** Asynchronous functions become synchronous ones: staged code is run once, to make the graph. */
export function replaceAwaits(root: FunctionWithBody, staging: Staging): void {
  for (const fn of stagedFunctions(root)) {
    if (fn.async) {
      staging.promising.add(fn);
      awaitReturned(fn, staging);
    }
    fn.async = false;
    fn.returnType = null;
  }
  const replace = (node: t.Node): t.Node => {
    if (staysAsWritten(node)) return node;
    mapChildren(node, replace);
    if (!t.isAwaitExpression(node)) return node;
    return helperCall(staging, 'await_value', [node.argument, at(staging, node)], node);
  };
  mapChildren(root, replace);
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
    const settled = helperCall(staging, 'settled', [thunk(body), at(staging, fn)], body);
    if (!t.isBlockStatement(body)) {
      fn.body = settled;
      continue;
    }
    const { directives } = body;
    body.directives = [];
    fn.body = from(t.blockStatement([from(t.returnStatement(settled), body)], directives), body);
  }
}

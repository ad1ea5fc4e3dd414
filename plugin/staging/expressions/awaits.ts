import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, staysAsWritten } from '../tree/functions.js';
import { at, helperCall } from '../tree/nodes.js';
import { mapChildren } from '../tree/walk.js';

/** Asynchronous functions become synchronous ones: staged code is run once, to make the graph. */
export function replaceAwaits(root: FunctionWithBody, staging: Staging): void {
  for (const fn of stagedFunctions(root)) {
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

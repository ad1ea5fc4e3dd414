import * as t from '@babel/types';
import { type FunctionWithBody, staysAsWritten } from '../tree/functions.js';
import { from } from '../tree/nodes.js';
import { forEachChild } from '../tree/walk.js';

/** What a class runs in a `static` block becomes a function that it calls there: the passes stage functions. */
export function useFunctionsInClasses(root: FunctionWithBody): void {
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (t.isStaticBlock(node) && !node.body.every(isPlain)) {
      const body = from(t.blockStatement(node.body), node);
      const call = t.callExpression(from(t.arrowFunctionExpression([], body), node), []);
      node.body = [from(t.expressionStatement(from(call, node)), node)];
    }
    forEachChild(node, visit);
  };
  visit(root);
}

function isPlain(statement: t.Statement): boolean {
  return t.isExpressionStatement(statement) || t.isDeclaration(statement);
}

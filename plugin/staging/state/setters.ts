import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, staysAsWritten } from '../tree/functions.js';
import { helperCall } from '../tree/nodes.js';
import { forEachChild } from '../tree/walk.js';

/**
 * A setter begins with `if (ug.is_restoring()) return;`. What it assigns tells of itself, whereas a module that only assigns
 * its property takes that for one like others, which branches and loops put back.
 */
export function guardSetters(root: FunctionWithBody, staging: Staging): void {
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (t.isMethod(node, { kind: 'set' })) {
      const test = helperCall(staging, 'is_restoring', [], node);
      node.body.body.unshift(t.ifStatement(test, t.returnStatement()));
    }
    forEachChild(node, visit);
  };
  visit(root);
}

import * as t from '@babel/types';
import { forEachNode } from '../../syntax/nodes.js';
import type { Staging } from './context.js';
import { from } from './nodes.js';

/** `if (x) {} else { … }`, where a branch of an `if` that has stayed one only jumped, is `if (!x) { … }`. */
export function turnEmptyBranches(root: t.Node, { kinds }: Staging): void {
  forEachNode(root, (node) => {
    if (!t.isIfStatement(node) || kinds.get(node) !== 'leaving') return;
    const { consequent, alternate, test } = node;
    if (!t.isBlockStatement(consequent) || consequent.body.length > 0 || !alternate) return;
    node.test = t.isUnaryExpression(test, { operator: '!' })
      ? test.argument
      : from(t.unaryExpression('!', test), test);
    node.consequent = alternate;
    node.alternate = null;
  });
}

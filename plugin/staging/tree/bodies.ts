import * as t from '@babel/types';
import { forEachNode } from '../../syntax/nodes.js';

/** What a closure has in a block of its own, and nothing beside it, becomes its body. */
export function flattenBodies(root: t.Node): void {
  forEachNode(root, (node) => {
    if (!t.isArrowFunctionExpression(node) || node.params.length > 0) return;
    let { body } = node;
    while (t.isBlockStatement(body) && body.directives.length === 0) {
      const [only, ...others] = body.body;
      if (!t.isBlockStatement(only) || only.body.length === 0 || others.length > 0) break;
      t.inheritLeadingComments(only.body[0]!, only);
      t.inheritTrailingComments(only.body.at(-1)!, only);
      only.leadingComments = null;
      only.trailingComments = null;
      body = only;
    }
    node.body = body;
  });
}

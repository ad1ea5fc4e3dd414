import * as t from '@babel/types';
import { forEachNode } from '../../syntax/nodes.js';
import type { Staging } from './context.js';
import { declaredNames } from './statements.js';
import { mentionedNames } from './walk.js';

/**
 * A block that the passes made in the body of a function is none where its variables have names that nothing else there has;
 * and so is one of the user's that would be all of the body.
 */
export function flattenBodies(root: t.Node, staging: Staging): void {
  forEachNode(root, (node) => {
    if (t.isFunction(node) && t.isBlockStatement(node.body))
      flatten(node.body, node.params, staging);
  });
}

function flatten(body: t.BlockStatement, params: t.Node[], staging: Staging): void {
  for (const inner of body.body) if (isBlock(inner)) flatten(inner, [], staging);
  const mayGo = (statement: t.Statement): statement is t.BlockStatement =>
    isBlock(statement) && (body.body.length === 1 || !staging.written.has(statement));
  if (!body.body.some(mayGo)) return;
  const places = new Map<string, number>();
  for (const part of [...params, ...body.body])
    for (const name of mentionedNames([part])) places.set(name, (places.get(name) ?? 0) + 1);
  const isAlone = (block: t.BlockStatement) =>
    block.body.flatMap(declaredNames).every((name) => places.get(name) === 1);
  body.body = body.body.flatMap((statement) =>
    mayGo(statement) && isAlone(statement) ? statementsOf(statement) : [statement],
  );
}

function isBlock(statement: t.Statement): statement is t.BlockStatement {
  return (
    t.isBlockStatement(statement) && statement.body.length > 0 && statement.directives.length === 0
  );
}

function statementsOf(block: t.BlockStatement): t.Statement[] {
  t.inheritLeadingComments(block.body[0]!, block);
  t.inheritTrailingComments(block.body.at(-1)!, block);
  return block.body;
}

import * as t from '@babel/types';
import { forEachNode } from '../../syntax/nodes.js';
import type { Staging } from './context.js';
import { freeNames } from './freeNames.js';
import { declaredNames } from './statements.js';

/**
 * A block that the passes made in the body of a function, loop or branch is none where its variables have names that nothing
 * else there has; and so is one of the user's that would be all of the body.
 */
export function flattenBodies(root: t.Node, staging: Staging): void {
  forEachNode(root, (node) => {
    if (t.isFunction(node) && t.isBlockStatement(node.body))
      flatten(node.body, node.params, staging);
    else if (t.isCatchClause(node)) flatten(node.body, node.param ? [node.param] : [], staging);
    else if (t.isStatement(node)) for (const inner of bodiesOf(node)) flatten(inner, [], staging);
  });
}

/** The blocks that a statement which has stayed one consists of. */
function bodiesOf(statement: t.Statement): t.BlockStatement[] {
  const parts = t.isIfStatement(statement)
    ? [statement.consequent, statement.alternate]
    : t.isLoop(statement)
      ? [statement.body]
      : t.isTryStatement(statement)
        ? [statement.block, statement.finalizer]
        : [];
  return parts.filter((part) => t.isBlockStatement(part));
}

function flatten(body: t.BlockStatement, params: t.Node[], staging: Staging): void {
  for (const inner of body.body) if (isBlock(inner)) flatten(inner, [], staging);
  const mayGo = (statement: t.Statement): statement is t.BlockStatement =>
    isBlock(statement) && (body.body.length === 1 || !staging.written.has(statement));
  if (!body.body.some(mayGo)) return;
  const places = new Map<string, number>();
  for (const part of [...params, ...body.body]) {
    // The names that a block declares would be names of the body.
    const parts = isBlock(part) ? part.body : [part];
    for (const name of new Set(parts.flatMap((one) => [...freeNames(one)])))
      places.set(name, (places.get(name) ?? 0) + 1);
  }
  const isAlone = (block: t.BlockStatement) =>
    block.body.flatMap(declaredNames).every((name) => places.get(name) === 1);
  body.body = body.body.flatMap((statement) =>
    mayGo(statement) && isAlone(statement) ? statementsOf(statement) : [statement],
  );
}

function isBlock(statement: t.Node): statement is t.BlockStatement {
  return (
    t.isBlockStatement(statement) && statement.body.length > 0 && statement.directives.length === 0
  );
}

function statementsOf(block: t.BlockStatement): t.Statement[] {
  t.inheritLeadingComments(block.body[0]!, block);
  t.inheritTrailingComments(block.body.at(-1)!, block);
  return block.body;
}

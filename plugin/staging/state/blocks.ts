import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { dropDirectives, type FunctionWithBody, stagedFunctions } from '../tree/functions.js';
import { asBlock, innerLists, mapStatements } from '../tree/statements.js';

/** Branches and bodies become blocks, and the directives go. */
export function useBlocks(root: FunctionWithBody, { written }: Staging): void {
  for (const { body } of stagedFunctions(root)) {
    if (!t.isBlockStatement(body)) continue;
    dropDirectives(body);
    useBlocksIn(body.body, written);
  }
}

function useBlocksIn(list: t.Statement[], written: Set<t.Node>): void {
  for (const statement of list) {
    if (t.isBlockStatement(statement)) written.add(statement);
    wrapParts(statement);
    for (const inner of innerLists(statement)) useBlocksIn(inner, written);
  }
  if (list.some((statement) => t.isEmptyStatement(statement))) {
    mapStatements(list, (statement) => (t.isEmptyStatement(statement) ? [] : [statement]));
  }
}

function wrapParts(statement: t.Statement): void {
  if (t.isIfStatement(statement)) {
    statement.consequent = asBlock(statement.consequent);
    if (statement.alternate) statement.alternate = asBlock(statement.alternate);
  } else if (t.isLoop(statement)) {
    statement.body = asBlock(statement.body);
  } else if (t.isLabeledStatement(statement)) {
    const { body } = statement;
    if (t.isLoop(body) || t.isLabeledStatement(body)) wrapParts(body);
    else statement.body = asBlock(body);
  }
}

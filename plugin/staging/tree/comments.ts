import * as t from '@babel/types';
import { forEachNode } from '../../syntax/nodes.js';

/* Comments stay where a person looks for them, also where the statement goes that they were written beside. */

/** Takes statements out of a list and all blocks in it. Gives the comments that no statement of the list is left for. */
export function removeStatements(
  list: t.Statement[],
  isGone: (statement: t.Statement) => boolean,
): t.Comment[] {
  const ownerless = removeFromList(list, isGone);
  for (const statement of list) {
    forEachNode(statement, (node) => {
      if (t.isBlockStatement(node)) addInner(node, removeFromList(node.body, isGone));
    });
  }
  return ownerless;
}

function removeFromList(
  list: t.Statement[],
  isGone: (statement: t.Statement) => boolean,
): t.Comment[] {
  if (!list.some(isGone)) return [];
  const kept: t.Statement[] = [];
  let waiting: t.Comment[] = [];
  list.forEach((statement, index) => {
    if (!isGone(statement)) {
      statement.leadingComments = united(waiting, statement.leadingComments);
      waiting = [];
      kept.push(statement);
      return;
    }
    const own = commentsOf(statement, index === list.length - 1);
    const before = kept.at(-1);
    if (before) before.trailingComments = united(before.trailingComments, own);
    else waiting = united(waiting, own);
  });
  list.splice(0, list.length, ...kept);
  return waiting;
}

/** Those behind it on lines of their own speak of what follows. */
function commentsOf(statement: t.Statement, isLast: boolean): t.Comment[] {
  const trailing = (statement.trailingComments ?? []).filter(
    (comment) => isLast || isOnLastLine(comment, statement),
  );
  return united(statement.leadingComments, trailing);
}

export function isOnLastLine({ loc }: t.Comment, { loc: of }: t.Node): boolean {
  return loc !== undefined && loc.start.line === of?.end.line;
}

/** What stands in a block that has no statement. */
export function addInner(block: t.BlockStatement, comments: readonly t.Comment[]): void {
  const [first] = block.body;
  if (comments.length === 0) return;
  if (first) first.leadingComments = united(comments, first.leadingComments);
  else block.innerComments = united(block.innerComments, comments);
}

export function united(
  one: readonly t.Comment[] | null | undefined,
  other: readonly t.Comment[] | null | undefined,
): t.Comment[] {
  return [...new Set([...(one ?? []), ...(other ?? [])])];
}

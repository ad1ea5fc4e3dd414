import * as t from '@babel/types';
import { innerLists } from './statements.js';

/** A jump that the passes have made explicit: a return, or a break to a label. */
export function isJump(node: t.Node): node is t.ReturnStatement | t.BreakStatement {
  return t.isReturnStatement(node) || (t.isBreakStatement(node) && node.label !== null);
}

/** True where a jump stands in the statement, outside of nested functions. */
export function containsJump(statement: t.Statement): boolean {
  return isJump(statement) || innerLists(statement).some((list) => list.some(containsJump));
}

/** True where control can reach the end of the list. */
export function listCompletes(list: readonly t.Statement[]): boolean {
  return list.every(completes);
}

/** True where control can reach what follows the statement. Errs towards true. */
export function completes(statement: t.Statement): boolean {
  switch (statement.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return false;
    case 'BlockStatement':
      return listCompletes(statement.body);
    case 'IfStatement':
      return (
        completes(statement.consequent) || !statement.alternate || completes(statement.alternate)
      );
    case 'LabeledStatement':
      return completes(statement.body) || breaksTo(statement.body, statement.label.name);
    case 'WhileStatement':
      return !t.isBooleanLiteral(statement.test, { value: true });
    case 'TryStatement':
      if (statement.finalizer && !completes(statement.finalizer)) return false;
      return (
        completes(statement.block) ||
        (statement.handler ? completes(statement.handler.body) : false)
      );
    default:
      return true;
  }
}

/** Whether a jump to the label stands in the statement. */
export function breaksTo(statement: t.Statement, label: string): boolean {
  if (t.isBreakStatement(statement)) return statement.label?.name === label;
  return innerLists(statement).some((list) => list.some((inner) => breaksTo(inner, label)));
}

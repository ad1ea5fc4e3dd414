import * as t from '@babel/types';
import { inheritComments } from '../tree/nodes.js';

/** The statement that labels stand before. */
export function withoutLabels(statement: t.Statement): t.Statement {
  return t.isLabeledStatement(statement) ? withoutLabels(statement.body) : statement;
}

/** Another statement with the labels and comments of one. */
export function withLabels(labeled: t.Statement, statement: t.Statement): t.Statement {
  if (!t.isLabeledStatement(labeled)) return inheritComments([statement], labeled)[0]!;
  labeled.body = withLabels(labeled.body, statement);
  return labeled;
}

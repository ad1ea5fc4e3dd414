import * as t from '@babel/types';
import { forEachChild } from './walk.js';

/** The statement as a block; a block is given as it is. */
export function asBlock(statement: t.Statement): t.BlockStatement {
  if (t.isBlockStatement(statement)) return statement;
  const block = t.blockStatement(t.isEmptyStatement(statement) ? [] : [statement]);
  block.loc = statement.loc;
  block.start = statement.start;
  block.end = statement.end;
  return block;
}

/** The lists of statements right inside of a statement: bodies, branches, cases, handlers. */
export function innerLists(statement: t.Node): t.Statement[][] {
  switch (statement.type) {
    case 'BlockStatement':
      return [statement.body];
    case 'IfStatement':
      return [statement.consequent, statement.alternate].flatMap((branch) =>
        branch ? innerLists(branch) : [],
      );
    case 'LabeledStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
      return innerLists(statement.body);
    case 'TryStatement':
      return [
        statement.block.body,
        ...(statement.handler ? [statement.handler.body.body] : []),
        ...(statement.finalizer ? [statement.finalizer.body] : []),
      ];
    case 'SwitchStatement':
      return statement.cases.map(({ consequent }) => consequent);
    default:
      return [];
  }
}

/** Replaces each statement by those that `map` gives, innermost first. Nested functions are left out. */
export function mapStatements(
  list: t.Statement[],
  map: (statement: t.Statement) => t.Statement[],
): void {
  const mapped = list.flatMap((statement) => {
    for (const inner of innerLists(statement)) mapStatements(inner, map);
    return map(statement);
  });
  list.splice(0, list.length, ...mapped);
}

/** The declarations with `var` of a function, in the order of the source. Nested functions are left out. */
export function varsIn(body: t.Node): t.VariableDeclaration[] {
  const found: t.VariableDeclaration[] = [];
  const visit = (node: t.Node): void => {
    if (t.isFunction(node) || t.isClass(node)) return;
    if (isVar(node)) found.push(node);
    else if (t.isStatement(node) || t.isSwitchCase(node) || t.isCatchClause(node))
      forEachChild(node, visit);
  };
  visit(body);
  return found;
}

export function isVar(node: t.Node): node is t.VariableDeclaration {
  return t.isVariableDeclaration(node, { kind: 'var' });
}

/** True for `let`, `const`, `class` and `function`, which a block has for itself. */
export function isLexical(
  statement: t.Statement,
): statement is t.VariableDeclaration | t.ClassDeclaration | t.FunctionDeclaration {
  return (
    (t.isVariableDeclaration(statement) && statement.kind !== 'var') ||
    t.isClassDeclaration(statement) ||
    t.isFunctionDeclaration(statement)
  );
}

/** The names that a statement declares in its block. */
export function declaredNames(statement: t.Statement): string[] {
  if (!isLexical(statement)) return [];
  if (!t.isVariableDeclaration(statement)) return statement.id ? [statement.id.name] : [];
  return statement.declarations.flatMap(({ id }) => namesIn(id));
}

/** The names that a pattern, or what has one, declares. */
export function namesIn(pattern: t.Node): string[] {
  return t.isIdentifier(pattern) ? [pattern.name] : Object.keys(t.getBindingIdentifiers(pattern));
}

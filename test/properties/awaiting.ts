import * as t from '@babel/types';
import { generate } from '../../plugin/syntax/babel.js';
import { parseModule } from '../staging/stage.js';
import type { Program } from './programs/program.js';

/**
 * The program as an asynchronous function whose loops wait for their items, and do the same; of every second one the whole
 * body stands in such a loop.
 */
export function awaitingItems(program: Program, seed: number): Program {
  const file = parseModule(program.source);
  const declaration = file.program.body.find((node) => t.isExportNamedDeclaration(node));
  const fn = declaration!.declaration as t.FunctionDeclaration;
  fn.async = true;
  const found = awaitIn(fn.body.body);
  if (!found || seed % 2 === 0) fn.body.body = [inLoop(fn.body.body)];
  const source = `async function* each(items) { for (const item of items) yield item; }\n${generate(file).code}`;
  return { ...program, source };
}

/** Has the loops wait that no other statement than blocks, labels, `if`, loops and `try` stands around. */
function awaitIn(statements: readonly t.Statement[]): boolean {
  return statements.map(awaitInStatement).some(Boolean);
}

function awaitInStatement(statement: t.Statement): boolean {
  switch (statement.type) {
    case 'BlockStatement':
      return awaitIn(statement.body);
    case 'LabeledStatement':
      return awaitInStatement(statement.body);
    case 'IfStatement':
      return awaitIn([statement.consequent, ...(statement.alternate ? [statement.alternate] : [])]);
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return awaitInStatement(statement.body);
    case 'TryStatement': {
      const { block, handler, finalizer } = statement;
      return awaitIn([
        block,
        ...(handler ? [handler.body] : []),
        ...(finalizer ? [finalizer] : []),
      ]);
    }
    case 'ForOfStatement':
      awaitInStatement(statement.body);
      statement.await = true;
      statement.right = t.callExpression(t.identifier('each'), [statement.right]);
      return true;
    default:
      return false;
  }
}

function inLoop(body: t.Statement[]): t.Statement {
  const item = t.variableDeclaration('const', [t.variableDeclarator(t.identifier('once'))]);
  const items = t.callExpression(t.identifier('each'), [t.arrayExpression([t.numericLiteral(0)])]);
  return t.forOfStatement(item, items, t.blockStatement(body), true);
}

import * as t from '@babel/types';
import { generate } from '../../plugin/syntax/babel.js';
import { parseModule } from '../staging/stage.js';

/**
 * The smallest program found that is still as interesting: statements are left out, constructs replaced by what is in
 * them, and expressions by their parts, as long as that succeeds.
 */
export async function minimise(
  source: string,
  isInteresting: (source: string) => Promise<boolean>,
): Promise<string> {
  let smallest = generate(parseModule(source)).code;
  for (let index = 0; ; ) {
    const candidate = withChange(smallest, index);
    if (candidate === null) return smallest;
    if (candidate.length < smallest.length && (await isInteresting(candidate)))
      smallest = candidate;
    else index++;
  }
}

/** The program with the change of this number, or null where there is no such change. */
function withChange(source: string, number: number): string | null {
  const file = parseModule(source);
  let left = number;
  for (const change of changesIn(file)) {
    if (left-- > 0) continue;
    change();
    return generate(file).code;
  }
  return null;
}

type Change = () => void;

/** Larger pieces first. */
function* changesIn(file: t.File): Generator<Change> {
  const nodes: t.Node[] = [];
  t.traverseFast(file.program, (node) => {
    nodes.push(node);
  });
  for (const node of nodes) yield* statementChanges(node);
  for (const node of nodes) yield* expressionChanges(node);
}

function* statementChanges(node: t.Node): Generator<Change> {
  if (t.isTemplateLiteral(node)) return;
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    const list = (node as unknown as Record<string, unknown>)[key];
    if (!Array.isArray(list)) {
      if (key === 'alternate' && list !== null && t.isIfStatement(node)) {
        yield () => {
          node.alternate = null;
        };
      }
      continue;
    }
    for (let size = list.length; size > 1; size = size >> 1) {
      for (let start = 0; start < list.length; start += size) {
        yield () => {
          list.splice(start, size);
        };
      }
    }
    for (const [index, item] of (list as (t.Node | null)[]).entries()) {
      yield () => {
        list.splice(index, 1);
      };
      if (item !== null && t.isStatement(item)) {
        for (const inner of partsOf(item)) {
          yield () => {
            list.splice(index, 1, ...inner);
          };
        }
      }
    }
  }
}

/** Lists of statements that a construct can be replaced by. */
function partsOf(statement: t.Statement): t.Statement[][] {
  const parts: (t.Node | null | undefined)[] = [];
  if (t.isBlockStatement(statement)) return [statement.body];
  if (t.isIfStatement(statement)) parts.push(statement.consequent, statement.alternate);
  if (t.isLoop(statement) || t.isLabeledStatement(statement)) parts.push(statement.body);
  if (t.isTryStatement(statement)) parts.push(statement.block, statement.finalizer);
  if (t.isSwitchStatement(statement)) {
    return statement.cases.map(({ consequent }) => consequent);
  }
  if (t.isForStatement(statement) && t.isVariableDeclaration(statement.init)) {
    parts.push(t.blockStatement([statement.init, statement.body]));
  }
  return parts.flatMap((part) => {
    if (!t.isStatement(part)) return [];
    return [t.isBlockStatement(part) ? part.body : [part]];
  });
}

function* expressionChanges(node: t.Node): Generator<Change> {
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    const slot = node as unknown as Record<string, unknown>;
    const value = slot[key];
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        for (const other of simpler(item)) {
          yield () => {
            value[index] = other;
          };
        }
      }
      continue;
    }
    const isName =
      key === 'property' || key === 'key' || key === 'id' || key === 'left' || key === 'label';
    if (isName && !t.isBinaryExpression(node) && !t.isLogicalExpression(node)) continue;
    for (const other of simpler(value)) {
      yield () => {
        slot[key] = other;
      };
    }
  }
}

function simpler(node: unknown): t.Node[] {
  if (!t.isExpression(node as t.Node) || t.isLiteral(node as t.Node)) return [];
  const found: t.Node[] = [];
  for (const key of t.VISITOR_KEYS[(node as t.Node).type] ?? []) {
    const part = (node as unknown as Record<string, unknown>)[key];
    for (const item of Array.isArray(part) ? part : [part]) {
      if (t.isExpression(item) && !(t.isMemberExpression(node as t.Node) && key === 'property'))
        found.push(item);
    }
  }
  return [...found, t.numericLiteral(0), t.numericLiteral(1), t.booleanLiteral(true)];
}

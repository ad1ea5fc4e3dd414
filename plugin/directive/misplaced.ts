import type * as t from '@babel/types';
import type { BuildCode } from '../diagnostics/index.js';
import type { Place } from '../syntax/paths.js';
import { directiveLike, leaveDirective, stageDirective } from './directives.js';

/** What is wrong with a directive. */
export interface Problem {
  readonly code: BuildCode;
  readonly message: string;
  readonly node: t.Node | undefined;
  /** The catalog's where it is left out. */
  readonly suggestion?: string;
}

export type Report = (problem: Problem) => void;

/** Tells of what is meant as a directive, and is none where it stands, or as it is written. */
export function reportMisplaced({ node, parent }: Place, report: Report): void {
  if (node.type === 'ExpressionStatement') reportStatement(node, parent, report);
  else if (node.type === 'ClassProperty') reportField(node, report);
  else if (node.type === 'Directive') reportMisspelt(node.value.value, node, report);
  else if (node.type === 'SequenceExpression') reportParts(node.expressions.slice(0, -1), report);
  else if (node.type === 'LogicalExpression') reportParts([node.left], report);
}

function reportStatement(
  { expression }: t.ExpressionStatement,
  parent: Place | null,
  report: Report,
): void {
  const value = textOf(expression);
  if (value === null) {
    reportContinued(expression, report);
    return;
  }
  reportMisspelt(value, expression, report);
  if (!isDirective(value)) return;
  const isString = expression.type === 'StringLiteral' && expression.extra?.parenthesized !== true;
  const reason = !isString
    ? expression.type === 'TemplateLiteral'
      ? 'a directive is a string in quotes, and no template.'
      : 'a directive is a string in quotes, and stands in no parentheses.'
    : parent?.node.type === 'StaticBlock'
      ? 'a static block is no function. A directive stands in the body of each method.'
      : 'it must come before every other statement.';
  report(misplaced(value, reason, expression));
}

/** Without a semicolon, a line that begins with a parenthesis, a bracket or an operator goes on with the one before. */
function reportContinued(expression: t.Expression, report: Report): void {
  const first = firstOperand(expression);
  const value = first.type === 'StringLiteral' ? first.value : '';
  if (!isDirective(value) || expression.type === 'SequenceExpression') return;
  const reason = 'the statement goes on behind it.';
  const suggestion = `Put a semicolon behind it: "${value}";`;
  report({ ...misplaced(value, reason, first), suggestion });
}

function firstOperand(node: t.Node): t.Node {
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return firstOperand(node.callee);
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return firstOperand(node.object);
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return firstOperand(node.left);
    case 'ConditionalExpression':
      return firstOperand(node.test);
    case 'TaggedTemplateExpression':
      return firstOperand(node.tag);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return firstOperand(node.expression);
    case 'UnaryExpression':
      return node.operator === 'void' ? firstOperand(node.argument) : node;
    default:
      return node;
  }
}

/** `("use graph", (x) => …)`, where nothing has the value of the text. */
function reportParts(parts: readonly t.Node[], report: Report): void {
  for (const part of parts) {
    if (part.type !== 'StringLiteral' || !isDirective(part.value)) continue;
    const reason = 'it is part of an expression. A directive is a statement of its own.';
    report(misplaced(part.value, reason, part));
  }
}

/** `class Model { "use graph"; … }` */
function reportField(field: t.ClassProperty, report: Report): void {
  const { key, value, computed } = field;
  if (computed || value != null || key.type !== 'StringLiteral') return;
  if (!isDirective(key.value) && directiveLike(key.value) === null) return;
  const reason = 'it is a field of the class. A directive stands in the body of each method.';
  report(misplaced(key.value, reason, field));
}

function reportMisspelt(value: string, node: t.Node, report: Report): void {
  const meant = directiveLike(value);
  if (meant === null) return;
  const message = `"${value}" has no effect: the directive is written "${meant}".`;
  const suggestion = `Write it as it is written here, before every other statement: "${meant}".`;
  report({ code: 'misplaced-directive', message, node, suggestion });
}

function misplaced(value: string, reason: string, node: t.Node): Problem {
  const message = `"${value}" has no effect here: ${reason}`;
  return { code: 'misplaced-directive', message, node };
}

function isDirective(value: string): boolean {
  return value === stageDirective || value === leaveDirective;
}

function textOf(expression: t.Expression): string | null {
  if (expression.type === 'StringLiteral') return expression.value;
  if (expression.type !== 'TemplateLiteral' || expression.expressions.length > 0) return null;
  return expression.quasis[0]!.value.cooked ?? null;
}

import * as t from '@babel/types';
import { copyTree } from '../../syntax/copy.js';
import type { Staging } from './context.js';
import { forEachChild } from './walk.js';

/** Gives a node that was made from a piece of the source, and what was made with it, the place of that piece. */
export function from<T extends t.Node>(node: T, original: t.Node | null | undefined): T {
  if (original?.loc) place(node, original);
  return node;
}

function place(node: t.Node, original: t.Node): void {
  if (node.loc) return;
  node.loc = original.loc;
  node.start = original.start;
  node.end = original.end;
  forEachChild(node, (child) => place(child, original));
}

/** Moves the comments before and after a statement to the statements that replace it. */
export function inheritComments(statements: t.Statement[], original: t.Statement): t.Statement[] {
  // A flag that is declared first is nothing that a comment speaks of.
  const first = t.isVariableDeclaration(original)
    ? statements[0]
    : (statements.find((statement) => !declaresFlag(statement)) ?? statements[0]);
  const last = statements.at(-1);
  if (first === undefined || last === undefined || first === original) return statements;
  if (original.leadingComments?.length) {
    first.leadingComments = [...original.leadingComments, ...(first.leadingComments ?? [])];
    original.leadingComments = null;
  }
  if (last !== original && original.trailingComments?.length) {
    last.trailingComments = [...(last.trailingComments ?? []), ...original.trailingComments];
    original.trailingComments = null;
  }
  return statements;
}

function declaresFlag(statement: t.Statement): boolean {
  return t.isVariableDeclaration(statement) && t.isBooleanLiteral(statement.declarations[0]?.init);
}

/** The place of a node as the runtime's helpers take it: `'src/model.ts:12:5'`. */
export function at(staging: Staging, node: t.Node | null | undefined): t.StringLiteral {
  const start = startOf(node);
  return t.stringLiteral(`${staging.file}:${start?.line ?? 1}:${(start?.column ?? 0) + 1}`);
}

/** In a chain of calls over several lines, where JavaScript's stacks have each: at the name of the method. */
function startOf(node: t.Node | null | undefined): t.SourceLocation['start'] | undefined {
  const start = node?.loc?.start;
  if (!t.isCallExpression(node) && !t.isOptionalCallExpression(node)) return start;
  const { callee } = node;
  if (!t.isMemberExpression(callee) && !t.isOptionalMemberExpression(callee)) return start;
  const method = callee.computed ? undefined : callee.property.loc?.start;
  return method !== undefined && method.line !== start?.line ? method : start;
}

/** A call of one of the runtime's helpers. */
export function helperCall(
  staging: Staging,
  name: string,
  parameters: t.Expression[],
  original: t.Node | null | undefined,
): t.CallExpression {
  return from(t.callExpression(helper(staging, name), parameters), original);
}

/** What the runtime exports by that name. */
export function helper(staging: Staging, name: string): t.MemberExpression {
  return t.memberExpression(t.identifier(staging.runtime), t.identifier(name));
}

/** Whether the node is a helper of the runtime, or a copy of what names one. */
export function isHelper(node: t.Node, { runtime }: Staging): boolean {
  return t.isMemberExpression(node) && t.isIdentifier(node.object, { name: runtime });
}

export function isCallOf(helper: string, node: t.Node): node is t.CallExpression {
  if (!t.isCallExpression(node) || !t.isMemberExpression(node.callee)) return false;
  return t.isIdentifier(node.callee.property, { name: helper });
}

/** `() => expression` */
export function thunk(body: t.Expression | t.BlockStatement): t.ArrowFunctionExpression {
  return t.arrowFunctionExpression([], body);
}

/**
 * `{ f: () => … }.f`: a function or class without a name has that of the variable that it is assigned to, also where it is
 * handed over first.
 */
export function named(value: t.Expression, target: t.Node): t.Expression {
  const isUnnamed =
    t.isArrowFunctionExpression(value) ||
    ((t.isFunctionExpression(value) || t.isClassExpression(value)) && !value.id);
  if (!isUnnamed || !t.isIdentifier(target)) return value;
  const object = t.objectExpression([t.objectProperty(t.identifier(target.name), value)]);
  return from(t.memberExpression(object, t.identifier(target.name)), value);
}

export function assign(
  target: t.LVal | t.OptionalMemberExpression,
  value: t.Expression,
  original: t.Node | null | undefined,
): t.ExpressionStatement {
  return from(
    t.expressionStatement(t.assignmentExpression('=', target as t.LVal, value)),
    original,
  );
}

export function declare(
  kind: 'let' | 'const',
  target: string | t.LVal,
  value: t.Expression | null,
  original: t.Node | null | undefined,
): t.VariableDeclaration {
  const id = typeof target === 'string' ? t.identifier(target) : target;
  return from(
    t.variableDeclaration(kind, [t.variableDeclarator(id as t.Identifier, value)]),
    original,
  );
}

/** A copy of an expression that occurs twice in the result. */
export function copy<T extends t.Node>(node: T): T {
  const { copy: clone } = copyTree(node);
  t.removeComments(clone);
  return clone;
}

/**
 * Puts a value in a variable of the passes. A function or class without a name would be given the variable's, unless a
 * pattern assigns it.
 */
export function store(name: string, value: t.Expression): [target: t.LVal, value: t.Expression] {
  const isUnnamed =
    t.isArrowFunctionExpression(value) ||
    ((t.isFunctionExpression(value) || t.isClassExpression(value)) && !value.id);
  const target = t.identifier(name);
  if (!isUnnamed) return [target, value];
  return [t.arrayPattern([target]), from(t.arrayExpression([value]), value)];
}

import * as t from '@babel/types';
import type { Given } from './parameters.js';

/** `constructor(private x: number)` of TypeScript. */
export function hasParameterProperties(node: t.Function): boolean {
  return node.params.some((parameter) => t.isTSParameterProperty(parameter));
}

/** What the parameters of such a constructor have been taken apart into. */
export function namesGiven(node: t.Function): Given[] {
  return node.params.flatMap(namesIn).map((name) => t.identifier(name));
}

/**
 * Gives the copy of such a constructor the names for parameters. What TypeScript assigns for properties it assigns where the
 * constructor begins or, where a class extends another, behind the `super(…)` of its own text: the copy does so itself.
 */
export function withoutParameterProperties(copy: t.Function): void {
  if (!hasParameterProperties(copy)) return;
  const properties = copy.params.filter((parameter) => t.isTSParameterProperty(parameter));
  copy.params = copy.params.flatMap(namesIn).map((name) => t.identifier(name));
  const { body } = copy.body as t.BlockStatement;
  const index = body.findIndex(isSuperCall);
  if (index < 0) return;
  const assignments = properties.flatMap((parameter) =>
    namesIn(parameter).map((name) => assignment(name, parameter)),
  );
  body.splice(index + 1, 0, ...assignments);
}

function namesIn(parameter: t.Node): string[] {
  const inner = t.isTSParameterProperty(parameter) ? parameter.parameter : parameter;
  return Object.keys(t.getBindingIdentifiers(inner));
}

function isSuperCall(statement: t.Statement): boolean {
  return (
    t.isExpressionStatement(statement) &&
    t.isCallExpression(statement.expression) &&
    t.isSuper(statement.expression.callee)
  );
}

/** It stands where the parameter does. */
function assignment(name: string, { loc }: t.Node): t.Statement {
  const here = <N extends t.Node>(node: N): N => Object.assign(node, { loc });
  const property = here(t.memberExpression(here(t.thisExpression()), here(t.identifier(name))));
  const value = here(t.identifier(name));
  return here(t.expressionStatement(here(t.assignmentExpression('=', property, value))));
}

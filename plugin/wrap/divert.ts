import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { usesSuper } from '../directive/index.js';
import { hasDrivenForm } from '../staging/index.js';
import type { FunctionNames } from '../syntax/names.js';
import type { Editor } from './editor.js';
import { ownArguments } from './ownContext.js';
import { hasParameterProperties, namesGiven } from './parameterProperties.js';
import {
  asGiven,
  dropDecorators,
  type Given,
  isThisParameter,
  parametersAreInert,
  parametersAreNames,
  simplifyParameters,
} from './parameters.js';
import { runtimeCall, stagingTest } from './runtimeCalls.js';

export interface DivertContext {
  editor: Editor;
  file: string;
  runtime: string;
  names: FunctionNames;
}

/**
 * Gives a function that stays as it is a second, staged body, for use inside of a trace. It remains one function: the
 * program may compare it, construct with it and keep things by it, wherever it is handed on to.
 */
export function divert(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  context: DivertContext,
): void {
  const { node } = path;
  const isStraight =
    hasParameterProperties(node) ||
    (node.async !== true &&
      (path.isArrowFunctionExpression() ? parametersAreNames(node) : parametersAreInert(node)));
  if (node.generator === true && node.async === true) divertAsyncGenerator(path, staged, context);
  else if (node.generator === true) divertGenerator(path, staged, context);
  else if (isStraight) divertFirst(path, staged, context);
  else divertAround(path, staged, context);
}

/** The `arguments` of a constructor whose parameters are properties cannot be had where these have been taken apart. */
export function mayBeDiverted(path: NodePath<t.Function>): boolean {
  return !hasParameterProperties(path.node) || ownArguments(path).length === 0;
}

/** `{ if (ug.is_staging()) return (staged)(...arguments); … }` */
function divertFirst(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  context: DivertContext,
): void {
  const { editor, runtime } = context;
  const test = stagingTest(context, path.node);
  const call = calledWith(staged, path);
  const body = path.get('body') as NodePath<t.BlockStatement | t.Expression>;
  const instead = t.ifStatement(test, t.returnStatement(call));
  if (body.isBlockStatement()) editor.prepend(body, [...setterGuard(path, runtime), instead]);
  else
    editor.replace(body, (original) =>
      t.conditionalExpression(test, call, original as t.Expression),
    );
}

/**
 * `{ if (ug.is_staging()) return yield* (function* (…) { staged }).apply(this, arguments); … }`, or, where a `super` is used,
 * which only the method itself has, `{ if (ug.is_staging()) { staged; return; } … }`
 */
function divertGenerator(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  context: DivertContext,
): void {
  const { editor } = context;
  const test = stagingTest(context, path.node);
  const body = path.get('body') as NodePath<t.BlockStatement>;
  if (usesSuper(path)) {
    const statements = [...(staged.body as t.BlockStatement).body, t.returnStatement()];
    editor.prepend(body, [t.ifStatement(test, t.blockStatement(statements))]);
    return;
  }
  const apply = t.memberExpression(generatorOf(staged), t.identifier('apply'));
  const call = t.callExpression(apply, [t.thisExpression(), t.identifier('arguments')]);
  const instead = t.ifStatement(test, t.returnStatement(t.yieldExpression(call, true)));
  editor.prepend(body, [instead]);
}

/**
 * What an asynchronous generator waits for it hands to a driver:
 * `{ if (ug.is_driven()) return yield* ug.drive_items(function* (…) { staged }, this, arguments); … }`
 */
function divertAsyncGenerator(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  { editor, runtime }: DivertContext,
): void {
  const given = [generatorOf(staged), t.thisExpression(), t.identifier('arguments')];
  const driven = t.yieldExpression(runtimeCall(runtime, 'drive_items', given), true);
  const test = runtimeCall(runtime, 'is_driven', []);
  const body = path.get('body') as NodePath<t.BlockStatement>;
  editor.prepend(body, [t.ifStatement(test, t.returnStatement(driven))]);
}

function generatorOf(staged: t.ArrowFunctionExpression): t.FunctionExpression {
  const body = staged.body as t.BlockStatement;
  const generator = t.functionExpression(null, staged.params, body, true);
  generator.loc = staged.loc;
  return generator;
}

/**
 * An async function cannot return anything but a promise, and defaults of parameters are evaluated before the body
 * begins: there the function as it was becomes an arrow inside.
 */
function divertAround(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  context: DivertContext,
): void {
  const { node } = path;
  const { editor, names, runtime } = context;
  const parameters = node.params
    .filter((parameter) => !isThisParameter(parameter))
    .map((parameter) => t.cloneNode(parameter, true) as t.FunctionParameter);
  dropDecorators(parameters);
  const simplified = simplifyParameters(path, editor, names.around);
  const given = () =>
    path.isArrowFunctionExpression() ? simplified.map((one) => t.cloneNode(one)) : [allArguments()];
  const argumentsGiven = (): t.Expression =>
    path.isArrowFunctionExpression() ? t.arrayExpression(given()) : t.identifier('arguments');
  const isAsynchronous = node.async === true && !hasDrivenForm(staged);
  const test = stagingTest(context, node, isAsynchronous ? argumentsGiven() : null);
  const call = t.callExpression(staged, given());
  editor.replace(path.get('body') as NodePath, (original) => {
    const rest = t.arrowFunctionExpression(
      parameters,
      original as t.BlockStatement | t.Expression,
      node.async === true,
    );
    const written = t.callExpression(rest, given());
    if (node.async === true) return waitingBody(test, call, written, context);
    const guard = setterGuard(path, runtime);
    const first = t.ifStatement(test, t.returnStatement(call));
    return t.blockStatement([...guard, first, t.returnStatement(written)]);
  });
  if (node.async === true) editor.dropAsync(path);
}

/** `const written = () => …; if (ug.is_staging()) return ug.waiting(written) ?? …; return written();` */
function waitingBody(
  test: t.Expression,
  staged: t.Expression,
  written: t.Expression,
  { names, runtime }: DivertContext,
): t.BlockStatement {
  const name = names.around('written');
  const waiting = runtimeCall(runtime, 'waiting', [t.identifier(name)]);
  return t.blockStatement([
    t.variableDeclaration('const', [
      t.variableDeclarator(t.identifier(name), t.arrowFunctionExpression([], written)),
    ]),
    t.ifStatement(test, t.returnStatement(t.logicalExpression('??', waiting, staged))),
    t.returnStatement(t.callExpression(t.identifier(name), [])),
  ]);
}

/** `if (ug.is_restoring()) return;`: what a setter assigns tells of itself, and is put back without it. */
function setterGuard(path: NodePath<t.Function>, runtime: string): t.Statement[] {
  if (!path.isMethod({ kind: 'set' })) return [];
  return [t.ifStatement(runtimeCall(runtime, 'is_restoring', []), t.returnStatement())];
}

/** The value of the staged function for the arguments of the function: what one without parameters returns can be written out. */
function calledWith(staged: t.ArrowFunctionExpression, path: NodePath<t.Function>): t.Expression {
  if (staged.params.length > 0) return t.callExpression(staged, givenTo(path));
  const statements = t.isBlockStatement(staged.body) ? staged.body.body : [];
  const [only] = statements;
  if (statements.length === 1 && t.isReturnStatement(only) && only.argument) return only.argument;
  return t.callExpression(staged, []);
}

/** The arguments of a call of the function, for another one: an arrow has no `arguments`, and sees no more than it names. */
function givenTo(path: NodePath<t.Function>): Given[] {
  if (hasParameterProperties(path.node)) return namesGiven(path.node);
  return path.isArrowFunctionExpression() ? path.node.params.map(asGiven) : [allArguments()];
}

function allArguments(): t.SpreadElement {
  return t.spreadElement(t.identifier('arguments'));
}

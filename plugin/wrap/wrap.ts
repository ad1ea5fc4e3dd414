import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { functionName, kindOf } from '../directive/index.js';
import type { Staged } from '../staging/index.js';
import type { FunctionNames } from '../syntax/names.js';
import type { Editor } from './editor.js';
import { functionInfo } from './functionInfo.js';
import { usesOwnThis } from './ownContext.js';
import {
  asGiven,
  type Given,
  isThisParameter,
  parametersAreInert,
  parametersAreNames,
  simplifyParameters,
} from './parameters.js';
import { asPure, pureRuntimeCall, runtimeCall } from './runtimeCalls.js';
import type { Slots } from './slots.js';

export interface WrapContext {
  editor: Editor;
  slots: Slots;
  file: string;
  /** The functions that only the module's directive marks. */
  byModule: ReadonlySet<t.Node>;
  runtime: string;
  names: FunctionNames;
}

/** Makes a graph function of a marked function. */
export function wrapMarked(path: NodePath<t.Function>, staged: Staged, context: WrapContext): void {
  if (kindOf(path.node) === 'expression') wrapMarkedExpression(path, staged, context);
  else wrapMarkedInPlace(path, staged, context);
}

/** `{ return ug.enter(slot ??= ug.slot(INFO), this, arguments, staged); }` */
function wrapMarkedInPlace(
  path: NodePath<t.Function>,
  { code, parts }: Staged,
  context: WrapContext,
): void {
  const { editor, slots, file, byModule, runtime, names } = context;
  const slot = names.ofModule(`${slotHint(path)}$graph`);
  slots.declare(path, slot);
  const info = functionInfo(path, file, byModule.has(path.node), parts !== null);
  const filled = t.assignmentExpression(
    '??=',
    t.identifier(slot),
    runtimeCall(runtime, 'slot', [info]),
  );
  const enter = runtimeCall(runtime, 'enter', [
    filled,
    // Traces are kept for each `this`, which is only wanted where it matters: `trainer.step(x)` may be a plain function.
    usesOwnThis(path.node) ? t.thisExpression() : t.identifier('undefined'),
    t.identifier('arguments'),
    code,
  ]);
  const body = path.get('body') as NodePath;
  const statement = t.returnStatement(enter);
  statement.loc = path.node.loc;
  enter.loc = path.node.loc;
  simplifyParameters(path, editor, names.own);
  editor.replace(body, () => t.blockStatement([statement]));
  if (path.node.async === true) editor.dropAsync(path);
}

function slotHint(path: NodePath<t.Function>): string {
  const name = functionName(path).replace('#', '');
  const owner = path.parentPath?.parentPath;
  const className = owner?.isClass() ? owner.node.id?.name : undefined;
  return className === undefined ? name || 'computed' : `${className}$${name || 'computed'}`;
}

/** `ug.graph_function(staged, INFO)` */
function wrapMarkedExpression(
  path: NodePath<t.Function>,
  { code, parts }: Staged,
  { editor, file, byModule, runtime }: WrapContext,
): void {
  const call = pureRuntimeCall(runtime, 'graph_function', [
    withOwnThis(path, code),
    functionInfo(path, file, byModule.has(path.node), parts !== null),
  ]);
  call.loc = path.node.loc;
  const named = underOwnName(path, call);
  editor.replace(path, () => named);
}

/**
 * Gives a function that stays as it is a second, staged body, for use inside of a trace. It remains one function: the
 * program may compare it, construct with it and keep things by it, wherever it is handed on to.
 */
export function wrapReached(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  context: WrapContext,
): void {
  const { node } = path;
  const isStraight =
    node.async !== true &&
    (path.isArrowFunctionExpression() ? parametersAreNames(node) : parametersAreInert(node));
  if (node.generator === true) divertGenerator(path, staged, context);
  else if (isStraight) divertFirst(path, staged, context);
  else divertAround(path, staged, context);
}

/** `{ if (ug.is_staging()) return (staged)(...arguments); … }` */
function divertFirst(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  { editor, runtime }: WrapContext,
): void {
  const test = runtimeCall(runtime, 'is_staging', []);
  const call = t.callExpression(staged, givenTo(path));
  const body = path.get('body') as NodePath<t.BlockStatement | t.Expression>;
  if (body.isBlockStatement()) editor.prepend(body, [t.ifStatement(test, t.returnStatement(call))]);
  else
    editor.replace(body, (original) =>
      t.conditionalExpression(test, call, original as t.Expression),
    );
}

/** `{ if (ug.is_staging()) return yield* (function* (…) { staged }).apply(this, arguments); … }` */
function divertGenerator(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  { editor, runtime }: WrapContext,
): void {
  const second = t.functionExpression(null, staged.params, staged.body as t.BlockStatement, true);
  second.loc = staged.loc;
  const apply = t.memberExpression(second, t.identifier('apply'));
  const call = t.callExpression(apply, [t.thisExpression(), t.identifier('arguments')]);
  const test = runtimeCall(runtime, 'is_staging', []);
  const instead = t.ifStatement(test, t.returnStatement(t.yieldExpression(call, true)));
  editor.prepend(path.get('body') as NodePath<t.BlockStatement>, [instead]);
}

/**
 * An async function cannot return anything but a promise, and defaults of parameters are evaluated before the body
 * begins: there the function as it was becomes an arrow inside.
 */
function divertAround(
  path: NodePath<t.Function>,
  staged: t.ArrowFunctionExpression,
  { editor, names, runtime }: WrapContext,
): void {
  const { node } = path;
  const parameters = node.params
    .filter((parameter) => !isThisParameter(parameter))
    .map((parameter) => t.cloneNode(parameter, true) as t.FunctionParameter);
  const simplified = simplifyParameters(path, editor, names.own);
  const given = () =>
    path.isArrowFunctionExpression() ? simplified.map((one) => t.cloneNode(one)) : [allArguments()];
  const divert = t.ifStatement(
    runtimeCall(runtime, 'is_staging', []),
    t.returnStatement(t.callExpression(staged, given())),
  );
  editor.replace(path.get('body') as NodePath, (original) => {
    const rest = t.arrowFunctionExpression(
      parameters,
      original as t.BlockStatement | t.Expression,
      node.async === true,
    );
    return t.blockStatement([divert, t.returnStatement(t.callExpression(rest, given()))]);
  });
  if (node.async === true) editor.dropAsync(path);
}

/** The arguments of a call of the function, for another one: an arrow has no `arguments`, and sees no more than it names. */
function givenTo(path: NodePath<t.Function>): Given[] {
  return path.isArrowFunctionExpression() ? path.node.params.map(asGiven) : [allArguments()];
}

function allArguments(): t.SpreadElement {
  return t.spreadElement(t.identifier('arguments'));
}

/** A function expression that uses its own `this` is staged as one, which is called with it. */
function withOwnThis(path: NodePath<t.Function>, staged: t.ArrowFunctionExpression): t.Expression {
  if (!path.isFunctionExpression() || !usesOwnThis(path.node)) return staged;
  const body = t.isBlockStatement(staged.body)
    ? staged.body
    : t.blockStatement([t.returnStatement(staged.body)]);
  const result = t.functionExpression(null, staged.params, body);
  result.loc = staged.loc;
  return result;
}

/** A function expression that names itself finds the wrapped function under its name. */
function underOwnName(path: NodePath<t.Function>, wrapped: t.Expression): t.Expression {
  const id = path.isFunctionExpression() ? path.node.id : null;
  if (!id || path.scope.getOwnBinding(id.name)?.referenced !== true) return wrapped;
  const declaration = t.variableDeclaration('const', [
    t.variableDeclarator(t.identifier(id.name), wrapped),
  ]);
  const scope = t.arrowFunctionExpression(
    [],
    t.blockStatement([declaration, t.returnStatement(t.identifier(id.name))]),
  );
  return asPure(t.callExpression(scope, []));
}

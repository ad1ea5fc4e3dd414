import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { functionName, kindOf } from '../directive/index.js';
import type { Staged } from '../staging/index.js';
import type { FunctionNames } from '../syntax/names.js';
import { scopeOf } from '../syntax/scopes.js';
import type { Editor } from './editor.js';
import { functionInfo, type Marking } from './functionInfo.js';
import { usesOwnThis } from './ownContext.js';
import { simplifyParameters } from './parameters.js';
import { asPure, pureRuntimeCall, runtimeCall } from './runtimeCalls.js';
import type { Slots } from './slots.js';

export interface WrapContext extends Marking {
  editor: Editor;
  slots: Slots;
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
  const { editor, slots, runtime, names } = context;
  const slot = names.ofModule(`${slotHint(path)}$graph`);
  slots.declare(path, slot);
  const info = functionInfo(path, context, parts !== null);
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
  simplifyParameters(path, editor, names.around);
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
  context: WrapContext,
): void {
  const { editor, runtime } = context;
  const call = pureRuntimeCall(runtime, 'graph_function', [
    withOwnThis(path, code),
    functionInfo(path, context, parts !== null),
  ]);
  call.loc = path.node.loc;
  const named = underOwnName(path, call);
  editor.replace(path, () => named);
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
  if (!id || scopeOf(path).getOwnBinding(id.name)?.referenced !== true) return wrapped;
  const declaration = t.variableDeclaration('const', [
    t.variableDeclarator(t.identifier(id.name), wrapped),
  ]);
  const scope = t.arrowFunctionExpression(
    [],
    t.blockStatement([declaration, t.returnStatement(t.identifier(id.name))]),
  );
  return asPure(t.callExpression(scope, []));
}

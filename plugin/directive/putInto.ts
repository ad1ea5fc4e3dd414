import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers } from './describe.js';
import { functionsIn } from './givenTo.js';
import { type Import, importedBy } from './imports.js';

/**
 * The functions that the module puts into what a variable holds, a collection, a literal, an object of a class or a class:
 * `hooks.push(f)`, `table.set(name, f)`, `table[name] = f`, `app.hooks.push(f)`. They may be the arguments of a function that does
 * so.
 */
export function putInto(binding: Binding): NodePath[] {
  if (!holdsOwn(binding)) return [];
  return [binding, ...parametersFor(binding)].flatMap(({ referencePaths }) =>
    referencePaths.flatMap((reference) =>
      valuesPut(reference).flatMap((value) => [...functionsIn(value), ...functionsGivenFor(value)]),
    ),
  );
}

/** The parameters of the module's functions that are given what the variable holds: `install(table)`. */
function parametersFor(binding: Binding): Binding[] {
  return binding.referencePaths.flatMap((reference) => {
    const call = reference.parentPath;
    if (reference.listKey !== 'arguments' || !call?.isCallExpression()) return [];
    const fn = functionCalled(call.get('callee') as NodePath);
    const parameter = fn?.get('params')[reference.key as number];
    const found = parameter?.isIdentifier() && scopeOf(parameter).getBinding(parameter.node.name);
    return found ? [found] : [];
  });
}

/** The functions of other modules that are given what the variable holds, and may put something into it. */
export function importsGiven(binding: Binding): Import[] {
  if (!holdsOwn(binding)) return [];
  return binding.referencePaths.flatMap(({ listKey, parentPath: call }) => {
    if (listKey !== 'arguments' || !call?.isCallExpression()) return [];
    const callee = call.get('callee') as NodePath;
    return (callee.isIdentifier() && importedBy(callee)) || [];
  });
}

function functionCalled(callee: NodePath): NodePath<t.Function> | null {
  if (!callee.isIdentifier()) return null;
  const declared = scopeOf(callee).getBinding(callee.node.name)?.path;
  const value = declared?.isVariableDeclarator() ? (declared.get('init') as NodePath) : declared;
  return value?.isFunction() ? value : null;
}

/** Whether the module made what the variable holds. */
export function holdsOwn({ path }: Binding): boolean {
  if (path.isClassDeclaration()) return true;
  if (!path.isVariableDeclarator() || !path.node.init) return false;
  return makesHolder(path.get('init') as NodePath);
}

/** Whether an expression makes what holds others. */
export function makesHolder(expression: NodePath): boolean {
  const value = insideOfWrappers(expression);
  return (
    value.isArrayExpression() ||
    value.isObjectExpression() ||
    value.isNewExpression() ||
    value.isClass()
  );
}

function valuesPut(reference: NodePath): NodePath[] {
  const member = memberOf(reference);
  if (member === null) return [];
  const outer = member.parentPath!;
  if (outer.isAssignmentExpression() && member.key === 'left') return [outer.get('right')];
  return argumentsOfChain(member);
}

/** `o.p.q` of `o`, the whole of it. */
function memberOf(object: NodePath): NodePath | null {
  const { parentPath } = object;
  if (object.key !== 'object' || !parentPath?.isMemberExpression()) return null;
  return memberOf(parentPath) ?? parentPath;
}

/** The arguments of the calls of a function, of its result, and of methods of that: `use(f)(g)`, `bus.on(f).on(g)`. */
function argumentsOfChain(callee: NodePath): NodePath[] {
  const call = callee.parentPath;
  if (callee.key !== 'callee' || !call?.isCallExpression()) return [];
  const method = call.parentPath;
  const isOfResult = method.isMemberExpression() && call.key === 'object';
  return [...call.get('arguments'), ...argumentsOfChain(isOfResult ? method : call)];
}

/** What the calls of a function give for its parameter. */
function functionsGivenFor(value: NodePath): NodePath[] {
  if (!value.isIdentifier()) return [];
  const parameter = scopeOf(value).getBinding(value.node.name);
  if (parameter?.kind !== 'param') return [];
  const name = nameOf(parameter.scope.path);
  const calls = (name && parameter.scope.parent?.getBinding(name)?.referencePaths) || [];
  return calls.flatMap(argumentsOfChain).flatMap((argument) => functionsIn(argument));
}

function nameOf(fn: NodePath): string | null {
  if (fn.isFunctionDeclaration()) return fn.node.id?.name ?? null;
  const { parent } = fn;
  return parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
    ? parent.id.name
    : null;
}

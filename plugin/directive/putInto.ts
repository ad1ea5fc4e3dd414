import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { puttingMethods } from '../syntax/puttingMethods.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers, propertyName } from './describe.js';
import { functionsIn } from './givenTo.js';
import { holdsModule, type Import, importedBy } from './imports.js';
import { isLibraryMethod } from './libraryMethods.js';

/**
 * The functions that the module puts into what a variable holds, a collection, a literal, an object of a class or a class:
 * `hooks.push(f)`, `table.set(name, f)`, `table[name] = f`, `app.hooks.push(f)`. They may be the arguments of a function that does
 * so.
 */
export function putInto(binding: Binding): NodePath[] {
  return holdsOwn(binding) ? putIntoHeld(binding) : [];
}

/** The same of what a variable holds that another module may have made. */
export function putIntoHeld(binding: Binding): NodePath[] {
  return usesOf(binding).flatMap((use) =>
    valuesPut(use).flatMap((value) => [...functionsIn(value), ...functionsGivenFor(value)]),
  );
}

/** The functions of other modules that are given what the variable holds, and may put something into it. */
export function importsGiven(binding: Binding): Import[] {
  return usesOf(binding).flatMap(({ listKey, parentPath: call }) => {
    if (listKey !== 'arguments' || !call?.isCallExpression()) return [];
    const callee = call.get('callee') as NodePath;
    const named = callee.isMemberExpression() ? moduleIn(callee) : callee;
    return (named?.isIdentifier() && importedBy(named)) || [];
  });
}

/** `acts` of `acts.install`, where that is a module. */
function moduleIn(member: NodePath<t.MemberExpression>): NodePath | null {
  const object = member.get('object') as NodePath;
  const found = variableOf(object);
  return found !== undefined && holdsModule(found) ? object : null;
}

/** The uses of a variable, and of others of the module that hold the same. */
function usesOf(binding: Binding): NodePath[] {
  const variables = new Set([binding]);
  const uses: NodePath[] = [];
  for (const { referencePaths } of variables) {
    for (const use of referencePaths) {
      uses.push(use);
      const other = variableGiven(use);
      if (other !== undefined) variables.add(other);
    }
  }
  return uses;
}

/** What gets the value there: `const list = table`, and a parameter of the module's functions: `install(table)`. */
function variableGiven({ key, listKey, parentPath: around }: NodePath): Binding | undefined {
  if (around?.isVariableDeclarator() && key === 'init') return variableOf(around.get('id'));
  if (listKey !== 'arguments' || !around?.isCallExpression()) return undefined;
  const fn = functionCalled(around.get('callee') as NodePath);
  return variableOf(fn?.get('params')[key as number] as NodePath | undefined);
}

function variableOf(target: NodePath | undefined): Binding | undefined {
  return target?.isIdentifier() ? scopeOf(target).getBinding(target.node.name) : undefined;
}

/** What a function puts into what it is given: `descriptor.value = …`, `table.set(name, f)`. */
export function putIntoParameters(fn: NodePath<t.Function>): NodePath[] {
  return (fn.get('params') as NodePath[]).flatMap((parameter) =>
    (variableOf(parameter)?.referencePaths ?? []).flatMap((use) =>
      mayKeep(use) ? valuesPut(use) : [],
    ),
  );
}

/** Whether a part of it is assigned, or a method called that may put something into it. */
function mayKeep(object: NodePath): boolean {
  const member = memberOf(object);
  if (member === null || member.key === 'left') return member !== null;
  const name = propertyName(member.node as t.MemberExpression);
  return name !== null && (puttingMethods.includes(name) || !isLibraryMethod(name));
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

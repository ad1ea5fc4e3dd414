import * as t from '@babel/types';
import type { Staging } from './context.js';
import { type FunctionWithBody, staysAsWritten } from './functions.js';
import { mutatingMethods } from './modified.js';
import { resolveScopes, type Scopes, type Variable } from './scopes.js';
import { isSimplePath, patternTargets, rootOf } from './targets.js';
import { forEachChild, unwrapped, walk } from './walk.js';

/**
 * Finds assignments that a branch or loop of another function may cause by a call: of properties, and of variables that
 * belong to a function around. Staged code tells the runtime of these. Objects that the function makes itself are its own.
 */
export function markWrites(root: FunctionWithBody, staging: Staging): void {
  const scopes = resolveScopes(root);
  const own = ownObjects(root, scopes);
  const made = initialValues(root, scopes);
  const visit = (node: t.Node, fn: t.Node, isConstructor: boolean): void => {
    if (staysAsWritten(node)) return;
    if (t.isAssignmentExpression(node)) {
      for (const target of patternTargets(unwrapped(node.left))) {
        if (isShared(target, fn, isConstructor)) staging.shared.add(target);
      }
    }
    const changed = changedCollection(node);
    if (changed !== null && mayBeKnown(changed)) staging.shared.add(changed);
    const isFunction = t.isFunction(node);
    const inner = t.isArrowFunctionExpression(node)
      ? isConstructor
      : isFunction
        ? t.isClassMethod(node, { kind: 'constructor' })
        : isConstructor;
    forEachChild(node, (child) => visit(child, isFunction ? node : fn, inner));
  };
  const isShared = (target: t.Node, fn: t.Node, isConstructor: boolean): boolean => {
    if (t.isIdentifier(target)) {
      const variable = scopes.variableOf(target);
      if (variable?.kind === 'outside' && staging.carried.has(variable.name)) return false;
      return variable !== undefined && variable.owner !== fn;
    }
    if (!t.isMemberExpression(target) || t.isSuper(target.object)) return false;
    if (!isSimplePath(target.object)) return !t.isPrivateName(target.property);
    const root = rootOf(target.object);
    if (root === null) return !(isConstructor && t.isThisExpression(unwrapped(target.object)));
    const variable = scopes.variableOf(root);
    const isOwn = variable?.owner === fn && own.has(variable) && unwrapped(target.object) === root;
    return !isOwn;
  };
  /** Neither made here for a `const` that no closure uses, nor from outside, where a change is an effect on the host. */
  const mayBeKnown = (collection: t.Expression): boolean => {
    const name = rootOf(collection);
    if (name === null) return true;
    const variable = scopes.variableOf(name);
    if (variable === undefined || variable.kind === 'outside') return false;
    if (name !== collection) return true;
    if (variable.isFresh && !variable.isCaptured) return false;
    const value = made.get(variable);
    if (value !== undefined) staging.made.add(value);
    return true;
  };
  visit(root, root, staging.isConstructor);
}

/** What a call of a method may change the contents of: a variable or a property, but not `this` itself. */
function changedCollection(node: t.Node): t.Expression | null {
  if (!t.isCallExpression(node) || !t.isMemberExpression(node.callee)) return null;
  const { object, property, computed } = node.callee;
  if (computed || !t.isIdentifier(property) || !mutatingMethods.has(property.name)) return null;
  const isPath = isSimplePath(object) && !t.isThisExpression(unwrapped(object));
  return isPath && !t.isSuper(object) ? object : null;
}

/** The objects that are made where variables are declared for them. */
function initialValues(root: t.Node, scopes: Scopes): ReadonlyMap<Variable, t.Expression> {
  const found = new Map<Variable, t.Expression>();
  walk(root, (node) => {
    if (!t.isVariableDeclarator(node) || !node.init || !isMade(unwrapped(node.init))) return;
    const variable = scopes.variableOf(node.id);
    if (variable) found.set(variable, node.init);
    return undefined;
  });
  return found;
}

/** Constants that hold an object which is made where they are declared. */
function ownObjects(root: t.Node, scopes: Scopes): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  const visit = (node: t.Node): void => {
    if (t.isVariableDeclaration(node, { kind: 'const' })) {
      for (const { id, init } of node.declarations) {
        const variable = scopes.variableOf(id);
        if (variable && init && isMade(unwrapped(init))) found.add(variable);
      }
    }
    forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function isMade(node: t.Node): boolean {
  return t.isObjectExpression(node) || t.isArrayExpression(node) || t.isNewExpression(node);
}

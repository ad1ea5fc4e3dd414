import * as t from '@babel/types';
import { resolveScopes, type Scopes, type Variable } from '../analysis/scopes.js';
import type { Staging } from '../tree/context.js';
import type { FunctionWithBody } from '../tree/functions.js';
import { assignedBy, rootOf } from '../tree/targets.js';
import { forEachChild, walk } from '../tree/walk.js';

/**
 * Renames variables that hide another one which a closure assigns: where the closure is called, the other one is state,
 * and must be within reach under its name.
 */
export function renameShadows(root: FunctionWithBody, staging: Staging): void {
  renameWhatHides(root, staging, assignedBy);
}

/** The same of one that a closure mentions: it is among the arguments of each part of the function that calls the closure. */
export function renameAllShadows(root: FunctionWithBody, staging: Staging): void {
  renameWhatHides(root, staging, (node) => (t.isIdentifier(node) ? [node] : []));
}

function renameWhatHides(
  root: FunctionWithBody,
  staging: Staging,
  usedBy: (node: t.Node) => readonly t.Node[],
): void {
  if (!hasInnerFunction(root)) return;
  const scopes = resolveScopes(root);
  const used = usedInClosures(root, scopes, usedBy);
  const names = new Map<Variable, string>();
  walk(root, (node) => {
    const variable = scopes.variableOf(node);
    if (variable === undefined || names.has(variable) || !hidesAny(variable)) return undefined;
    const name = staging.uniqueName(variable.name);
    names.set(variable, name);
    staging.standIns.set(name, variable.name);
    return undefined;
  });
  if (names.size === 0) return;
  walk(root, (node) => {
    if (t.isObjectProperty(node) && node.shorthand && isRenamed(node.value)) {
      node.shorthand = false;
      node.key = t.cloneNode(node.key);
    }
    return undefined;
  });
  walk(root, (node) => {
    const name = names.get(scopes.variableOf(node)!);
    if (name !== undefined) (node as t.Identifier).name = name;
    return undefined;
  });

  function hidesAny(variable: Variable): boolean {
    const hidden = scopes.hiddenBy(variable);
    // Inside of a class its name is a variable of its own, which holds the same.
    if (hidden === undefined || hidden.kind === 'class') return false;
    return used.has(hidden) || hidesAny(hidden);
  }

  function isRenamed(value: t.Node): boolean {
    const target = t.isAssignmentPattern(value) ? value.left : value;
    return names.has(scopes.variableOf(target)!);
  }
}

function hasInnerFunction(root: t.Node): boolean {
  let found = false;
  walk(root, (node) => {
    found ||= node !== root && (t.isFunction(node) || t.isClass(node));
    return found ? false : undefined;
  });
  return found;
}

/** Variables that a function uses, or what is in them, in which they are not declared. */
function usedInClosures(
  root: t.Node,
  scopes: Scopes,
  usedBy: (node: t.Node) => readonly t.Node[],
): Set<Variable> {
  const found = new Set<Variable>();
  const visit = (node: t.Node, fn: t.Node): void => {
    for (const target of usedBy(node)) {
      const name = rootOf(target);
      const variable = name === null ? undefined : scopes.variableOf(name);
      if (variable !== undefined && variable.owner !== fn) found.add(variable);
    }
    forEachChild(node, (child) => visit(child, t.isFunction(node) || t.isClass(node) ? node : fn));
  };
  visit(root, root);
  return found;
}

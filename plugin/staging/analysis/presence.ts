import * as t from '@babel/types';
import { isSimplePath, pathText } from '../tree/targets.js';
import { forEachChild, unwrapped } from '../tree/walk.js';
import type { Scopes } from './scopes.js';

/*
 * The state of a construct may be a property of what is null where the construct begins: `if (o !== null) o.p = 1` in a
 * loop. What is asked for a property whenever the construct runs is something.
 */

/** The objects of a path that may be null or undefined where a construct begins, as they are written. */
export function missingIn(path: t.Node, used: ReadonlySet<string>, scopes: Scopes): Set<string> {
  const missing = new Set<string>();
  for (let node = unwrapped(path); t.isMemberExpression(node); node = unwrapped(node.object)) {
    const object = unwrapped(node.object);
    const text = pathText(object);
    if (!used.has(text) && !isObject(object, scopes)) missing.add(text);
  }
  return missing;
}

function isObject(node: t.Node, scopes: Scopes): boolean {
  if (!t.isIdentifier(node)) return t.isThisExpression(node) || t.isSuper(node);
  return scopes.variableOf(node)?.isObject === true;
}

/** The paths that the nodes ask for a property whenever they run, as they are written in the source. */
export function pathsUsed(
  nodes: readonly (t.Node | null | undefined)[],
  aliases: ReadonlyMap<string, t.Expression>,
): Set<string> {
  const used = new Set<string>();
  const visit = (node: t.Node): void => {
    if (t.isFunction(node) || t.isClass(node)) return;
    if (t.isMemberExpression(node) && isSimplePath(node.object)) {
      const object = unwrapped(node.object);
      const alias = t.isIdentifier(object) ? aliases.get(object.name) : undefined;
      used.add(pathText(alias ?? object));
    }
    forEachChild(node, (child, key) => {
      if (!mayBeSkipped(node, key)) visit(child);
    });
  };
  for (const node of nodes) if (node) visit(node);
  return used;
}

/** Whether a node may run without that child, or with one that throws. */
function mayBeSkipped(node: t.Node, key: string): boolean {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return key !== 'test';
    case 'WhileStatement':
      return key !== 'test';
    case 'ForOfStatement':
      return key !== 'right';
    case 'TryStatement':
      return true;
    case 'LogicalExpression':
    case 'AssignmentPattern':
      return key === 'right';
    case 'AssignmentExpression':
      return key === 'right' && /^(?:&&|\|\||\?\?)=$/.test(node.operator);
    case 'OptionalMemberExpression':
      return key === 'property';
    case 'OptionalCallExpression':
      return key === 'arguments';
    default:
      return false;
  }
}

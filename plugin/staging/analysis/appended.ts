import * as t from '@babel/types';
import { isSimplePath, keyText } from '../tree/targets.js';
import { unwrapped, walk } from '../tree/walk.js';
import { resolveScopes, type Scopes } from './scopes.js';

/** A variable from outside or `this`, or a property of it: the name, and the keys. */
export type Path = readonly [name: string, ...keys: string[]];

/** The arrays from outside that a function does nothing with but push to them, without asking for the new length. */
export function appendedIn(fn: t.Function): Path[] {
  const scopes = resolveScopes(fn);
  const pushed = new Map<string, Path>();
  const used: Path[] = [];
  const pushes = new Set<t.Node>();
  const collect = (root: t.Node, hasThis: boolean): void =>
    walk(root, (node, parent) => {
      if (node !== root && t.isFunction(node) && !t.isArrowFunctionExpression(node)) {
        collect(node, false);
        return false;
      }
      const call = pushCall(node);
      if (call !== null) {
        const path = pathOf(call.callee.object, scopes, hasThis);
        if (path !== null) pushed.set(path.join('.'), path);
        pushes.add(call.callee);
      }
      if (!t.isExpression(node) || !isSimplePath(node)) return undefined;
      const path = pathOf(node, scopes, hasThis);
      // A method may do anything with its object.
      const isMethod = t.isMemberExpression(node) && t.isCallExpression(parent, { callee: node });
      if (path !== null && !pushes.has(node)) used.push(isMethod ? withoutLast(path) : path);
      return false;
    });
  collect(fn, true);
  return [...pushed.values()].filter((path) => !used.some((other) => overlap(path, other)));
}

type PushCall = t.CallExpression & { callee: t.MemberExpression };

/** `xs.push(…);` */
function pushCall(node: t.Node): PushCall | null {
  if (!t.isExpressionStatement(node)) return null;
  const call = unwrapped(node.expression);
  if (!t.isCallExpression(call) || !t.isMemberExpression(call.callee)) return null;
  const { object, property, computed } = call.callee;
  const isPush = !computed && t.isIdentifier(property, { name: 'push' }) && isSimplePath(object);
  return isPush ? (call as PushCall) : null;
}

/** `null` where it does not begin with a variable from outside or the function's `this`. */
function pathOf(node: t.Node, scopes: Scopes, hasThis: boolean): Path | null {
  const inner = unwrapped(node);
  if (t.isThisExpression(inner)) return hasThis ? ['this'] : null;
  if (t.isIdentifier(inner))
    return scopes.variableOf(inner)?.kind === 'outside' ? [inner.name] : null;
  if (!t.isMemberExpression(inner)) return null;
  const before = pathOf(inner.object, scopes, hasThis);
  return before && [...before, keyText(inner)];
}

function withoutLast([name, ...keys]: Path): Path {
  return [name, ...keys.slice(0, -1)];
}

/** Whether one of them is, or is in, the other. */
function overlap(one: Path, other: Path): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((key, index) => key === other[index]);
}

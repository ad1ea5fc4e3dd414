import * as t from '@babel/types';
import { hasFixedName, isSimplePath, rootOf } from '../tree/targets.js';
import { unwrapped, walk } from '../tree/walk.js';
import { resolveScopes } from './scopes.js';

/** A variable from outside, or a property of it: the name, and the keys. */
export type Path = readonly [name: string, ...keys: string[]];

/** The arrays from outside that a function does nothing with but push to them, without asking for the new length. */
export function appendedIn(fn: t.Function): Path[] {
  const scopes = resolveScopes(fn);
  const isOutside = (node: t.Node) => scopes.variableOf(node)?.kind === 'outside';
  const pushes = new Map<t.Node, Path>();
  walk(fn, (node) => {
    const receiver = pushReceiver(node);
    const root = receiver && rootOf(receiver);
    if (root && isOutside(root)) pushes.set(root, pathOf(receiver));
    return undefined;
  });
  const otherwiseUsed = new Set<string>();
  walk(fn, (node) => {
    if (t.isIdentifier(node) && isOutside(node) && !pushes.has(node)) otherwiseUsed.add(node.name);
    return undefined;
  });
  const paths = new Map([...pushes.values()].map((path) => [path.join('.'), path]));
  return [...paths.values()].filter(([name]) => !otherwiseUsed.has(name));
}

/** What `xs.push(…);` pushes to. */
function pushReceiver(node: t.Node): t.Expression | null {
  if (!t.isExpressionStatement(node)) return null;
  const call = unwrapped(node.expression);
  if (!t.isCallExpression(call) || !t.isMemberExpression(call.callee)) return null;
  const { object, property, computed } = call.callee;
  if (computed || !t.isIdentifier(property, { name: 'push' })) return null;
  return isSimplePath(object) ? (unwrapped(object) as t.Expression) : null;
}

function pathOf(node: t.Expression): Path {
  const inner = unwrapped(node);
  if (!t.isMemberExpression(inner) || !hasFixedName(inner)) return [(inner as t.Identifier).name];
  const key = unwrapped(inner.property) as t.Identifier | t.StringLiteral;
  return [...pathOf(inner.object as t.Expression), t.isIdentifier(key) ? key.name : key.value];
}

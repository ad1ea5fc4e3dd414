import * as t from '@babel/types';
import { keyText, rootOf } from '../tree/targets.js';
import { containsOwn, unwrapped, walk } from '../tree/walk.js';

/** Classes of JavaScript whose objects a graph gives as it gives arrays and literals. */
const structures = new Set(['Array', 'Map', 'Set', 'Object', 'Number', 'String', 'Boolean']);

/** Methods of arrays and collections that keep what they are given. */
const keeping = new Set(['push', 'unshift', 'splice', 'fill', 'with', 'concat', 'add', 'set']);

/**
 * Whether a statement without a branch or loop makes what no graph gives: an object of a class, a function that is kept, or
 * what one of the variables holds that are iterated.
 */
export function makesObjects(statement: t.Statement, iterated: ReadonlySet<string>): boolean {
  if (t.isClassDeclaration(statement)) return true;
  const assigned = t.isVariableDeclaration(statement)
    ? statement.declarations
    : t.isExpressionStatement(statement)
      ? [unwrapped(statement.expression)]
      : null;
  if (assigned === null && !t.isReturnStatement(statement)) return false;
  const isIterated = (assigned ?? []).some((node) => {
    const target =
      (t.isVariableDeclarator(node) && node.id) || (t.isAssignmentExpression(node) && node.left);
    return target !== false && t.isIdentifier(target) && iterated.has(target.name);
  });
  return isIterated || containsOwn(statement, isNewObject) || keepsFunctions(statement);
}

function isNewObject(node: t.Node): boolean {
  if (!t.isNewExpression(node)) return false;
  const { callee } = node;
  return !(
    t.isIdentifier(callee) &&
    (structures.has(callee.name) || /Array$|Error$/.test(callee.name))
  );
}

/** Functions and classes other than the callbacks of calls. */
function keepsFunctions(statement: t.Statement): boolean {
  let found = false;
  walk(statement, (node, parent) => {
    if (!t.isFunction(node) && !t.isClass(node)) return !found;
    if (!t.isCallExpression(parent) || isKeeping(parent)) found = true;
    return false;
  });
  return found;
}

/** `handlers.push(f)` */
function isKeeping({ callee }: t.CallExpression): boolean {
  return t.isMemberExpression(callee) && keeping.has(keyText(callee));
}

/** The variables that hold what `for await` loops iterate, or whose methods give it. */
export function iteratedIn(body: t.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(body, (node) => {
    if (t.isFunction(node)) return false;
    if (t.isForOfStatement(node) && node.await) {
      const root = rootOf(withoutCalls(node.right));
      if (root) names.add(root.name);
    }
    return undefined;
  });
  return names;
}

/** `src` of `src.items()`; of a call by name, nothing that is a variable's. */
function withoutCalls(node: t.Node): t.Node {
  const inner = unwrapped(node);
  if (t.isCallExpression(inner)) {
    const { callee } = inner;
    return t.isMemberExpression(callee) ? withoutCalls(callee.object) : inner;
  }
  return t.isMemberExpression(inner) ? withoutCalls(inner.object) : inner;
}

import * as t from '@babel/types';
import { keyText, rootOf } from '../tree/targets.js';
import { containsOwn, unwrapped, walk } from '../tree/walk.js';

/** Classes of JavaScript whose objects a graph gives as it gives arrays and literals. */
const structures = new Set(['Array', 'Map', 'Set', 'Object', 'Number', 'String', 'Boolean']);

/** Methods of arrays and collections that keep what they are given. */
const keeping = new Set(['push', 'unshift', 'splice', 'fill', 'with', 'concat', 'add', 'set']);

/** Whether a statement is one without a branch or loop, so that it can run as JavaScript's. */
export function isStraight(statement: t.Statement): boolean {
  return (
    t.isVariableDeclaration(statement) ||
    t.isExpressionStatement(statement) ||
    t.isReturnStatement(statement) ||
    t.isClassDeclaration(statement)
  );
}

/** Whether a statement makes what no graph gives: an object of a class, or what one of the variables holds that are iterated. */
export function makesObjects(statement: t.Statement, iterated: ReadonlySet<string>): boolean {
  if (containsOwn(statement, isNewObject)) return true;
  const assigned = t.isVariableDeclaration(statement)
    ? statement.declarations.map(({ id }) => id)
    : t.isExpressionStatement(statement)
      ? [targetOf(unwrapped(statement.expression))]
      : [];
  return assigned.some((target) => t.isIdentifier(target) && iterated.has(target.name));
}

function targetOf(node: t.Node): t.Node | null {
  return t.isAssignmentExpression(node) ? node.left : null;
}

function isNewObject(node: t.Node): boolean {
  if (!t.isNewExpression(node)) return false;
  const { callee } = node;
  return !(
    t.isIdentifier(callee) &&
    (structures.has(callee.name) || /Array$|Error$/.test(callee.name))
  );
}

/** Whether functions, of these names too, or classes are more in it than what is called, and the callbacks of calls. */
export function keepsFunctions(node: t.Node, names: ReadonlySet<string>): boolean {
  let found = false;
  walk(node, (inner, parent, key) => {
    const isName = t.isIdentifier(inner) && names.has(inner.name) && key !== 'property';
    if (!isName && !t.isFunction(inner) && !t.isClass(inner)) return !found;
    const isCalled = t.isCallExpression(parent) || t.isNewExpression(parent, { callee: inner });
    if (!isCalled || isKeeping(parent)) found = true;
    return false;
  });
  return found;
}

/** `handlers.push(f)` */
function isKeeping({ callee }: t.CallExpression | t.NewExpression): boolean {
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

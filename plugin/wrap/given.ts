import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { outsideOfWrappers, propertyName } from '../directive/index.js';
import type { Editor } from './editor.js';
import { runtimeCall } from './runtimeCalls.js';

/*
 * `const slope = tf.grad(f)` beside staged code keeps the function that it is given, as it is written, and calls that in a
 * trace too. So it is given one that runs as staged code there.
 */

/** The functions of TensorFlow.js that make a function of one. */
const makers = new Set(['customGrad', 'grad', 'grads', 'valueAndGrad', 'valueAndGrads']);

export function mentionsMaker(mentioned: ReadonlySet<string>): boolean {
  return [...makers].some((name) => mentioned.has(name));
}

/** Whether the expression is an argument of a call of one of them. */
export function isGivenToMaker(expression: NodePath): boolean {
  const { listKey, parent } = outsideOfWrappers(expression);
  return listKey === 'arguments' && parent.type === 'CallExpression' && isMaker(parent.callee);
}

function isMaker(callee: t.Node): boolean {
  if (callee.type === 'Identifier') return makers.has(callee.name);
  return callee.type === 'MemberExpression' && makers.has(propertyName(callee) ?? '');
}

/** The same for the names of functions, in calls outside of all functions. */
export function wrapGivenNames(
  program: NodePath<t.Program>,
  editor: Editor,
  runtime: string,
): void {
  program.traverse({
    Function(path) {
      path.skip();
    },
    Identifier(path) {
      if (!path.isReferencedIdentifier() || !isGivenToMaker(path)) return;
      editor.replace(path, (original) => runtimeCall(runtime, 'given', [original as t.Expression]));
    },
  });
}

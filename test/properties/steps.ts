import * as t from '@babel/types';
import { generate, traverse } from '../../plugin/syntax/babel.js';
import { parseModule } from '../staging/stage.js';

/** The program with a call of `step()` at the beginning of each iteration and each call of a function. */
export function withSteps(source: string): string {
  const file = parseModule(source);
  traverse(file, {
    BlockStatement(path: { node: t.BlockStatement; parent: t.Node }) {
      if (!t.isLoop(path.parent) && !t.isFunction(path.parent)) return;
      path.node.body.unshift(t.expressionStatement(t.callExpression(t.identifier('step'), [])));
    },
  });
  return generate(file).code;
}

const most = 100_000;

export function stepLimit(): () => void {
  let left = most;
  return () => {
    if (left-- <= 0) throw new Error('The program does not end.');
  };
}

import * as t from '@babel/types';
import { generate } from '../../plugin/syntax/babel.js';
import { parseModule } from '../staging/stage.js';
import { traverse } from '../support/traverse.js';

/**
 * The program with a call of `step()` at the beginning of each iteration and each call of a function, behind what takes the next step of
 * an iterator, by which the plugin knows such loops.
 */
export function withSteps(source: string): string {
  const file = parseModule(source);
  traverse(file, {
    BlockStatement(path: { node: t.BlockStatement; parent: t.Node }) {
      if (!t.isLoop(path.parent) && !t.isFunction(path.parent)) return;
      const { body } = path.node;
      const start = body[0] && /\bnext\(\)/.test(generate(body[0]).code) ? 1 : 0;
      body.splice(start, 0, t.expressionStatement(t.callExpression(t.identifier('step'), [])));
    },
  });
  return generate(file).code;
}

const most = 250_000;

/** Ends programs that do not end themselves: loops run on the host while a graph is traced, too. */
export function stepLimit(): { readonly step: () => void; readonly reset: () => void } {
  let left = most;
  return {
    step: () => {
      if (left-- <= 0) throw new Error('The program does not end.');
    },
    reset: () => {
      left = most;
    },
  };
}

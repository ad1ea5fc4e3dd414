import type { CallExpression } from '@babel/types';
import * as t from '@babel/types';
import { generate } from '../../plugin/syntax/babel.js';
import { parseModule } from '../staging/stage.js';
import { traverse } from '../support/traverse.js';

const operators: Readonly<Record<string, '+' | '-' | '*'>> = { add: '+', sub: '-', mul: '*' };

/** The module with operators in the place of `tf.add`, `tf.sub` and `tf.mul`, which arrays do not have. */
export function withOperators(source: string): string {
  const file = parseModule(source);
  traverse(file, {
    CallExpression: {
      exit(path: { node: CallExpression; replaceWith: (node: t.Node) => void }) {
        const { callee, arguments: given } = path.node;
        if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.object, { name: 'tf' })) return;
        const operator = operators[(callee.property as t.Identifier).name];
        const [left, right] = given as t.Expression[];
        if (operator !== undefined) path.replaceWith(t.binaryExpression(operator, left!, right!));
      },
    },
  });
  return generate(file).code;
}

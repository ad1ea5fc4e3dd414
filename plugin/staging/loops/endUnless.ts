import * as t from '@babel/types';
import { from } from '../tree/nodes.js';

/** `if (!test) break;` at the beginning or end of a loop's body, in place of its test. */
export function endUnless(test: t.Expression): t.Statement {
  const ends = t.unaryExpression('!', test);
  return from(t.ifStatement(from(ends, test), t.blockStatement([t.breakStatement()])), test);
}

import * as t from '@babel/types';
import { from } from '../tree/nodes.js';
import type { ExpressionStaging } from './expressions.js';

/** What begins with `...list` may be a list whose length a tensor decides, and is one then. */
export function stageArray(node: t.ArrayExpression, staging: ExpressionStaging): t.Expression {
  const [first, ...rest] = node.elements;
  const isSpread = (element: t.Node | null | undefined) => t.isSpreadElement(element);
  if (!node.elements.some(isSpread) || node.elements.includes(null)) {
    node.elements = staging.elements(node.elements);
    return node;
  }
  if (!t.isSpreadElement(first) || rest.some(isSpread)) {
    return staging.helper('combined', node, () => [
      from(t.arrayExpression(pieces(node, staging)), node),
    ]);
  }
  return staging.helper('extended', node, () => [
    staging.helper('spread', first.argument, () => [staging.expression(first.argument)]),
    from(t.arrayExpression(staging.elements(rest)), node),
  ]);
}

/** What is spread in an array literal, and what stands between. */
function pieces({ elements }: t.ArrayExpression, staging: ExpressionStaging): t.Expression[] {
  const parts: t.Expression[] = [];
  let between: t.Expression[] | null = null;
  for (const element of elements as (t.Expression | t.SpreadElement)[]) {
    if (t.isSpreadElement(element)) {
      const { argument } = element;
      parts.push(staging.helper('spread', argument, () => [staging.expression(argument)]));
      between = null;
    } else if (between === null) {
      const list = t.arrayExpression([staging.expression(element)]);
      between = list.elements as t.Expression[];
      parts.push(from(list, element));
    } else between.push(staging.expression(element));
  }
  return parts;
}

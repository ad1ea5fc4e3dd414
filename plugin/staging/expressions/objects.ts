import * as t from '@babel/types';
import { at, from, helperCall, isCallOf } from '../tree/nodes.js';
import { unwrapped } from '../tree/walk.js';
import type { ExpressionStaging } from './expressions.js';

type Part = t.ObjectExpression['properties'][number];

/**
 * `{ a, ...o, b }`: what is spread behind other properties may have some of these, as a tensor decides, so that the runtime
 * puts it there: `{ ...ug.with_properties({ a }, o, AT), b }`.
 */
export function stageObject(node: t.ObjectExpression, staging: ExpressionStaging): t.Node {
  for (const part of node.properties) if (t.isSpreadElement(part)) spreadOf(part);
  const isSplit = node.properties.some((part, index) => index > 0 && t.isSpreadElement(part));
  if (!isSplit || node.properties.slice(0, -1).some(cannotBeCopied)) return staging.children(node);
  let parts: Part[] = [];
  for (const part of node.properties) {
    if (!t.isSpreadElement(part) || parts.length === 0) {
      parts.push(staging.stage(part) as Part);
      continue;
    }
    const before = parts.length === 1 ? wholeOf(parts[0]!) : undefined;
    const object = before ?? from(t.objectExpression(parts), node);
    const source = staging.expression(part.argument);
    const place = at(staging.staging, part.argument);
    const call = helperCall(staging.staging, 'with_properties', [object, source, place], part);
    parts = [from(t.spreadElement(call), part)];
  }
  return (parts.length === 1 && wholeOf(parts[0]!)) || from(t.objectExpression(parts), node);
}

/** The object that is made of all parts before. */
function wholeOf(part: Part): t.CallExpression | undefined {
  if (!t.isSpreadElement(part)) return undefined;
  return isCallOf('with_properties', part.argument) ? part.argument : undefined;
}

/** An accessor stays one only in the literal in which it stands; so does the prototype. */
function cannotBeCopied(part: Part): boolean {
  if (t.isObjectMethod(part)) return part.kind !== 'method';
  if (t.isSpreadElement(part)) return false;
  return (
    !part.computed &&
    (t.isIdentifier(part.key, { name: '__proto__' }) ||
      t.isStringLiteral(part.key, { value: '__proto__' }))
  );
}

/** `...(flag && o)` spreads nothing where the flag is false. */
function spreadOf(part: t.SpreadElement): void {
  const value = unwrapped(part.argument);
  if (!t.isLogicalExpression(value, { operator: '&&' })) return;
  const none = from(t.unaryExpression('void', t.numericLiteral(0)), value);
  part.argument = from(t.conditionalExpression(value.left, value.right, none), value);
}

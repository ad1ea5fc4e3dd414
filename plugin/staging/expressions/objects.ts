import * as t from '@babel/types';
import { at, from, helperCall, isCallOf } from '../tree/nodes.js';
import { isAtOpenKey } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import type { ExpressionStaging } from './expressions.js';

type Part = t.ObjectExpression['properties'][number];

/**
 * `{ a, ...o, b }`: what is spread behind other properties may have some of these, as a tensor decides, so that the runtime
 * puts it there: `{ ...ug.with_properties({ a }, o, AT), b }`. So it does where a tensor may decide which key it is:
 * `{ a, [k]: b }` is `ug.with_property({ a }, k, b, AT)`.
 */
export function stageObject(node: t.ObjectExpression, staging: ExpressionStaging): t.Node {
  for (const part of node.properties) if (t.isSpreadElement(part)) spreadOf(part);
  const isSplit = node.properties.some(
    (part, index) => (index > 0 && t.isSpreadElement(part)) || isAtKeyOfProgram(part),
  );
  if (!isSplit || node.properties.slice(0, -1).some(cannotBeCopied)) return staging.children(node);
  let parts: Part[] = [];
  for (const part of node.properties) {
    if (t.isSpreadElement(part) ? parts.length === 0 : !isAtKeyOfProgram(part)) {
      parts.push(staging.stage(part) as Part);
      continue;
    }
    const before = parts.length === 1 ? wholeOf(parts[0]!) : undefined;
    const object = before ?? from(t.objectExpression(parts), node);
    const [name, given] = t.isSpreadElement(part)
      ? (['with_properties', [part.argument]] as const)
      : (['with_property', partsOf(part as AtOpenKey)] as const);
    const values = given.map((value) => staging.expression(value));
    const place = at(staging.context, given[0]);
    const call = helperCall(staging.context, name, [object, ...values, place], part);
    parts = [from(t.spreadElement(call), part)];
  }
  return (parts.length === 1 && wholeOf(parts[0]!)) || from(t.objectExpression(parts), node);
}

/** The object that is made of all parts before. */
function wholeOf(part: Part): t.CallExpression | undefined {
  if (!t.isSpreadElement(part)) return undefined;
  const { argument } = part;
  const isWhole = isCallOf('with_properties', argument) || isCallOf('with_property', argument);
  return isWhole ? argument : undefined;
}

/** A function that has no name gets its name from the key. */
function isAtKeyOfProgram(part: Part): part is AtOpenKey {
  return t.isObjectProperty(part) && isAtOpenKey(part) && !isAnonymousFunction(part.value);
}

type AtOpenKey = t.ObjectProperty & { readonly key: t.Expression; readonly value: t.Expression };

function partsOf({ key, value }: AtOpenKey): readonly [t.Expression, t.Expression] {
  return [key, value];
}

function isAnonymousFunction(value: t.Node): boolean {
  const node = unwrapped(value);
  if (t.isFunctionExpression(node) || t.isClassExpression(node)) return !node.id;
  return t.isArrowFunctionExpression(node);
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

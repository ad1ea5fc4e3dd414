import * as t from '@babel/types';
import { assign, at, copy, from, helperCall, named, thunk } from '../tree/nodes.js';
import { baseOf, hasFixedName, isSimplePath, pathText, rootOf } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import type { ExpressionStaging } from './expressions.js';

/** `ug.written(value, this, "n", AT)`, `ug.assigned(value, "n", () => n, ($) => { n = $; })`; of what is from outside they are told more. */
export function written(
  target: t.Node,
  value: t.Expression,
  staging: ExpressionStaging,
): t.Expression {
  if (t.isMemberExpression(target) && !t.isPrivateName(target.property)) {
    if (!hasFixedName(target)) return value;
    const path = pathFromOutside(target.object, staging);
    const place = at(staging.context, target);
    const parameters = [value, copy(target.object as t.Expression), keyOf(target), place, ...path];
    return helperCall(staging.context, 'written', parameters, value);
  }
  if (t.isMemberExpression(target)) return writtenPrivate(target, value, staging);
  const name = pathText(target);
  const place = target as t.LVal & t.Expression;
  const parameter = name === '$' ? staging.context.uniqueName('value') : '$';
  const set = t.arrowFunctionExpression(
    [t.identifier(parameter)],
    t.blockStatement([assign(copy(place), t.identifier(parameter), null)]),
  );
  const given = named(value, target);
  const names = t.stringLiteral(staging.context.standIns.get(name) ?? name);
  const parameters: t.Expression[] = [given, names, thunk(copy(place)), set];
  if (outlivesTraces(target, staging)) parameters.push(at(staging.context, target));
  return helperCall(staging.context, 'assigned', parameters, value);
}

/** `"o.p"`, for errors, where a variable from outside holds the object; nothing elsewhere. */
export function pathFromOutside(holder: t.Node, staging: ExpressionStaging): t.StringLiteral[] {
  const root = rootOf(holder);
  if (root === null) return [];
  const path = staging.context.aliases.get(root.name);
  if (path !== undefined) return pathFromOutside(path, staging);
  if (!outlivesTraces(root, staging)) return [];
  return [t.stringLiteral(isSimplePath(holder) ? pathText(holder) : pathText(root))];
}

/** What errors call a collection from outside, and whose it is where only `this` may be from there; nothing of any other. */
export function nameOutside(holder: t.Expression, staging: ExpressionStaging): t.Expression[] {
  const inner = unwrapped(holder);
  if (t.isMemberExpression(inner) && isSimplePath(inner) && t.isThisExpression(baseOf(inner)))
    return [t.stringLiteral(pathText(inner)), t.thisExpression()];
  return pathFromOutside(holder, staging);
}

/** `ug.from_outside(list, AT, "list")`, of which an element is assigned; the value itself where it is not from there. */
export function fromOutside(
  holder: t.Expression,
  value: t.Expression,
  staging: ExpressionStaging,
): t.Expression {
  const path = nameOutside(holder, staging);
  if (path.length === 0) return value;
  const parameters = [value, at(staging.context, holder), ...path];
  return helperCall(staging.context, 'from_outside', parameters, holder);
}

/** Whether the variable was there before the trace, and is when that has ended. */
function outlivesTraces(name: t.Node, { context, scopes }: ExpressionStaging): boolean {
  const variable = scopes.variableOf(name);
  if (variable?.kind !== 'outside' || context.carried.has(variable.name)) return false;
  return context.outlivesTraces(variable.name);
}

/** `ug.written_private(value, this, "this.#n", ($) => $.#n, ($, value) => { $.#n = value; }, AT)` */
function writtenPrivate(
  target: t.MemberExpression,
  value: t.Expression,
  { context }: ExpressionStaging,
): t.Expression {
  const field = (): t.MemberExpression =>
    t.memberExpression(t.identifier('$'), t.cloneNode(target.property as t.PrivateName));
  const read = t.arrowFunctionExpression([t.identifier('$')], field());
  const write = t.arrowFunctionExpression(
    [t.identifier('$'), t.identifier('value')],
    t.blockStatement([assign(field(), t.identifier('value'), null)]),
  );
  const name = t.stringLiteral(pathText(target));
  const object = copy(target.object as t.Expression);
  const parameters = [value, object, name, read, write, at(context, target)];
  return helperCall(context, 'written_private', parameters, value);
}

/** `ug.set_property(list[i], "n", value, AT)`, with `path` for what errors call a list from outside */
export function setProperty(
  target: t.MemberExpression,
  node: t.AssignmentExpression,
  path: readonly t.Expression[],
  staging: ExpressionStaging,
): t.Node {
  if (!hasFixedName(target)) return node;
  const place = at(staging.context, node);
  const parameters = [target.object as t.Expression, keyOf(target), node.right, place, ...path];
  return helperCall(staging.context, 'set_property', parameters, node);
}

/** A property that a text can name: no element, nothing private and nothing of `super`. */
export function isNamed(member: t.MemberExpression): boolean {
  return hasFixedName(member) && !t.isPrivateName(member.property) && !t.isSuper(member.object);
}

/** `ug.property(list[i], "n", AT).value`, which stands in a pattern for `list[i].n`. */
export function propertyTarget(
  member: t.MemberExpression,
  staging: ExpressionStaging,
): t.MemberExpression {
  const place = at(staging.context, member);
  const path = pathFromOutside(member.object, staging);
  const object = staging.expression(member.object as t.Expression);
  const parameters = [object, keyOf(member), place, ...path];
  const held = helperCall(staging.context, 'property', parameters, member);
  return from(t.memberExpression(held, t.identifier('value')), member);
}

/** The key of a member with a fixed name. */
export function keyOf({ property }: t.MemberExpression): t.StringLiteral {
  const key = unwrapped(property);
  return t.stringLiteral(t.isIdentifier(key) ? key.name : (key as t.StringLiteral).value);
}

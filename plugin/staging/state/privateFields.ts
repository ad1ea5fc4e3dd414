import * as t from '@babel/types';
import type { StagingContext } from '../tree/context.js';
import { type FunctionWithBody, staysAsWritten } from '../tree/functions.js';
import { from, isCallOf } from '../tree/nodes.js';
import { containsOwn, forEachChild, unwrapped } from '../tree/walk.js';

/**
 * A class tells how its private fields are read and written, and its constructor makes an object without running where it is
 * asked to: what a loop leaves of an object that each iteration makes anew is another object of the class.
 */
export function openPrivateFields(root: FunctionWithBody, staging: StagingContext): void {
  const classes: t.Class[] = [];
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (t.isClass(node)) classes.push(node);
    forEachChild(node, visit);
  };
  visit(root);
  for (const node of openable(classes)) {
    const { guard, fields, block } = openingOf(node, staging.runtime);
    if (guard !== null) constructorOf(node)!.body.body.unshift(guard);
    for (const field of fields) field.value = unlessBlank(field.value, staging.runtime);
    node.body.body.push(block);
  }
}

/** What a class has to be given for it. */
export interface Opening {
  /** The constructor's first statement; null where there is no constructor. */
  readonly guard: t.Statement | null;
  /** The fields whose values an object that is to hold others does without. */
  readonly fields: readonly Field[];
  readonly block: t.StaticBlock;
}

type Field = (t.ClassProperty | t.ClassPrivateProperty) & { value: t.Expression };

/** Of the classes those with private names, and those that these extend. */
export function openable(
  classes: readonly t.Class[],
  isWanted: (node: t.Class) => boolean = () => true,
): readonly t.Class[] {
  const named = new Map(classes.map((node) => [node.id?.name, node]));
  const found = new Set<t.Class>();
  const add = (node: t.Class | undefined): void => {
    if (node === undefined || found.has(node)) return;
    found.add(node);
    if (t.isIdentifier(node.superClass)) add(named.get(node.superClass.name));
  };
  for (const node of classes) if (isWanted(node) && hasPrivateNames(node)) add(node);
  return [...found].filter(canBeBlank);
}

export function openingOf(node: t.Class, runtime: string): Opening {
  const helper = (name: string, parameters: t.Expression[]): t.CallExpression =>
    t.callExpression(t.memberExpression(t.identifier(runtime), t.identifier(name)), parameters);
  const fields = node.body.body.flatMap((member) =>
    t.isClassPrivateProperty(member) && member.static !== true ? [member.key] : [],
  );
  const told = fields.length === 0 ? [] : accessTo(fields);
  const call = helper('private_fields', [t.thisExpression(), ...told]);
  const leave = t.returnStatement();
  const superCall = t.expressionStatement(
    t.callExpression(t.super(), [t.spreadElement(t.identifier('arguments'))]),
  );
  const guard = t.ifStatement(
    helper('is_blank', []),
    node.superClass ? t.blockStatement([superCall, leave]) : leave,
  );
  return {
    guard: constructorOf(node) === null ? null : guard,
    fields: node.body.body.filter((member): member is Field => isNoticed(member, node)),
    block: t.staticBlock([t.expressionStatement(call)]),
  };
}

/** `#id = ug.is_blank() ? undefined : ++made` */
export function unlessBlank(value: t.Expression, runtime: string): t.Expression {
  const test = t.callExpression(
    t.memberExpression(t.identifier(runtime), t.identifier('is_blank')),
    [],
  );
  return from(t.conditionalExpression(test, t.identifier('undefined'), value), value);
}

/** `["#x"], ($) => [$.#x], ($, values) => { [$.#x] = values; }` */
function accessTo(fields: readonly t.PrivateName[]): t.Expression[] {
  const all = () =>
    fields.map((field) => t.memberExpression(t.identifier('$'), t.cloneNode(field)));
  const names = fields.map(({ id }) => t.stringLiteral(`#${id.name}`));
  const write = t.assignmentExpression('=', t.arrayPattern(all()), t.identifier('values'));
  return [
    t.arrayExpression(names),
    t.arrowFunctionExpression([t.identifier('$')], t.arrayExpression(all())),
    t.arrowFunctionExpression(
      [t.identifier('$'), t.identifier('values')],
      t.blockStatement([t.expressionStatement(write)]),
    ),
  ];
}

export function constructorOf(node: t.Class): t.ClassMethod | null {
  const found = node.body.body.find((member) => t.isClassMethod(member, { kind: 'constructor' }));
  return (found as t.ClassMethod | undefined) ?? null;
}

function hasPrivateNames(node: t.Class): boolean {
  return node.body.body.some(
    (member) => t.isClassPrivateProperty(member) || t.isClassPrivateMethod(member),
  );
}

/** A key that a parameter takes its property from is evaluated before the constructor can leave, and nobody else has what an accessor holds. */
function canBeBlank(node: t.Class): boolean {
  const parameters = constructorOf(node)?.params ?? [];
  return (
    !parameters.some((parameter) => containsOwn(parameter, hasNoticedKey)) &&
    !node.body.body.some((member) => t.isClassAccessorProperty(member))
  );
}

function hasNoticedKey(node: t.Node): boolean {
  return t.isObjectProperty(node) && node.computed && !isQuiet(node.key);
}

/** Whether something may notice that the field of an object gets its first value. */
function isNoticed(member: t.Node, { superClass }: t.Class): boolean {
  const isField = t.isClassProperty(member) || t.isClassPrivateProperty(member);
  if (!isField || member.static === true || !member.value) return false;
  return !isQuiet(member.value) || (superClass != null && readsInherited(member.value));
}

/** `this.options.size`, where the constructor of the class that this one extends may have made the options. */
function readsInherited(value: t.Node): boolean {
  return containsOwn(
    value,
    (node) =>
      t.isMemberExpression(node) &&
      t.isMemberExpression(unwrapped(node.object)) &&
      containsOwn(node.object, (inner) => t.isThisExpression(inner)),
  );
}

const quietClasses = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array']);

/** Whether evaluating it does nothing but give a value. */
function isQuiet(value: t.Node): boolean {
  if (t.isCallExpression(value) && isCallOf('construct', value))
    return t.isIdentifier(value.arguments[0]) && quietClasses.has(value.arguments[0].name);
  // A class has its name from where it stands.
  if (t.isFunction(value) || t.isClass(value)) return true;
  if (t.isIdentifier(value) || t.isThisExpression(value)) return true;
  if (t.isLiteral(value)) return !t.isTemplateLiteral(value) || value.expressions.every(isQuiet);
  if (t.isUnaryExpression(value)) return value.operator !== 'delete' && isQuiet(value.argument);
  if (t.isBinaryExpression(value) || t.isLogicalExpression(value))
    return isQuiet(value.left) && isQuiet(value.right);
  if (t.isConditionalExpression(value))
    return isQuiet(value.test) && isQuiet(value.consequent) && isQuiet(value.alternate);
  if (t.isMemberExpression(value)) return isQuiet(value.object) && isQuiet(value.property);
  if (t.isPrivateName(value)) return true;
  if (t.isArrayExpression(value))
    return value.elements.every((element) => element === null || isQuiet(element));
  if (t.isObjectExpression(value))
    return value.properties.every(
      (property) =>
        t.isObjectMethod(property) || (t.isObjectProperty(property) && isQuiet(property.value)),
    );
  if (!t.isCallExpression(value) && !t.isNewExpression(value)) return false;
  return isQuietCall(value.callee) && value.arguments.every(isQuiet);
}

/** `new Map()`, what staging makes of it, and `new Array(3).fill(0)`. */
function isQuietCall(callee: t.Node): boolean {
  if (t.isIdentifier(callee)) return quietClasses.has(callee.name);
  if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.property)) return false;
  return quietHelpers.has(callee.property.name);
}

const quietHelpers = new Set(['made', 'fill']);

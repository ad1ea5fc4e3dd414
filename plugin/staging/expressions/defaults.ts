import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, staysAsWritten } from '../tree/functions.js';
import { assign, at, declare, from, helperCall, named, thunk } from '../tree/nodes.js';
import { asBlock, declaredNames, namesIn } from '../tree/statements.js';
import { isPattern, takesElements } from '../tree/targets.js';
import { containsOwn, forEachChild, mentionedNames, unwrapped } from '../tree/walk.js';

/**
 * `const { a = 1 } = o` becomes `const { a } = ug.with_defaults(o, { a: () => 1 }, AT)`: a tensor may decide whether `o` has
 * an `a`. A parameter or the variable of a loop with such a pattern is taken apart in the body.
 */
export function handOverDefaults(root: FunctionWithBody, staging: Staging): void {
  for (const fn of stagedFunctions(root)) if (!fn.generator) takeParameters(fn, staging);
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (t.isForOfStatement(node)) takeItem(node, staging);
    else if (t.isVariableDeclarator(node) && node.init && isPattern(node.id)) {
      node.init = sourceOf(node.id, node.init, staging);
    } else if (t.isExpressionStatement(node)) {
      const assignment = unwrapped(node.expression);
      if (t.isAssignmentExpression(assignment)) {
        const target = unwrapped(assignment.left);
        if (isPattern(target)) assignment.right = sourceOf(target, assignment.right, staging);
      }
    }
    forEachChild(node, visit);
  };
  visit(root);
}

/** What the pattern takes apart, which from now on knows the defaults instead of the pattern. */
function sourceOf(
  pattern: t.ArrayPattern | t.ObjectPattern,
  source: t.Expression,
  staging: Staging,
): t.Expression {
  const defaults = takeDefaults(pattern, new Set(namesIn(pattern)));
  if (defaults === null) return source;
  const call = withDefaults(source, defaults, source.loc ? source : pattern, staging);
  staging.sources.add(call);
  return call;
}

function withDefaults(
  value: t.Expression,
  defaults: t.Expression,
  original: t.Node,
  staging: Staging,
): t.CallExpression {
  const place = at(staging, original);
  return helperCall(staging, 'with_defaults', [value, defaults, place], original);
}

/**
 * What each part of a pattern has for a default: a function, what the parts of the part have, or both in a list. A key that is
 * one of the names that the whole pattern gives a value has none before.
 */
function takeDefaults(
  pattern: t.ArrayPattern | t.ObjectPattern,
  given: ReadonlySet<string>,
): t.ObjectExpression | null {
  const defaults = placesOf(pattern).flatMap(({ key, computed, value, put }) => {
    if (computed && t.isIdentifier(key) && given.has(key.name)) return [];
    const part = takePart(value, given, put);
    if (part === null) return [];
    return [from(t.objectProperty(t.cloneNode(key), part, computed), value)];
  });
  return defaults.length === 0 ? null : from(t.objectExpression(defaults), pattern);
}

interface Place {
  readonly key: t.Expression;
  readonly computed: boolean;
  readonly value: t.Node;
  put(value: t.PatternLike): void;
}

/** The parts of a pattern whose keys can be named before. */
function placesOf(pattern: t.ArrayPattern | t.ObjectPattern): Place[] {
  if (t.isArrayPattern(pattern)) {
    const { elements } = pattern;
    return elements.flatMap((value, index) => {
      if (value === null) return [];
      const put = (element: t.PatternLike) => {
        elements[index] = element;
      };
      return [{ key: t.numericLiteral(index), computed: false, value, put }];
    });
  }
  return pattern.properties.flatMap((property) => {
    if (t.isRestElement(property)) return [];
    const { key, computed, value } = property;
    if (computed && !t.isIdentifier(key) && !t.isLiteral(key)) return [];
    if (!computed && isPrototype(key)) return [];
    const put = (part: t.PatternLike) => {
      property.value = part;
    };
    return [{ key: key as t.Expression, computed, value, put }];
  });
}

/** In an object literal that key is no property. */
function isPrototype(key: t.Node): boolean {
  return (
    t.isIdentifier(key, { name: '__proto__' }) || t.isStringLiteral(key, { value: '__proto__' })
  );
}

function takePart(
  node: t.Node,
  given: ReadonlySet<string>,
  put: (part: t.PatternLike) => void,
): t.Expression | null {
  if (isPattern(node)) return takeDefaults(node, given);
  // What is awaited or yielded can stand in no other function.
  if (!t.isAssignmentPattern(node) || containsOwn(node.right, leavesFunction)) return null;
  const { left, right } = node;
  put(left);
  const own = from(thunk(named(right, left)), right);
  const inner = isPattern(left) ? takeDefaults(left, given) : null;
  return inner === null ? own : from(t.arrayExpression([own, inner]), node);
}

function leavesFunction(node: t.Node): boolean {
  return t.isYieldExpression(node) || t.isAwaitExpression(node);
}

/** A pattern with defaults that a `for … of` assigns is taken apart in its body. */
function takeItem(loop: t.ForOfStatement, staging: Staging): void {
  if (loop.await) return;
  const { left } = loop;
  const isDeclared = t.isVariableDeclaration(left);
  const target = unwrapped(isDeclared ? left.declarations[0]!.id : left);
  if (!isPattern(target) || !hasDefaults(target)) return;
  const item = t.identifier(staging.uniqueName('item'));
  const source = sourceOf(target, item, staging);
  const taken = isDeclared
    ? declare(left.kind === 'let' ? 'let' : 'const', target, source, left)
    : assign(target, source, left);
  loop.left = declare('const', item.name, null, left);
  loop.body = startingWith([taken], asBlock(loop.body));
}

/**
 * Parameters are taken apart in the body from the first pattern on that has defaults, or asks for a length, so that each
 * sees those before it.
 */
function takeParameters(fn: FunctionWithBody, staging: Staging): void {
  const statements: t.Statement[] = [];
  const params = fn.params as t.Node[];
  for (const [index, parameter] of params.entries()) {
    const replaced = takeParameter(parameter, statements, staging);
    if (replaced !== null) params[index] = from(replaced, parameter);
  }
  if (statements.length === 0) return;
  const body = t.isBlockStatement(fn.body)
    ? fn.body
    : from(t.blockStatement([from(t.returnStatement(fn.body), fn.body)]), fn.body);
  fn.body = startingWith(statements, body);
  if (t.isArrowFunctionExpression(fn)) fn.expression = false;
}

/** The parameter that stands for one which the statements take apart; null for one that stays. */
function takeParameter(
  parameter: t.Node,
  statements: t.Statement[],
  staging: Staging,
): t.Identifier | t.AssignmentPattern | t.RestElement | null {
  const isLater = statements.length > 0;
  const whole = t.isRestElement(parameter) ? parameter.argument : parameter;
  const target = t.isAssignmentPattern(whole) ? whole.left : whole;
  const isTaken = isPattern(target)
    ? isLater || hasDefaults(target) || (t.isObjectPattern(target) && takesElements(target))
    : isLater && t.isAssignmentPattern(whole) && !t.isLiteral(whole.right);
  if (!isTaken) return null;
  const name = t.isIdentifier(target) ? target.name : staging.uniqueName('argument');
  const argument = t.identifier(name);
  const value = takenArgument(whole, target, argument, staging);
  if (value === null) return null;
  statements.push(
    t.isIdentifier(target)
      ? assign(argument, value, parameter)
      : declare('let', withoutType(target as t.ObjectPattern), value, parameter),
  );
  if (t.isRestElement(parameter)) return t.restElement(argument);
  return t.isAssignmentPattern(whole) ? optional(argument) : argument;
}

/** What the parameter is taken apart from; null where its default can stand nowhere else. */
function takenArgument(
  whole: t.Node,
  target: t.Node,
  argument: t.Identifier,
  staging: Staging,
): t.Expression | null {
  const given = t.identifier(argument.name);
  if (!t.isAssignmentPattern(whole)) {
    return isPattern(target) ? sourceOf(target, given, staging) : given;
  }
  const isList = t.isArrayPattern(target);
  const taken = isList ? t.assignmentPattern(given, whole.right) : whole;
  const part = takePart(taken, new Set(namesIn(whole.left)), () => {});
  if (part === null) return null;
  const value = withDefaults(given, part, whole, staging);
  return isList ? sourceOf(target, value, staging) : value;
}

function withoutType(pattern: t.ObjectPattern | t.ArrayPattern): t.ObjectPattern | t.ArrayPattern {
  pattern.typeAnnotation = null;
  return pattern;
}

function hasDefaults(pattern: t.Node): boolean {
  return containsOwn(pattern, (inner) => t.isAssignmentPattern(inner));
}

/** `name = void 0`: a function's length counts the parameters before the first that may be left out. */
function optional({ name }: t.Identifier): t.AssignmentPattern {
  return t.assignmentPattern(t.identifier(name), t.unaryExpression('void', t.numericLiteral(0)));
}

/** The block with statements ahead, which do not see the block's own variables. */
function startingWith(statements: t.Statement[], block: t.BlockStatement): t.BlockStatement {
  const used = mentionedNames(statements);
  const isPlain = !block.body.some((statement) =>
    declaredNames(statement).some((name) => used.has(name)),
  );
  if (isPlain) {
    block.body.unshift(...statements);
    return block;
  }
  const { directives } = block;
  block.directives = [];
  return from(t.blockStatement([...statements, block], directives), block);
}

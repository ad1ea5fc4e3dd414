import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, staysAsWritten } from '../tree/functions.js';
import { assign, at, declare, from, helperCall, isCallOf, named, thunk } from '../tree/nodes.js';
import { asBlock, declaredNames } from '../tree/statements.js';
import { asksForElements, isAtOpenKey, isPattern } from '../tree/targets.js';
import { containsOwn, forEachChild, mentionedNames, unwrapped } from '../tree/walk.js';

/**
 * `const { a = 1 } = o` becomes `const { a } = ug.with_defaults(o, { a: () => 1 }, AT)`: a tensor may decide whether `o` has
 * an `a`. So it may how many elements there are in `const { a: { length } } = o`, and which key `const { [k]: a } = o` asks
 * for. A parameter or the variable of a loop with such a pattern is taken apart in the body.
 */
export function handOverParts(root: FunctionWithBody, staging: Staging): void {
  // Who calls the root, and asks for its length, is given a function around it.
  for (const fn of stagedFunctions(root)) takeParameters(fn, fn !== root, staging);
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (t.isForOfStatement(node)) takeItem(node, staging);
    else if (t.isCatchClause(node)) takeCaught(node, staging);
    else if (t.isVariableDeclarator(node) && node.init && isPattern(node.id)) {
      node.init = sourceOf(node.id, node.init, staging);
    } else if (t.isExpressionStatement(node)) {
      const whole = unwrapped(node.expression);
      for (const part of t.isSequenceExpression(whole) ? whole.expressions : [whole]) {
        if (!t.isAssignmentExpression(part)) continue;
        const target = unwrapped(part.left);
        if (isPattern(target)) part.right = sourceOf(target, part.right, staging);
      }
    }
    forEachChild(node, visit);
  };
  visit(root);
}

/** What the pattern takes apart, which from now on knows of the parts what the pattern does. */
export function sourceOf(
  pattern: t.ArrayPattern | t.ObjectPattern,
  source: t.Expression,
  staging: Staging,
): t.Expression {
  if (isTaken(source)) return source;
  const hadDefaults = hasDefaults(pattern);
  const parts = takeParts(pattern, staging);
  if (parts === null) return source;
  const helper = hadDefaults ? 'with_defaults' : 'with_parts';
  const call = takenApart(helper, source, parts, source.loc ? source : pattern, staging);
  staging.sources.add(call);
  return call;
}

/** Whether it has been told what the pattern does: of a parameter, an item or an exception, whose pattern is a declaration now. */
function isTaken(source: t.Expression): boolean {
  const isCall = isCallOf('with_defaults', source) || isCallOf('with_parts', source);
  return isCall && !t.isFunction((source as t.CallExpression).arguments[1]);
}

function takenApart(
  helper: 'with_defaults' | 'with_parts',
  value: t.Expression,
  parts: t.Expression,
  original: t.Node,
  staging: Staging,
): t.CallExpression {
  return helperCall(staging, helper, [value, parts, at(staging, original)], original);
}

/**
 * What is to be known of each part of a pattern: a function that gives its default, what it takes apart itself, or both in a list.
 * What is asked for at a key that only the program tells is told with the key. Null for a pattern that JavaScript can take
 * apart, if it is given what stands for the whole.
 */
function takeParts(
  pattern: t.ArrayPattern | t.ObjectPattern,
  staging: Staging,
): t.ObjectExpression | null {
  let hasOpenKey = false;
  const parts = placesOf(pattern).flatMap(({ key, property, value, put }) => {
    const part = takePart(value, put, staging);
    if (property !== undefined && isAtOpenKey(property)) {
      hasOpenKey = true;
      property.shorthand = false;
      const told = part === null ? [key] : [key, part];
      property.key = helperCall(staging, 'key', told, key);
      return [];
    }
    if (part === null) return [];
    return [from(t.objectProperty(t.cloneNode(key), part, property?.computed), value)];
  });
  return parts.length === 0 && !hasOpenKey ? null : from(t.objectExpression(parts), pattern);
}

interface Place {
  readonly key: t.Expression;
  readonly property?: t.ObjectProperty;
  readonly value: t.Node;
  put(value: t.PatternLike): void;
}

function placesOf(pattern: t.ArrayPattern | t.ObjectPattern): Place[] {
  if (t.isArrayPattern(pattern)) {
    const { elements } = pattern;
    return elements.flatMap((element, index): Place[] => {
      if (element === null) return [];
      const key = t.numericLiteral(index);
      if (t.isRestElement(element)) {
        const put = (part: t.PatternLike) => {
          element.argument = part as typeof element.argument;
        };
        return [{ key, value: element.argument, put }];
      }
      const put = (part: t.PatternLike) => {
        elements[index] = part;
      };
      return [{ key, value: element, put }];
    });
  }
  return pattern.properties.flatMap((property) => {
    if (t.isRestElement(property)) return [];
    const { key, computed, value } = property;
    if (!isAtOpenKey(property) && (computed ? !t.isLiteral(key) : isPrototype(key))) return [];
    const put = (part: t.PatternLike) => {
      property.value = part;
    };
    return [{ key: key as t.Expression, property, value, put }];
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
  put: (part: t.PatternLike) => void,
  staging: Staging,
): t.Expression | null {
  if (isPattern(node)) return takeNested(node, staging);
  if (!t.isAssignmentPattern(node) || suspendsIn(node.right, staging)) return null;
  const { left, right } = node;
  put(left);
  const own = from(thunk(named(right, left)), right);
  const inner = isPattern(left) ? takeNested(left, staging) : null;
  return inner === null ? own : from(t.arrayExpression([own, inner]), node);
}

/** Of a part that is a pattern itself, nobody but the whole can tell what it takes apart. */
function takeNested(
  pattern: t.ArrayPattern | t.ObjectPattern,
  staging: Staging,
): t.Expression | null {
  if (t.isArrayPattern(pattern)) return takeElements(pattern, staging);
  const parts = takeParts(pattern, staging);
  return parts === null && asksForElements(pattern) ? from(t.objectExpression([]), pattern) : parts;
}

/** How many elements a part takes, and whether the rest too: of an array that grows, no iterator knows it. */
function takeElements(pattern: t.ArrayPattern, staging: Staging): t.Expression {
  const { elements } = pattern;
  const rest = elements.at(-1);
  const hasRest = t.isRestElement(rest);
  if (hasRest) elements[elements.length - 1] = rest.argument as t.PatternLike;
  const count = t.numericLiteral(hasRest ? elements.length - 1 : elements.length);
  const parts = takeParts(pattern, staging);
  const helper = hasRest ? 'first_and_rest' : 'first';
  return helperCall(staging, helper, parts === null ? [count] : [count, parts], pattern);
}

/** What is yielded, or awaited where an `await` stays one, can stand in no other function. */
function suspendsIn(expression: t.Node, { waiting }: Staging): boolean {
  return containsOwn(expression, (inner) => {
    if (t.isYieldExpression(inner)) return true;
    if (!t.isAwaitExpression(inner)) return false;
    return [...waiting].some((fn) => containsOwn((fn as t.Function).body, (own) => own === inner));
  });
}

/** A pattern that a `for … of` assigns is taken apart in its body. */
function takeItem(loop: t.ForOfStatement, staging: Staging): void {
  if (loop.await) return;
  const { left } = loop;
  const isDeclared = t.isVariableDeclaration(left);
  const target = unwrapped(isDeclared ? left.declarations[0]!.id : left);
  if (!isPattern(target) || !isTakenApart(target)) return;
  const item = t.identifier(staging.uniqueName('item'));
  const source = sourceOf(target, item, staging);
  const taken = isDeclared
    ? declare(left.kind === 'let' ? 'let' : 'const', target, source, left)
    : assign(target, source, left);
  loop.left = declare('const', item.name, null, left);
  loop.body = startingWith([taken], asBlock(loop.body));
}

function takeCaught(clause: t.CatchClause, staging: Staging): void {
  const { param } = clause;
  if (!param || !isPattern(param) || !isTakenApart(param)) return;
  const caught = t.identifier(staging.uniqueName('caught'));
  const taken = declare('let', withoutType(param), sourceOf(param, caught, staging), param);
  clause.param = from(t.identifier(caught.name), param);
  clause.body = startingWith([taken], clause.body);
}

/**
 * Parameters are taken apart in the body from the first pattern on that has defaults, or asks for a length, so that each
 * sees those before it.
 */
function takeParameters(fn: FunctionWithBody, hasLength: boolean, staging: Staging): void {
  const statements: t.Statement[] = [];
  const params = fn.params as t.Node[];
  // JavaScript evaluates the defaults of a generator before it is asked for a value.
  if (fn.generator && params.some(hasDefaults)) return;
  for (const [index, parameter] of params.entries()) {
    const replaced = takeParameter(parameter, hasLength, statements, staging);
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
  hasLength: boolean,
  statements: t.Statement[],
  staging: Staging,
): t.Identifier | t.AssignmentPattern | t.RestElement | null {
  const isLater = statements.length > 0;
  const whole = t.isRestElement(parameter) ? parameter.argument : parameter;
  const target = t.isAssignmentPattern(whole) ? whole.left : whole;
  const isTaken = isPattern(target)
    ? isLater || isTakenApart(target)
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
  return hasLength && t.isAssignmentPattern(whole) ? optional(argument) : argument;
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
  const part = takePart(taken, () => {}, staging);
  if (part === null) return null;
  const value = takenApart('with_defaults', given, part, whole, staging);
  return isList ? sourceOf(target, value, staging) : value;
}

function withoutType(pattern: t.ObjectPattern | t.ArrayPattern): t.ObjectPattern | t.ArrayPattern {
  pattern.typeAnnotation = null;
  return pattern;
}

/** Whether JavaScript cannot take it apart alone, given what a parameter, an item or an exception is. */
function isTakenApart(pattern: t.Node): boolean {
  return containsOwn(
    pattern,
    (inner) =>
      t.isAssignmentPattern(inner) ||
      asksForElements(inner) ||
      (t.isArrayPattern(inner) && (inner !== pattern || t.isRestElement(inner.elements.at(-1)))),
  );
}

function hasDefaults(pattern: t.Node): boolean {
  return containsOwn(pattern, (inner) => t.isAssignmentPattern(inner));
}

/** `name = void 0`: a function's length counts the parameters before the first that may be left out. */
function optional({ name }: t.Identifier): t.AssignmentPattern {
  return t.assignmentPattern(t.identifier(name), t.unaryExpression('void', t.numericLiteral(0)));
}

/** The block with statements ahead, which do not see the block's own variables. */
export function startingWith(statements: t.Statement[], block: t.BlockStatement): t.BlockStatement {
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

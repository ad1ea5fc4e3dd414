import * as t from '@babel/types';
import { isMade } from '../analysis/scopes.js';
import { from, isCallOf } from '../tree/nodes.js';
import { asksForElements, hasFixedName, isListOfKnownLength, isPattern } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import { isNamed, propertyTarget } from './announcements.js';
import { elementTarget } from './elements.js';
import type { ExpressionStaging } from './expressions.js';

/* Patterns: what they assign, and what they take it from. */

/** Stages defaults, keys and objects inside of what is assigned. */
export function stageTarget(node: t.Node, staging: ExpressionStaging): void {
  const inner = unwrapped(node);
  switch (inner.type) {
    case 'ArrayPattern':
      inner.elements = inner.elements.map((element) => element && stagePart(element, staging));
      return;
    case 'ObjectPattern':
      for (const property of inner.properties) {
        if (t.isRestElement(property)) {
          property.argument = stagePart(property.argument, staging);
          continue;
        }
        if (property.computed) property.key = staging.expression(property.key);
        property.value = stagePart(property.value, staging);
      }
      return;
    case 'RestElement':
      inner.argument = stagePart(inner.argument, staging);
      return;
    case 'AssignmentPattern':
      inner.left = stagePart(inner.left, staging);
      inner.right = staging.expression(inner.right);
      return;
    case 'TSParameterProperty':
      stageTarget(inner.parameter, staging);
      return;
    default:
      staging.parts(inner);
  }
}

/**
 * A part of a pattern. An element `x[i]` is put through a setter, which makes a new tensor of a tensor, and a property that
 * others may know of through one that tells them.
 */
function stagePart<T extends t.Node>(node: T, staging: ExpressionStaging): T {
  const inner = unwrapped(node);
  if (t.isMemberExpression(inner) && !hasFixedName(inner) && !t.isSuper(inner.object)) {
    return elementTarget(inner, staging) as t.Node as T;
  }
  if (t.isMemberExpression(inner) && staging.context.shared.has(inner) && isNamed(inner)) {
    return propertyTarget(inner, staging) as t.Node as T;
  }
  stageTarget(node, staging);
  return node;
}

/** What `[a, b]` takes, and for `[a, ...rest]` an array of its elements and the rest: of an array that grows, no iterator knows it. */
function elementsFor(
  pattern: t.ArrayPattern,
  node: t.Expression,
  staging: ExpressionStaging,
): t.Expression {
  const { elements } = pattern;
  const rest = elements.at(-1);
  const takesRestApart = t.isRestElement(rest) && isPattern(rest.argument);
  if (isListOfKnownLength(unwrapped(node)) && !takesRestApart) return staging.expression(node);
  if (!t.isRestElement(rest)) {
    const count = t.numericLiteral(elements.length);
    return staging.helper('elements', node, () => [staging.expression(node), count]);
  }
  elements[elements.length - 1] = rest.argument as t.PatternLike;
  const count = t.numericLiteral(elements.length - 1);
  return staging.helper('with_rest', node, () => [staging.expression(node), count]);
}

/** What a pattern takes apart. */
export function stageSource(
  pattern: t.Node,
  node: t.Expression,
  staging: ExpressionStaging,
): t.Expression {
  if (staging.context.sources.has(node)) {
    const { callee, arguments: given } = node as t.CallExpression;
    const [source, ...parts] = given as t.Expression[];
    const taken = t.isArrayPattern(pattern)
      ? elementsFor(pattern, source!, staging)
      : staging.expression(source!);
    return from(t.callExpression(callee, [taken, ...staging.elements(parts)]), node);
  }
  if (t.isArrayPattern(pattern)) return elementsFor(pattern, node, staging);
  const isOpen =
    t.isObjectPattern(pattern) &&
    (asksForElements(pattern) || pattern.properties.some((part) => t.isRestElement(part)));
  const isWritten = isMade(unwrapped(node)) && !spreads(unwrapped(node));
  return isOpen && !isWritten && !isTakenApart(node)
    ? staging.helper('parts_of', node, () => [staging.expression(node)])
    : staging.expression(node);
}

/** `ug.with_defaults(x, { … }, AT)`, and not `ug.with_defaults(x, () => y, AT)`, which gives what a parameter is. */
function isTakenApart(node: t.Node): boolean {
  return isCallOf('with_defaults', node) && !t.isFunction(node.arguments[1]);
}

/** Whether a literal has parts that are not written in it. */
function spreads(node: t.Node): boolean {
  const isOpen =
    t.isObjectExpression(node) && node.properties.some((part) => t.isSpreadElement(part));
  return isOpen || (t.isArrayExpression(node) && !isListOfKnownLength(node));
}

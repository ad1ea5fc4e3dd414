import * as t from '@babel/types';
import { unwrapped } from './walk.js';

/** `x`, `this`, and properties of these with fixed names: reading one twice is reading it once. */
export function isSimplePath(node: t.Node): boolean {
  const inner = unwrapped(node);
  if (t.isIdentifier(inner) || t.isThisExpression(inner) || t.isSuper(inner)) return true;
  return t.isMemberExpression(inner) && hasFixedName(inner) && isSimplePath(inner.object);
}

/** `o.p`, `o.#p` and `o['p']`; `o[0]` and `o['0']` are elements. */
export function hasFixedName(member: t.MemberExpression): boolean {
  const key = unwrapped(member.property);
  return !member.computed || (t.isStringLiteral(key) && !/^-?\d+$/.test(key.value));
}

/** `o.length`, which a tensor answers with the number of its rows. That of `arguments` and of literals needs no asking. */
export function asksForLength({ object, property, computed }: t.MemberExpression): boolean {
  const isLength = computed
    ? t.isStringLiteral(property, { value: 'length' })
    : t.isIdentifier(property, { name: 'length' });
  if (!isLength || t.isIdentifier(object, { name: 'arguments' })) return false;
  return !(t.isLiteral(object) && !t.isTemplateLiteral(object)) && !isListOfKnownLength(object);
}

/** `o.size`, which a tensor answers with the number of its elements. */
export function asksForSize({ property, computed }: t.MemberExpression): boolean {
  return !computed && t.isIdentifier(property, { name: 'size' });
}

/** An array literal with what is spread may be a list whose length a tensor decides. */
export function isListOfKnownLength(node: t.Node): boolean {
  return t.isArrayExpression(node) && !node.elements.some((element) => t.isSpreadElement(element));
}

/** What is left of `x[i][j]` without its keys, and the keys. */
export function elementPath(node: t.Node): { root: t.Node; keys: t.Expression[] } {
  const inner = unwrapped(node);
  if (!t.isMemberExpression(inner) || hasFixedName(inner) || t.isSuper(inner.object)) {
    return { root: inner, keys: [] };
  }
  const { root, keys } = elementPath(inner.object);
  return { root, keys: [...keys, inner.property as t.Expression] };
}

/** The root of a simple path: a variable, or null for `this` and `super`. */
export function rootOf(node: t.Node): t.Identifier | null {
  const base = baseOf(node);
  return t.isIdentifier(base) ? base : null;
}

/** What the members of `o.p.q` are of. */
export function baseOf(node: t.Node): t.Node {
  const inner = unwrapped(node);
  return t.isMemberExpression(inner) ? baseOf(inner.object) : inner;
}

/** A fixed name as the source has it. */
export function keyText({ property }: t.MemberExpression): string {
  const key = unwrapped(property);
  if (t.isPrivateName(key)) return `#${key.id.name}`;
  return t.isIdentifier(key) ? key.name : (key as t.StringLiteral).value;
}

/** A simple path as it is written in the source: `this.w`, `table["k"]`. */
export function pathText(node: t.Node): string {
  const inner = unwrapped(node);
  if (t.isIdentifier(inner)) return inner.name;
  if (t.isThisExpression(inner)) return 'this';
  if (t.isSuper(inner)) return 'super';
  if (!t.isMemberExpression(inner)) return '';
  const object = pathText(inner.object);
  const key = unwrapped(inner.property);
  if (t.isPrivateName(key)) return `${object}.#${key.id.name}`;
  if (inner.computed) return `${object}[${JSON.stringify((key as t.StringLiteral).value)}]`;
  return `${object}.${(key as t.Identifier).name}`;
}

export function isPattern(node: t.Node): node is t.ArrayPattern | t.ObjectPattern {
  return t.isArrayPattern(node) || t.isObjectPattern(node);
}

/** What an assignment pattern assigns: variables and members. */
export function patternTargets(node: t.Node): t.Node[] {
  switch (node.type) {
    case 'ArrayPattern':
      return node.elements.flatMap((element) => (element ? patternTargets(element) : []));
    case 'ObjectPattern':
      return node.properties.flatMap((property) =>
        patternTargets(t.isRestElement(property) ? property.argument : property.value),
      );
    case 'RestElement':
      return patternTargets(node.argument);
    case 'AssignmentPattern':
      return patternTargets(node.left);
    default:
      return [unwrapped(node)];
  }
}

/** Puts another target in the place of each. */
export function replaceTargets(
  pattern: t.ArrayPattern | t.ObjectPattern,
  replaced: (target: t.Node) => t.Node,
): void {
  const visit = (node: t.Node): t.Node => {
    if (t.isArrayPattern(node)) {
      node.elements = node.elements.map((element) => element && (visit(element) as t.PatternLike));
    } else if (t.isObjectPattern(node)) {
      for (const property of node.properties) {
        if (t.isRestElement(property)) visit(property);
        else {
          property.shorthand = false;
          property.value = visit(property.value) as t.PatternLike;
        }
      }
    } else if (t.isRestElement(node)) node.argument = visit(node.argument) as t.Identifier;
    else if (t.isAssignmentPattern(node)) node.left = visit(node.left) as t.Identifier;
    else return replaced(unwrapped(node));
    return node;
  };
  visit(pattern);
}

/** What a node assigns itself, apart from what is inside of it: variables and members. */
export function assignedBy(node: t.Node): t.Node[] {
  if (t.isAssignmentExpression(node)) return patternTargets(unwrapped(node.left));
  if (t.isUpdateExpression(node)) return [unwrapped(node.argument)];
  const isHead = t.isForXStatement(node) && !t.isVariableDeclaration(node.left);
  return isHead ? patternTargets(node.left) : [];
}

/** Whether a pattern asks for an element by its index, for their number, or at a key that only the program tells. */
export function asksForElements(pattern: t.Node): boolean {
  if (!t.isObjectPattern(pattern)) return false;
  return pattern.properties.some((property) => {
    if (t.isRestElement(property)) return false;
    if (isAtOpenKey(property)) return true;
    const key = unwrapped(property.key);
    if (t.isStringLiteral(key)) return key.value === 'length' || /^\d+$/.test(key.value);
    if (t.isNumericLiteral(key)) return true;
    return !property.computed && t.isIdentifier(key, { name: 'length' });
  });
}

/** Whether only the program tells the key. */
export function isAtOpenKey({ computed, key }: t.ObjectProperty): boolean {
  if (!computed) return false;
  const inner = unwrapped(key);
  if (t.isTemplateLiteral(inner)) return inner.expressions.length > 0;
  return !t.isLiteral(inner) && !isSymbolOfJavaScript(inner);
}

/** `Symbol.iterator` and its like. */
function isSymbolOfJavaScript(key: t.Node): boolean {
  return t.isMemberExpression(key) && t.isIdentifier(key.object, { name: 'Symbol' });
}

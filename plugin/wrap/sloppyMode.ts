import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { type Place, placeOf, walkPlaces } from '../syntax/paths.js';
import { isReferenced, scopeAt, scopeOf } from '../syntax/scopes.js';
import { ownArguments } from './ownContext.js';

/** What a function does that only sloppy mode has, and staged code does not. */
export interface SloppyUse {
  readonly message: string;
  readonly node: t.Node;
}

/** A file with `import` or `export` is strict, and so are classes. */
export function sloppyUses(path: NodePath<t.Function>): SloppyUse[] {
  if (isStrict(path)) return [];
  return [...usesOfArguments(path), ...oldSyntax(path)];
}

function isStrict(path: NodePath): boolean {
  return (
    path.findParent(({ node }) => {
      if (t.isClass(node)) return true;
      if (t.isProgram(node)) return node.sourceType === 'module' || isMarkedStrict(node.directives);
      return hasStrictBody(node);
    }) !== null || hasStrictBody(path.node)
  );
}

function hasStrictBody(node: t.Node): boolean {
  return (
    t.isFunction(node) && t.isBlockStatement(node.body) && isMarkedStrict(node.body.directives)
  );
}

function isMarkedStrict(directives: readonly t.Directive[]): boolean {
  return directives.some(({ value }) => value.value === 'use strict');
}

/** Staged code has its arguments in an array of its own. */
function* usesOfArguments(path: NodePath<t.Function>): Iterable<SloppyUse> {
  if (path.isArrowFunctionExpression()) return;
  const names = path.node.params.map((parameter) =>
    t.isIdentifier(parameter) ? parameter.name : null,
  );
  const scope = scopeOf(path);
  const isDeclared = scope.getOwnBinding('arguments') !== undefined;
  const replaced = isDeclared ? path.node : assignedArguments(path);
  if (replaced !== null) {
    yield { message: '`arguments` is declared, or replaced by something else.', node: replaced };
    return;
  }
  const own = new Set<t.Node>(ownArguments(path));
  if (own.size === 0) return;
  // Where the list has a default, a rest or a pattern, `arguments` is an array of its own.
  const isLinked = names.length > 0 && names.every((name) => name !== null);
  const isAssigned = names.some((name) => name !== null && assigns(scope.getOwnBinding(name)));
  const found: SloppyUse[] = [];
  walkPlaces(placeOf(path), (place) => {
    if (!own.has(place.node)) return undefined;
    const parent = place.parent!;
    const key =
      t.isMemberExpression(parent.node) && place.key === 'object' ? nameOf(parent.node) : null;
    if (key === 'length') return undefined;
    if (key === 'callee' || key === 'caller')
      found.push({ message: `\`arguments.${key}\` is read.`, node: parent.node });
    else if (isLinked && (isAssigned || (key !== null && isTarget(parent))))
      found.push({
        message: '`arguments` holds what the parameters do, one of which is assigned.',
        node: parent.node,
      });
    return undefined;
  });
  yield* found.slice(0, 1);
}

function assigns(binding: ReturnType<ReturnType<typeof scopeOf>['getOwnBinding']>): boolean {
  return (
    binding?.changes.some(({ node }) => !t.isVariableDeclarator(node) || node.init !== null) ===
    true
  );
}

function nameOf({ property, computed }: t.MemberExpression): string {
  return !computed && t.isIdentifier(property) ? property.name : '';
}

function isTarget({ key, parent }: Place): boolean {
  const { node } = parent!;
  return (
    (t.isAssignmentExpression(node) && key === 'left') ||
    t.isUpdateExpression(node) ||
    t.isUnaryExpression(node, { operator: 'delete' }) ||
    (t.isForXStatement(node) && key === 'left') ||
    t.isArrayPattern(node)
  );
}

function assignedArguments(path: NodePath<t.Function>): t.Node | null {
  let found: t.Node | null = null;
  walkPlaces(placeOf(path), ({ node, parent, key }) => {
    if (t.isFunction(node) && node.type !== 'ArrowFunctionExpression') return false;
    if (
      t.isIdentifier(node, { name: 'arguments' }) &&
      key === 'left' &&
      t.isAssignmentExpression(parent!.node)
    )
      found ??= parent!.node;
    return undefined;
  });
  return found;
}

function* oldSyntax(path: NodePath<t.Function>): Iterable<SloppyUse> {
  const names = path.node.params.flatMap((parameter) =>
    Object.keys(t.getBindingIdentifiers(parameter)),
  );
  if (new Set(names).size < names.length)
    yield { message: 'Two parameters have one name.', node: path.node };
  const found: SloppyUse[] = [];
  walkPlaces(placeOf(path), (place) => {
    const { node, parent } = place;
    if (t.isFunction(node) && hasStrictBody(node)) return false;
    if (t.isClass(node)) return false;
    if (t.isIdentifier(node, { name: 'let' }) && isVariable(place))
      found.push({ message: 'A variable is called `let`.', node });
    else if (
      t.isForInStatement(node) &&
      t.isVariableDeclaration(node.left) &&
      node.left.declarations[0]!.init
    )
      found.push({ message: 'The variable of a `for … in` has a value before the loop.', node });
    else if (
      t.isFunctionDeclaration(node) &&
      node.id &&
      !isOfFunction(parent!) &&
      leavesBlock(place)
    )
      found.push({
        message: `The function \`${node.id.name}\` is declared in a block, and used outside of it.`,
        node,
      });
    return undefined;
  });
  const messages = new Set<string>();
  for (const use of found) if (!messages.has(use.message) && messages.add(use.message)) yield use;
}

function isVariable({ parent, key }: Place): boolean {
  if (key === 'property' || key === 'key') {
    const { computed, shorthand } = parent!.node as { computed?: boolean; shorthand?: boolean };
    return computed === true || shorthand === true;
  }
  return key !== 'label';
}

function isOfFunction(parent: Place): boolean {
  const { node } = parent;
  return t.isProgram(node) || (t.isBlockStatement(node) && t.isFunction(parent.parent?.node));
}

/** Whether the function around a block uses the name of a function of the block where that has no such name. */
function leavesBlock(declaration: Place): boolean {
  const { name } = (declaration.node as t.FunctionDeclaration).id!;
  if (t.isIfStatement(declaration.parent!.node)) return true;
  let owner = declaration.parent!;
  while (!t.isFunction(owner.node)) owner = owner.parent!;
  const around = owner.parent === null ? scopeOf(owner.path).parent : scopeAt(owner.parent);
  const outside = around?.getBinding(name);
  let isUsed = false;
  walkPlaces(owner, (place) => {
    if (t.isIdentifier(place.node, { name }) && isReferenced(place))
      isUsed ||= scopeAt(place).getBinding(name) === outside;
    return !isUsed;
  });
  return isUsed;
}

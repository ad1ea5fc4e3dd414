import * as t from '@babel/types';
import { assignedNames } from '../analysis/effects.js';
import type { Staging } from '../tree/context.js';
import { assign, declare, from } from '../tree/nodes.js';
import { walk } from '../tree/walk.js';

interface ForHead {
  init: t.ForStatement['init'];
  test: t.Expression;
  update: t.Statement[];
  body: t.BlockStatement;
  /** Those of the loop besides: what it counts with, where closures of `init` keep what that declares. */
  variables: t.Statement[];
}

/**
 * `for (let i …)` has a new `i` in each iteration. Where a closure of the body can tell, the loop counts with a variable
 * of its own, and the body gets a copy that goes back at the end of the iteration where it may have changed. Where one of the
 * test or the update can, these are a part of the iteration: the update comes before the test, but in the first one.
 */
export function withOwnCopies(head: ForHead, staging: Staging): ForHead {
  const { init, test, update, body } = head;
  if (!t.isVariableDeclaration(init) || init.kind !== 'let') return head;
  const declared = Object.keys(t.getBindingIdentifiers(init));
  const isCaptured = (nodes: readonly t.Node[], name: string) =>
    nodes.some((node) => capturedNames(node).has(name));
  const all = [body, init, test, ...update];
  const names = declared.filter((name) => isCaptured(all, name));
  if (names.length === 0) return head;
  const counters = new Map(names.map((name) => [name, staging.uniqueName(name)]));
  for (const [name, counter] of counters) staging.standIns.set(counter, name);
  const isKept = names.some((name) => isCaptured([init], name));
  const kept = new Set([test, ...update].flatMap((node) => [...capturedNames(node, isOnlyCalled)]));
  const isOwnHead = names.some((name) => kept.has(name));
  const ofCounters = [...(isKept ? [] : [init]), ...(isOwnHead ? [] : [test, ...update])];
  for (const node of ofCounters) rename(node, counters);
  const inner = isOwnHead ? withHead(head, staging) : { ...head, copied: [body] };
  const pairs = [...counters].map(([name, counter]) => ({ name, counter }));
  const assigned = assignedNames(t.blockStatement(inner.copied));
  const copied = [
    ...pairs.map(({ name, counter }) => declare('let', name, t.identifier(counter), init)),
    ...inner.copied,
    ...pairs
      .filter(({ name }) => assigned.has(name))
      .map(({ name, counter }) => assign(t.identifier(counter), t.identifier(name), init)),
  ];
  const copies = pairs.map(({ name, counter }) =>
    t.variableDeclarator(t.identifier(counter), t.identifier(name)),
  );
  return {
    init,
    test: inner.test,
    update: inner.update,
    variables: [
      ...(isKept ? [from(t.variableDeclaration('let', copies), init)] : []),
      ...inner.variables,
    ],
    body: from(t.blockStatement(copied), body),
  };
}

/** The loop that begins each iteration with its update and its test. */
function withHead(
  { init, test, update, body }: ForHead,
  staging: Staging,
): ForHead & { copied: t.Statement[] } {
  const [repeat, isLater] = [staging.uniqueName('repeat'), staging.uniqueName('isLater')];
  const set = (name: string, value: t.Expression) => assign(t.identifier(name), value, test);
  const move = t.ifStatement(
    t.identifier(isLater),
    t.blockStatement(update),
    t.blockStatement([set(isLater, t.booleanLiteral(true))]),
  );
  const variables = [
    declare('let', repeat, t.booleanLiteral(true), init!),
    ...(update.length > 0 ? [declare('let', isLater, t.booleanLiteral(false), init!)] : []),
  ];
  return {
    init,
    test: t.identifier(repeat),
    update: [],
    body,
    variables,
    copied: [
      ...(update.length > 0 ? [from(move, update[0]!)] : []),
      set(repeat, test),
      from(t.ifStatement(t.identifier(repeat), body), test),
    ],
  };
}

/** The names in the functions of the node, but for those that are left out. */
function capturedNames(
  body: t.Node,
  isLeftOut: (fn: t.Node, parent: t.Node | null) => boolean = () => false,
): Set<string> {
  const names = new Set<string>();
  const visit = (node: t.Node, inClosure: boolean): void =>
    walk(node, (inner, parent) => {
      if (inClosure && t.isIdentifier(inner)) names.add(inner.name);
      if (inner === node || !(t.isFunction(inner) || t.isClass(inner))) return undefined;
      if (isLeftOut(inner, parent)) return undefined;
      visit(inner, true);
      return false;
    });
  visit(body, false);
  return names;
}

/** A callback that is over when the method is. */
function isOnlyCalled(fn: t.Node, parent: t.Node | null): boolean {
  if (!t.isArrowFunctionExpression(fn) || fn.async || !t.isCallExpression(parent)) return false;
  const { callee } = parent;
  if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.property)) return false;
  return searching.has(callee.property.name);
}

const searching = new Set([
  ...['some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex'],
  ...['forEach', 'reduce', 'reduceRight'],
]);

/** Renames variables of the loop's head where they occur in the head; a head declares them only once. */
function rename(node: t.Node, names: ReadonlyMap<string, string>): void {
  walk(node, (inner, parent, key) => {
    if (!t.isIdentifier(inner)) return undefined;
    const isKey =
      (key === 'property' && t.isMemberExpression(parent) && !parent.computed) ||
      (key === 'key' && !(parent as t.ObjectProperty).computed);
    if (isKey) return undefined;
    if (t.isObjectProperty(parent) && parent.shorthand) parent.shorthand = false;
    inner.name = names.get(inner.name) ?? inner.name;
    return undefined;
  });
}

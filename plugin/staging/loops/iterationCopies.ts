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
  /** The variables that the loop counts with, where closures of `init` keep those that it declares. */
  counters?: t.VariableDeclaration;
}

/**
 * `for (let i …)` has a new `i` in each iteration. Where a closure of the body can tell, the loop counts with a variable
 * of its own, and the body gets a copy that goes back at the end of the iteration where it may have changed.
 */
export function withOwnCopies(head: ForHead, staging: Staging): ForHead {
  const { init, body } = head;
  if (!t.isVariableDeclaration(init) || init.kind !== 'let') return head;
  const inInit = capturedNames(init);
  const inUpdate = new Set(head.update.flatMap((statement) => [...capturedNames(statement)]));
  const captured = new Set([...capturedNames(body), ...inInit, ...inUpdate]);
  const names = Object.keys(t.getBindingIdentifiers(init)).filter((name) => captured.has(name));
  if (names.length === 0) return head;
  const counters = new Map(names.map((name) => [name, staging.uniqueName(name)]));
  for (const [name, counter] of counters) staging.standIns.set(counter, name);
  const isKept = names.some((name) => inInit.has(name));
  const isOwnInUpdate = names.some((name) => inUpdate.has(name));
  const ofCounters = [...(isKept ? [] : [init]), head.test, ...(isOwnInUpdate ? [] : head.update)];
  for (const node of ofCounters) rename(node, counters);
  const pairs = [...counters].map(([name, counter]) => ({ name, counter }));
  const onCopies = (statements: t.Statement[]): t.Statement[] => {
    const assigned = assignedNames(t.blockStatement(statements));
    const changed = pairs.filter(({ name }) => assigned.has(name));
    return [
      ...pairs.map(({ name, counter }) => declare('let', name, t.identifier(counter), init)),
      ...statements,
      ...changed.map(({ name, counter }) =>
        assign(t.identifier(counter), t.identifier(name), init),
      ),
    ];
  };
  const copies = pairs.map(({ name, counter }) =>
    t.variableDeclarator(t.identifier(counter), t.identifier(name)),
  );
  return {
    ...head,
    ...(isKept ? { counters: from(t.variableDeclaration('let', copies), init) } : {}),
    // What the update's closures see is the variable of the iteration that it begins.
    ...(isOwnInUpdate ? { update: [t.blockStatement(onCopies(head.update))] } : {}),
    body: from(t.blockStatement(onCopies([body])), body),
  };
}

function capturedNames(body: t.Node): Set<string> {
  const names = new Set<string>();
  const visit = (node: t.Node, inClosure: boolean): void =>
    walk(node, (inner) => {
      if (inClosure && t.isIdentifier(inner)) names.add(inner.name);
      if (inner === node || !(t.isFunction(inner) || t.isClass(inner))) return undefined;
      visit(inner, true);
      return false;
    });
  visit(body, false);
  return names;
}

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

import * as t from '@babel/types';
import { type Live, type Liveness, liveness } from '../analysis/liveness.js';
import { isAssignable, type Modified, modifiedIn } from '../analysis/modified.js';
import { missingIn, pathsUsed } from '../analysis/presence.js';
import type { Scopes, Variable } from '../analysis/scopes.js';
import type { Staging } from '../tree/context.js';
import type { FunctionWithBody } from '../tree/functions.js';
import { innerLists } from '../tree/statements.js';
import { rootOf } from '../tree/targets.js';

export interface StateEntry {
  name: string;
  /** Reads the entry, and is what it is assigned to. */
  target: t.Expression;
  /** The objects in it that may be null or undefined where the construct begins, as they are written. */
  missing: ReadonlySet<string>;
  /**
   * Whether something else can be put there: never into a `const` whose contents change, and into a property whose
   * contents change only where it is something new, since the property may be one that only can be read; one that need not
   * be there, too.
   */
  assigned: 'always' | 'if new' | 'never';
  isFlag: boolean;
  isResult: boolean;
  /** The contents of what it holds may change. */
  isMutated: boolean;
  /** Not read after the construct; the branches must only not see each other's value. */
  isInput: boolean;
}

type Construct = t.IfStatement | t.WhileStatement | t.ForOfStatement | t.TryStatement;

export interface States {
  /** The state of each `if`, loop and `try` of the functions. */
  states: Map<t.Node, StateEntry[]>;
  /** Assignments to flags that nothing reads afterwards. */
  unread: ReadonlySet<t.Node>;
}

export function findStates(
  functions: readonly FunctionWithBody[],
  scopes: Scopes,
  staging: Staging,
): States {
  const states = new Map<t.Node, StateEntry[]>();
  const unread = new Set<t.Node>();
  for (const fn of functions) {
    if (!t.isBlockStatement(fn.body)) continue;
    const { constructs: live, unreadAssignments } = liveness(fn, scopes);
    for (const assignment of unreadAssignments) {
      if (setsFlag(assignment, staging)) unread.add(assignment);
    }
    forEachConstruct(fn.body.body, false, (construct, isCaught) => {
      const surroundings = { fn, scopes, staging, isCaught };
      states.set(construct, stateOf(construct, live.get(construct), surroundings));
    });
  }
  return { states, unread };
}

function setsFlag({ expression }: t.ExpressionStatement, staging: Staging): boolean {
  return (
    t.isAssignmentExpression(expression) &&
    t.isIdentifier(expression.left) &&
    staging.flags.has(expression.left.name) &&
    t.isBooleanLiteral(expression.right)
  );
}

function forEachConstruct(
  list: readonly t.Statement[],
  isCaught: boolean,
  visit: (construct: Construct, isCaught: boolean) => void,
): void {
  for (const labeled of list) {
    const statement = t.isLabeledStatement(labeled) ? labeled.body : labeled;
    if (
      t.isIfStatement(statement) ||
      t.isWhileStatement(statement) ||
      t.isForOfStatement(statement) ||
      t.isTryStatement(statement)
    ) {
      visit(statement, isCaught);
    }
    const block = t.isTryStatement(statement) && statement.handler ? statement.block.body : null;
    for (const inner of innerLists(statement))
      forEachConstruct(inner, isCaught || inner === block, visit);
  }
}

interface Surroundings {
  fn: FunctionWithBody;
  scopes: Scopes;
  staging: Staging;
  /** Whether the function catches what the construct throws. */
  isCaught: boolean;
}

function stateOf(
  construct: Construct,
  live: Liveness | undefined,
  surroundings: Surroundings,
): StateEntry[] {
  const { scopes, staging, fn, isCaught } = surroundings;
  const parts = partsOf(construct);
  const modified = modifiedIn(parts, construct, scopes, staging);
  // What a handler catches need not be something.
  const used = pathsUsed(isCaught || t.isTryStatement(construct) ? [] : parts, staging.aliases);
  const inputs = inputsOf(construct, live, surroundings);
  const entries = new Map<string, StateEntry>();
  const add = (name: string, target: t.Expression, more: Partial<StateEntry>): void => {
    const [flag, result] = [staging.flags.get(name), staging.results.get(name)];
    const missing = missingIn(target, used, scopes);
    // Nothing else has such a field: its assignments announce themselves.
    if (missing.size > 0 && hasPrivateName(target)) return;
    // A name that the module does not declare may be declared nowhere, and cannot even be asked.
    if (isUndeclaredIn(missing, target, surroundings)) return;
    entries.set(name, {
      name: flag ?? result ?? staging.standIns.get(name) ?? name,
      target,
      missing,
      assigned: 'always',
      isFlag: flag !== undefined,
      isResult: result !== undefined,
      isMutated: false,
      isInput: false,
      ...more,
    });
  };
  for (const variable of modified.variables) {
    const isLive = isLong(variable, fn) || live?.out.has(variable) === true;
    const isInput = !isLive && inputs.has(variable);
    // What assigns a constant throws where it stands, and nothing else may before.
    const assigned = variable.kind === 'const' ? 'never' : 'always';
    if (isLive || isInput) add(variable.name, t.identifier(variable.name), { isInput, assigned });
  }
  for (const [path, member] of modified.properties)
    add(path, member, mayBeMissing(member, staging) ? { assigned: 'if new' } : {});
  addContents(modified, add, surroundings);
  return [...entries.values()];
}

/** Whether an object of the program need not have the property, which restoring the state must not give it. */
function mayBeMissing(member: t.MemberExpression, staging: Staging): boolean {
  return staging.shared.has(member) && !staging.given.has(member) && !hasPrivateName(member);
}

function isUndeclaredIn(
  missing: ReadonlySet<string>,
  target: t.Expression,
  { scopes, staging }: Surroundings,
): boolean {
  const root = rootOf(target);
  if (root === null || !missing.has(root.name)) return false;
  const isOutside = scopes.variableOf(root)?.kind === 'outside';
  return isOutside && staging.bindingOutside(root.name) === undefined;
}

function hasPrivateName(target: t.Node): boolean {
  if (!t.isMemberExpression(target)) return false;
  return t.isPrivateName(target.property) || hasPrivateName(target.object);
}

function addContents(
  { contents, variables }: Modified,
  add: (name: string, target: t.Expression, more: Partial<StateEntry>) => void,
  { scopes, staging }: Surroundings,
): void {
  for (const [path, { receiver, byIndex }] of contents) {
    const variable = t.isIdentifier(receiver) ? scopes.variableOf(receiver) : undefined;
    const canChange = byIndex && t.isMemberExpression(receiver);
    let assigned: StateEntry['assigned'] = canChange ? 'if new' : 'never';
    if (variable) {
      const isState = isAssignable(variable, staging) && variables.has(variable);
      assigned = isState ? 'always' : 'never';
    }
    add(path, receiver, { isMutated: true, assigned });
  }
}

function partsOf(construct: Construct): (t.Node | null | undefined)[] {
  if (t.isIfStatement(construct)) return [construct.consequent, construct.alternate];
  if (t.isWhileStatement(construct)) return [construct.test, construct.body];
  if (t.isTryStatement(construct)) return [construct.block, construct.handler, construct.finalizer];
  return [construct.left, construct.body].map((part, index) =>
    index === 0 && !t.isVariableDeclaration(part) ? targetOnly(construct) : part,
  );
}

/** The target of `for (x of …)` as an assignment, which is what it does. */
function targetOnly(loop: t.ForOfStatement): t.Node {
  return t.assignmentExpression('=', loop.left as t.LVal, t.nullLiteral());
}

/** Variables whose life does not end with the construct's function, or that closures read at any time. */
function isLong(variable: Variable, fn: FunctionWithBody): boolean {
  return variable.owner !== fn || variable.isCaptured;
}

/** What one branch of an `if` assigns and the other one reads. */
function inputsOf(
  construct: Construct,
  live: Liveness | undefined,
  { scopes, staging }: Surroundings,
): ReadonlySet<Variable> {
  if (!t.isIfStatement(construct) || !live) return new Set();
  const crossing = (branch: t.Statement | null | undefined, other: Live): Variable[] => {
    if (!branch) return [];
    const { variables } = modifiedIn([branch], construct, scopes, staging);
    return [...variables].filter((variable) => other.has(variable));
  };
  return new Set([
    ...crossing(construct.consequent, live.otherwise),
    ...crossing(construct.alternate, live.main),
  ]);
}

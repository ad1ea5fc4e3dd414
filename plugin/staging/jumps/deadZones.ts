import * as t from '@babel/types';
import { resolveScopes, type Scopes, type Variable } from '../analysis/scopes.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions, staysAsWritten } from '../tree/functions.js';
import { assign, at, copy, declare, from, helperCall, inheritComments } from '../tree/nodes.js';
import { declaredNames, innerLists, isLexical } from '../tree/statements.js';
import { isPattern, patternTargets } from '../tree/targets.js';
import { mapChildren, mentionedNames, unwrapped, walk } from '../tree/walk.js';
import { leaves } from './leaves.js';

/**
 * Before its declaration has run, a `let`, `const` or class is an error to use. Where the passes that follow move the
 * declaration, out of a `switch` or into the branch that does not leave, JavaScript no longer sees to that: a flag tells
 * whether it has run, and each use that may come earlier asks the flag.
 */
export function guardDeadZones(root: FunctionWithBody, staging: Staging): void {
  const zones = stagedFunctions(root).flatMap(({ body }) =>
    t.isBlockStatement(body) ? zonesIn(body.body) : [],
  );
  if (zones.length === 0) return;
  const scopes = resolveScopes(root);
  const flags = new Map<Variable, string>();
  const mentions = new Mentions(scopes);
  for (const { names, declaration, early } of zones) {
    for (const name of names) {
      const variable = declaredVariable(declaration, name, scopes);
      if (variable === undefined || !early.some((part) => mentions.in(part).has(variable)))
        continue;
      const flag = staging.uniqueName(`${name}_exists`);
      staging.flags.set(flag, `whether '${name}' exists`);
      flags.set(variable, flag);
    }
  }
  const guard = new Guard(flags, scopes, staging);
  for (const part of new Set(zones.flatMap(({ early }) => early))) mapChildren(part, guard.map);
  for (const zone of zones) setFlags(zone, flags, scopes);
}

/** The variables that pieces of the program mention: others may have the same names. */
class Mentions {
  private readonly known = new Map<t.Node, Set<Variable>>();

  constructor(private readonly scopes: Scopes) {}

  in(part: t.Node): ReadonlySet<Variable> {
    let found = this.known.get(part);
    if (found === undefined) {
      found = new Set();
      this.known.set(part, found);
      walk(part, (node) => {
        const variable = this.scopes.variableOf(node);
        if (variable !== undefined) found!.add(variable);
        return undefined;
      });
    }
    return found;
  }
}

/** Variables that parts of the program may use too early. */
interface Zone {
  readonly names: readonly string[];
  readonly declaration: t.Statement;
  /** The statements that declare them, of which that is one. */
  readonly list: t.Statement[];
  /** Where the flags are declared: ahead of a statement of this list. */
  readonly ahead: { list: t.Statement[]; of: t.Statement };
  readonly early: readonly t.Node[];
}

function zonesIn(list: t.Statement[]): Zone[] {
  const inner = list.flatMap((statement) => [
    ...innerLists(statement).flatMap(zonesIn),
    ...switchZones(statement, { list, of: statement }),
  ]);
  const first = list.findIndex((statement) => leaves(statement));
  if (first < 0) return inner;
  const zonesOf = (declaration: t.Statement): Zone[] => {
    if (!isLexical(declaration) || t.isFunctionDeclaration(declaration)) return [];
    const before = list.slice(0, list.indexOf(declaration));
    const functions = list.filter((statement) => t.isFunctionDeclaration(statement));
    const early = callable([...new Set([...functions, ...before])], before, declaration);
    return zoneOf(declaration, list, { list, of: list[0]! }, early);
  };
  const own = list.slice(first + 1).flatMap((declaration) => {
    const zones = zonesOf(declaration);
    return zones.length === 0 ? [] : separated(declaration, list).flatMap(zonesOf);
  });
  return [...inner, ...own];
}

/** The variables of a declaration one by one: each exists before the next one is initialized. */
function separated(statement: t.Statement, list: t.Statement[]): t.Statement[] {
  if (!t.isVariableDeclaration(statement) || statement.declarations.length === 1)
    return [statement];
  const { kind, declarations } = statement;
  const single = declarations.map((one) => from(t.variableDeclaration(kind, [one]), one));
  list.splice(list.indexOf(statement), 1, ...inheritComments(single, statement));
  return single;
}

/** Control may enter a `switch` behind a declaration. */
function switchZones(labeled: t.Statement, ahead: Zone['ahead']): Zone[] {
  const statement = t.isLabeledStatement(labeled) ? labeled.body : labeled;
  if (!t.isSwitchStatement(statement)) return [];
  const zonesOf = (declaration: t.Statement, consequent: t.Statement[]): Zone[] => {
    if (!isLexical(declaration) || t.isFunctionDeclaration(declaration)) return [];
    const before = consequent.slice(0, consequent.indexOf(declaration));
    const others = statement.cases.flatMap((other) => [
      ...(other.test ? [t.expressionStatement(other.test)] : []),
      ...(other.consequent === consequent ? before : other.consequent),
    ]);
    return zoneOf(declaration, consequent, ahead, others);
  };
  return statement.cases.flatMap(({ consequent }) =>
    [...consequent].flatMap((declaration) => {
      const zones = zonesOf(declaration, consequent);
      if (zones.length === 0) return [];
      return separated(declaration, consequent).flatMap((one) => zonesOf(one, consequent));
    }),
  );
}

function zoneOf(
  declaration: t.Statement,
  list: t.Statement[],
  ahead: Zone['ahead'],
  early: readonly t.Node[],
): Zone[] {
  const mentioned = mentionedNames(early);
  const names = declaredNames(declaration).filter((name) => mentioned.has(name));
  return names.length === 0 ? [] : [{ names, declaration, list, ahead, early }];
}

/** The statements without the functions that nothing can call before the declaration. */
function callable(
  statements: readonly t.Statement[],
  before: readonly t.Statement[],
  declaration: t.Statement,
): t.Statement[] {
  const closures = new Map(
    statements.flatMap((statement) => {
      const name = functionName(statement);
      return name === null ? [] : [[statement, name] as const];
    }),
  );
  const runs = new Set(statements.filter((statement) => !closures.has(statement)));
  const mentioned = mentionedNames([...before.filter((one) => runs.has(one)), declaration]);
  for (let size = -1; size !== runs.size; ) {
    size = runs.size;
    for (const [statement, name] of closures) {
      if (!mentioned.has(name) || runs.has(statement)) continue;
      runs.add(statement);
      for (const inner of mentionedNames([statement])) mentioned.add(inner);
    }
  }
  return statements.filter((statement) => runs.has(statement));
}

/** The name of the function that the statement makes, where it does nothing else. */
function functionName(statement: t.Statement): string | null {
  if (t.isFunctionDeclaration(statement)) return statement.id!.name;
  if (!t.isVariableDeclaration(statement) || statement.declarations.length > 1) return null;
  const { id, init } = statement.declarations[0]!;
  return t.isIdentifier(id) && init && t.isFunction(unwrapped(init)) ? id.name : null;
}

function declaredVariable(
  declaration: t.Statement,
  name: string,
  scopes: Scopes,
): Variable | undefined {
  if (t.isClassDeclaration(declaration)) {
    const inner = scopes.variableOf(declaration.id!);
    return inner && scopes.hiddenBy(inner);
  }
  return scopes.variableOf(t.getBindingIdentifiers(declaration)[name]!);
}

function setFlags(
  { names, declaration, list, ahead }: Zone,
  flags: ReadonlyMap<Variable, string>,
  scopes: Scopes,
): void {
  for (const name of names) {
    const flag = flags.get(declaredVariable(declaration, name, scopes)!);
    if (flag === undefined) continue;
    const own = list.indexOf(declaration);
    list.splice(own + 1, 0, assign(t.identifier(flag), t.booleanLiteral(true), declaration));
    const place = ahead.list.indexOf(ahead.of);
    ahead.list.splice(place, 0, declare('let', flag, t.booleanLiteral(false), declaration));
  }
}

/** Makes each use of the variables ask the flag first. */
class Guard {
  constructor(
    private readonly flags: ReadonlyMap<Variable, string>,
    private readonly scopes: Scopes,
    private readonly staging: Staging,
  ) {}

  readonly map = (node: t.Node): t.Node => {
    if (staysAsWritten(node)) return node;
    if (t.isIdentifier(node)) return this.asked(node, node);
    if (t.isVariableDeclarator(node)) {
      node.id = this.pattern(node.id) as typeof node.id;
      if (node.init) node.init = this.map(node.init) as t.Expression;
      return node;
    }
    if (t.isAssignmentExpression(node)) return this.assignment(node);
    if (t.isUpdateExpression(node)) {
      const checks = this.checks([unwrapped(node.argument)]);
      if (checks.length === 0) mapChildren(node, this.map);
      return behind(checks, node);
    }
    if (t.isObjectProperty(node) && node.shorthand) {
      const value = this.map(node.value);
      if (value !== node.value) node.shorthand = false;
      if (value === node.key) node.key = copy(node.key);
      node.value = value as t.Expression;
      return node;
    }
    mapChildren(node, this.map);
    return node;
  };

  private assignment(node: t.AssignmentExpression): t.Expression {
    const target = unwrapped(node.left);
    const checks = this.checks(patternTargets(target));
    node.right = this.map(node.right) as t.Expression;
    if (node.operator === '=' && t.isIdentifier(target)) {
      node.right = this.asked(target, node.right);
      return node;
    }
    node.left = this.pattern(node.left) as typeof node.left;
    return behind(checks, node);
  }

  /** What a pattern reads: its defaults, its keys, and the objects of members. */
  private pattern(node: t.Node): t.Node {
    if (t.isIdentifier(unwrapped(node))) return node;
    if (t.isAssignmentPattern(node)) {
      node.left = this.pattern(node.left) as typeof node.left;
      node.right = this.map(node.right) as t.Expression;
    } else if (t.isRestElement(node)) {
      node.argument = this.pattern(node.argument) as typeof node.argument;
    } else if (isPattern(node)) {
      mapChildren(node, (child) => this.pattern(child));
    } else if (t.isObjectProperty(node)) {
      if (node.computed) node.key = this.map(node.key) as t.Expression;
      node.value = this.pattern(node.value) as t.Expression;
    } else mapChildren(node, this.map);
    return node;
  }

  private checks(targets: readonly t.Node[]): t.Expression[] {
    return targets.flatMap((target) => {
      const asked = t.isIdentifier(target) ? this.asked(target, copy(target)) : target;
      return t.isCallExpression(asked) && t.isIdentifier(target) ? [asked] : [];
    });
  }

  private asked(variable: t.Identifier, value: t.Expression): t.Expression {
    const known = this.scopes.variableOf(variable);
    const flag = known && this.flags.get(known);
    if (flag === undefined) return value;
    const parameters = [t.identifier(flag), value, t.stringLiteral(variable.name)];
    const place = at(this.staging, variable);
    return helperCall(this.staging, 'initialized', [...parameters, place], variable);
  }
}

function behind(checks: readonly t.Expression[], node: t.Expression): t.Expression {
  return checks.length === 0 ? node : from(t.sequenceExpression([...checks, node]), node);
}

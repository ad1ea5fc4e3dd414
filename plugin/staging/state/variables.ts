import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions } from '../tree/functions.js';
import { assign, declare, from } from '../tree/nodes.js';
import { innerLists, isVar, varsIn } from '../tree/statements.js';
import { walk } from '../tree/walk.js';

/**
 * `var` becomes `let`: where it stands if nothing tells the difference, else at the top of its function, with an
 * assignment where it stood.
 */
export function hoistVariables(root: FunctionWithBody, staging: Staging): void {
  for (const fn of stagedFunctions(root)) {
    if (!t.isBlockStatement(fn.body) || varsIn(fn.body).length === 0) continue;
    const hoisted = new Set<string>();
    separateFromParameters(fn.body, fn.params, staging);
    const own = fn.body.body;
    keepInPlace(own, fn.params);
    keepInBlocks(fn as FunctionWithBody & { body: t.BlockStatement });
    hoistFrom(own, hoisted);
    for (const parameter of fn.params) {
      for (const name of Object.keys(t.getBindingIdentifiers(parameter))) hoisted.delete(name);
    }
    for (const statement of own) {
      if (t.isFunctionDeclaration(statement) && statement.id) hoisted.delete(statement.id.name);
    }
    if (hoisted.size === 0) continue;
    const names = [...hoisted].map((name) => t.variableDeclarator(t.identifier(name)));
    own.unshift(from(t.variableDeclaration('let', names), fn.body));
  }
}

/**
 * Where closures of the parameter list see a parameter, a `var` of its name is another variable, which begins with the
 * same value.
 */
function separateFromParameters(
  body: t.BlockStatement,
  parameters: readonly t.Node[],
  staging: Staging,
): void {
  const inClosures = new Set<string>();
  for (const parameter of parameters) {
    walk(parameter, (inner) => {
      if (t.isFunction(inner) || t.isClass(inner)) addNames(inner, inClosures);
      return undefined;
    });
  }
  if (inClosures.size === 0) return;
  const declared = countDeclarations(body.body);
  const names = parameters
    .flatMap((parameter) => Object.keys(t.getBindingIdentifiers(parameter)))
    .filter((name) => inClosures.has(name) && declared.has(name));
  for (const name of names) {
    const given = staging.uniqueName(name);
    const [outer, inner] = [
      declare('const', given, t.identifier(name), body),
      declare('let', name, t.identifier(given), body),
    ];
    body.body = [outer, from(t.blockStatement([inner, ...body.body]), body)];
  }
}

/** Turns those into `let` that stand in the function's own block and that nothing before them mentions. */
function keepInPlace(list: t.Statement[], parameters: readonly t.Node[]): void {
  const declarations = countDeclarations(list);
  const inHoistedFunctions = new Set<string>();
  for (const statement of list) {
    if (t.isFunctionDeclaration(statement)) addNames(statement, inHoistedFunctions);
  }
  const before = new Set(
    parameters.flatMap((parameter) => Object.keys(t.getBindingIdentifiers(parameter))),
  );
  for (const statement of list) {
    if (isVar(statement)) {
      const names = Object.keys(t.getBindingIdentifiers(statement));
      const inPlace = names.every(
        (name) =>
          declarations.get(name) === 1 && !before.has(name) && !inHoistedFunctions.has(name),
      );
      if (inPlace && !readsItself(statement)) statement.kind = 'let';
    }
    addNames(statement, before);
  }
}

/** Turns those into `let` that only their own block mentions, behind where they are given a value each time. */
function keepInBlocks(fn: FunctionWithBody & { body: t.BlockStatement }): void {
  const everywhere = countMentions([...fn.params, fn.body]);
  const visit = (list: readonly t.Statement[]): void => {
    for (const statement of list) for (const inner of innerLists(statement)) visitInner(inner);
  };
  const visitInner = (list: readonly t.Statement[]): void => {
    const inside = list.some(isVar) ? countMentions(list) : null;
    const before = new Set<string>();
    for (const statement of list) {
      if (inside !== null && isVar(statement) && statement.declarations.every(({ init }) => init)) {
        const names = Object.keys(t.getBindingIdentifiers(statement));
        const isOwn = names.every(
          (name) => inside.get(name) === everywhere.get(name) && !before.has(name),
        );
        if (isOwn && !readsItself(statement)) statement.kind = 'let';
      }
      if (inside !== null) addNames(statement, before);
    }
    visit(list);
  };
  visit(fn.body.body);
}

/** How often each name stands in code; what functions mention, which may be called later, counts as unlike any number. */
function countMentions(nodes: readonly t.Node[]): Map<string, number> {
  const counts = new Map<string, number>();
  const visit = (node: t.Node, isInFunction: boolean): void =>
    walk(node, (inner) => {
      if (inner !== node && (t.isFunction(inner) || t.isClass(inner))) {
        visit(inner, true);
        return false;
      }
      if (t.isIdentifier(inner) || t.isJSXIdentifier(inner))
        counts.set(inner.name, isInFunction ? Number.NaN : (counts.get(inner.name) ?? 0) + 1);
      return undefined;
    });
  for (const node of nodes) visit(node, t.isFunction(node) || t.isClass(node));
  return counts;
}

/** `var a = () => a` is fine as `let`, `var a = a` is not; told apart coarsely. */
function readsItself(statement: t.VariableDeclaration): boolean {
  const declared = new Set(Object.keys(t.getBindingIdentifiers(statement)));
  const later = new Set(declared);
  return statement.declarations.some(({ id, init }) => {
    const read = new Set<string>();
    if (init) addNames(init, read);
    if ([...later].some((name) => read.has(name))) return true;
    for (const name of Object.keys(t.getBindingIdentifiers(id))) later.delete(name);
    return !t.isIdentifier(id) && defaultsMention(id, declared);
  });
}

function defaultsMention(pattern: t.Node, names: ReadonlySet<string>): boolean {
  let found = false;
  walk(pattern, (node) => {
    if (!t.isAssignmentPattern(node)) return undefined;
    const inDefault = new Set<string>();
    addNames(node.right, inDefault);
    found ||= [...names].some((name) => inDefault.has(name));
    return undefined;
  });
  return found;
}

function countDeclarations(list: t.Statement[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const declared of list.flatMap(varsIn))
    for (const name of Object.keys(t.getBindingIdentifiers(declared)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function addNames(node: t.Node, names: Set<string>): void {
  walk(node, (inner) => {
    if (t.isIdentifier(inner) || t.isJSXIdentifier(inner)) names.add(inner.name);
    return undefined;
  });
}

function hoistFrom(list: t.Statement[], hoisted: Set<string>): void {
  for (let index = 0; index < list.length; index++) {
    const statement = list[index]!;
    if (isVar(statement)) {
      const assignments = asAssignments(statement, hoisted);
      const [first] = assignments;
      if (first !== undefined) first.leadingComments = statement.leadingComments;
      list.splice(index, 1, ...assignments);
      index += assignments.length - 1;
      continue;
    }
    hoistFromHead(t.isLabeledStatement(statement) ? innermost(statement) : statement, hoisted);
    for (const inner of innerLists(statement)) hoistFrom(inner, hoisted);
  }
}

function innermost(statement: t.LabeledStatement): t.Statement {
  return t.isLabeledStatement(statement.body) ? innermost(statement.body) : statement.body;
}

function hoistFromHead(statement: t.Statement, hoisted: Set<string>): void {
  if (t.isForStatement(statement) && t.isVariableDeclaration(statement.init, { kind: 'var' })) {
    const parts = asAssignments(statement.init, hoisted).map(({ expression }) => expression);
    statement.init = parts.length > 1 ? t.sequenceExpression(parts) : (parts[0] ?? null);
  } else if (
    (t.isForOfStatement(statement) || t.isForInStatement(statement)) &&
    t.isVariableDeclaration(statement.left, { kind: 'var' })
  ) {
    const target = statement.left.declarations[0]!.id;
    for (const name of Object.keys(t.getBindingIdentifiers(target))) hoisted.add(name);
    statement.left = target as t.LVal;
  }
}

function asAssignments(
  declaration: t.VariableDeclaration,
  hoisted: Set<string>,
): t.ExpressionStatement[] {
  for (const name of Object.keys(t.getBindingIdentifiers(declaration))) hoisted.add(name);
  return declaration.declarations.flatMap(({ id, init }) => {
    if (!init) return [];
    if (t.isIdentifier(id)) id.typeAnnotation = null;
    return [assign(id as t.LVal, init, declaration)];
  });
}

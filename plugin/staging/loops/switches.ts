import * as t from '@babel/types';
import { hasEffect } from '../analysis/effects.js';
import { addInner, removeStatements, united } from '../tree/comments.js';
import { listCompletes } from '../tree/completion.js';
import type { Staging } from '../tree/context.js';
import { assign, copy, declare, from } from '../tree/nodes.js';
import { declaredNames, isLexical } from '../tree/statements.js';
import { mentionedNames } from '../tree/walk.js';

/** Cases that share a body: `case 1: case 2: body`. */
interface Group {
  tests: t.Expression[];
  isDefault: boolean;
  body: t.Statement[];
  original: t.SwitchCase;
}

/**
 * A `switch`, whose breaks already name its label, as a chain of `if`. Where a case falls through into the next one, the
 * number of the case to enter at is found first, and each body runs from that number on.
 */
export function lowerSwitch(
  statement: t.SwitchStatement,
  label: string | null,
  staging: Staging,
): t.BlockStatement {
  const { cases, discriminant } = statement;
  const declarations = liftDeclarations(cases);
  const groups = groupsOf(cases);
  const before: t.Statement[] = [...declarations];
  // JavaScript reads it once, before the tests.
  const mayChange = cases.some(({ test }) => test && hasEffect(test));
  const subject =
    t.isLiteral(discriminant) || (t.isIdentifier(discriminant) && !mayChange)
      ? discriminant
      : t.identifier(staging.uniqueName('subject'));
  const withSubject = subject !== discriminant;
  const fallsThrough = groups.some(({ body }, index) => {
    return index < groups.length - 1 && listCompletes(body);
  });
  const skipsTests = groups.some(
    ({ isDefault, tests }) => isDefault && tests.length > 0 && !canSkip(tests, groups),
  );
  const lowered =
    fallsThrough || skipsTests
      ? byEntry(groups, subject, label, staging, statement)
      : chain(groups, subject, label, staging);
  const all = [...before, ...lowered];
  if (withSubject) {
    // Outside of the switch's own scope, where JavaScript evaluates it.
    const inner = declarations.length > 0 ? [from(t.blockStatement(all), statement)] : all;
    const name = (subject as t.Identifier).name;
    const block = t.blockStatement([declare('const', name, discriminant, discriminant), ...inner]);
    staging.dissolvable.add(block);
    return from(block, statement);
  }
  const block = t.blockStatement(all);
  if (declarations.length === 0) staging.dissolvable.add(block);
  return from(block, statement);
}

/** Whether what matches one of these tests matches no other one, so that all others together stand for them. */
function canSkip(tests: readonly t.Expression[], groups: readonly Group[]): boolean {
  const isLast = groups.at(-1)!.tests === tests;
  if (isLast) return tests.every((test) => t.isLiteral(test) || t.isIdentifier(test));
  const all = groups.flatMap((group) => group.tests);
  const values = all.map((test) => ('value' in test ? test.value : test));
  return all.every((test) => t.isLiteral(test)) && new Set(values).size === values.length;
}

function groupsOf(cases: readonly t.SwitchCase[]): Group[] {
  const groups: Group[] = [];
  let isOpen = false;
  for (const original of cases) {
    if (!isOpen) groups.push({ tests: [], isDefault: false, body: [], original });
    const group = groups.at(-1)!;
    if (original.test) group.tests.push(original.test);
    else group.isDefault = true;
    const last = original.consequent.at(-1);
    // The parser gives `// falls through` to the cases before and after it.
    if (last) last.trailingComments = united(last.trailingComments, original.trailingComments);
    group.body.push(...original.consequent);
    isOpen = original.consequent.length === 0;
  }
  return groups;
}

function matches(test: t.Expression, subject: t.Expression): t.Expression {
  return from(t.binaryExpression('===', copy(subject), test), test);
}

function chain(
  groups: readonly Group[],
  subject: t.Expression,
  label: string | null,
  { kinds }: Staging,
): t.Statement[] {
  const last = groups.find(({ isDefault }) => isDefault);
  const otherwise = last ? branch(last, label) : null;
  let rest = otherwise;
  for (const group of [...groups].reverse()) {
    if (group.isDefault) continue;
    const test = group.tests
      .map((test) => matches(test, subject))
      .reduce((left, right) => from(t.logicalExpression('||', left, right), right));
    const choice = from(t.ifStatement(test, branch(group, label), rest), group.original);
    kinds.set(choice, rest !== null && rest === otherwise ? 'last case' : 'case');
    rest = from(t.blockStatement([choice]), group.original);
  }
  return rest?.body ?? [];
}

function branch(group: Group, label: string | null): t.BlockStatement {
  const body = [...group.body];
  const comments = dropTailBreak(body, label);
  const block = from(t.blockStatement(body), group.original);
  addInner(block, comments);
  return block;
}

/** A `break` that ends a branch of the chain only leads to where control goes anyway. Gives its comments where nothing is left. */
function dropTailBreak(body: t.Statement[], label: string | null): t.Comment[] {
  const last = body.at(-1);
  const isBreak = t.isBreakStatement(last) && last.label !== null && last.label?.name === label;
  if (isBreak) return removeStatements(body, (statement) => statement === last);
  if (t.isBlockStatement(last)) addInner(last, dropTailBreak(last.body, label));
  return [];
}

function byEntry(
  groups: readonly Group[],
  subject: t.Expression,
  label: string | null,
  staging: Staging,
  statement: t.SwitchStatement,
): t.Statement[] {
  const entry = staging.uniqueName('entry');
  const defaultIndex = groups.findIndex(({ isDefault }) => isDefault);
  const otherwise = defaultIndex >= 0 ? defaultIndex : groups.length;
  const choices = groups.flatMap(({ tests }, index) => tests.map((test) => ({ test, index })));
  const number = choices.reduceRight<t.Expression>((rest, { test, index }) => {
    const chosen = t.conditionalExpression(matches(test, subject), t.numericLiteral(index), rest);
    staging.kinds.set(chosen, 'case');
    return from(chosen, test);
  }, t.numericLiteral(otherwise));
  const bodies = groups.map((group, index) => {
    // With a default, wherever control enters it comes to the last body, unless it has left before.
    if (defaultIndex >= 0 && index === groups.length - 1) return branch(group, label);
    const reached = t.binaryExpression('<=', t.identifier(entry), t.numericLiteral(index));
    const body = from(t.blockStatement([...group.body]), group.original);
    const entered = from(t.ifStatement(reached, body), group.original);
    staging.kinds.set(entered, 'case');
    return entered;
  });
  return [declare('const', entry, number, statement), ...bodies];
}

/** All cases are one scope: what one declares and another mentions is declared before them. */
function liftDeclarations(cases: t.SwitchCase[]): t.Statement[] {
  const lifted: t.Statement[] = [];
  for (const [index, own] of cases.entries()) {
    const tests = cases.flatMap(({ test }) => (test ? [test] : []));
    const others = cases.flatMap(({ consequent }, other) => (other === index ? [] : consequent));
    const mentioned = mentionedNames([...tests, ...others]);
    own.consequent = own.consequent.flatMap((statement) => {
      if (!isLexical(statement)) return [statement];
      if (!declaredNames(statement).some((name) => mentioned.has(name))) return [statement];
      return liftDeclaration(statement, lifted);
    });
  }
  return lifted;
}

/** Puts the declaration of names ahead, and gives what stays in its place. */
export function liftDeclaration(statement: t.Statement, ahead: t.Statement[]): t.Statement[] {
  if (t.isFunctionDeclaration(statement)) {
    ahead.unshift(statement);
    return [];
  }
  const names = declaredNames(statement).map((name) => t.variableDeclarator(t.identifier(name)));
  ahead.push(from(t.variableDeclaration('let', names), statement));
  if (t.isClassDeclaration(statement)) {
    const expression = t.toExpression(statement) as unknown as t.ClassExpression;
    return [assign(t.identifier(statement.id!.name), expression, statement)];
  }
  return (statement as t.VariableDeclaration).declarations.flatMap(({ id, init }) => {
    if (t.isIdentifier(id)) id.typeAnnotation = null;
    const value = init ?? from(t.identifier('undefined'), statement);
    return [assign(id as t.LVal, value, statement)];
  });
}

import * as t from '@babel/types';
import { mayBeAnything } from '../expressions/tests.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions } from '../tree/functions.js';
import { assign, at, declare, from, helperCall, inheritComments } from '../tree/nodes.js';
import { asBlock, declaredNames } from '../tree/statements.js';
import { mentionedNames, unwrapped } from '../tree/walk.js';
import { withOwnCopies } from './iterationCopies.js';
import { lowerSwitch } from './switches.js';

/** Where `break` and `continue` lead. */
interface Targets {
  break: Target | null;
  continue: Target | null;
  /** By the labels of the source. */
  labels: ReadonlyMap<string, { break: Target; continue: Target | null }>;
}

/** A place to jump to, which gets a label when something jumps there. */
class Target {
  private label: string | null;
  private isUsed = false;

  constructor(
    private readonly staging: Staging,
    private readonly kind: 'break' | 'continue',
    private readonly hint: string,
    label: string | null = null,
  ) {
    this.label = label;
  }

  /** The label, once something jumps there. */
  get name(): string | null {
    return this.isUsed ? this.label : null;
  }

  jump(original: t.Node): t.BreakStatement {
    this.isUsed = true;
    this.label ??= this.staging.uniqueName(this.hint);
    this.staging.labels.set(this.label, this.kind);
    return from(t.breakStatement(t.identifier(this.label)), original);
  }

  /** The statement, with the label if it is needed. */
  mark<T extends t.Statement>(statement: T): T | t.LabeledStatement {
    if (!this.isUsed) return statement;
    return from(t.labeledStatement(t.identifier(this.label!), statement), statement);
  }
}

/**
 * `for(;;)`, `do … while`, `for … in` and `switch` become `while`, `for … of` and `if`; every `break` and `continue`
 * becomes a `break` to the label of the loop, or of the block that is the loop's body.
 */
export function lowerLoops(root: FunctionWithBody, staging: Staging): void {
  for (const { body } of stagedFunctions(root)) {
    if (!t.isBlockStatement(body)) continue;
    new LoopLowering(staging).list(body.body, { break: null, continue: null, labels: new Map() });
  }
}

class LoopLowering {
  constructor(private readonly staging: Staging) {}

  list(list: t.Statement[], targets: Targets): void {
    const lowered = list.flatMap((statement) =>
      inheritComments(this.statement(statement, targets, []), statement),
    );
    list.splice(0, list.length, ...lowered);
  }

  private block(block: t.BlockStatement, targets: Targets): t.BlockStatement {
    this.list(block.body, targets);
    return block;
  }

  private statement(
    statement: t.Statement,
    targets: Targets,
    labels: readonly string[],
  ): t.Statement[] {
    switch (statement.type) {
      case 'BreakStatement':
      case 'ContinueStatement':
        return [this.jump(statement, targets)];
      case 'LabeledStatement':
        return this.labeled(statement, targets, labels);
      case 'BlockStatement':
        return [this.block(statement, targets)];
      case 'IfStatement':
        this.block(asBlock(statement.consequent), targets);
        if (statement.alternate) this.block(asBlock(statement.alternate), targets);
        return [statement];
      case 'TryStatement':
        this.block(statement.block, targets);
        if (statement.handler) this.block(statement.handler.body, targets);
        if (statement.finalizer) this.block(statement.finalizer, targets);
        return [statement];
      case 'SwitchStatement':
        return this.switch(statement, targets);
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.loop(statement, targets, labels);
      default:
        return [statement];
    }
  }

  private jump(statement: t.BreakStatement | t.ContinueStatement, targets: Targets): t.Statement {
    const kind = t.isBreakStatement(statement) ? 'break' : 'continue';
    const scope = statement.label ? targets.labels.get(statement.label.name) : targets;
    return scope?.[kind]?.jump(statement) ?? statement;
  }

  private labeled(
    statement: t.LabeledStatement,
    targets: Targets,
    outer: readonly string[],
  ): t.Statement[] {
    const { body, label } = statement;
    if (t.isLabeledStatement(body) || t.isLoop(body)) {
      return this.statement(body, targets, [...outer, label.name]);
    }
    const target = new Target(this.staging, 'break', 'block', label.name);
    const inner = new Map(targets.labels);
    for (const name of [...outer, label.name]) inner.set(name, { break: target, continue: null });
    const lowered = this.statement(body, { ...targets, labels: inner }, []);
    const block = lowered.length === 1 ? asBlock(lowered[0]!) : t.blockStatement(lowered);
    return [target.mark(from(block, statement))];
  }

  private switch(statement: t.SwitchStatement, targets: Targets): t.Statement[] {
    const target = new Target(this.staging, 'break', 'choice');
    for (const { consequent } of statement.cases) {
      this.list(consequent, { ...targets, break: target });
    }
    const lowered = lowerSwitch(statement, target.name, this.staging);
    return [target.mark(lowered)];
  }

  private loop(loop: t.Loop, targets: Targets, names: readonly string[]): t.Statement[] {
    const breakTarget = new Target(this.staging, 'break', 'loop', names.at(-1) ?? null);
    const continueTarget = new Target(this.staging, 'continue', 'next');
    const own = { break: breakTarget, continue: continueTarget };
    const labels = new Map(targets.labels);
    for (const name of names) labels.set(name, own);
    if ('test' in loop && loop.test) loop.test = asBoolean(loop.test);
    const body = this.block(asBlock(loop.body), { ...own, labels });
    const marked = continueTarget.mark(body);
    const inBlock = t.isLabeledStatement(marked) ? from(t.blockStatement([marked]), body) : body;
    return this.lowered(loop, inBlock, (lowered) => breakTarget.mark(lowered));
  }

  /** A variable that counts as a test holds a bool, whatever the test is. */
  #truth(test: t.Expression): t.Expression {
    const inner = unwrapped(test);
    const isLogical = t.isLogicalExpression(inner);
    if (!isLogical && !mayBeAnything(inner, this.staging)) return test;
    return helperCall(this.staging, 'truth', [test], test);
  }

  private lowered(
    loop: t.Loop,
    body: t.BlockStatement,
    mark: (loop: t.Statement) => t.Statement,
  ): t.Statement[] {
    switch (loop.type) {
      case 'ForStatement':
        return this.forLoop(loop, body, mark);
      case 'DoWhileStatement': {
        if (t.isBooleanLiteral(loop.test, { value: true })) {
          const endless = from(t.whileStatement(loop.test, body), loop);
          this.staging.kinds.set(endless, 'do');
          return [mark(endless)];
        }
        const repeat = this.staging.uniqueName('repeat');
        const last = assign(t.identifier(repeat), this.#truth(loop.test), loop.test);
        const lowered = from(t.whileStatement(t.identifier(repeat), extended(body, [last])), loop);
        this.staging.kinds.set(lowered, 'do');
        return [declare('let', repeat, t.booleanLiteral(true), loop), mark(lowered)];
      }
      case 'ForInStatement': {
        const keys = helperCall(
          this.staging,
          'keys',
          [loop.right, at(this.staging, loop.right)],
          loop.right,
        );
        return [mark(from(t.forOfStatement(loop.left, keys, body), loop))];
      }
      default:
        loop.body = body;
        return [mark(loop)];
    }
  }

  private forLoop(
    loop: t.ForStatement,
    body: t.BlockStatement,
    mark: (loop: t.Statement) => t.Statement,
  ): t.Statement[] {
    const test = loop.test ?? t.booleanLiteral(true);
    const update = loop.update ? [from(t.expressionStatement(loop.update), loop.update)] : [];
    const head = { init: loop.init, test, update, body, variables: [] };
    const { init, variables, ...rest } = withOwnCopies(head, this.staging);
    const repeated = from(t.whileStatement(rest.test, extended(rest.body, rest.update)), loop);
    this.staging.kinds.set(repeated, 'for');
    const lowered = mark(repeated);
    if (!init) return [lowered];
    if (t.isExpression(init)) return [from(t.expressionStatement(init), init), lowered];
    return [from(t.blockStatement([init, ...variables, lowered]), loop)];
  }
}

/** `while (1)` as `while (true)`: of an endless loop is known that nothing follows but what it is left for. */
function asBoolean(test: t.Expression): t.Expression {
  const value = truthOf(unwrapped(test) as t.Expression);
  return value === null ? test : from(t.booleanLiteral(value), test);
}

/** Null where it is not told by a literal. */
function truthOf(test: t.Expression): boolean | null {
  if (t.isUnaryExpression(test, { operator: '!' })) {
    const value = truthOf(unwrapped(test.argument) as t.Expression);
    return value === null ? null : !value;
  }
  if (t.isNullLiteral(test)) return false;
  const isKnown = t.isNumericLiteral(test) || t.isStringLiteral(test) || t.isBooleanLiteral(test);
  return isKnown ? Boolean(test.value) : null;
}

/** A loop's body followed by its update, which does not see the variables of the body. */
function extended(body: t.BlockStatement, statements: t.Statement[]): t.BlockStatement {
  if (statements.length === 0) return body;
  const used = mentionedNames(statements);
  const isPlain = !body.body.some((statement) =>
    declaredNames(statement).some((name) => used.has(name)),
  );
  return from(t.blockStatement([...(isPlain ? body.body : [body]), ...statements]), body);
}

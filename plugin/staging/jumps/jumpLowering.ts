import * as t from '@babel/types';
import { addInner, isOnLastLine, removeStatements, united } from '../tree/comments.js';
import { breaksTo, completes, containsJump, isJump, listCompletes } from '../tree/completion.js';
import type { Staging } from '../tree/context.js';
import { assign, declare, from, inheritComments, isHelper, store } from '../tree/nodes.js';
import { innerLists, isLexical } from '../tree/statements.js';
import { mentionedNames } from '../tree/walk.js';
import { lowerFinalizer } from './finalizer.js';
import { JumpTarget } from './jumpTarget.js';
import { leaves } from './leaves.js';
import { makeMovable } from './moving.js';

/** A list of statements without jumps. */
export interface Lowered {
  list: t.Statement[];
  /** The targets of jumps that may have been on their way at the end of the list. */
  exits: Set<JumpTarget>;
  /** False where the end is only reached on the way to a target. */
  completes: boolean;
}

export class JumpLowering {
  lastReturn: t.Node | null = null;
  private readonly targets: JumpTarget[];
  private readonly labels = new Map<string, JumpTarget>();

  constructor(
    readonly staging: Staging,
    private readonly returns: JumpTarget | null,
    /** The variable that holds what the function returns, if it does return something. */
    readonly returnValue: string | null = null,
  ) {
    this.targets = returns ? [returns] : [];
  }

  list(statements: readonly t.Statement[]): Lowered {
    const list: t.Statement[] = [];
    const pending = functionsFirst(statements.flatMap((one) => opened(one, this.staging)));
    for (let index = 0; index < pending.length; index++) {
      const statement = pending[index]!;
      const rest = pending.slice(index + 1);
      if (!containsJump(statement)) {
        list.push(statement);
        if (completes(statement)) continue;
        return { list: withDeclarations(list, rest), exits: new Set(), completes: false };
      }
      if (t.isIfStatement(statement) && this.moveRest(statement, rest, list)) {
        const lowered = this.statement(statement);
        list.push(...lowered.list);
        return { ...lowered, list };
      }
      const lowered = this.statement(statement);
      if (lowered.list[0] !== statement) keepsNoCommentOf(list.at(-1), lowered.list);
      const restLowered = this.guarded(statement, lowered, rest, list);
      if (restLowered !== null) return restLowered;
    }
    return { list, exits: new Set(), completes: true };
  }

  /** Adds a statement with jumps to the list, and what follows it behind a guard. Null where that needs none. */
  private guarded(
    statement: t.Statement,
    lowered: Lowered,
    rest: readonly t.Statement[],
    list: t.Statement[],
  ): Lowered | null {
    if (!lowered.completes) {
      list.push(...lowered.list);
      return { list: withDeclarations(list, rest), exits: lowered.exits, completes: false };
    }
    if (rest.length === 0) {
      list.push(...lowered.list);
      return { ...lowered, list };
    }
    if (lowered.exits.size === 0) {
      list.push(...lowered.list);
      return null;
    }
    const movable = makeMovable(rest, [...list, ...lowered.list], list);
    list.push(...lowered.list);
    const after = this.list(movable);
    const guard = t.unaryExpression('!', this.anyOf(lowered.exits, statement));
    const guarded = from(t.ifStatement(guard, t.blockStatement(after.list)), statement);
    this.staging.kinds.set(guarded, 'guard');
    list.push(guarded);
    return { list, exits: new Set([...lowered.exits, ...after.exits]), completes: after.completes };
  }

  /** Moves what follows an `if` into the branch that does not leave. False where there is no such branch. */
  private moveRest(
    statement: t.IfStatement,
    rest: readonly t.Statement[],
    list: t.Statement[],
  ): boolean {
    if (rest.length === 0) return false;
    const then = (statement.consequent as t.BlockStatement).body;
    const otherwise = (statement.alternate as t.BlockStatement | null)?.body ?? [];
    // A break of a loop in it leads nowhere else: what throws behind it needs no flag.
    const jumps = (branch: t.Statement[]): boolean =>
      !listCompletes(branch) && branch.some((inner) => leaves(inner));
    if (!jumps(then) && !jumps(otherwise)) return false;
    if (!listCompletes(then) && !listCompletes(otherwise)) return false;
    keepOnLine(statement, rest[0]!);
    const movable = makeMovable(rest, [...list, statement], list);
    if (jumps(then)) {
      const joined = joinedBlock(otherwise, movable);
      addInner(joined, statement.alternate?.innerComments ?? []);
      if (!statement.alternate && !this.staging.kinds.has(statement)) {
        this.staging.kinds.set(statement, 'leaving');
      }
      statement.alternate = statement.alternate ? from(joined, statement.alternate) : joined;
    } else {
      statement.consequent = from(joinedBlock(then, movable), statement.consequent);
    }
    return true;
  }

  private statement(statement: t.Statement): Lowered {
    const lowered = this.lower(statement);
    inheritComments(lowered.list, statement);
    return lowered;
  }

  private lower(statement: t.Statement): Lowered {
    if (!containsJump(statement)) {
      return { list: [statement], exits: new Set(), completes: completes(statement) };
    }
    if (isJump(statement)) return this.jump(statement);
    switch (statement.type) {
      case 'BlockStatement': {
        const inner = this.list(statement.body);
        statement.body = inner.list;
        return { ...inner, list: [statement] };
      }
      case 'IfStatement': {
        const then = this.block(statement.consequent as t.BlockStatement);
        const otherwise = this.block(statement.alternate as t.BlockStatement | null);
        return {
          list: [statement],
          exits: new Set([...then.exits, ...otherwise.exits]),
          completes: then.completes || otherwise.completes,
        };
      }
      case 'WhileStatement':
      case 'ForOfStatement':
        return this.loop(statement);
      case 'LabeledStatement':
        return this.labeled(statement);
      case 'TryStatement':
        return this.try(statement);
      default:
        return { list: [statement], exits: new Set(), completes: true };
    }
  }

  private block(block: t.BlockStatement | null | undefined): Lowered {
    if (!block) return { list: [], exits: new Set(), completes: true };
    const lowered = this.list(block.body);
    block.body = lowered.list;
    return lowered;
  }

  private jump(statement: t.ReturnStatement | t.BreakStatement): Lowered {
    if (t.isBreakStatement(statement)) {
      const target = this.labels.get(statement.label!.name)!;
      return {
        list: [target.set(true, statement)],
        exits: new Set([target]),
        completes: false,
      };
    }
    const target = this.returns!;
    const list = [target.set(true, statement)];
    this.lastReturn = statement;
    // What a pushing generator gives where the loop has been left: nothing, as before.
    const isNothing = statement.argument ? isHelper(statement.argument, this.staging) : false;
    if (this.returnValue !== null && !isNothing) {
      const value = statement.argument ?? from(t.identifier('undefined'), statement);
      list.push(assign(...store(this.returnValue, value), statement));
    }
    return { list, exits: new Set([target]), completes: false };
  }

  private newTarget(kind: JumpTarget['kind'], hint: string): JumpTarget {
    const target = new JumpTarget(kind, this.staging.uniqueName(hint));
    this.targets.push(target);
    return target;
  }

  private loop(loop: t.WhileStatement | t.ForOfStatement): Lowered {
    const endless = t.isWhileStatement(loop) && t.isBooleanLiteral(loop.test, { value: true });
    const { exits } = this.block(loop.body as t.BlockStatement);
    if (exits.size > 0) {
      const stop = this.anyOf(exits, loop);
      if (t.isForOfStatement(loop)) {
        const last = from(t.ifStatement(stop, t.breakStatement()), loop);
        (loop.body as t.BlockStatement).body.push(last);
      } else {
        const go = from(t.unaryExpression('!', stop), loop);
        loop.test = endless ? go : from(t.logicalExpression('&&', go, loop.test), loop);
      }
    }
    return { list: [loop], exits, completes: !endless };
  }

  private labeled({ label, body }: t.LabeledStatement): Lowered {
    const kind = this.staging.labels.get(label.name) ?? 'break';
    const target = this.newTarget(kind, `did_${kind}`);
    this.labels.set(label.name, target);
    const lowered = this.lower(body);
    const reached = lowered.exits.delete(target);
    if (target.isRead) {
      this.staging.flags.set(target.name, `did ${kind}`);
      lowered.list.unshift(declare('let', target.name, t.booleanLiteral(false), body));
    }
    return { ...lowered, completes: lowered.completes || reached };
  }

  private try(statement: t.TryStatement): Lowered {
    const mayFail = jumpMayFail(statement.block.body);
    const block = this.block(statement.block);
    const handler = this.block(statement.handler?.body);
    if (mayFail) statement.handler?.body.body.unshift(...this.giveUp(block.exits, statement));
    const exits = new Set([...block.exits, ...(statement.handler ? handler.exits : [])]);
    const guarded = block.completes || (statement.handler ? handler.completes : false);
    if (!statement.finalizer) return { list: [statement], exits, completes: guarded };
    const finalizer = this.block(statement.finalizer);
    if (finalizer.exits.size === 0) {
      return { list: [statement], exits, completes: guarded && finalizer.completes };
    }
    return lowerFinalizer(statement, { exits, completes: guarded, finalizer }, this);
  }

  /** An exception has taken the place of jumps. */
  private giveUp(exits: Iterable<JumpTarget>, original: t.Node): t.Statement[] {
    return [...exits].map((target) => target.set(false, original));
  }

  /** True while a jump to one of the targets is on its way. */
  anyOf(targets: Iterable<JumpTarget>, original: t.Node): t.Expression {
    const reads = [...targets].map((target): t.Expression => target.read(original));
    return reads.reduce((left, right) => from(t.logicalExpression('||', left, right), original));
  }

  /** Removes assignments to flags that nothing reads. */
  prune(list: t.Statement[]): void {
    const unread = new Set<t.Statement>();
    for (const target of this.targets) {
      if (target.isRead) continue;
      for (const assignment of target.assignments) unread.add(assignment);
    }
    removeStatements(list, (statement) => unread.has(statement));
  }
}

/** `if (x) continue; // why`: the comment stays with the jump, and does not move with what follows. */
function keepOnLine(statement: t.IfStatement, next: t.Statement): void {
  const own = (next.leadingComments ?? []).filter((comment) => isOnLastLine(comment, statement));
  if (own.length === 0) return;
  const isOther = (comment: t.Comment) => !own.includes(comment);
  next.leadingComments = next.leadingComments!.filter(isOther);
  statement.trailingComments = statement.trailingComments?.filter(isOther) ?? null;
  const branch = (statement.alternate ?? statement.consequent) as t.BlockStatement;
  const last = branch.body.at(-1);
  if (last) last.trailingComments = united(last.trailingComments, own);
  else addInner(branch, own);
}

/** The parser gives comments between two statements to both; what we put between them comes before those on their own lines. */
function keepsNoCommentOf(
  before: t.Statement | undefined,
  statements: readonly t.Statement[],
): void {
  const taken = new Set(statements.flatMap(({ leadingComments }) => leadingComments ?? []));
  if (!before?.trailingComments) return;
  before.trailingComments = before.trailingComments.filter(
    (comment) => !taken.has(comment) || isOnLastLine(comment, before),
  );
}

/** Whether an exception may come when a jump is on its way: from the value of a return, or from a `finally`. */
function jumpMayFail(list: readonly t.Statement[]): boolean {
  return list.some((statement) => {
    if (t.isReturnStatement(statement)) return mayThrow(statement.argument);
    if (t.isTryStatement(statement) && statement.finalizer) return containsJump(statement);
    return innerLists(statement).some(jumpMayFail);
  });
}

function mayThrow(value: t.Expression | null | undefined): boolean {
  return (
    value != null && !t.isIdentifier(value) && (!t.isLiteral(value) || t.isTemplateLiteral(value))
  );
}

/**
 * The statements of a block with jumps, such as a `switch` has become, where none leads to its end and it declares nothing of the
 * user's: what follows it may then be moved into the branch that comes to it.
 */
function opened(statement: t.Statement, staging: Staging): t.Statement[] {
  if (t.isLabeledStatement(statement)) {
    const { body, label } = statement;
    if (!t.isBlockStatement(body) || breaksTo(body, label.name)) return [statement];
    return inheritComments(opened(body, staging), statement);
  }
  if (!t.isBlockStatement(statement) || !containsJump(statement)) return [statement];
  if (!staging.dissolvable.has(statement) && statement.body.some(isLexical)) return [statement];
  const inner = statement.body.flatMap((one) => opened(one, staging));
  return inheritComments(inner, statement);
}

/**
 * Functions can be called before the statement that declares them: what stands behind a jump goes in front of that, if
 * something up to there may call it.
 */
function functionsFirst(statements: readonly t.Statement[]): t.Statement[] {
  const jump = statements.findIndex(containsJump);
  const before = statements.slice(0, jump + 1);
  let later = statements.slice(jump + 1).filter((one) => t.isFunctionDeclaration(one));
  const moved = new Set<t.Statement>();
  for (let size = -1; size !== moved.size; ) {
    size = moved.size;
    const mentioned = mentionedNames([...before, ...moved]);
    for (const one of later) if (mentioned.has(one.id!.name)) moved.add(one);
    later = later.filter((one) => !moved.has(one));
  }
  if (moved.size === 0) return [...statements];
  const rest = statements.slice(jump).filter((one) => !moved.has(one));
  return [...statements.slice(0, jump), ...moved, ...rest];
}

/** What follows is never reached, but may declare variables that closures mention. */
function withDeclarations(list: t.Statement[], rest: readonly t.Statement[]): t.Statement[] {
  makeMovable(rest, list, list);
  return list;
}

function joinedBlock(first: t.Statement[], rest: readonly t.Statement[]): t.BlockStatement {
  if (first.length === 0) return from(t.blockStatement([...rest]), rest[0]);
  // What the branch declares must not be seen by what follows the statement.
  const isPlain = !first.some(isLexical);
  return t.blockStatement(isPlain ? [...first, ...rest] : [t.blockStatement(first), ...rest]);
}

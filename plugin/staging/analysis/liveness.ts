import * as t from '@babel/types';
import type { FunctionWithBody } from '../tree/functions.js';
import { patternTargets } from '../tree/targets.js';
import { forEachChild, unwrapped } from '../tree/walk.js';
import type { Scopes, Variable } from './scopes.js';

export type Live = ReadonlySet<Variable>;

/** Which variables are read later, around a construct. */
export interface Liveness {
  /** After an `if`; of a loop: after it, or at its next test or iteration; of a `try`: in its handler and finalizer too. */
  out: Live;
  /** Of an `if`: at the beginning of each branch. */
  main: Live;
  otherwise: Live;
}

export interface FunctionLiveness {
  constructs: ReadonlyMap<t.Node, Liveness>;
  /** Assignments of variables that no closure captures to which no read follows. */
  unreadAssignments: ReadonlySet<t.ExpressionStatement>;
}

const nothing: Live = new Set();
const nothingElse: ReadonlySet<t.Node> = new Set();

/**
 * Which variables are live around each `if` and loop of a function. Variables that closures capture are left out: they
 * count as live everywhere.
 */
export function liveness(fn: FunctionWithBody, scopes: Scopes): FunctionLiveness {
  const analysis = new Analysis(scopes, fn);
  if (t.isBlockStatement(fn.body)) analysis.list(fn.body.body, nothing, nothing);
  return { constructs: analysis.found, unreadAssignments: analysis.unread };
}

class Analysis {
  readonly found = new Map<t.Node, Liveness>();
  readonly unread = new Set<t.ExpressionStatement>();

  private readonly readBy = new Map<t.Node, Live>();

  constructor(
    private readonly scopes: Scopes,
    private readonly fn: t.Node,
  ) {}

  /** What is live before the statements. `thrown` is live wherever an exception may leave them. */
  list(statements: readonly t.Statement[], out: Live, thrown: Live): Live {
    return statements.reduceRight(
      (live, statement) => this.statement(statement, live, thrown),
      out,
    );
  }

  private statement(statement: t.Statement, after: Live, thrown: Live): Live {
    const before = this.before(statement, union(after, thrown), thrown);
    // What it assigns is what it was where it throws instead.
    return isCertain(statement) ? before : union(before, thrown);
  }

  private before(statement: t.Statement, out: Live, thrown: Live): Live {
    switch (statement.type) {
      case 'BlockStatement':
        return this.list(statement.body, out, thrown);
      case 'IfStatement':
        return this.if(statement, out, thrown);
      case 'WhileStatement':
        return this.loop(statement, out, (head) => {
          const inBody = this.list((statement.body as t.BlockStatement).body, head, thrown);
          return union(inBody, this.reads(statement.test));
        });
      case 'ForOfStatement': {
        const head = this.loop(statement, out, (next) => this.iteration(statement, next, thrown));
        return union(head, this.reads(statement.right));
      }
      case 'LabeledStatement':
        return this.statement(statement.body, out, thrown);
      case 'TryStatement':
        return this.try(statement, out, thrown);
      case 'VariableDeclaration':
        return statement.declarations.reduceRight((live, { id, init }) => {
          const before = this.targets(id, live);
          return init ? union(before, this.reads(init)) : before;
        }, out);
      case 'ExpressionStatement': {
        const expression = unwrapped(statement.expression);
        if (!t.isAssignmentExpression(expression, { operator: '=' })) {
          return union(out, this.reads(expression));
        }
        this.noteUnread(statement, expression.left, out);
        return union(this.targets(expression.left, out), this.reads(expression.right));
      }
      case 'FunctionDeclaration':
        return out;
      case 'ReturnStatement':
        return union(thrown, statement.argument ? this.reads(statement.argument) : nothing);
      case 'ThrowStatement':
        return union(thrown, this.reads(statement.argument));
      default:
        return union(out, this.reads(statement));
    }
  }

  private noteUnread(statement: t.ExpressionStatement, target: t.Node, out: Live): void {
    const variable = this.scopes.variableOf(target);
    const isOwn = variable?.owner === this.fn && !variable.isCaptured;
    if (isOwn && !out.has(variable)) this.unread.add(statement);
    else this.unread.delete(statement);
  }

  private if(statement: t.IfStatement, out: Live, thrown: Live): Live {
    const main = this.statement(statement.consequent, out, thrown);
    const otherwise = statement.alternate ? this.statement(statement.alternate, out, thrown) : out;
    this.found.set(statement, { out, main, otherwise });
    return union(union(main, otherwise), this.reads(statement.test));
  }

  /** What is live at the head of a loop: the least set that one iteration more does not change. */
  private loop(loop: t.Statement, out: Live, before: (head: Live) => Live): Live {
    let head = out;
    for (;;) {
      const next = union(head, before(head));
      if (next.size === head.size) break;
      head = next;
    }
    this.found.set(loop, { out: head, main: nothing, otherwise: nothing });
    return head;
  }

  private iteration(loop: t.ForOfStatement, next: Live, thrown: Live): Live {
    const inBody = this.list((loop.body as t.BlockStatement).body, next, thrown);
    const target = t.isVariableDeclaration(loop.left) ? loop.left.declarations[0]!.id : loop.left;
    return union(this.targets(target, inBody), this.exit(loop));
  }

  /** What decides whether to go on is asked before an iteration too: the last statement becomes part of the loop's test. */
  private exit({ body }: t.ForOfStatement): Live {
    const last = (body as t.BlockStatement).body.at(-1);
    return t.isIfStatement(last) && t.isBreakStatement(last.consequent)
      ? this.reads(last.test)
      : nothing;
  }

  private try(statement: t.TryStatement, out: Live, thrown: Live): Live {
    const { block, handler, finalizer } = statement;
    const last = finalizer ? this.part(finalizer, out, thrown) : out;
    const whereThrown = finalizer ? last : thrown;
    const caught = handler ? this.part(handler.body, last, whereThrown) : whereThrown;
    const around = union(union(out, last), caught);
    this.found.set(statement, { out: around, main: nothing, otherwise: nothing });
    return this.list(block.body, last, handler ? union(caught, whereThrown) : whereThrown);
  }

  /** A handler or finalizer. What it reads is state of the statement, which is merged where it ends: it counts as live there. */
  private part({ body }: t.BlockStatement, out: Live, thrown: Live): Live {
    return this.list(body, union(out, this.list(body, out, thrown)), thrown);
  }

  /** What is live before an assignment to the pattern, apart from what its value reads. */
  private targets(pattern: t.Node, out: Live): Live {
    const live = new Set(out);
    const assigned = patternTargets(unwrapped(pattern));
    for (const target of assigned) {
      const variable = this.scopes.variableOf(target);
      if (variable) live.delete(variable);
    }
    if (t.isIdentifier(pattern)) return live;
    const read = this.readsBeside(
      new Set(assigned.filter((node) => t.isIdentifier(node))),
      pattern,
    );
    return union(live, read);
  }

  /** The variables that a piece of the program may read when it runs; closures made in it do not run. */
  private reads(node: t.Node): Live {
    let found = this.readBy.get(node);
    if (found === undefined) {
      found = this.readsBeside(nothingElse, node);
      this.readBy.set(node, found);
    }
    return found;
  }

  private readsBeside(except: ReadonlySet<t.Node>, node: t.Node): Live {
    const found = new Set<Variable>();
    const visit = (inner: t.Node): void => {
      if (except.has(inner)) return;
      const variable = this.scopes.variableOf(inner);
      if (variable) found.add(variable);
      forEachChild(inner, visit);
    };
    visit(node);
    return found;
  }
}

/** Whether it gives a variable a value of its own, which cannot throw. */
function isCertain(statement: t.Statement): boolean {
  if (!t.isExpressionStatement(statement)) return false;
  const { left, right } = statement.expression as t.AssignmentExpression;
  return t.isIdentifier(left) && t.isLiteral(right) && !t.isTemplateLiteral(right);
}

function union(left: Live, right: Live): Live {
  let result: Set<Variable> | null = null;
  for (const variable of right) {
    if (left.has(variable)) continue;
    result ??= new Set(left);
    result.add(variable);
  }
  return result ?? left;
}

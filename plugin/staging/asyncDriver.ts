import * as t from '@babel/types';
import { Closures, closureOf } from './analysis/closures.js';
import { constantsIn } from './analysis/constantNames.js';
import { hasCall } from './analysis/effects.js';
import { isStraight, iteratedIn, keepsFunctions, makesObjects } from './analysis/madeObjects.js';
import { type OutsideState, outsideState } from './analysis/outsideState.js';
import { RunCalls } from './asyncRunCalls.js';
import { stageExpressions } from './expressions/expressions.js';
import type { Staged } from './index.js';
import { LeavingJumps } from './jumps/leavingJumps.js';
import { makeMovable } from './jumps/moving.js';
import { runPasses } from './pipeline.js';
import { useBlocks } from './state/blocks.js';
import { renameAllShadows } from './state/shadows.js';
import { hoistVariables } from './state/variables.js';
import { refuse, type Staging } from './tree/context.js';
import type { FunctionWithBody } from './tree/functions.js';
import { assign, copy, declare, from, helperCall, inheritComments, thunk } from './tree/nodes.js';
import { arrowOf } from './tree/start.js';
import { declaredNames } from './tree/statements.js';
import { containsOwn, walk } from './tree/walk.js';
import { takeParametersApart } from './waiting.js';

/** Whether the function itself waits for the values of an iterator. */
export function hasAwaitLoop(fn: t.Function): boolean {
  return fn.async === true && containsAwaitLoop(fn.body);
}

function containsAwaitLoop(node: t.Node): boolean {
  return containsOwn(node, (inner) => t.isForOfStatement(inner) && inner.await);
}

/**
 * A function with `for await` cannot be one graph: what its iterators give is only there while it runs. It stays an
 * asynchronous function. Loops of that kind, and what is around them, stay as they are, and whatever stands between,
 * their bodies above all, become graphs that take the function's variables and leave them changed.
 */
export function driveFunction(fn: t.Function, staging: Staging): Staged {
  const waiting = staging.mayWait ? waitingForm(copy(fn), staging) : null;
  const code = arrowOf(fn);
  if (waiting !== null) takeParametersApart(code as FunctionWithBody, staging);
  useBlocks(code as FunctionWithBody, staging);
  hoistVariables(code as FunctionWithBody, staging);
  renameAllShadows(code as FunctionWithBody, staging);
  const around = outsideState(code, (name) => staging.bindingOutside(name));
  const lowering = new DriverLowering(staging, nameOf(fn) ?? (staging.name || null), around);
  lowering.run(code, waiting);
  return { code, parts: lowering.calls.parts };
}

/** The same function for calls with no tensor near. */
function waitingForm(fn: t.Function, staging: Staging): t.ArrowFunctionExpression {
  const waiting = arrowOf(fn);
  staging.waiting.add(waiting);
  runPasses(waiting, staging);
  return waiting;
}

interface Moved {
  readonly ahead: readonly t.Statement[];
  readonly list: t.Statement[];
  readonly jumps: LeavingJumps;
  readonly last: readonly t.Statement[];
}

class DriverLowering {
  readonly calls: RunCalls;
  private readonly resultName: string;
  private readonly variables = new Set<string>();
  private readonly closures = new Closures();
  private iterated: ReadonlySet<string> = new Set();
  private usesResult = false;
  /** A handler of the function, or what it does at last, sees what the variables hold where an error leaves a piece. */
  private isGuarded = false;

  private readonly staging: Staging;

  constructor(
    context: Staging,
    name: string | null,
    private readonly around: OutsideState,
  ) {
    const {
      variables,
      around: { objects },
    } = this;
    const staging: Staging = {
      ...context,
      isConstantOutside: (name) =>
        (!variables.has(name) || objects.has(name)) && context.isConstantOutside(name),
    };
    this.staging = staging;
    this.calls = new RunCalls(staging, name, variables, this.closures, around);
    this.resultName = staging.uniqueName('result');
    staging.flags.set(this.resultName, 'return value');
  }

  /** `(x) => ug.drive(async (run) => { … })`, and after it what waits where no tensor is near, with its arguments. */
  run(code: t.ArrowFunctionExpression, waiting: t.ArrowFunctionExpression | null): void {
    const given = waiting === null ? [] : code.params.map(asArgument);
    for (const parameter of code.params) this.declared(parameter);
    this.variables.add(this.resultName);
    this.variables.add('this');
    for (const name of [...this.around.variables, ...this.around.objects]) this.variables.add(name);
    this.iterated = iteratedIn(code.body);
    const body = code.body as t.BlockStatement;
    const constants = constantsIn(body);
    body.body = this.list(body.body, false);
    this.calls.tellShared(body);
    this.calls.tellSeen(constants);
    if (this.usesResult) body.body.unshift(declare('let', this.resultName, null, body));
    body.body.unshift(...this.calls.keptOutside(body));
    const driver = t.arrowFunctionExpression([t.identifier(this.calls.runName)], body, true);
    const without = waiting === null ? [] : [waiting, t.arrayExpression(given)];
    const call = helperCall(this.staging, 'drive', [from(driver, body), ...without], body);
    code.async = false;
    code.body = from(t.blockStatement([from(t.returnStatement(call), body)]), body);
  }

  private list(statements: readonly t.Statement[], inLoop: boolean): t.Statement[] {
    const list: t.Statement[] = [];
    let pending: t.Statement[] = [];
    let isDirect = false;
    const flush = (): void => {
      if (pending.length === 0) return;
      const others = statements.filter((statement) => !pending.includes(statement));
      list.push(
        ...(isDirect ? this.directly(pending, others) : this.segment(pending, others, inLoop)),
      );
      pending = [];
    };
    const isAround = statements.some(containsAwaitLoop);
    // A function may be called before it stands.
    for (const statement of statements) this.closures.noteDeclared(statement);
    for (const statement of statements) {
      const closure = closureOf(statement);
      if (containsAwaitLoop(statement)) {
        flush();
        list.push(...inheritComments([this.control(statement, inLoop)], statement));
      } else if (closure !== null) {
        flush();
        runPasses(closure as t.ArrowFunctionExpression, this.staging);
        list.push(statement);
      } else {
        const makes = this.isDirect(statement, isAround);
        if (makes !== isDirect) flush();
        isDirect = makes;
        if (makes) this.closures.noteHeld(statement, this.variables);
        else this.closures.noteMade(statement);
        pending.push(statement);
      }
    }
    flush();
    return list;
  }

  private isDirect(statement: t.Statement, isAround: boolean): boolean {
    if (!isStraight(statement)) return false;
    const makes = isAround && makesObjects(statement, this.iterated);
    return makes || keepsFunctions(statement, this.closures.names);
  }

  private block(block: t.BlockStatement, inLoop: boolean): t.BlockStatement {
    return this.scoped(() => {
      block.body = this.list(block.body, inLoop);
      return block;
    });
  }

  /** What the code declares is unknown behind it. */
  private scoped<T>(code: () => T): T {
    const outer = new Set(this.variables);
    const result = code();
    for (const name of this.variables) if (!outer.has(name)) this.variables.delete(name);
    return result;
  }

  /** A statement around a loop of that kind: JavaScript decides about it, when the function runs. */
  private control(statement: t.Statement, inLoop: boolean): t.Statement {
    switch (statement.type) {
      case 'BlockStatement':
        return this.block(statement, inLoop);
      case 'LabeledStatement':
        statement.body = this.control(statement.body, inLoop);
        return statement;
      case 'IfStatement':
        statement.test = this.calls.condition(statement.test);
        this.block(statement.consequent as t.BlockStatement, inLoop);
        if (statement.alternate) this.block(statement.alternate as t.BlockStatement, inLoop);
        return statement;
      case 'WhileStatement':
      case 'DoWhileStatement':
        statement.test = this.calls.condition(statement.test);
        this.block(statement.body as t.BlockStatement, true);
        return statement;
      case 'ForStatement':
        return this.scoped(() => this.countedLoop(statement));
      case 'ForOfStatement':
        return this.scoped(() => this.forOf(statement));
      case 'TryStatement': {
        const { block, handler, finalizer } = statement;
        this.guarded(true, () => this.block(block, inLoop));
        if (handler) this.guarded(Boolean(finalizer), () => this.handler(handler, inLoop));
        if (finalizer) {
          this.block(finalizer, inLoop);
          for (const left of handler ? [block, handler.body] : [block])
            this.calls.keepReturned(left);
        }
        return statement;
      }
      default:
        return refuse(
          this.staging,
          'for-await',
          '`for await` cannot be staged in a switch or for…in statement.',
          statement,
        );
    }
  }

  private guarded(isGuarded: boolean, code: () => void): void {
    const outer = this.isGuarded;
    this.isGuarded ||= isGuarded;
    code();
    this.isGuarded = outer;
  }

  private countedLoop(loop: t.ForStatement): t.Statement {
    const { init, test, update } = loop;
    if (t.isVariableDeclaration(init)) this.initials(init);
    else if (init) loop.init = this.calls.evaluated(init);
    if (test) loop.test = this.calls.condition(test);
    if (update) loop.update = this.calls.evaluated(update);
    this.block(loop.body as t.BlockStatement, true);
    return loop;
  }

  private initials(declaration: t.VariableDeclaration): void {
    this.declaredIn(declaration);
    const { declarations } = declaration;
    if (declarations.every(({ id }) => t.isIdentifier(id))) {
      for (const declarator of declarations)
        if (declarator.init) declarator.init = this.calls.evaluated(declarator.init);
      return;
    }
    // What a pattern takes apart depends on it.
    const holder = t.arrowFunctionExpression([], t.blockStatement([declaration]));
    stageExpressions(holder as FunctionWithBody, this.staging);
    for (const declarator of declarations)
      if (declarator.init && !t.isLiteral(declarator.init))
        declarator.init = this.calls.call('directly', [thunk(declarator.init)], declarator);
  }

  /** Errors that say that there is no graph are none of the program's. */
  private handler(clause: t.CatchClause, inLoop: boolean): void {
    const { param, body } = clause;
    const name = t.isIdentifier(param) ? param.name : this.staging.uniqueName('error');
    const error = (): t.Identifier => from(t.identifier(name), clause);
    if (param && !t.isIdentifier(param)) body.body.unshift(declare('let', param, error(), clause));
    clause.param = error();
    this.scoped(() => {
      this.variables.add(name);
      return this.block(body, inLoop);
    });
    body.body.unshift(
      from(t.expressionStatement(this.calls.call('catches', [error()], clause)), clause),
    );
  }

  private forOf(loop: t.ForOfStatement): t.Statement {
    const { left, body } = loop;
    const target = t.isVariableDeclaration(left) ? left.declarations[0]!.id : left;
    let name = t.isIdentifier(target) && t.isVariableDeclaration(left) ? target.name : null;
    if (name === null) {
      name = this.staging.uniqueName('item');
      const item = t.identifier(name);
      const first = t.isVariableDeclaration(left)
        ? declare('let', target as t.LVal, item, left)
        : from(t.expressionStatement(t.assignmentExpression('=', target as t.LVal, item)), left);
      (body as t.BlockStatement).body.unshift(first);
    }
    this.variables.add(name);
    loop.left = from(
      t.variableDeclaration('let', [t.variableDeclarator(t.identifier(name))]),
      left,
    );
    // What functions know of an item they may use when the loop has gone on.
    loop.right = this.calls.iterated(loop, keepsFunctions(body, new Set()));
    this.block(body as t.BlockStatement, true);
    return loop;
  }

  /** What is moved into a piece, with what stands ahead of it and behind it. */
  private moved(statements: readonly t.Statement[], others: readonly t.Statement[]): Moved {
    const ahead: t.Statement[] = [];
    const jumps = new LeavingJumps(this.resultName);
    const own = [...statements];
    const last = jumps.takeLast(own);
    const movable = makeMovable(own, [...others, ...last], ahead);
    for (const statement of ahead) this.declaredIn(statement);
    const list = jumps.replace(movable);
    if (jumps.usesResult) this.usesResult = true;
    return { ahead, list, jumps, last };
  }

  private withErrors({ ahead, list, jumps, last }: Moved): Moved {
    if (!list.some(mayThrow)) return { ahead, list, jumps, last };
    const [error, caught] = ['error', 'caught'].map((name) => this.staging.uniqueName(name));
    this.variables.add(caught!);
    const declared = declare('let', caught!, null, list[0]!);
    const guarded = jumps.withErrors(list, error!, caught!);
    return { ahead: [...ahead, declared], list: guarded, jumps, last };
  }

  /** Statements without such a loop become a graph. */
  private segment(
    statements: readonly t.Statement[],
    others: readonly t.Statement[],
    inLoop: boolean,
  ): t.Statement[] {
    const original = statements[0]!;
    const mayHaveResult = inLoop || this.usesResult;
    const moved = this.moved(statements, others);
    if (moved.list.length === 0) return [...moved.ahead, ...moved.last];
    const { ahead, list, jumps, last } = this.isGuarded ? this.withErrors(moved) : moved;
    if (jumps.codes.length > 0) {
      list.push(t.returnStatement(t.numericLiteral(0)));
      // A part that did not return has left something of the type that it would have returned.
      if (jumps.usesResult && mayHaveResult)
        list.unshift(assign(t.identifier(this.resultName), t.identifier('undefined'), original));
    }
    const code = from(t.arrowFunctionExpression([], t.blockStatement(list)), original);
    if (jumps.codes.length > 0) this.staging.jumping.add(code);
    const call = t.awaitExpression(this.calls.segment(code, inLoop, original));
    if (jumps.codes.length === 0) {
      return [...ahead, from(t.expressionStatement(call), original), ...last];
    }
    const jump = this.staging.uniqueName('jump');
    const followed = jumps.codes.map((statement, index) =>
      from(
        t.ifStatement(
          t.binaryExpression('===', t.identifier(jump), t.numericLiteral(index + 1)),
          statement,
        ),
        original,
      ),
    );
    return [...ahead, declare('const', jump, call, original), ...followed, ...last];
  }

  /** Statements that run on real tensors: `run.directly(() => { … });` */
  private directly(
    statements: readonly t.Statement[],
    others: readonly t.Statement[],
  ): t.Statement[] {
    const original = statements[0]!;
    const { ahead, list, last } = this.moved(statements, others);
    if (list.length === 0) return [...ahead, ...last];
    const code = from(t.arrowFunctionExpression([], t.blockStatement(list)), original);
    walk(code, (node) => {
      // What it holds is the function's.
      if (t.isObjectExpression(node) || t.isArrayExpression(node)) this.staging.made.add(node);
      return !t.isFunction(node) || node === code;
    });
    const call = from(t.expressionStatement(this.calls.directly(code, original)), original);
    return [...ahead, call, ...last];
  }

  private declared(pattern: t.Node): void {
    for (const name of Object.keys(t.getBindingIdentifiers(pattern))) this.variables.add(name);
  }

  private declaredIn(statement: t.Statement): void {
    if (!t.isVariableDeclaration(statement)) return;
    // What is put in its place has to be assigned.
    statement.kind = 'let';
    for (const name of declaredNames(statement)) this.variables.add(name);
  }
}

/** What an operator throws, or a property of null, is a mistake that no handler waits for. */
function mayThrow(node: t.Node): boolean {
  return hasCall(node) || containsOwn(node, (inner) => t.isThrowStatement(inner));
}

/** A parameter that is a name, as an element of the list of arguments. */
function asArgument(parameter: t.Node): t.Expression | t.SpreadElement {
  if (t.isRestElement(parameter)) return t.spreadElement(parameter.argument as t.Identifier);
  return t.identifier((parameter as t.Identifier).name);
}

function nameOf(fn: t.Function): string | null {
  const id = 'key' in fn ? fn.key : 'id' in fn ? fn.id : null;
  return t.isIdentifier(id) ? id.name : null;
}

import * as t from '@babel/types';
import { appendedIn, type Path } from './analysis/appended.js';
import { Closures, closureOf } from './analysis/closures.js';
import { isStraight, iteratedIn, keepsFunctions, makesObjects } from './analysis/madeObjects.js';
import { stageExpressions } from './expressions/expressions.js';
import type { Staged } from './index.js';
import { LeavingJumps } from './jumps/leavingJumps.js';
import { makeMovable } from './jumps/moving.js';
import { runPasses } from './pipeline.js';
import { useBlocks } from './state/blocks.js';
import { hoistVariables } from './state/variables.js';
import { refuse, type Staging } from './tree/context.js';
import type { FunctionWithBody } from './tree/functions.js';
import { at, copy, declare, from, helperCall, inheritComments, thunk } from './tree/nodes.js';
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
  useBlocks(code as FunctionWithBody);
  hoistVariables(code as FunctionWithBody, staging);
  const lowering = new DriverLowering(staging, nameOf(fn) ?? (staging.name || null));
  lowering.run(code, waiting);
  return { code, parts: lowering.parts };
}

/** The same function for calls with no tensor near. */
function waitingForm(fn: t.Function, staging: Staging): t.ArrowFunctionExpression {
  const waiting = arrowOf(fn);
  staging.waiting.add(waiting);
  runPasses(waiting, staging);
  return waiting;
}

/** A call of `run.segment`, and the variables that the piece assigns. */
interface Segment {
  readonly call: t.CallExpression;
  readonly names: readonly string[];
  readonly assigned: ReadonlySet<string>;
}

interface Moved {
  readonly ahead: readonly t.Statement[];
  readonly list: t.Statement[];
  readonly jumps: LeavingJumps;
  readonly last: readonly t.Statement[];
}

class DriverLowering {
  readonly parts: string[] = [];
  private readonly runName: string;
  private readonly resultName: string;
  private readonly variables = new Set<string>();
  private readonly closures = new Closures();
  private readonly segments: Segment[] = [];
  private iterated: ReadonlySet<string> = new Set();
  private usesResult = false;
  /** A handler of the function, or what it does at last, sees what the variables hold where an error leaves a piece. */
  private isGuarded = false;

  private readonly staging: Staging;

  constructor(
    context: Staging,
    private readonly name: string | null,
  ) {
    const staging: Staging = {
      ...context,
      isConstantOutside: (name) => !this.variables.has(name) && context.isConstantOutside(name),
    };
    this.staging = staging;
    this.runName = staging.uniqueName('run');
    this.resultName = staging.uniqueName('result');
    staging.flags.set(this.resultName, 'return value');
  }

  /** `(x) => ug.drive(async (run) => { … })`, and after it what waits where no tensor is near, with its arguments. */
  run(code: t.ArrowFunctionExpression, waiting: t.ArrowFunctionExpression | null): void {
    const given = waiting === null ? [] : code.params.map(asArgument);
    for (const parameter of code.params) this.declared(parameter);
    this.variables.add(this.resultName);
    this.variables.add('this');
    this.iterated = iteratedIn(code.body);
    const body = code.body as t.BlockStatement;
    body.body = this.list(body.body, false);
    this.tellShared(body);
    if (this.usesResult) body.body.unshift(declare('let', this.resultName, null, body));
    const driver = t.arrowFunctionExpression([t.identifier(this.runName)], body, true);
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
        statement.test = this.condition(statement.test);
        this.block(statement.consequent as t.BlockStatement, inLoop);
        if (statement.alternate) this.block(statement.alternate as t.BlockStatement, inLoop);
        return statement;
      case 'WhileStatement':
      case 'DoWhileStatement':
        statement.test = this.condition(statement.test);
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
        if (finalizer) this.block(finalizer, inLoop);
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
    else if (init) loop.init = this.evaluated(init);
    if (test) loop.test = this.condition(test);
    if (update) loop.update = this.evaluated(update);
    this.block(loop.body as t.BlockStatement, true);
    return loop;
  }

  private initials(declaration: t.VariableDeclaration): void {
    this.declaredIn(declaration);
    const { declarations } = declaration;
    if (declarations.every(({ id }) => t.isIdentifier(id))) {
      for (const declarator of declarations)
        if (declarator.init) declarator.init = this.evaluated(declarator.init);
      return;
    }
    // What a pattern takes apart depends on it.
    const holder = t.arrowFunctionExpression([], t.blockStatement([declaration]));
    stageExpressions(holder as FunctionWithBody, this.staging);
    for (const declarator of declarations)
      if (declarator.init && !t.isLiteral(declarator.init))
        declarator.init = this.call('directly', [thunk(declarator.init)], declarator);
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
    body.body.unshift(from(t.expressionStatement(this.call('catches', [error()], clause)), clause));
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
    const keeps = keepsFunctions(body, new Set()) ? [t.booleanLiteral(true)] : [];
    const source = this.evaluating(loop.right);
    loop.right = this.call(loop.await ? 'each' : 'all', [source, ...keeps], loop);
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
    const moved = this.moved(statements, others);
    if (moved.list.length === 0) return [...moved.ahead, ...moved.last];
    const { ahead, list, jumps, last } = this.isGuarded ? this.withErrors(moved) : moved;
    if (jumps.codes.length > 0) list.push(t.returnStatement(t.numericLiteral(0)));
    const code = from(t.arrowFunctionExpression([], t.blockStatement(list)), original);
    const names = this.closures.usedBy(code, this.variables);
    const appended = this.appended(code, names);
    const assigned = assignedIn(code);
    const state = this.state(names, original);
    runPasses(code, { ...this.staging, carried: this.variables });
    const segment = this.call(
      'segment',
      [this.slot(original), code, state, t.booleanLiteral(inLoop), ...appended],
      original,
    );
    this.segments.push({ call: segment, names, assigned });
    const call = t.awaitExpression(segment);
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

  /** Tells the pieces which of the variables that they assign JavaScript knows besides: who knows what these hold is not seen. */
  private tellShared(body: t.BlockStatement): void {
    const calls = new Set<t.Node>(this.segments.map(({ call }) => call));
    const known = new Set<string>();
    // Pieces may run between `return x` and the end.
    const mayGoOn = containsOwn(body, (node) => t.isTryStatement(node) && Boolean(node.finalizer));
    walk(body, (node, parent, key) => {
      if (calls.has(node)) return false;
      const isDeclared = t.isVariableDeclarator(parent) && key === 'id';
      const isLast = t.isReturnStatement(parent) && !mayGoOn;
      if (t.isIdentifier(node) && !isDeclared && !isLast) known.add(node.name);
      return undefined;
    });
    // What is returned, or thrown again, pieces hold until then.
    if (!mayGoOn) for (const name of this.staging.flags.keys()) known.delete(name);
    for (const { call, names, assigned } of this.segments) {
      const shared = names.filter((name) => known.has(name) && assigned.has(name));
      if (shared.length === 0) continue;
      if (call.arguments.length === 4) call.arguments.push(t.arrayExpression([]));
      const indices = shared.map((name) => t.numericLiteral(names.indexOf(name)));
      call.arguments.push(t.arrayExpression(indices));
    }
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
    runPasses(code, { ...this.staging, carried: this.variables });
    const call = from(t.expressionStatement(this.call('directly', [code], original)), original);
    return [...ahead, call, ...last];
  }

  /** `[[1], [2, "losses"]]`: the arrays that the piece only pushes to, by the indices of variables and the keys in them. */
  private appended(code: t.ArrowFunctionExpression, names: readonly string[]): t.Expression[] {
    const paths = appendedIn(code).filter(
      ([name]) => names.includes(name) && !this.closures.mention(name),
    );
    if (paths.length === 0) return [];
    const path = ([name, ...keys]: Path): t.Expression =>
      t.arrayExpression([t.numericLiteral(names.indexOf(name)), ...keys.map(t.stringLiteral)]);
    return [t.arrayExpression(paths.map(path))];
  }

  private state(names: readonly string[], original: t.Node): t.Expression {
    const variables = names.filter((name) => name !== 'this');
    const list = (): t.Identifier[] => variables.map((name) => t.identifier(name));
    const self = variables.length < names.length ? [t.thisExpression()] : [];
    const values = this.staging.uniqueName('values');
    const set = t.assignmentExpression('=', t.arrayPattern(list()), t.identifier(values));
    return helperCall(
      this.staging,
      'state',
      [
        t.arrayExpression(
          names.map((name) => t.stringLiteral(this.staging.flags.get(name) ?? name)),
        ),
        thunk(t.arrayExpression([...list(), ...self])),
        t.arrowFunctionExpression(
          [t.identifier(values)],
          t.blockStatement(variables.length === 0 ? [] : [t.expressionStatement(set)]),
        ),
      ],
      original,
    );
  }

  private get slotName(): string {
    return this.name !== null && t.isValidIdentifier(this.name) ? this.name : 'loop';
  }

  private slot(original: t.Node): t.Expression {
    const name = this.staging.moduleName(`${this.slotName}$part`);
    this.parts.push(name);
    const info = t.objectExpression([
      t.objectProperty(t.identifier('name'), t.stringLiteral(this.name ?? 'an async function')),
      t.objectProperty(t.identifier('at'), at(this.staging, original)),
      t.objectProperty(t.identifier('async'), t.booleanLiteral(true)),
    ]);
    const made = helperCall(this.staging, 'slot', [info], original);
    return t.assignmentExpression('??=', t.identifier(name), made);
  }

  /** What JavaScript evaluates when the function runs, on tensors that have elements: `() => ug.gt(x, 0)`. */
  private evaluating(expression: t.Expression): t.ArrowFunctionExpression {
    const result = from(t.returnStatement(expression), expression);
    const body = from(t.blockStatement([result]), expression);
    const code = from(t.arrowFunctionExpression([], body), expression);
    runPasses(code, { ...this.staging, carried: this.variables });
    const [only, ...others] = (code.body as t.BlockStatement).body;
    if (others.length === 0 && t.isReturnStatement(only) && only.argument)
      code.body = only.argument;
    return code;
  }

  /** The value: the tensors that are made for it are freed with the function's. */
  private evaluated(expression: t.Expression): t.Expression {
    if (t.isLiteral(expression)) return expression;
    return this.call('directly', [this.evaluating(expression)], expression);
  }

  private condition(test: t.Expression): t.Expression {
    if (t.isLiteral(test)) return test;
    return t.awaitExpression(this.call('holds', [this.evaluating(test)], test));
  }

  private call(method: string, parameters: t.Expression[], original: t.Node): t.CallExpression {
    const callee = t.memberExpression(t.identifier(this.runName), t.identifier(method));
    return from(t.callExpression(callee, parameters), original);
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

/** The names to which a piece assigns. */
function assignedIn(code: t.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(code, (node) => {
    const target = t.isAssignmentExpression(node) || t.isForXStatement(node) ? node.left : null;
    const found = target === null ? {} : t.getBindingIdentifiers(target);
    for (const name of Object.keys(found)) names.add(name);
    return undefined;
  });
  return names;
}

/** Whether something is called or thrown. What an operator throws, or a property of null, is a mistake that no handler waits for. */
function mayThrow(node: t.Node): boolean {
  return containsOwn(
    node,
    (inner) =>
      t.isThrowStatement(inner) ||
      t.isCallExpression(inner) ||
      t.isOptionalCallExpression(inner) ||
      t.isNewExpression(inner) ||
      t.isTaggedTemplateExpression(inner),
  );
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

import * as t from '@babel/types';
import { appendedIn, type Path } from './analysis/appended.js';
import type { Closures } from './analysis/closures.js';
import { assignedNames } from './analysis/effects.js';
import type { OutsideState } from './analysis/outsideState.js';
import { runPasses } from './pipeline.js';
import type { Staging } from './tree/context.js';
import { at, from, helperCall, thunk } from './tree/nodes.js';
import { assignedBy, rootOf } from './tree/targets.js';
import { containsOwn, unwrapped, walk } from './tree/walk.js';

/** A call of `run.segment`, and the variables that the piece assigns. */
interface Segment {
  readonly call: t.CallExpression;
  readonly names: readonly string[];
  readonly assigned: ReadonlySet<string>;
  /** Those whose objects may hold something else behind it. */
  readonly mutated: ReadonlySet<string>;
}

/** A call of code that JavaScript runs, and the variables that it mentions and those that it assigns. */
interface Direct {
  readonly call: t.CallExpression;
  /** What tells it from others by its place; null for what a loop iterates. */
  readonly placed: t.Node | null;
  readonly names: readonly string[];
  readonly assigned: ReadonlySet<string>;
}

/** What an asynchronous function asks of its run: `run.segment(…)`, `run.directly(…)`, `run.holds(…)`. */
export class RunCalls {
  readonly runName: string;
  /** The names of the slots. */
  readonly parts: string[] = [];
  private readonly segments: Segment[] = [];
  private readonly directs: Direct[] = [];

  constructor(
    private readonly staging: Staging,
    /** The name of the function. */
    private readonly name: string | null,
    /** Those of the function that are known so far. */
    private readonly variables: ReadonlySet<string>,
    private readonly closures: Closures,
    private readonly around: OutsideState,
  ) {
    this.runName = staging.uniqueName('run');
  }

  call(method: string, parameters: t.Expression[], original: t.Node): t.CallExpression {
    const callee = t.memberExpression(t.identifier(this.runName), t.identifier(method));
    return from(t.callExpression(callee, parameters), original);
  }

  /** A piece of the function as a graph. */
  segment(code: t.ArrowFunctionExpression, inLoop: boolean, original: t.Node): t.CallExpression {
    const names = this.closures.usedBy(code, this.variables);
    const appended = this.appended(code, names);
    const assigned = assignedNames(code);
    const mutated = mutatedIn(code);
    const state = this.state(names, original);
    this.stage(code);
    const call = this.call(
      'segment',
      [this.slot(original), code, state, t.booleanLiteral(inLoop), ...appended],
      original,
    );
    this.segments.push({ call, names, assigned, mutated });
    return call;
  }

  /** A piece that runs on real tensors: `run.directly(() => { … })` */
  directly(code: t.ArrowFunctionExpression, original: t.Node): t.CallExpression {
    return this.noted(code, original, () => {
      this.stage(code);
      return this.call('directly', [code], original);
    });
  }

  /** What a loop iterates: `run.each(() => items)`, or `run.all` where it does not wait. `keepsItems`: functions may know the items. */
  iterated(loop: t.ForOfStatement, keepsItems: boolean): t.CallExpression {
    const { right } = loop;
    return this.noted(thunk(right), null, () => {
      const more = keepsItems ? [t.nullLiteral(), t.booleanLiteral(true)] : [];
      return this.call(loop.await ? 'each' : 'all', [this.evaluating(right), ...more], loop);
    });
  }

  private noted(
    code: t.ArrowFunctionExpression,
    placed: t.Node | null,
    makeCall: () => t.CallExpression,
  ): t.CallExpression {
    const names = this.closures.usedBy(code, this.variables);
    const assigned = assignedNames(code);
    const call = makeCall();
    this.directs.push({ call, placed, names, assigned });
    return call;
  }

  private stage(code: t.ArrowFunctionExpression): void {
    runPasses(code, { ...this.staging, carried: this.variables });
  }

  /** What JavaScript evaluates when the function runs, on tensors that have elements: `() => ug.gt(x, 0)`. */
  evaluating(expression: t.Expression): t.ArrowFunctionExpression {
    const result = from(t.returnStatement(expression), expression);
    const body = from(t.blockStatement([result]), expression);
    const code = from(t.arrowFunctionExpression([], body), expression);
    this.stage(code);
    const [only, ...others] = (code.body as t.BlockStatement).body;
    if (others.length === 0 && t.isReturnStatement(only) && only.argument)
      code.body = only.argument;
    return code;
  }

  /** The value: the tensors that are made for it are freed with the function's. */
  evaluated(expression: t.Expression): t.Expression {
    if (t.isLiteral(expression)) return expression;
    return this.noted(thunk(expression), expression, () =>
      this.call('directly', [this.evaluating(expression)], expression),
    );
  }

  condition(test: t.Expression): t.Expression {
    if (t.isLiteral(test)) return test;
    return t.awaitExpression(this.call('holds', [this.evaluating(test)], test));
  }

  /** Tells the pieces which of the variables that they assign JavaScript knows besides: who knows what these hold is not seen. */
  tellShared(body: t.BlockStatement): void {
    const calls = new Set<t.Node>(this.segments.map(({ call }) => call));
    const known = new Set<string>(this.around.variables);
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

  /**
   * Tells what JavaScript runs of variables that it mentions and that pieces change, since it may hold what they held, and of those that
   * it assigns: `run.each(() => items(x), () => [x])`. `constants` are assigned once, where they are declared.
   */
  tellSeen(constants: ReadonlySet<string>): void {
    const changed = new Set(
      this.segments.flatMap(({ assigned, mutated }) => [
        ...mutated,
        ...[...assigned].filter((name) => !constants.has(name)),
      ]),
    );
    for (const { call, placed, names, assigned } of this.directs) {
      const seen = names.filter((name) => changed.has(name));
      if (seen.length === 0) continue;
      const told = names.filter((name) => changed.has(name) || assigned.has(name));
      const values = told.map((name) =>
        name === 'this' ? t.thisExpression() : t.identifier(name),
      );
      call.arguments[1] = thunk(t.arrayExpression(values));
      if (placed !== null) call.arguments.push(at(this.staging, placed));
    }
  }

  /** `run.leaves(() => [total]);`: what variables around the function hold in the end, and objects in them, is not the run's. */
  keptOutside(original: t.Node): t.Statement[] {
    const names = [...this.around.variables, ...this.around.objects];
    if (names.length === 0) return [];
    const values = t.arrayExpression(names.map((name) => t.identifier(name)));
    return [from(t.expressionStatement(this.call('leaves', [thunk(values)], original)), original)];
  }

  /** `return run.kept(x);`: pieces of a `finally` run before the function ends, and may put something else into the variable. */
  keepReturned(body: t.BlockStatement): void {
    walk(body, (node) => {
      if (t.isFunction(node)) return false;
      if (t.isReturnStatement(node) && t.isIdentifier(node.argument))
        node.argument = this.call('kept', [node.argument], node.argument);
      return undefined;
    });
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
    const values = variables.includes('$') ? this.staging.uniqueName('values') : '$';
    const isFixed = (name: string): boolean => this.around.objects.has(name);
    const targets = variables.map((name) => (isFixed(name) ? null : t.identifier(name)));
    const set = t.assignmentExpression('=', t.arrayPattern(targets), t.identifier(values));
    return helperCall(
      this.staging,
      'state',
      [
        t.arrayExpression(names.map((name) => t.stringLiteral(this.writtenName(name)))),
        thunk(t.arrayExpression([...list(), ...self])),
        t.arrowFunctionExpression(
          [t.identifier(values)],
          t.blockStatement(variables.every(isFixed) ? [] : [t.expressionStatement(set)]),
        ),
      ],
      original,
    );
  }

  /** What the program calls it. */
  private writtenName(name: string): string {
    return this.staging.flags.get(name) ?? this.staging.standIns.get(name) ?? name;
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
}

/** The names of what holds objects that a piece may change: it assigns to a part of them, calls a method, or hands them on. */
function mutatedIn(code: t.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (node: t.Node): void => {
    const root = rootOf(node);
    if (root !== null) names.add(root.name);
    else if (beginsWithThis(node)) names.add('this');
  };
  walk(code, (node) => {
    for (const target of assignedBy(node)) if (t.isMemberExpression(target)) add(target);
    if (t.isUnaryExpression(node, { operator: 'delete' })) add(node.argument);
    if (t.isCallExpression(node) || t.isNewExpression(node)) {
      if (t.isMemberExpression(node.callee)) add(node.callee.object);
      for (const argument of node.arguments) add(argument);
    }
    return undefined;
  });
  return names;
}

function beginsWithThis(node: t.Node): boolean {
  const inner = unwrapped(node);
  if (t.isMemberExpression(inner)) return beginsWithThis(inner.object);
  return t.isThisExpression(inner);
}

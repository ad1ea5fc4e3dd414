import * as t from '@babel/types';
import { someNode } from '../../syntax/nodes.js';
import { assignedNames, hasCall, isConstant, mentions, needsLift } from '../analysis/effects.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, stagedFunctions } from '../tree/functions.js';
import { copy, declare, from, helperCall, thunk } from '../tree/nodes.js';
import { type Slot, slotsOf } from '../tree/slots.js';
import { declaredNames, innerLists } from '../tree/statements.js';
import { containsOwn, mentionedNames, unwrapped, walk } from '../tree/walk.js';
import { endUnless } from './endUnless.js';
import { withLabels, withoutLabels } from './labels.js';

/*
 * A loop that takes the values of an iterator by `next()`, which nothing else uses, is one over its steps: `for (;;) { const { value,
 * done } = it.next(); … }` becomes `for (const { value, done } of ug.steps(it)) { … }`, to which a generator can push them.
 */

export function useSteps(root: FunctionWithBody, staging: Staging): void {
  const advanced = new Set(found([root], (node) => iteratorOf(node) !== null).map(iteratorOf));
  if (advanced.size === 0) return;
  const functions = stagedFunctions(root);
  for (const fn of functions) {
    if (staging.suspended.has(fn) || !t.isBlockStatement(fn.body)) continue;
    const others = functions.filter((other) => !contains(other, fn));
    const isFixed = (name: string): boolean =>
      declares(root, name) && !others.some((other) => assignedNames(other).has(name));
    const visit = (list: t.Statement[]): void => {
      for (const name of iteratorsIn(list))
        if (advanced.has(name)) new SteppedLoop(name, isFixed, staging).rewrite(list);
      for (const statement of list) innerLists(statement).forEach(visit);
    };
    visit(fn.body.body);
  }
}

/** The `const`s of a list that hold what a call gives. */
function iteratorsIn(list: readonly t.Statement[]): string[] {
  return list.flatMap((statement) => {
    if (!t.isVariableDeclaration(statement, { kind: 'const' })) return [];
    return statement.declarations.flatMap(({ id, init }) =>
      t.isIdentifier(id) && t.isCallExpression(init) ? [id.name] : [],
    );
  });
}

/** The parts of the loop over steps that takes the place of a loop. */
interface Form {
  /** What each step is assigned to. */
  readonly target?: t.VariableDeclaration | t.LVal | undefined;
  readonly body: t.Statement[];
  /** What comes before the loop, and whether there is a first iteration. */
  readonly before?: t.Statement[];
  readonly first?: t.Expression | null;
}

class SteppedLoop {
  #stepName: string | null = null;

  constructor(
    private readonly name: string,
    /** Whether no call can change the variable. */
    private readonly isFixed: (name: string) => boolean,
    private readonly staging: Staging,
  ) {}

  /** What a step is called that the program has no variable for. */
  get #step(): string {
    this.#stepName ??= this.staging.uniqueName('step');
    return this.#stepName;
  }

  rewrite(list: t.Statement[]): void {
    const mentioned = found(list, (node) => t.isIdentifier(node, { name: this.name }));
    const steps = found(list, (node) => this.#isNext(node));
    if (mentioned.length !== steps.length + 1 || steps.length === 0 || steps.length > 2) return;
    this.#visit(list, steps as t.Expression[]);
  }

  /** Looks for the loop in what runs once. */
  #visit(list: t.Statement[], steps: readonly t.Expression[]): void {
    for (const labeled of [...list]) {
      const loop = withoutLabels(labeled);
      if (!t.isLoop(loop)) for (const inner of innerLists(loop)) this.#visit(inner, steps);
      else {
        const form = steps.length === 1 ? this.#once(loop) : this.#twice(loop, labeled, list);
        if (form !== null)
          list[list.indexOf(labeled)] = this.#overSteps(form, copy(steps[0]!), loop, labeled);
      }
    }
  }

  #overSteps(
    { target, body, before = [], first = null }: Form,
    next: t.Expression,
    original: t.Loop,
    labeled: t.Statement,
  ): t.Statement {
    const iterator = t.identifier(this.name);
    const steps = helperCall(this.staging, 'steps', [iterator, thunk(next)], original);
    const variable = target ?? declare('const', this.#step, null, null);
    const block = from(t.blockStatement(body), original.body);
    const loop = withLabels(labeled, from(t.forOfStatement(variable, steps, block), original));
    const guarded = first ? from(t.ifStatement(first, t.blockStatement([loop])), original) : loop;
    return before.length > 0 ? from(t.blockStatement([...before, guarded]), original) : guarded;
  }

  /** A loop in whose test or body alone `next()` is called. */
  #once(loop: t.Loop): Form | null {
    const { body } = loop.body as t.BlockStatement;
    if (t.isForInStatement(loop) || t.isForOfStatement(loop)) return null;
    const isFor = t.isForStatement(loop);
    const isBare = !isFor || (!loop.init && !loop.update);
    const { test = null } = loop;
    if (test && isBare && !t.isDoWhileStatement(loop)) {
      const taken = this.#taken(test);
      if (taken) return { body: [endUnless(taken), ...body] };
    }
    const isEndless = !test || t.isBooleanLiteral(test, { value: true });
    if (!(isEndless && isBare) && !mayEndInBody(loop)) return null;
    const rest = this.#restOf(body);
    if (rest === null || (isEndless && isBare)) return rest;
    const update = isFor && loop.update ? [from(t.expressionStatement(loop.update), loop)] : [];
    const { init = null } = isFor ? loop : {};
    return {
      ...rest,
      body: [...rest.body, ...update, ...(isEndless ? [] : [endUnless(copy(test!))])],
      before: init
        ? [t.isVariableDeclaration(init) ? init : from(t.expressionStatement(init), init)]
        : [],
      first: isEndless || t.isDoWhileStatement(loop) ? null : test,
    };
  }

  /** `for (let r = it.next(); !r.done; r = it.next()) { … }`, `let r = it.next(); while (!r.done) { …; r = it.next(); }` */
  #twice(loop: t.Loop, labeled: t.Statement, list: t.Statement[]): Form | null {
    const { body } = loop.body as t.BlockStatement;
    if (t.isForStatement(loop)) {
      const name = loop.update ? this.#assigned(loop.update) : null;
      if (name === null || !loop.init || this.#assigned(loop.init) !== name) return null;
      const target = t.isVariableDeclaration(loop.init)
        ? withoutValue(loop.init)
        : t.identifier(name);
      return { target, body: [...(loop.test ? [endUnless(loop.test)] : []), ...body] };
    }
    if (!t.isWhileStatement(loop) || !mayEndInBody(loop)) return null;
    const last = body.at(-1);
    const name = t.isExpressionStatement(last) ? this.#assigned(last.expression) : null;
    const start = list.slice(0, list.indexOf(labeled)).findLastIndex((node) => !isIdle(node));
    const before = list[start];
    if (name === null || !before || this.#assigned(before) !== name) return null;
    if (list.slice(start + 1, list.indexOf(labeled)).some((node) => mentions(node, name)))
      return null;
    if (t.isVariableDeclaration(before)) withoutValue(before);
    else list.splice(start, 1);
    return { target: t.identifier(name), body: [endUnless(loop.test), ...body.slice(0, -1)] };
  }

  /** The statements with the step in place of the call of `next()` that the first one begins with. */
  #restOf(body: readonly t.Statement[]): Form | null {
    const [first, ...rest] = body;
    if (t.isVariableDeclaration(first)) {
      const [declarator] = first.declarations;
      const { init } = declarator!;
      if (!init) return null;
      if (first.kind !== 'var' && first.declarations.length === 1 && this.#isNext(unwrapped(init)))
        return { target: withoutValue(first), body: rest };
      declarator!.init = this.#taken(init);
      if (declarator!.init) return { body: [first, ...rest] };
      declarator!.init = init;
    } else if (t.isExpressionStatement(first) || t.isIfStatement(first)) {
      const key = t.isIfStatement(first) ? 'test' : 'expression';
      const holder = first as unknown as Record<string, t.Expression>;
      const taken = this.#taken(holder[key]!);
      if (taken === null) return null;
      holder[key] = taken;
      return { body: [first, ...rest] };
    }
    return null;
  }

  /** The expression with the step in place of the call of `next()`, where that is the first thing that it does. */
  #taken(expression: t.Expression): t.Expression | null {
    const inner = unwrapped(expression) as t.Expression;
    if (this.#isNext(inner)) return from(t.identifier(this.#step), inner);
    for (const slot of partsOf(inner)) {
      const part = slot.get();
      const taken = this.#taken(part);
      if (taken !== null) slot.set(taken);
      if (taken !== null) return inner;
      if (!this.#isStable(part)) return null;
    }
    return null;
  }

  /** Whether it has the same value before and after a call. */
  #isStable(part: t.Expression): boolean {
    if (isConstant(part)) return true;
    if (t.isIdentifier(part)) return this.isFixed(part.name);
    const isOfParts = t.isBinaryExpression(part) || t.isUnaryExpression(part);
    return isOfParts && slotsOf(part).every((slot) => this.#isStable(slot.get()));
  }

  /** The variable that is given what `next()` gives. */
  #assigned(given: t.Node): string | null {
    const node = t.isExpressionStatement(given) ? given.expression : given;
    if (t.isVariableDeclaration(node)) {
      const [{ id, init }] = node.declarations as [t.VariableDeclarator];
      const isLet = node.kind === 'let' && node.declarations.length === 1;
      return isLet && t.isIdentifier(id) && init && this.#isNext(unwrapped(init)) ? id.name : null;
    }
    if (!t.isAssignmentExpression(node, { operator: '=' }) || !t.isIdentifier(node.left))
      return null;
    return this.#isNext(unwrapped(node.right)) ? node.left.name : null;
  }

  #isNext(node: t.Node): boolean {
    return iteratorOf(node) === this.name;
  }
}

/** The variable of which `next()` is called. */
function iteratorOf(node: t.Node): string | null {
  if (!t.isCallExpression(node) || node.arguments.length > 0) return null;
  const { callee } = node;
  if (!t.isMemberExpression(callee, { computed: false }) || !t.isIdentifier(callee.object))
    return null;
  return t.isIdentifier(callee.property, { name: 'next' }) ? callee.object.name : null;
}

/** What an expression is sure to evaluate, in its order. */
function partsOf(node: t.Expression): Slot[] {
  switch (node.type) {
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return slotsOf(node).slice(0, 1);
    case 'AssignmentExpression':
      return t.isIdentifier(node.left) && !t.LOGICAL_OPERATORS.includes(node.operator.slice(0, -1))
        ? slotsOf(node)
        : [];
    case 'MemberExpression':
    case 'UnaryExpression':
    case 'BinaryExpression':
    case 'CallExpression':
    case 'NewExpression':
    case 'ArrayExpression':
      return slotsOf(node);
    default:
      return [];
  }
}

/** Whether what its head does between iterations may as well be at the end of its body. */
function mayEndInBody(loop: t.While | t.For): boolean {
  const { body } = loop.body as t.BlockStatement;
  const { test, update = null } = loop as t.ForStatement;
  const head = [test, update].filter((part) => !!part) as t.Node[];
  const names = mentionedNames(head);
  if (body.some((statement) => declaredNames(statement).some((name) => names.has(name))))
    return false;
  // Each iteration has its own copy of what the head declares.
  if (update && someNode(loop, (node) => t.isFunction(node))) return false;
  return !body.some(continues);
}

/** Whether there may be a `continue` of the loop that the statement stands in. */
function continues(statement: t.Statement): boolean {
  if (t.isContinueStatement(statement)) return true;
  if (t.isLoop(statement))
    return containsOwn(statement, (node) => t.isContinueStatement(node) && Boolean(node.label));
  return innerLists(statement).some((list) => list.some(continues));
}

/** Whether nobody notices where it runs later. */
function isIdle(statement: t.Statement): boolean {
  return t.isVariableDeclaration(statement) && !hasCall(statement) && !needsLift(statement);
}

function withoutValue(declaration: t.VariableDeclaration): t.VariableDeclaration {
  declaration.declarations[0]!.init = null;
  return declaration;
}

function found(nodes: readonly t.Node[], holds: (node: t.Node) => boolean): t.Node[] {
  const all: t.Node[] = [];
  for (const node of nodes)
    walk(node, (inner) => {
      if (holds(inner)) all.push(inner);
      return undefined;
    });
  return all;
}

function contains(outer: t.Node, inner: t.Node): boolean {
  return someNode(outer, (node) => node === inner);
}

/** Whether the name is declared in a function, or is a parameter in it. */
function declares(root: FunctionWithBody, name: string): boolean {
  return someNode(root, (node) => declaresName(node, name));
}

function declaresName(node: t.Node, name: string): boolean {
  if (t.isVariableDeclarator(node)) return name in t.getBindingIdentifiers(node.id);
  return (
    t.isFunction(node) &&
    node.params.some((parameter) => name in t.getBindingIdentifiers(parameter))
  );
}

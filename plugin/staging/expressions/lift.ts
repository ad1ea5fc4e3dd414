import * as t from '@babel/types';
import { constantsIn } from '../analysis/constantNames.js';
import {
  assignedNames,
  assignedOwn,
  decidesEffect,
  hasCall,
  hasEffect,
  isConstant,
  namesOfElements,
  needsLift,
} from '../analysis/effects.js';
import type { Operator, Staging } from '../tree/context.js';
import { type FunctionWithBody, suspends } from '../tree/functions.js';
import { assign, at, copy, declare, from, helperCall, store } from '../tree/nodes.js';
import { slotsOf } from '../tree/slots.js';
import { hasFixedName, isPattern, patternTargets, replaceTargets } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import { firstOptional, requiredChain } from './chains.js';
import { evaluatedTarget } from './evaluatedTarget.js';
import { sourceOf } from './patterns.js';
import { mayBeAnything } from './tests.js';

/** Moves assignments out of expressions, to statements that are evaluated before. */
export class Lift {
  /** Variables that any call may change. */
  private readonly assignedInClosures = new Set<string>();
  /** These, and those of which an element is assigned: a tensor makes a new one of that. */
  readonly replacedInClosures: ReadonlySet<string>;

  /** `yielded` gives the value of a `yield`, where that is nothing that JavaScript does. */
  constructor(
    [root, ...closures]: readonly FunctionWithBody[],
    readonly staging: Staging,
    private readonly yielded:
      | ((node: t.YieldExpression, out: t.Statement[]) => t.Expression)
      | null,
  ) {
    for (const fn of closures)
      for (const name of assignedNames(fn)) this.assignedInClosures.add(name);
    // A generator is none of the functions that are staged as they are.
    const constants = root === undefined ? new Set<string>() : constantsIn(root);
    const elements = closures.flatMap((fn) => [...namesOfElements(fn)]);
    this.replacedInClosures = new Set([
      ...this.assignedInClosures,
      ...elements.filter((name) => !constants.has(name)),
    ]);
  }

  /** The statements that do what the statement does. */
  statement(statement: t.ExpressionStatement): t.Statement[] {
    const out: t.Statement[] = [];
    this.effect(statement.expression, out, statement);
    return out;
  }

  /** An expression without assignments that has the value; what must happen before it goes to `out`. */
  value(expression: t.Expression, out: t.Statement[]): t.Expression {
    if (!needsLift(expression)) return expression;
    switch (expression.type) {
      case 'AssignmentExpression':
        return this.assignment(expression, out, true);
      case 'UpdateExpression':
        return this.update(expression, out, true);
      case 'SequenceExpression': {
        const last = expression.expressions.at(-1)!;
        for (const part of expression.expressions.slice(0, -1)) this.effect(part, out, part);
        return this.value(last, out);
      }
      case 'LogicalExpression':
        return this.logical(expression, out);
      case 'ConditionalExpression':
        return this.conditional(expression, out);
      case 'OptionalMemberExpression':
      case 'OptionalCallExpression':
        return this.optional(expression, out);
      case 'CallExpression':
        return this.suspendedCall(expression, out) ?? this.parts(expression, out);
      case 'AwaitExpression':
      case 'YieldExpression':
        if (expression.argument) expression.argument = this.value(expression.argument, out);
        if (this.yielded === null || t.isAwaitExpression(expression)) return expression;
        return this.yielded(expression, out);
      default:
        return this.parts(expression, out);
    }
  }

  /** As `value`, of which only the truth counts: beside a tensor that decides may stand anything. */
  test(expression: t.Expression, out: t.Statement[]): t.Expression {
    if (!needsLift(expression)) return expression;
    if (t.isLogicalExpression(expression) && expression.operator !== '??')
      return this.logical(expression, out, true);
    if (!t.isUnaryExpression(expression, { operator: '!' })) return this.value(expression, out);
    expression.argument = this.test(expression.argument, out);
    return expression;
  }

  /** Its truth alone, which a variable may hold where what is asked for is an object or nothing. */
  truth(expression: t.Expression, out: t.Statement[]): t.Expression {
    const value = this.test(expression, out);
    if (!mayBeAnything(value, this.staging)) return value;
    return helperCall(this.staging, 'truth', [value], value);
  }

  private effect(expression: t.Expression, out: t.Statement[], original: t.Node): void {
    const inner = unwrapped(expression) as t.Expression;
    if (!needsLift(inner) && !decidesEffect(inner)) {
      out.push(from(t.expressionStatement(inner), original));
    } else if (t.isAssignmentExpression(inner)) {
      this.assignment(inner, out, false);
    } else if (t.isUpdateExpression(inner)) {
      this.update(inner, out, false);
    } else if (t.isSequenceExpression(inner)) {
      for (const part of inner.expressions) this.effect(part, out, part);
    } else if (t.isUnaryExpression(inner, { operator: 'void' })) {
      this.effect(inner.argument, out, original);
    } else if (t.isLogicalExpression(inner) && hasEffect(inner.right)) {
      const left =
        inner.operator === '??' ? this.value(inner.left, out) : this.test(inner.left, out);
      const branch = this.branch(
        (list) => this.effect(inner.right, list, inner.right),
        inner.right,
      );
      out.push(this.ifFor(inner.operator, this.continues(inner.operator, left), branch, inner));
    } else if (t.isConditionalExpression(inner) && decidesEffect(inner)) {
      const test = this.test(inner.test, out);
      const [then, otherwise] = [inner.consequent, inner.alternate].map((part) =>
        this.branch((list) => {
          if (!isConstant(part)) this.effect(part, list, part);
        }, part),
      );
      const isEmpty = otherwise!.body.length === 0;
      const chosen = this.ifFor('expression', test, then!, inner);
      if (!isEmpty) chosen.alternate = otherwise!;
      out.push(chosen);
    } else {
      const value = this.value(inner, out);
      if (!t.isIdentifier(value) && !isVoid(value))
        out.push(from(t.expressionStatement(value), original));
    }
  }

  /** The `if` that does what an operator of the source does, by whose name errors call it. */
  private ifFor(
    kind: Operator,
    test: t.Expression,
    branch: t.BlockStatement,
    original: t.Node,
  ): t.IfStatement {
    const statement = from(t.ifStatement(test, branch), original);
    this.staging.kinds.set(statement, kind);
    return statement;
  }

  private branch(fill: (list: t.Statement[]) => void, original: t.Node): t.BlockStatement {
    const list: t.Statement[] = [];
    fill(list);
    return from(t.blockStatement(list), original);
  }

  /** Whether the right operand of a logical operator is evaluated. */
  private continues(operator: t.LogicalExpression['operator'], left: t.Expression): t.Expression {
    if (operator === '&&') return left;
    const test =
      operator === '||'
        ? t.unaryExpression('!', left)
        : t.binaryExpression('==', left, t.nullLiteral());
    return from(test, left);
  }

  private logical(
    expression: t.LogicalExpression,
    out: t.Statement[],
    isTest = false,
  ): t.Expression {
    const { right } = expression;
    if (!needsLift(right)) {
      expression.left = isTest ? this.test(expression.left, out) : this.value(expression.left, out);
      return expression;
    }
    const part = (operand: t.Expression, list: t.Statement[]) =>
      isTest ? this.truth(operand, list) : this.value(operand, list);
    const result = this.staging.uniqueName('value');
    const left = part(expression.left, out);
    out.push(declare('let', ...store(result, left), expression));
    const branch = this.branch(
      (list) => list.push(assign(...store(result, part(right, list)), right)),
      right,
    );
    const test = this.continues(expression.operator, from(t.identifier(result), expression));
    out.push(this.ifFor(expression.operator, test, branch, expression));
    return from(t.identifier(result), expression);
  }

  private conditional(expression: t.ConditionalExpression, out: t.Statement[]): t.Expression {
    expression.test = this.test(expression.test, out);
    if (!needsLift(expression.consequent) && !needsLift(expression.alternate)) return expression;
    const result = this.staging.uniqueName('value');
    out.push(declare('let', result, null, expression));
    const [then, otherwise] = [expression.consequent, expression.alternate].map((part) =>
      this.branch((list) => this.assignTo(result, part, list), part),
    );
    const chosen = this.ifFor('expression', expression.test, then!, expression);
    chosen.alternate = otherwise!;
    out.push(chosen);
    return from(t.identifier(result), expression);
  }

  private assignTo(name: string, expression: t.Expression, out: t.Statement[]): void {
    const value = this.value(expression, out);
    out.push(assign(...store(name, value), expression));
  }

  /** `o?.p`, with an assignment in `o` or in what is guarded. */
  private optional(
    expression: t.OptionalMemberExpression | t.OptionalCallExpression,
    out: t.Statement[],
  ): t.Expression {
    const link = firstOptional(expression);
    const isCall = t.isOptionalCallExpression(link);
    const head = (isCall ? link.callee : link.object) as t.Expression;
    const guarded = this.head(head, out);
    if (isCall) link.callee = copy(guarded);
    else link.object = copy(guarded);
    link.optional = false;
    const rest = requiredChain(expression, this.staging.shared);
    const result = this.staging.uniqueName('value');
    out.push(declare('let', result, null, expression));
    const test = from(t.binaryExpression('!=', guarded, t.nullLiteral()), expression);
    const branch = this.branch((list) => this.assignTo(result, rest, list), expression);
    out.push(from(t.ifStatement(test, branch), expression));
    return from(t.identifier(result), expression);
  }

  /** `o.m(await x)`: the method is the one that `o` has before. */
  private suspendedCall(call: t.CallExpression, out: t.Statement[]): t.Expression | null {
    const callee = unwrapped(call.callee);
    if (!t.isMemberExpression(callee) || t.isSuper(callee.object)) return null;
    if (t.isPrivateName(callee.property) || !call.arguments.some(suspends)) return null;
    this.head(callee, out);
    const method = this.temporary('method', callee, out);
    const list = from(t.arrayExpression(call.arguments as t.Expression[]), call);
    return helperCall(
      this.staging,
      'call_with',
      [copy(callee.object), method, this.value(list, out), at(this.staging, call)],
      call,
    );
  }

  /** What is tested for null: a variable, or a property that is called as a method. */
  private head(head: t.Expression, out: t.Statement[]): t.Expression {
    if (t.isMemberExpression(head) && !t.isSuper(head.object)) {
      head.object = this.named('object', this.value(head.object, out), out);
      if (head.computed) {
        head.property = this.named('key', this.value(head.property as t.Expression, out), out);
      }
      return head;
    }
    return this.named('object', this.value(head, out), out);
  }

  /** Evaluates the parts of an expression in order: what an assignment follows is kept in a variable. */
  private parts(expression: t.Expression, out: t.Statement[]): t.Expression {
    const slots = slotsOf(expression);
    const last = slots.findLastIndex((slot) => needsLift(slot.get()));
    const assigned = slots.map((slot) => assignedOwn(slot.get()));
    const calls = slots.map((slot) => hasCall(slot.get()));
    for (let index = 0; index <= last; index++) {
      const slot = slots[index]!;
      const value = this.value(slot.get(), out);
      const changes = (name: string): boolean =>
        assigned.some((names, later) => later > index && names.has(name)) ||
        (calls.some((called, later) => called && later > index) && this.changesInCalls(name));
      const isStable =
        isConstant(value) || (!slot.isText && t.isIdentifier(value) && !changes(value.name));
      const mustKeep = index < last || !isConstant(value);
      if (isStable || !mustKeep || (index === last && (slot.isText || !t.isIdentifier(value))))
        slot.set(value);
      else slot.set(slot.keep(value, (kept) => this.temporary('value', kept, out)));
    }
    return expression;
  }

  /** Whether a call may change the variable. */
  changesInCalls(name: string): boolean {
    return this.assignedInClosures.has(name) || !this.staging.isConstantOutside(name);
  }

  /** A variable that keeps the value. */
  temporary(hint: string, value: t.Expression, out: t.Statement[]): t.Identifier {
    const name = this.staging.uniqueName(hint);
    out.push(declare('const', ...store(name, value), value));
    return from(t.identifier(name), value);
  }

  /** The value as it can be named again. */
  named(hint: string, value: t.Expression, out: t.Statement[]): t.Expression {
    return isConstant(value) ? value : this.temporary(hint, value, out);
  }

  private update(
    { argument, operator, prefix, ...original }: t.UpdateExpression,
    out: t.Statement[],
    isUsed: boolean,
  ): t.Expression {
    const node = { ...original, type: 'UpdateExpression' } as t.Node;
    const target = evaluatedTarget(this, argument, null, out);
    let current = copy(target) as t.Expression;
    if (isUsed && !prefix) {
      current = this.temporary('previous', this.helper('to_numeric', current, node), out);
    }
    const step = operator === '++' ? 'increment' : 'decrement';
    const next = this.put(target, this.helper(step, copy(current), node), node, isUsed, out);
    return isUsed && !prefix ? copy(current) : next;
  }

  private helper(name: string, value: t.Expression, original: t.Node): t.CallExpression {
    return helperCall(this.staging, name, [value, at(this.staging, original)], original);
  }

  private assignment(
    expression: t.AssignmentExpression,
    out: t.Statement[],
    isUsed: boolean,
  ): t.Expression {
    const { operator, left, right } = expression;
    if (operator === '=') return this.plain(expression, out, isUsed);
    const target = evaluatedTarget(this, left, right, out);
    const current = copy(target) as t.Expression;
    if (operator === '&&=' || operator === '||=' || operator === '??=') {
      return this.logicalAssignment(
        target,
        operator.slice(0, -1) as '&&' | '||' | '??',
        expression,
        out,
        isUsed,
      );
    }
    const binary = operator.slice(0, -1) as t.BinaryExpression['operator'];
    const value = this.value(from(t.binaryExpression(binary, current, right), expression), out);
    return this.put(target, value, expression, isUsed, out);
  }

  /** `x ||= y` assigns only where the right side is evaluated. */
  private logicalAssignment(
    target: t.LVal,
    operator: '&&' | '||' | '??',
    expression: t.AssignmentExpression,
    out: t.Statement[],
    isUsed: boolean,
  ): t.Expression {
    const { right } = expression;
    let current = copy(target) as t.Expression;
    const isKept = isUsed && !t.isIdentifier(target);
    if (isKept) {
      const name = this.staging.uniqueName('value');
      out.push(declare('let', name, current, expression));
      current = from(t.identifier(name), expression);
    }
    const branch = this.branch((list) => {
      const value = this.value(right, list);
      if (t.isIdentifier(current) && isKept) {
        list.push(assign(...store(current.name, value), expression));
      }
      list.push(assign(target, isKept ? copy(current) : value, expression));
    }, right);
    const test = this.continues(operator, current);
    out.push(this.ifFor(`${operator}=`, test, branch, expression));
    return copy(current);
  }

  /** Assigns a value; gives what the assignment as an expression has for its value. */
  private put(
    target: t.LVal,
    value: t.Expression,
    original: t.Node,
    isUsed: boolean,
    out: t.Statement[],
  ): t.Expression {
    const isKept = isUsed && !t.isIdentifier(target) && !t.isLiteral(value);
    const stored = isKept ? this.temporary('value', value, out) : value;
    const isTaken = isUsed && isPattern(target);
    const source = isTaken ? sourceOf(target, copy(stored), this.staging) : stored;
    out.push(assign(target, source, original));
    return copy(isUsed && !t.isIdentifier(target) ? stored : (target as t.Expression));
  }

  private plain(
    expression: t.AssignmentExpression,
    out: t.Statement[],
    isUsed: boolean,
  ): t.Expression {
    const left = unwrapped(expression.left) as t.LVal;
    if (!isUsed && isListOfElements(left, expression.right)) {
      return this.oneByOne(left, expression.right as t.ArrayExpression, out);
    }
    if (isPattern(left) && patternTargets(left).some(needsLift))
      return this.inTurn(left, expression, out, isUsed);
    const target = isPattern(left)
      ? left
      : evaluatedTarget(
          this,
          left,
          expression.right,
          out,
          isUsed ? 'behind the value' : 'in place',
        );
    const value = this.value(expression.right, out);
    if (isUsed || value !== expression.right || target !== expression.left) {
      return this.put(target, value, expression, isUsed, out);
    }
    out.push(from(t.expressionStatement(expression), expression));
    return target as t.Expression;
  }

  /** `[x[i++], y] = z`: what the pattern takes apart first, then one assignment after the other. */
  private inTurn(
    pattern: t.ArrayPattern | t.ObjectPattern,
    expression: t.AssignmentExpression,
    out: t.Statement[],
    isUsed: boolean,
  ): t.Expression {
    const value = this.value(expression.right, out);
    const stored = isUsed ? this.temporary('value', value, out) : value;
    const source = isUsed ? sourceOf(pattern, copy(stored), this.staging) : stored;
    const parts: [target: t.Node, part: t.Identifier][] = [];
    replaceTargets(pattern, (target) => {
      const part = from(t.identifier(this.staging.uniqueName('part')), target);
      parts.push([target, part]);
      return copy(part);
    });
    out.push(declare('const', pattern, source, expression));
    for (const [target, part] of parts) this.assign(target, part, out);
    return copy(stored);
  }

  private assign(target: t.Node, value: t.Expression, out: t.Statement[]): void {
    const assignment = t.assignmentExpression('=', target as t.LVal & t.Expression, value);
    this.plain(from(assignment, target), out, false);
  }

  /** `[x[i], x[j]] = [x[j], x[i]]`: all values first, then one assignment after the other. */
  private oneByOne(
    { elements }: t.ArrayPattern,
    right: t.ArrayExpression,
    out: t.Statement[],
  ): t.Expression {
    const values = right.elements.map((element) => {
      const value = this.value(element as t.Expression, out);
      return t.isLiteral(value) ? value : this.temporary('value', value, out);
    });
    for (const [index, element] of elements.entries()) {
      this.assign(element!, copy(values[index]!), out);
    }
    return t.nullLiteral();
  }
}

/** A list of variables, properties and elements, some of which may be those of a tensor, and of what they are assigned. */
function isListOfElements(left: t.Node, right: t.Expression): left is t.ArrayPattern {
  if (!t.isArrayPattern(left) || !t.isArrayExpression(right)) return false;
  if (left.elements.length !== right.elements.length) return false;
  const isElement = (node: t.Node | null): boolean =>
    t.isMemberExpression(node) && !hasFixedName(node);
  return (
    left.elements.every((node) => t.isIdentifier(node) || t.isMemberExpression(node)) &&
    right.elements.every((node) => t.isExpression(node)) &&
    left.elements.some(isElement)
  );
}

/** What a `yield` gives where nothing is sent. */
function isVoid(node: t.Node): boolean {
  return t.isUnaryExpression(node, { operator: 'void' }) && t.isLiteral(node.argument);
}

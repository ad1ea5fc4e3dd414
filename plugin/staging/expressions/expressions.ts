import * as t from '@babel/types';
import { isOfHost } from '../analysis/constants.js';
import { resolveScopes, type Scopes } from '../analysis/scopes.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, staysAsWritten, suspends } from '../tree/functions.js';
import { at, from, helperCall, isHelper, thunk } from '../tree/nodes.js';
import {
  asksForLength,
  asksForSize,
  hasFixedName,
  isListOfKnownLength,
  isSimplePath,
  patternTargets,
} from '../tree/targets.js';
import { mapChildren, unwrapped } from '../tree/walk.js';
import { isNamed, pathFromOutside, setProperty, written } from './announcements.js';
import { stageArray } from './arrays.js';
import { stageCall, stageChain } from './calls.js';
import { stageDeletion } from './deletions.js';
import { stageSource, stageTarget } from './destructuring.js';
import { stageElementAssignment } from './elements.js';
import { ignoredCalls } from './ignored.js';
import { stageObject } from './objects.js';

const binaryHelpers: Partial<Record<t.BinaryExpression['operator'], string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '===': 'eq',
  '!==': 'ne',
  '==': 'loose_eq',
  '!=': 'loose_ne',
  '&': 'bit_and',
  '|': 'bit_or',
  '^': 'bit_xor',
  '<<': 'shift_left',
  '>>': 'shift_right',
  '>>>': 'shift_right_unsigned',
};

const unaryHelpers: Partial<Record<t.UnaryExpression['operator'], string>> = {
  '-': 'neg',
  '+': 'plus',
  '!': 'not',
  '~': 'bit_not',
};

const logicalHelpers = { '&&': 'and', '||': 'or', '??': 'nullish' } as const;

/** Operators, calls, indexing, spreading and the like become calls of helpers. */
export function stageExpressions(root: FunctionWithBody, staging: Staging): void {
  new ExpressionStaging(staging, resolveScopes(root)).children(root);
}

export class ExpressionStaging {
  /** Calls whose results nobody takes. */
  readonly #ignored = new Set<t.Node>();
  /** Template literals that are arguments of calls. */
  readonly #arguments = new Set<t.Node>();

  /** Names of parameters, by what they are and in how many functions they stand. */
  readonly #parameters = new Map<string, string>();
  #depth = 0;

  constructor(
    readonly context: Staging,
    readonly scopes: Scopes,
  ) {}

  isFinished(node: t.Node): boolean {
    return this.context.finished.has(node) || isHelper(node, this.context);
  }

  readonly stage = (node: t.Node): t.Node => {
    if (staysAsWritten(node)) return node;
    if (this.isFinished(node)) return this.children(node);
    switch (node.type) {
      case 'BinaryExpression':
        return this.binary(node);
      case 'LogicalExpression':
        if (this.isOfHost(node.left)) return this.children(node);
        if (suspends(node.right)) return this.leftNative(node, 'left', node.operator !== '??');
        return this.helper(logicalHelpers[node.operator], node, () => [
          this.truth(node.left),
          from(thunk(this.truth(node.right)), node.right),
        ]);
      case 'ConditionalExpression':
        if (this.isOfHost(node.test)) return this.children(node);
        if (suspends(node.consequent) || suspends(node.alternate))
          return this.leftNative(node, 'test', true);
        return this.conditional(node);
      case 'UnaryExpression':
        return this.unary(node);
      case 'MemberExpression':
        return this.member(node);
      case 'CallExpression':
        return this.used(node, stageCall(node, this));
      case 'OptionalMemberExpression':
      case 'OptionalCallExpression':
        if (suspends(node)) return this.children(node);
        return this.used(node, stageChain(node, this));
      case 'TemplateLiteral':
        return this.template(node);
      case 'TaggedTemplateExpression':
        this.parts(node.tag);
        mapChildren(node.quasi, this.stage);
        return node;
      case 'YieldExpression':
        this.children(node);
        if (node.delegate) {
          const items = node.argument!;
          node.argument = helperCall(
            this.context,
            'iterable',
            [items, at(this.context, items)],
            items,
          );
        }
        return node;
      case 'SpreadElement':
        node.argument = this.properties(node.argument);
        return node;
      case 'ObjectExpression':
        return this.made(node, stageObject(node, this));
      case 'ArrayExpression':
        return this.made(node, stageArray(node, this));
      case 'NewExpression':
        return this.made(node, this.newObject(node));
      case 'ThrowStatement':
        if (suspends(node)) return this.children(node);
        node.argument = this.helper('thrown', node, () => [
          from(thunk(this.exception(node.argument)), node.argument),
        ]);
        return node;
      case 'VariableDeclarator':
        return this.declarator(node);
      case 'AssignmentExpression':
        return this.assignment(node);
      case 'ExpressionStatement':
        for (const call of ignoredCalls(node.expression)) this.#ignored.add(call);
        return stageElementAssignment(node, this) ?? this.statement(node);
      case 'UpdateExpression':
        this.parts(node.argument);
        return node;
      case 'ForInStatement':
      case 'ForOfStatement':
        this.parts(node.left);
        node.right = this.expression(node.right);
        node.body = this.stage(node.body) as t.Statement;
        return node;
      default:
        return this.children(node);
    }
  };

  expression(node: t.Node): t.Expression {
    return this.stage(node) as t.Expression;
  }

  /** Whether no tensor can have to do with it. */
  private isOfHost(node: t.Node): boolean {
    return isOfHost(node, this.scopes, this.context);
  }

  /** Template literals among the arguments may hold tensors: what is called says whether it takes the text. */
  noteTemplates(call: t.CallExpression | t.OptionalCallExpression | t.NewExpression): void {
    for (const argument of call.arguments)
      if (t.isTemplateLiteral(argument)) this.#arguments.add(argument);
  }

  /** A name for the parameter of a function that is made around others: those that stand beside it may have the same. */
  withParameterName<T>(hint: string, make: (name: string) => T): T {
    const key = `${hint} ${this.#depth}`;
    const name = this.#parameters.get(key) ?? this.context.uniqueName(hint);
    this.#parameters.set(key, name);
    this.#depth++;
    const made = make(name);
    this.#depth--;
    return made;
  }

  /** Tells of a new object that may be changed later. */
  private made(node: t.Node, staged: t.Node): t.Node {
    if (!this.context.made.has(node)) return staged;
    return helperCall(this.context, 'made', [staged as t.Expression], node);
  }

  private newObject(node: t.NewExpression): t.Expression {
    const { callee } = node;
    this.noteTemplates(node);
    const call = this.helper('construct', node, () => [
      this.expression(callee),
      this.expression(from(t.arrayExpression(node.arguments as t.Expression[]), node)),
    ]);
    if (t.isIdentifier(callee)) call.arguments.push(t.stringLiteral(callee.name));
    return call;
  }

  /** In `throw new E(…)` the place of the statement is that of the object, too. */
  private exception(node: t.Expression): t.Expression {
    if (!t.isNewExpression(node) || !t.isIdentifier(node.callee)) return this.expression(node);
    node.arguments = this.elements(node.arguments);
    return node;
  }

  /** What is evaluated only sometimes, and yields or waits, can be no closure: JavaScript decides, as about such a statement. */
  private leftNative<T extends t.Expression, Key extends keyof T & string>(
    node: T,
    decision: Key,
    isTruth: boolean,
  ): T {
    const place = node[decision] as t.Expression;
    this.children(node);
    if (isTruth && !this.context.settled.has(place)) {
      const test = node[decision] as t.Expression;
      const parameters = [test, at(this.context, place)];
      node[decision] = helperCall(this.context, 'decided', parameters, place) as T[Key];
    }
    return node;
  }

  private conditional(node: t.ConditionalExpression): t.Expression {
    const kind = this.context.kinds.get(node);
    const call = this.helper('if_exp', node, () => [
      this.expression(node.test),
      from(thunk(this.expression(node.consequent)), node.consequent),
      from(thunk(this.expression(node.alternate)), node.alternate),
    ]);
    if (kind !== undefined) call.arguments.push(t.stringLiteral(kind));
    return call;
  }

  private statement(node: t.ExpressionStatement): t.Node {
    const { expression } = node;
    if (t.isUnaryExpression(expression, { operator: 'delete' })) {
      node.expression = stageDeletion(expression, this, true);
      return node;
    }
    if (!t.isCallExpression(expression) || this.context.finished.has(expression)) {
      return this.children(node);
    }
    node.expression = this.used(expression, stageCall(expression, this, true)) as t.Expression;
    return node;
  }

  /** What a call gives, unless nobody takes it and it may be lost. */
  private used(call: t.Node, staged: t.Node): t.Node {
    if (!this.#ignored.has(call)) return staged;
    return this.helper('ignored', call, () => [staged as t.Expression]);
  }

  private truth(node: t.Expression): t.Expression {
    const isTruth = this.context.truths.has(node);
    const staged = this.expression(node);
    return isTruth ? helperCall(this.context, 'truth', [staged], node) : staged;
  }

  /** Stages what is inside of a node. */
  children(node: t.Node): t.Node {
    if (t.isFunction(node)) {
      for (const parameter of node.params) stageTarget(parameter, this);
      mapChildren(node, (child, key) => (key === 'params' ? child : this.stage(child)));
    } else {
      mapChildren(node, this.stage);
    }
    return node;
  }

  /** Stages what is inside of a member, which itself stays: something is done to it, or with its object. */
  parts(node: t.Node): void {
    const inner = unwrapped(node);
    if (t.isMemberExpression(inner) || t.isOptionalMemberExpression(inner)) {
      mapChildren(inner, this.stage);
    } else if (!t.isIdentifier(inner)) {
      this.children(inner);
    }
  }

  /** Elements of a list, or arguments, in which what is spread may be a tensor. */
  elements<T extends t.Node | null>(list: T[]): T[] {
    return list.map((element) => {
      if (element === null) return element;
      if (t.isSpreadElement(element)) {
        element.argument = this.iterable(element.argument);
        return element;
      }
      return this.stage(element) as T;
    });
  }

  /** `` ug.template`…${ug.text(hole, AT)}…` ``, of an argument `` ug.template`…${ug.shown(hole, AT)}…` `` */
  private template(node: t.TemplateLiteral): t.Node {
    const isKnown = (hole: t.Node) => t.isLiteral(hole) && !t.isTemplateLiteral(hole);
    if (node.expressions.every(isKnown)) return node;
    const helper = this.#arguments.has(node) ? 'shown' : 'text';
    node.expressions = node.expressions.map((hole) =>
      isKnown(hole) ? hole : this.helper(helper, hole, () => [this.expression(hole)]),
    );
    const tag = t.memberExpression(t.identifier(this.context.runtime), t.identifier('template'));
    return from(t.taggedTemplateExpression(tag, node), node);
  }

  /** An array literal, whatever it holds, is no tensor. */
  iterable(node: t.Expression): t.Expression {
    if (isListOfKnownLength(unwrapped(node))) return this.expression(node);
    return this.helper('iterable', node, () => [this.expression(node)]);
  }

  helper(name: string, original: t.Node, parameters: () => t.Expression[]): t.CallExpression {
    const place = at(this.context, original);
    return helperCall(this.context, name, [...parameters(), place], original);
  }

  private binary(node: t.BinaryExpression): t.Node {
    if (this.isOfHost(node)) return node;
    if (node.operator === 'instanceof') {
      const operands = [this.expression(node.left), this.expression(node.right)];
      return helperCall(this.context, 'instance_of', operands, node);
    }
    const helper =
      node.operator === 'in' && !t.isPrivateName(node.left)
        ? 'has_key'
        : binaryHelpers[node.operator];
    if (helper === undefined) return this.children(node);
    return this.helper(helper, node, () => [
      this.expression(node.left),
      this.expression(node.right),
    ]);
  }

  private unary(node: t.UnaryExpression): t.Node {
    if (this.isOfHost(node)) return node;
    if (node.operator === 'delete') return stageDeletion(node, this);
    if (node.operator === 'typeof' && mayBeChosen(node.argument, this)) {
      const value = this.expression(node.argument);
      return helperCall(this.context, 'type_of', [value], node);
    }
    const helper = unaryHelpers[node.operator];
    const isNumber = t.isNumericLiteral(node.argument) || t.isBigIntLiteral(node.argument);
    if (helper === undefined || (node.operator === '-' && isNumber)) return this.children(node);
    return this.helper(helper, node, () => [this.expression(node.argument)]);
  }

  /** An object literal, whatever it holds, is no tensor. */
  properties(node: t.Expression): t.Expression {
    if (t.isObjectExpression(unwrapped(node))) return this.expression(node);
    return this.helper('properties', node, () => [this.expression(node)]);
  }

  private member(node: t.MemberExpression): t.Node {
    if (t.isSuper(node.object)) {
      const read = this.children(node) as t.Expression;
      if (!asksForSize(node)) return read;
      return helperCall(this.context, 'inherited_size', [t.thisExpression(), read], node);
    }
    if (asksForLength(node)) {
      return this.helper('length_of', node, () => [this.expression(node.object)]);
    }
    if (asksForSize(node)) {
      return this.helper('size_of', node, () => [this.expression(node.object)]);
    }
    if (hasFixedName(node)) return this.children(node);
    return this.helper('get_item', node, () => [
      this.expression(node.object),
      this.expression(node.property),
    ]);
  }

  private declarator(node: t.VariableDeclarator): t.Node {
    stageTarget(node.id, this);
    if (!node.init) return node;
    const { init } = node;
    node.init = stageSource(node.id, init, this);
    return node;
  }

  private assignment(node: t.AssignmentExpression): t.Node {
    const shared = patternTargets(unwrapped(node.left)).filter((target) =>
      this.context.shared.has(target),
    );
    const whole = unwrapped(node.left);
    const path = t.isMemberExpression(whole) ? pathFromOutside(whole.object, this) : [];
    stageTarget(node.left, this);
    node.right = stageSource(node.left, node.right, this);
    if (t.isMemberExpression(whole) && !t.isSuper(whole.object) && asksForLength(whole))
      return setProperty(whole, node, path, this);
    for (const target of shared) {
      // A part of a pattern tells it itself.
      if (target !== whole && t.isMemberExpression(target) && isNamed(target)) continue;
      if (t.isMemberExpression(target) && !isSimplePath(target.object))
        return setProperty(target, node, path, this);
      node.right = written(target, node.right, this);
    }
    return node;
  }
}

/** Whether `typeof` asks for more than a literal, or a name that may be declared nowhere. */
function mayBeChosen(argument: t.Expression, { scopes }: ExpressionStaging): boolean {
  const inner = unwrapped(argument);
  if (!t.isIdentifier(inner)) return !t.isLiteral(inner);
  const variable = scopes.variableOf(inner);
  return variable !== undefined && variable.kind !== 'outside';
}

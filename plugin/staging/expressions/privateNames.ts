import * as t from '@babel/types';
import { resolveScopes, type Scopes } from '../analysis/scopes.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, staysAsWritten } from '../tree/functions.js';
import { mayRunSetter } from '../tree/members.js';
import { assign, at, from, helperCall } from '../tree/nodes.js';
import { hasFixedName, pathText } from '../tree/targets.js';
import { mapChildren, unwrapped, walk } from '../tree/walk.js';

type PrivateMember = t.MemberExpression & { property: t.PrivateName };

/**
 * `o.#f` of an object that a tensor may choose: only the class itself can read it, from each object that it may be. `this`
 * is one for sure.
 */
export function guardPrivateNames(root: FunctionWithBody, staging: Staging): void {
  new PrivateNames(staging, resolveScopes(root)).children(root);
}

/** The same in an expression that another pass has made, of names that it has made, too. */
export function withPrivateNames(node: t.Expression, staging: Staging): t.Expression {
  return hasPrivateNames(node) ? (new PrivateNames(staging, null).use(node) as t.Expression) : node;
}

function hasPrivateNames(node: t.Node): boolean {
  let found = false;
  walk(node, (inner) => {
    if (t.isPrivateName(inner)) found = true;
    return !found;
  });
  return found;
}

class PrivateNames {
  constructor(
    private readonly staging: Staging,
    private readonly scopes: Scopes | null,
  ) {}

  readonly use = (node: t.Node): t.Node => {
    if (staysAsWritten(node)) return node;
    if (t.isAssignmentExpression(node)) return this.assignment(node);
    if (t.isCallExpression(node) && this.isForeign(unwrapped(node.callee))) return this.call(node);
    // The method of `o.#m?.(a)` is read where it is called.
    if (t.isOptionalCallExpression(node) && this.isForeign(unwrapped(node.callee))) {
      mapChildren(node, (child) => (child === node.callee ? child : this.use(child)));
      return node;
    }
    if (t.isUpdateExpression(node) || t.isForXStatement(node)) {
      const target = t.isUpdateExpression(node) ? node.argument : node.left;
      return this.isForeign(unwrapped(target)) ? node : this.children(node);
    }
    if (t.isBinaryExpression(node, { operator: 'in' }) && t.isPrivateName(node.left))
      return this.isOne(node.right) ? this.children(node) : this.test(node);
    return this.isForeign(node) ? this.read(node) : this.children(node);
  };

  children(node: t.Node): t.Node {
    mapChildren(node, this.use);
    return node;
  }

  private isForeign(node: t.Node): node is PrivateMember {
    return t.isMemberExpression(node) && t.isPrivateName(node.property) && !this.isOne(node.object);
  }

  /** Whether no tensor chooses it: `this`, what a `const` holds that is made there, and a class. */
  private isOne(object: t.Node): boolean {
    const inner = unwrapped(object);
    if (t.isThisExpression(inner)) return true;
    const variable = t.isIdentifier(inner) ? this.scopes?.variableOf(inner) : undefined;
    if (variable === undefined) return false;
    if (variable.kind === 'outside') return this.staging.isConstantOutside(variable.name);
    return variable.isObject || variable.kind === 'class';
  }

  /** `ug.private_of(o, ($) => $.#f, AT)` */
  private read(member: PrivateMember): t.Expression {
    const object = this.use(member.object) as t.Expression;
    return this.helper('private_of', [object, readerOf(member)], member);
  }

  /** `ug.private_of(o, ($) => #f in $, AT)` */
  private test(node: t.BinaryExpression): t.Expression {
    const object = this.use(node.right) as t.Expression;
    const test = t.binaryExpression('in', node.left, t.identifier('$'));
    const reader = from(t.arrowFunctionExpression([t.identifier('$')], test), node);
    return this.helper('private_of', [object, reader], node);
  }

  /** `ug.call_private(o, ($) => $.#m, [a], AT)` */
  private call(node: t.CallExpression): t.Expression {
    const member = unwrapped(node.callee) as PrivateMember;
    const object = this.use(member.object) as t.Expression;
    const list = t.arrayExpression(node.arguments.map(this.use) as t.Expression[]);
    return this.helper('call_private', [object, readerOf(member), list], node);
  }

  private assignment(node: t.AssignmentExpression): t.Node {
    node.left = this.target(node.left) as t.LVal;
    node.right = this.use(node.right) as t.Expression;
    return node;
  }

  private target(node: t.Node): t.Node {
    const inner = unwrapped(node);
    if (this.isForeign(inner)) return this.place(inner);
    if (t.isMemberExpression(inner) && !hasFixedName(inner)) return this.element(inner);
    switch (inner.type) {
      case 'ArrayPattern':
      case 'ObjectPattern':
      case 'RestElement':
        mapChildren(inner, (child) => this.target(child));
        return node;
      case 'AssignmentPattern':
        inner.left = this.target(inner.left) as t.AssignmentPattern['left'];
        inner.right = this.use(inner.right) as t.Expression;
        return node;
      case 'ObjectProperty':
        if (inner.computed) inner.key = this.use(inner.key) as t.Expression;
        inner.value = this.target(inner.value) as t.PatternLike;
        return node;
      default:
        return this.children(node);
    }
  }

  /** `o.#f[i]`: a new tensor is put in the field. */
  private element(member: t.MemberExpression): t.MemberExpression {
    member.property = this.use(member.property) as t.Expression;
    const object = unwrapped(member.object);
    if (this.isForeign(object)) member.object = this.place(object, true);
    else if (t.isMemberExpression(object) && !hasFixedName(object)) this.element(object);
    else member.object = this.use(member.object) as t.Expression;
    return member;
  }

  /** `ug.private_place(o, ($, value) => { $.#f = value; }, AT, "o.#f", ($) => $.#f).value`: what a setter assigns, it tells of itself. */
  private place(member: PrivateMember, isRead = false): t.MemberExpression {
    const isSetter = mayRunSetter(member, this.staging.setters);
    const name = isSetter ? t.nullLiteral() : t.stringLiteral(pathText(member));
    const more = isSetter && !isRead ? [] : [name, readerOf(member)];
    const object = this.use(member.object) as t.Expression;
    const field = t.memberExpression(t.identifier('$'), member.property);
    this.staging.finished.add(field);
    const write = t.arrowFunctionExpression(
      [t.identifier('$'), t.identifier('value')],
      t.blockStatement([assign(field, t.identifier('value'), member)]),
    );
    const place = this.helper('private_place', [object, from(write, member)], member);
    place.arguments.push(...more);
    const target = from(t.memberExpression(place, t.identifier('value')), member);
    this.staging.finished.add(target);
    return target;
  }

  private helper(name: string, parameters: t.Expression[], original: t.Node): t.CallExpression {
    return helperCall(this.staging, name, [...parameters, at(this.staging, original)], original);
  }
}

/** `($) => $.#f` */
function readerOf(member: PrivateMember): t.ArrowFunctionExpression {
  const body = t.memberExpression(t.identifier('$'), member.property);
  return from(t.arrowFunctionExpression([t.identifier('$')], body), member);
}

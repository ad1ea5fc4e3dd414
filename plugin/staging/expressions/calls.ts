import * as t from '@babel/types';
import { copy, from } from '../tree/nodes.js';
import { containsOwn, unwrapped } from '../tree/walk.js';
import { firstOptional, requiredChain } from './chains.js';
import { changedReceiver, changedThis } from './changes.js';
import type { ExpressionStaging } from './expressions.js';
import { withPrivateNames } from './privateNames.js';

type Chain = t.OptionalMemberExpression | t.OptionalCallExpression;

/** `f(a)`, `o.m(a)`, `o[k](a)` and `o.#m(a)` */
export function stageCall(
  call: t.CallExpression,
  staging: ExpressionStaging,
  isUnused = false,
): t.Node {
  if (staging.isFinished(call.callee)) return staging.children(call);
  const callee = unwrapped(call.callee);
  if (staysCall(call, callee)) {
    staging.parts(call.callee);
    call.arguments = staging.elements(call.arguments);
    return call;
  }
  const list = (): t.Expression => from(t.arrayExpression(call.arguments as t.Expression[]), call);
  staging.noteTemplates(call);
  if (t.isOptionalMemberExpression(callee)) return callOfChain(call, callee, staging);
  if (!t.isMemberExpression(callee)) {
    const name = nameInErrors(callee, staging);
    const staged = staging.helper('call', call, () => [
      staging.expression(call.callee),
      staging.expression(list()),
    ]);
    if (name) staged.arguments.push(t.stringLiteral(name));
    return staged;
  }
  const { object, property, computed } = callee;
  if (t.isSuper(object)) {
    return staging.helper('call_with', call, () => [
      changedThis(callee, staging),
      staging.expression(callee),
      staging.expression(list()),
    ]);
  }
  if (isReadFirst(call, callee, staging)) {
    return staging.helper('call_with', call, () => [
      copy(object as t.Expression),
      from(t.memberExpression(object, property), callee),
      staging.expression(list()),
    ]);
  }
  if (!t.isPrivateName(property)) {
    const name = !computed && t.isIdentifier(property) ? property.name : '';
    const staged = staging.helper('call_method', call, () => [
      changedReceiver(object as t.Expression, name, isUnused, staging),
      computed ? staging.expression(property) : from(nameOf(property), property),
      staging.expression(list()),
    ]);
    // Which method it is, and whether it changes the receiver, only the program tells.
    if (computed) staged.arguments.push(t.booleanLiteral(true));
    return staged;
  }
  return callWith(
    object as t.Expression,
    (receiver) => {
      const method = from(t.memberExpression(copy(receiver), property), callee);
      return staging.helper('call_with', call, () => [
        receiver,
        method,
        staging.expression(list()),
      ]);
    },
    staging,
  );
}

/** JavaScript reads a method before it evaluates the arguments, which matters where they may change it, or where a getter gives it. */
function isReadFirst(
  call: t.CallExpression,
  { object, property, computed }: t.MemberExpression,
  { context }: ExpressionStaging,
): boolean {
  if (computed || !t.isIdentifier(property) || !context.replaceable.has(property.name))
    return false;
  if (!t.isIdentifier(object) && !t.isThisExpression(object)) return false;
  return call.arguments.some((argument) => containsOwn(argument, isCall));
}

function isCall(node: t.Node): boolean {
  return t.isCallExpression(node) || t.isNewExpression(node) || t.isAwaitExpression(node);
}

/** The name of what may turn out to be no function: a parameter, or a variable that holds no function of its own. */
function nameInErrors(callee: t.Node, staging: ExpressionStaging): string | null {
  const variable = t.isIdentifier(callee) ? staging.scopes.variableOf(callee) : undefined;
  if (!variable || variable.closure || variable.kind === 'function') return null;
  const isKnown = variable.kind === 'outside' && staging.context.isConstantOutside(variable.name);
  return isKnown ? null : variable.name;
}

/** `(o?.m)(a)`: in parentheses, the chain ends before the call, which nevertheless is one of a method of `o`. */
function callOfChain(
  call: t.CallExpression,
  callee: t.OptionalMemberExpression,
  staging: ExpressionStaging,
): t.Node {
  const link = callee.optional ? callee.object : null;
  const list = from(t.arrayExpression(call.arguments as t.Expression[]), call);
  if (!link) {
    return staging.helper('call', call, () => [
      staging.expression(callee),
      staging.expression(list),
    ]);
  }
  return callWith(
    link,
    (receiver) => {
      callee.object = copy(receiver);
      return staging.helper('call_with', call, () => [
        copy(receiver),
        staging.expression(callee),
        staging.expression(list),
      ]);
    },
    staging,
  );
}

function nameOf(property: t.Expression): t.StringLiteral {
  return t.stringLiteral((property as t.Identifier).name);
}

/** Calls that mean something by their form. */
function staysCall(call: t.CallExpression, callee: t.Node): boolean {
  if (t.isSuper(callee) || t.isImport(callee)) return true;
  if (t.isIdentifier(callee, { name: 'require' })) return t.isStringLiteral(call.arguments[0]);
  if (!t.isMemberExpression(callee)) return false;
  return t.isMetaProperty(unwrapped(callee.object));
}

/** Uses the object twice, through the parameter of an arrow if it may not be evaluated twice. */
function callWith(
  object: t.Expression,
  use: (receiver: t.Expression) => t.Expression,
  staging: ExpressionStaging,
): t.Expression {
  const inner = unwrapped(object);
  if (t.isIdentifier(inner) || t.isThisExpression(inner)) return use(inner);
  const value = staging.expression(object);
  const arrow = arrowOf('object', use, staging);
  return finishedCall(arrow, [value], object, staging);
}

function finishedCall(
  arrow: t.ArrowFunctionExpression,
  values: t.Expression[],
  original: t.Node,
  staging: ExpressionStaging,
): t.Expression {
  staging.context.finished.add(arrow);
  const call = t.callExpression(arrow, values);
  staging.context.finished.add(call);
  return from(call, original);
}

/** `o?.p`, `o?.m(a)`, `f?.(a)`: what follows the `?.` is guarded as JavaScript does. */
export function stageChain(chain: Chain, staging: ExpressionStaging): t.Node {
  const link = firstOptional(chain);
  if (t.isOptionalMemberExpression(link)) {
    const isShared = staging.context.shared.has(link.object);
    return guarded(link.object, staging, (head) => {
      if (isShared) staging.context.shared.add(head);
      link.object = head;
      link.optional = false;
      return staging.expression(chainOf(chain, staging));
    });
  }
  const callee = unwrapped(link.callee);
  if (!t.isMemberExpression(callee)) {
    return guarded(link.callee as t.Expression, staging, (head) => {
      link.callee = head;
      link.optional = false;
      return staging.expression(chainOf(chain, staging));
    });
  }
  if (t.isSuper(callee.object)) return staging.children(chain);
  return callWith(
    callee.object as t.Expression,
    (receiver) => {
      callee.object = copy(receiver);
      return guarded(
        callee,
        staging,
        (method) => {
          const list = from(t.arrayExpression(link.arguments as t.Expression[]), link);
          const call = staging.helper('call_with', link, () => [copy(receiver), method, list]);
          if (staging.context.shared.has(link)) staging.context.shared.add(call);
          return staging.expression(chainOf(replaceLink(chain, link, call), staging));
        },
        'method',
        methodOfTensor(callee, staging),
      );
    },
    staging,
  );
}

/** As `stageChain`, of which `use` takes what follows the first `?.`; null where that is a call. */
export function guardedMember(
  chain: t.OptionalMemberExpression,
  staging: ExpressionStaging,
  use: (member: t.Expression) => t.Expression,
): t.Expression | null {
  const link = firstOptional(chain);
  if (!t.isOptionalMemberExpression(link)) return null;
  return guarded(link.object, staging, (head) => {
    link.object = head;
    link.optional = false;
    return use(chainOf(chain, staging));
  });
}

function chainOf(chain: t.Expression, { context }: ExpressionStaging): t.Expression {
  return withPrivateNames(requiredChain(chain, context.shared), context);
}

/** `ug.optional(head, (object) => rest(object), AT)` */
function guarded(
  head: t.Expression,
  staging: ExpressionStaging,
  rest: (head: t.Expression) => t.Expression,
  hint = 'object',
  value = staging.expression(head),
): t.Expression {
  const arrow = arrowOf(hint, rest, staging);
  return staging.helper('optional', head, () => [value, from(arrow, head)]);
}

/**
 * `ug.method_of(o, "map")` for `o.map` of `o.map?.(f)`: tensors have methods of arrays, and those that are chosen texts the methods
 * of texts, where staged code calls them.
 */
function methodOfTensor(
  callee: t.MemberExpression,
  staging: ExpressionStaging,
): t.Expression | undefined {
  const name = nameIn(callee);
  if (name === undefined || !haveMethod(name)) return undefined;
  return staging.helper('method_of', callee, () => [
    staging.expression(callee.object),
    t.stringLiteral(name),
  ]);
}

/** The name that stands in `o.p` and `o['p']`. */
function nameIn({ property, computed }: t.MemberExpression): string | undefined {
  if (computed) return t.isStringLiteral(property) ? property.value : undefined;
  return t.isIdentifier(property) ? property.name : undefined;
}

function haveMethod(name: string): boolean {
  return [Array.prototype, String.prototype].some((prototype) => Object.hasOwn(prototype, name));
}

/** `(object) => use(object)` */
function arrowOf(
  hint: string,
  use: (object: t.Expression) => t.Expression,
  staging: ExpressionStaging,
): t.ArrowFunctionExpression {
  return staging.withParameterName(hint, (name) =>
    t.arrowFunctionExpression([t.identifier(name)], use(t.identifier(name))),
  );
}

/** The chain with one of its links replaced. */
function replaceLink(chain: t.Expression, link: Chain, by: t.Expression): t.Expression {
  if (chain === link) return by;
  if (t.isTSNonNullExpression(chain)) {
    chain.expression = replaceLink(chain.expression, link, by);
  } else if (t.isOptionalCallExpression(chain)) {
    chain.callee = replaceLink(chain.callee as t.Expression, link, by);
  } else {
    const member = chain as t.OptionalMemberExpression;
    member.object = replaceLink(member.object, link, by);
  }
  return chain;
}

import * as t from '@babel/types';
import { mutatingMethods } from '../analysis/modified.js';
import { isMade, type Scopes, type Variable } from '../analysis/scopes.js';
import type { Staging } from '../tree/context.js';
import { type FunctionWithBody, staysAsWritten } from '../tree/functions.js';
import { mayRunSetter } from '../tree/members.js';
import { isCallOf } from '../tree/nodes.js';
import { anyReceiver, isGivenBy, type Receiver, receiverIn } from '../tree/receiver.js';
import { assignedBy, elementPath, isSimplePath, rootOf } from '../tree/targets.js';
import { forEachChild, unwrapped, walk } from '../tree/walk.js';

/**
 * Finds assignments that a branch or loop of another function may cause by a call: of properties, and of variables that
 * belong to a function around. Staged code tells the runtime of these. Objects that the function makes itself are its own.
 */
export function markWrites(root: FunctionWithBody, scopes: Scopes, staging: Staging): void {
  const { made, assigned, own } = newObjects(root, scopes);
  const lastUses = once(() => lastUsesIn(root, scopes));
  const read = once(() => outsideRead(root, scopes));
  const outermost = new Set<t.Node>(t.isBlockStatement(root.body) ? root.body.body : []);
  const changed = once(() => changedIn(root, scopes));
  const visit = (node: t.Node, fn: t.Node, receiver: Receiver, isChoice: boolean): void => {
    if (staysAsWritten(node)) return;
    for (const target of assignedBy(node)) {
      if (isShared(target, fn, receiver)) staging.shared.add(target);
      if (isGivenBy(receiver, target) || isCounting(node, staging.runtime))
        staging.given.add(target);
      if (isElement(target)) tellOfMaking(target.object as t.Identifier);
      const holder = holderOfElement(target, staging);
      if (holder !== null && isShared(holder, fn, receiver)) staging.shared.add(holder);
    }
    for (const value of addedBy(node)) {
      const variable = scopes.variableOf(value);
      const init = variable === undefined ? null : (made.get(variable)?.init ?? null);
      if (init !== null && lastUses().get(variable!) !== value) tellOfParts(unwrapped(init));
      for (const object of assigned.get(variable!) ?? []) tellOfParts(object);
    }
    // As `new` and `Object.create()` tell of theirs.
    if (t.isObjectExpression(node) && hasPrototype(node)) staging.made.add(node);
    // What others have too is put back, which it cannot be when it is frozen, and merged by all its names.
    const fixed = fixedBy(node);
    for (const value of [...fixed, ...literalParts(node)]) {
      const variable = scopes.variableOf(value);
      const init = variable === undefined ? null : (made.get(variable)?.init ?? null);
      const isRead = fixed.includes(value) || lastUses().get(variable!) !== value;
      if (init !== null && isRead && changed().has(variable!)) staging.made.add(unwrapped(init));
    }
    const collection = changedCollection(node);
    // What follows `?.` is done or left out, too.
    const isLeftOut = isChoice || t.isOptionalCallExpression(node);
    if (collection !== null && mayBeKnown(collection, isLeftOut)) staging.shared.add(collection);
    const isFunction = t.isFunction(node);
    const inner = (child: t.Node): Receiver => {
      if (t.isClassBody(node) || t.isMethod(child)) return receiverIn(node, child);
      return t.isFunction(child) && !t.isArrowFunctionExpression(child) ? anyReceiver : receiver;
    };
    forEachChild(node, (child) => {
      const isChosen = isChosenIn(node, child) || (isChoice && !t.isStatement(node));
      visit(child, isFunction ? node : fn, inner(child), isChosen);
    });
  };
  const isShared = (target: t.Node, fn: t.Node, receiver: Receiver): boolean => {
    if (t.isIdentifier(target)) {
      const variable = scopes.variableOf(target);
      if (variable?.kind === 'outside' && staging.carried.has(variable.name)) return fn !== root;
      // JavaScript throws where a constant is assigned.
      return variable !== undefined && variable.kind !== 'const' && variable.owner !== fn;
    }
    if (!t.isMemberExpression(target) || t.isSuper(target.object)) return false;
    if (staging.finished.has(target)) return false;
    if (mayRunSetter(target, staging.setters)) return !t.isPrivateName(target.property);
    if (!isSimplePath(target.object)) return !t.isPrivateName(target.property);
    const holder = rootOf(target.object);
    if (holder === null) return !(receiver.isNew && isGivenBy(receiver, target));
    const variable = scopes.variableOf(holder);
    const isOwn =
      variable?.owner === fn && own.has(variable) && unwrapped(target.object) === holder;
    return !isOwn || !isGiven(made.get(variable)!, target.property);
  };
  /**
   * Neither made here for a `const` that no closure uses, nor from outside and never read, here or in what calls it: to add to
   * a log is an effect on the host. Of what a side of `?:` changes, no statement tells.
   */
  const mayBeKnown = (collection: t.Expression, isChoice: boolean): boolean => {
    const name = holderOf(collection);
    if (name === null) return true;
    const variable = scopes.variableOf(name);
    if (variable === undefined) return false;
    if (variable.kind === 'outside')
      return read().has(variable) || staging.isReadElsewhere(name.name, firstKey(collection, name));
    if (name !== collection) return true;
    if (own.has(variable) && !variable.isCaptured && !isChoice) return false;
    tellOfMaking(collection as t.Identifier);
    return true;
  };
  /** What the outermost block makes is made before anything that a tensor decides. */
  const tellOfMaking = (name: t.Identifier): void => {
    const declarator = made.get(scopes.variableOf(name)!);
    if (declarator === undefined || outermost.has(declarator.statement)) return;
    if (declarator.init !== null) staging.made.add(unwrapped(declarator.init));
  };
  /** Of an object, and of those that are written out in it. */
  const tellOfParts = (init: t.Node): void => {
    staging.made.add(init);
    for (const part of valuesWithin(init).map(unwrapped)) if (isMade(part)) tellOfParts(part);
  };
  visit(root, root, staging.receiver, false);
}

/** Few functions ask for it, and each walks the whole tree. */
function once<T extends object>(find: () => T): () => T {
  let found: T | null = null;
  return () => {
    found ??= find();
    return found;
  };
}

/** What `array.push(x)`, `array[index] = x` and `map.set(key, x)` add. */
function addedBy(node: t.Node): t.Node[] {
  if (t.isAssignmentExpression(node, { operator: '=' }))
    return isElement(node.left) ? [unwrapped(node.right)] : [];
  const callee = calledMember(node);
  if (callee === null || callee.computed) return [];
  const { property } = callee;
  const added = t.isIdentifier(property, { name: 'push' })
    ? callee.given
    : t.isIdentifier(property, { name: 'set' })
      ? callee.given.slice(1)
      : [];
  return added.map((value) => {
    const inner = unwrapped(value);
    return t.isAssignmentExpression(inner, { operator: '=' }) ? inner.left : inner;
  });
}

/** `{ __proto__: base }` */
function hasPrototype({ properties }: t.ObjectExpression): boolean {
  return properties.some(
    (property) =>
      t.isObjectProperty(property) &&
      !property.computed &&
      !property.shorthand &&
      (t.isIdentifier(property.key, { name: '__proto__' }) ||
        t.isStringLiteral(property.key, { value: '__proto__' })),
  );
}

/** The variables of whose objects the text changes properties. */
function changedIn(root: t.Node, scopes: Scopes): ReadonlySet<Variable> {
  const changed = new Set<Variable>();
  walk(root, (node) => {
    for (const target of assignedBy(node)) {
      const holder = t.isMemberExpression(target) ? rootOf(target.object) : null;
      const variable = holder === null ? undefined : scopes.variableOf(holder);
      if (variable !== undefined) changed.add(variable);
    }
    return undefined;
  });
  return changed;
}

/** `p` of `{ p, q: 1 }` and `[p, 1]`. */
function literalParts(node: t.Node): readonly t.Node[] {
  return valuesWithin(node)
    .map(unwrapped)
    .filter((value) => t.isIdentifier(value));
}

/** `o` of `Object.freeze(o)` and its like. */
function fixedBy(node: t.Node): readonly t.Node[] {
  const callee = calledMember(node);
  if (callee === null || callee.computed || !t.isIdentifier(callee.property)) return [];
  return fixing.has(callee.property.name) ? callee.given.slice(0, 1) : [];
}

const fixing = new Set(['freeze', 'seal', 'preventExtensions']);

interface Called extends Pick<Member, 'object' | 'property' | 'computed'> {
  readonly given: readonly t.Node[];
}

type Member = t.MemberExpression | t.OptionalMemberExpression;

/** The method that `o.m(x)` or `o?.m(x)` calls. */
function calledMember(node: t.Node): Called | null {
  if (!t.isCallExpression(node) && !t.isOptionalCallExpression(node)) return null;
  const { callee } = node;
  if (!isMember(callee)) return null;
  const { object, property, computed } = callee;
  return { object, property, computed, given: node.arguments };
}

function isMember(node: t.Node): node is Member {
  return t.isMemberExpression(node) || t.isOptionalMemberExpression(node);
}

/** Where the text names each variable for the last time. */
function lastUsesIn(root: t.Node, scopes: Scopes): ReadonlyMap<Variable, t.Node> {
  const uses = new Map<Variable, t.Node>();
  walk(root, (node) => {
    const variable = t.isIdentifier(node) ? scopes.variableOf(node) : undefined;
    if (variable !== undefined) uses.set(variable, node);
    return undefined;
  });
  return uses;
}

/** What an object or array literal holds. */
function valuesWithin(node: t.Node): t.Node[] {
  if (t.isArrayExpression(node)) return node.elements.filter((element) => element !== null);
  if (!t.isObjectExpression(node)) return [];
  return node.properties.flatMap((property) =>
    t.isObjectProperty(property) ? [property.value] : [],
  );
}

/** `this.n += 1` and `this.n++`, written out: what is not there is no number. */
function isCounting(node: t.Node, runtime: string): boolean {
  if (!t.isAssignmentExpression(node) || !t.isMemberExpression(node.left)) return false;
  const { left, right } = node;
  const isHelper =
    t.isCallExpression(right) &&
    t.isMemberExpression(right.callee) &&
    t.isIdentifier(right.callee.object, { name: runtime });
  const other = t.isBinaryExpression(right) ? right.left : undefined;
  const operand = isHelper ? right.arguments[0] : other;
  if (operand === undefined || !t.isThisExpression(unwrapped(left.object))) return false;
  return t.isNodesEquivalent(operand, left);
}

/** Whether a tensor may decide that the child is evaluated, and no statement tells of what it changes. */
function isChosenIn(node: t.Node, child: t.Node): boolean {
  if (t.isWhile(node) || t.isForStatement(node)) return child === node.test;
  if (t.isConditionalExpression(node)) return child !== node.test;
  return t.isLogicalExpression(node) && child === node.right;
}

/** What a call of a method may change the contents of, apart from what is new. */
function changedCollection(node: t.Node): t.Expression | null {
  const callee = calledMember(node);
  if (callee === null) return null;
  const { object, property, computed } = callee;
  if (computed || !t.isIdentifier(property) || !mutatingMethods.has(property.name)) return null;
  const inner = unwrapped(object);
  const isPath = isSimplePath(inner) || isMember(inner);
  return (isPath || isFound(inner)) && !t.isSuper(inner) ? (object as t.Expression) : null;
}

/** The variables from outside that the function reads for more than to change what they hold, by statements of their own. */
function outsideRead(root: t.Node, scopes: Scopes): ReadonlySet<Variable> {
  const read = new Set<Variable>();
  const changed = new Set<t.Node>();
  walk(root, (node) => {
    const holder = onlyChanged(node);
    if (holder !== null) changed.add(holder);
    if (changed.has(node)) return undefined;
    const variable = t.isIdentifier(node) ? scopes.variableOf(node) : undefined;
    if (variable?.kind === 'outside') read.add(variable);
    return undefined;
  });
  return read;
}

/** The variable of which a statement does nothing but change what it holds: `log.push(x);` */
export function onlyChanged(statement: t.Node): t.Identifier | null {
  const change = t.isExpressionStatement(statement)
    ? changedCollection(statement.expression)
    : null;
  return change === null ? null : holderOf(change);
}

/** `p` of `o.p.q`, where `o` is the variable; null of the variable itself, and where the key is computed. */
function firstKey(collection: t.Expression, name: t.Identifier): string | null {
  let key: string | null = null;
  walk(collection, (node) => {
    if (t.isMemberExpression(node) && unwrapped(node.object) === name && !node.computed)
      key = t.isIdentifier(node.property) ? node.property.name : null;
    return undefined;
  });
  return key;
}

/** Whether an expression may give an array, Map or Set that something else holds, too. */
function isFound(node: t.Node): boolean {
  if (t.isLogicalExpression(node) || t.isConditionalExpression(node)) return true;
  if (t.isSequenceExpression(node)) return true;
  if (!t.isCallExpression(node) && !t.isOptionalCallExpression(node)) return false;
  const callee = calledMember(node);
  if (callee === null) return true;
  return t.isIdentifier(callee.property) && !makers.has(callee.property.name);
}

/** Methods and functions that give a new array or iterator. */
const makers = new Set([
  ...['map', 'filter', 'slice', 'concat', 'flat', 'flatMap', 'splice', 'split', 'from', 'of'],
  ...['toSorted', 'toReversed', 'toSpliced', 'with', 'keys', 'values', 'entries'],
]);

/** The variable that what is changed is found in. */
function holderOf(node: t.Node): t.Identifier | null {
  const inner = unwrapped(node);
  if (t.isOptionalMemberExpression(inner)) return holderOf(inner.object);
  if (!t.isCallExpression(inner) && !t.isOptionalCallExpression(inner)) return rootOf(inner);
  const isPrivate: boolean = t.isCallExpression(inner) && isCallOf('private_of', inner);
  if (isPrivate) return holderOf(inner.arguments[0]!);
  const callee = calledMember(inner);
  return callee === null ? null : holderOf(callee.object);
}

interface NewObject {
  readonly statement: t.VariableDeclaration;
  /** Null for the rest of a pattern. */
  readonly init: t.Expression | null;
}

/**
 * Variables that hold an object which is made where they are declared, and the objects that are made where others, or these, are
 * assigned; own are those that never hold another one, and that no
 * other variable, object or function gets to hold.
 */
function newObjects(
  root: t.Node,
  scopes: Scopes,
): {
  made: ReadonlyMap<Variable, NewObject>;
  assigned: ReadonlyMap<Variable, readonly t.Node[]>;
  own: ReadonlySet<Variable>;
} {
  const made = new Map<Variable, NewObject>();
  const assigned = new Map<Variable, t.Node[]>();
  const handedOn = new Set<Variable>();
  walk(root, (node) => {
    if (t.isVariableDeclaration(node)) addDeclared(node);
    if (t.isAssignmentExpression(node)) addAssigned(node);
    for (const target of assignedBy(node)) handOn(target);
    if (t.isUnaryExpression(node, { operator: 'delete' })) handOn(rootOf(node.argument) ?? node);
    for (const value of valuesIn(node)) handOn(unwrapped(value));
    return undefined;
  });
  const own = new Set([...made.keys()].filter((variable) => !handedOn.has(variable)));
  return { made, assigned, own };

  function addDeclared(statement: t.VariableDeclaration): void {
    for (const { id, init } of statement.declarations) {
      for (const rest of restTargets(id)) add(rest, statement, null);
      if (init && isMade(unwrapped(init))) add(id, statement, init);
    }
  }

  function addAssigned({ left, right }: t.AssignmentExpression): void {
    const [variable, object] = [scopes.variableOf(left), unwrapped(right)];
    if (variable && isMade(object))
      assigned.set(variable, [...(assigned.get(variable) ?? []), object]);
  }

  function add(id: t.Node, statement: t.VariableDeclaration, init: t.Expression | null): void {
    const variable = scopes.variableOf(id);
    if (variable) made.set(variable, { statement, init });
  }

  function handOn(node: t.Node): void {
    const variable = scopes.variableOf(node);
    if (variable) handedOn.add(variable);
  }
}

/** Whether a new object has the property from the start. What an instance of a class has is not known. */
function isGiven({ init }: NewObject, key: t.Node): boolean {
  const literal = init && unwrapped(init);
  if (literal === null || t.isNewExpression(literal)) return false;
  if (!t.isObjectExpression(literal)) return true;
  return literal.properties.some(
    (property) => !t.isSpreadElement(property) && t.isNodesEquivalent(property.key, key),
  );
}

/** What a node hands on as it is. */
function valuesIn(node: t.Node): t.Node[] {
  if (t.isConditionalExpression(node)) return [node.consequent, node.alternate];
  if (t.isLogicalExpression(node)) return [node.left, node.right];
  if (t.isAssignmentExpression(node)) return [node.right];
  if (t.isVariableDeclarator(node)) return node.init ? [node.init] : [];
  if (t.isArrayExpression(node)) return node.elements.filter((element) => element !== null);
  if (t.isObjectProperty(node)) return [node.value];
  if (t.isCallExpression(node) || t.isNewExpression(node)) return node.arguments;
  return t.isArrowFunctionExpression(node) ? [node.body] : [];
}

/** Variables that hold the rest of what a pattern takes apart. */
function restTargets(pattern: t.Node): t.Node[] {
  const found: t.Node[] = [];
  walk(pattern, (node) => {
    if (t.isRestElement(node)) found.push(node.argument);
    return undefined;
  });
  return found;
}

/** What `x[i] = v` gives a new tensor, where `x` is one: the variable or property. Null for what is no element. */
function holderOfElement(target: t.Node, staging: Staging): t.Node | null {
  const { root, keys } = elementPath(target);
  if (keys.length === 0) return null;
  const path = t.isIdentifier(root) ? staging.aliases.get(root.name) : undefined;
  return path === undefined ? root : (holderOfElement(path, staging) ?? unwrapped(path));
}

/** `x[i]` of a variable. */
function isElement(target: t.Node): target is t.MemberExpression {
  return t.isMemberExpression(target) && target.computed && t.isIdentifier(target.object);
}

import * as t from '@babel/types';
import { assignedOwn, hasCall, hasEffect, isConstant, needsLift } from '../analysis/effects.js';
import { elementPath, hasFixedName, isSimplePath, keyText, pathText } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import type { Lift } from './lift.js';

/** The target of an assignment with its object and key evaluated, so that it can be named where it is used. */
export function evaluatedTarget(
  lift: Lift,
  left: t.Node,
  right: t.Expression | null,
  out: t.Statement[],
  use: 'in place' | 'behind the value' | 'twice' = 'twice',
): t.LVal {
  const target = unwrapped(left) as t.LVal;
  if (!t.isMemberExpression(target)) return target;
  const { object, property } = target;
  const given = right === null ? [property] : [property, right];
  const later = given.filter((node) => needsLift(node));
  const assigned = new Set(later.flatMap((node) => [...assignedOwn(node)]));
  const isCalled = given.some(hasCall);
  const isOrderFree = use === 'behind the value' && ![object, ...given].some(hasEffect);
  const isOnce = later.length === 0 && (use === 'in place' || isOrderFree);
  const isChanged = (name: string): boolean =>
    assigned.has(name) || (isCalled && lift.changesInCalls(name));
  const isKept = (node: t.Node): boolean => {
    if (needsLift(node)) return false;
    if (isOnce || isConstant(node)) return true;
    const inner = unwrapped(node);
    return isName(node) && !(t.isIdentifier(inner) && isChanged(inner.name));
  };
  const isFirst = isCalled && isSimplePath(elementPath(object).root) && mayBeReplaced(lift, object);
  const isReadOnce = isFirst || isGivenByGetter(lift, object);
  if (!t.isSuper(object) && (isReadOnce || !isKept(object))) {
    nameHolder(lift, object, out);
    const path = pathOf(lift, object, assigned, out);
    target.object = lift.named('object', lift.value(object, out), out);
    if (path && t.isIdentifier(target.object)) lift.staging.aliases.set(target.object.name, path);
  }
  if (target.computed && !isKept(property)) {
    target.property = lift.named('key', lift.value(property as t.Expression, out), out);
  }
  return target;
}

/** What leads to an object that a variable will stand for: `this.state`, `x[i]`, with keys that can be named again. */
function pathOf(
  lift: Lift,
  object: t.Expression | t.Super,
  assigned: ReadonlySet<string>,
  out: t.Statement[],
): t.Expression | null {
  const { root, keys } = elementPath(object);
  if (needsLift(object) || !isSimplePath(root)) return null;
  const isKept = (key: t.Expression): boolean =>
    isConstant(key) || (t.isIdentifier(key) && !assigned.has(key.name));
  for (let node = unwrapped(object); keys.length > 0 && node !== root; ) {
    const member = node as t.MemberExpression;
    const key = member.property as t.Expression;
    if (!isKept(key)) {
      if (keys.length > 1) return null;
      member.property = lift.named('key', key, out);
    }
    node = unwrapped(member.object);
  }
  return object as t.Expression;
}

/** `list[i].k[j]`: a tensor that the property holds is put back there, for which its object needs a name. */
function nameHolder(lift: Lift, object: t.Expression, out: t.Statement[]): void {
  const { root } = elementPath(object);
  if (!t.isMemberExpression(root) || !hasFixedName(root) || isSimplePath(root)) return;
  const holder = lift.temporary('holder', lift.value(root.object as t.Expression, out), out);
  root.object = holder;
  const path = pathText(root);
  lift.staging.standIns.set(path, path.slice(holder.name.length));
}

/** Whether a call may put another object in the variable, or a property, that leads to this one. */
function mayBeReplaced(lift: Lift, object: t.Node): boolean {
  const { root } = elementPath(object);
  if (t.isMemberExpression(root)) {
    const isReplaced = hasFixedName(root) && lift.staging.reassigned.has(keyText(root));
    return isReplaced || mayBeReplaced(lift, root.object);
  }
  if (!t.isIdentifier(root)) return false;
  return lift.replacedInClosures.has(root.name) || !lift.staging.isConstantOutside(root.name);
}

/** Whether a getter of the module gives the object, or what leads to it. */
function isGivenByGetter(lift: Lift, object: t.Node): boolean {
  const inner = unwrapped(object);
  if (!t.isMemberExpression(inner)) return false;
  const isGiven = hasFixedName(inner) && lift.staging.getters.has(keyText(inner));
  return isGiven || isGivenByGetter(lift, inner.object);
}

/** Reading it twice is reading it once. */
function isName(node: t.Node): boolean {
  const inner = unwrapped(node);
  return t.isIdentifier(inner) || t.isThisExpression(inner);
}

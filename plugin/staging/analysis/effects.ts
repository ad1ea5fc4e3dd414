import * as t from '@babel/types';
import { patternTargets } from '../tree/targets.js';
import { containsOwn, unwrapped, walk } from '../tree/walk.js';

/** True where an assignment stands in the expression, or a `yield`, which no closure can hold. */
export function needsLift(node: t.Node | null | undefined): boolean {
  return (
    !!node &&
    containsOwn(
      node,
      (inner) =>
        t.isAssignmentExpression(inner) ||
        t.isUpdateExpression(inner) ||
        t.isYieldExpression(inner),
    )
  );
}

export function hasCall(node: t.Node): boolean {
  return containsOwn(
    node,
    (inner) =>
      t.isCallExpression(inner) ||
      t.isOptionalCallExpression(inner) ||
      t.isNewExpression(inner) ||
      t.isTaggedTemplateExpression(inner) ||
      t.isAwaitExpression(inner),
  );
}

/** The names of variables that the node assigns, in nested functions too. */
export function assignedNames(node: t.Node): Set<string> {
  const names = new Set<string>();
  const add = (target: t.Node): void => {
    for (const inner of patternTargets(unwrapped(target))) {
      if (t.isIdentifier(inner)) names.add(inner.name);
    }
  };
  walk(node, (inner) => {
    if (t.isAssignmentExpression(inner)) add(inner.left);
    else if (t.isUpdateExpression(inner)) add(inner.argument);
    else if (t.isForXStatement(inner) && !t.isVariableDeclaration(inner.left)) add(inner.left);
    return undefined;
  });
  return names;
}

export function assignedOwn(node: t.Node): Set<string> {
  return needsLift(node) ? assignedNames(node) : new Set();
}

export function mentions(node: t.Node, name: string): boolean {
  return containsOwn(node, (inner) => t.isIdentifier(inner, { name }));
}

export function isConstant(node: t.Node): boolean {
  const inner = unwrapped(node);
  return (
    (t.isLiteral(inner) && !t.isTemplateLiteral(inner)) ||
    t.isThisExpression(inner) ||
    t.isFunction(inner)
  );
}

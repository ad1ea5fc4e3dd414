import * as t from '@babel/types';

/** Visits a node and what is inside, types too, in the order of the source. */
export function forEachNode(node: t.Node, visit: (node: t.Node) => void): void {
  visit(node);
  const keys = t.VISITOR_KEYS[node.type];
  if (keys === undefined) return;
  for (const key of keys) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (!value) continue;
    if (!Array.isArray(value)) forEachNode(value as t.Node, visit);
    else for (const inner of value) if (inner) forEachNode(inner, visit);
  }
}

/** Whether the node, or one that is inside, is such a one. What `isLeft` names is not looked into. */
export function someNode(
  node: t.Node,
  isSuch: (node: t.Node) => boolean,
  isLeft?: (node: t.Node) => boolean,
): boolean {
  if (isLeft?.(node) === true) return false;
  if (isSuch(node)) return true;
  const keys = t.VISITOR_KEYS[node.type];
  if (keys === undefined) return false;
  for (const key of keys) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (!value) continue;
    if (!Array.isArray(value)) {
      if (someNode(value as t.Node, isSuch, isLeft)) return true;
    } else for (const inner of value) if (inner && someNode(inner, isSuch, isLeft)) return true;
  }
  return false;
}

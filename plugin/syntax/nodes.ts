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
  const isIn = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(isIn);
    return Boolean(value) && someNode(value as t.Node, isSuch, isLeft);
  };
  const holder = node as unknown as Record<string, unknown>;
  return (t.VISITOR_KEYS[node.type] ?? []).some((key) => isIn(holder[key]));
}

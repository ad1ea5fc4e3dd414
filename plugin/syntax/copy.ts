import * as t from '@babel/types';

const commentKeys = ['leadingComments', 'innerComments', 'trailingComments'] as const;

/**
 * A deep copy of a syntax tree. Babel's own `cloneNode` drops the positions in the text and copies each comment once
 * for every node that holds it, after which it would be printed as often. A printer tells by the identity of comments which it has
 * printed; these, and places, are shared.
 */
export function copyTree<Root extends t.Node>(
  root: Root,
): { copy: Root; copyOf: <T extends t.Node>(node: T) => T } {
  const copies = new Map<object, object>();

  function copyNode<T extends t.Node>(node: T): T {
    const copy = { ...node };
    copies.set(node, copy);
    const children = copy as unknown as Record<
      string,
      t.Node | (t.Node | null)[] | null | undefined
    >;
    for (const key of t.VISITOR_KEYS[node.type] ?? []) {
      const value = children[key];
      if (!value) continue;
      children[key] = Array.isArray(value) ? value.map(copyOrNull) : copyNode(value);
    }
    for (const key of commentKeys) {
      const comments = copy[key];
      if (comments) copy[key] = [...comments];
    }
    return copy;
  }

  function copyOrNull(node: t.Node | null): t.Node | null {
    return node && copyNode(node);
  }

  return { copy: copyNode(root), copyOf: <T extends t.Node>(node: T) => copies.get(node) as T };
}

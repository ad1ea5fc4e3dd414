import type * as t from '@babel/types';

/** Parts of a node that nobody changes, and that are most of a tree. */
const shared = new Set(['loc', 'extra', 'comments', 'errors', 'tokens']);

/**
 * A deep copy of a syntax tree. Babel's own `cloneNode` drops the positions in the text and copies each comment once
 * for every node that holds it, after which it would be printed as often.
 */
export function copyTree<Root extends t.Node>(
  root: Root,
): { copy: Root; copyOf: <T extends t.Node>(node: T) => T } {
  const copies = new Map<object, object>();

  function copyNode<T extends object>(node: T): T {
    const copy = { ...node };
    copies.set(node, copy);
    for (const key of Object.keys(node) as (keyof T & string)[]) {
      const value = node[key];
      if (typeof value === 'object' && !shared.has(key)) copy[key] = copyValue(value);
    }
    return copy;
  }

  function copyValue<T>(value: T): T {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(copyValue) as T;
    return isNode(value) ? copyNode(value) : value;
  }

  return { copy: copyNode(root), copyOf: <T extends t.Node>(node: T) => copies.get(node) as T };
}

/** Comments are shared: a printer tells by their identity which it has printed. */
function isNode(value: object): boolean {
  return 'type' in value && value.type !== 'CommentBlock' && value.type !== 'CommentLine';
}

import { NodePath } from '@babel/traverse';
import * as t from '@babel/types';

/**
 * Visits what is inside of a path, types too, in the order of the source; `enter` returns false to leave out what is inside.
 * Babel's own traversal is ready for changes of the tree, which takes longer than the walk.
 */
export function walkPaths(
  parentPath: NodePath,
  enter: (path: NodePath) => boolean | undefined,
): void {
  const parent = parentPath.node;
  const visit = (container: object, listKey: string | undefined, key: string | number): void => {
    const path = NodePath.get({ parentPath, parent, container, listKey, key } as Place);
    // Babel has made the paths that its scopes are known by.
    if (!path.scope) path.setContext(parentPath.context);
    if (enter(path) !== false) walkPaths(path, enter);
  };
  for (const key of t.VISITOR_KEYS[parent.type] ?? []) {
    const value = (parent as unknown as Record<string, unknown>)[key];
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) if (value[index]) visit(value, key, index);
    } else if (value) visit(parent, undefined, key);
  }
}

/** The types take the node for the container of an element of a list. */
type Place = Parameters<typeof NodePath.get>[0];

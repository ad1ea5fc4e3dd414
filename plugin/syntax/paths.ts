import { NodePath } from '@babel/traverse';
import * as t from '@babel/types';

/** A node, and where it stands. Its path is made when it is asked for: few are, and they are dear. */
export class Place {
  constructor(
    readonly node: t.Node,
    readonly parent: Place | null,
    readonly key: string | number,
    readonly listKey: string | undefined,
    private known: NodePath | null = null,
  ) {}

  get path(): NodePath {
    this.known ??= this.makePath();
    return this.known;
  }

  private makePath(): NodePath {
    const { listKey, key } = this;
    const parentPath = this.parent!.path;
    const parent = parentPath.node;
    const container =
      listKey === undefined ? parent : (parent as unknown as Record<string, object>)[listKey]!;
    const path = NodePath.get({ parentPath, parent, container, listKey, key } as Origin);
    path.opts = parentPath.opts;
    return path;
  }
}

/** The types take the node for the container of an element of a list. */
type Origin = Parameters<typeof NodePath.get>[0];

export function placeOf(path: NodePath): Place {
  return new Place(path.node, null, path.key!, path.listKey ?? undefined, path);
}

/** The path of a module, from which all others come. Nothing asks Babel for scopes, which it would make of the whole module. */
export function programOf(ast: t.File): NodePath<t.Program> {
  const origin = { parentPath: null, parent: ast, container: ast, key: 'program' };
  const path = NodePath.get(origin as unknown as Origin) as NodePath<t.Program>;
  path.opts = { noScope: true };
  return path;
}

const none: readonly Place[] = [];

/** What is right inside of a place, types too, in the order of the source. */
export function placesIn(place: Place): readonly Place[] {
  const { node } = place;
  let found: Place[] | null = null;
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (!value) continue;
    found ??= [];
    if (!Array.isArray(value)) found.push(new Place(value as t.Node, place, key, undefined));
    else
      for (let index = 0; index < value.length; index++)
        if (value[index]) found.push(new Place(value[index], place, index, key));
  }
  return found ?? none;
}

/** Visits what is inside of a place in the order of the source; `enter` returns false to leave out what is inside. */
export function walkPlaces(place: Place, enter: (inner: Place) => boolean | undefined): void {
  for (const inner of placesIn(place)) if (enter(inner) !== false) walkPlaces(inner, enter);
}

import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { exportsOf } from './exports.js';
import { type Keeper, keeperOf } from './keepers.js';
import { holdsOwn } from './putInto.js';

interface Used {
  readonly marked: readonly NodePath<t.Function>[];
  readonly reached: ReadonlySet<NodePath<t.Function>>;
  readonly known: ReadonlySet<Binding>;
}

/** Which functions keep what they are given where staged code may find it. */
export class KeepersInUse {
  #keepers: (readonly [fn: NodePath<t.Function>, keeper: Keeper])[] | null = null;

  constructor(
    private readonly functions: readonly NodePath<t.Function>[],
    private readonly used: Used,
  ) {}

  /** Adds the names of those that have not been added yet, and gives how many these are. */
  addTo(names: Set<string>): number {
    const { marked, reached, known } = this.used;
    const before = names.size;
    const staged = [...marked, ...reached];
    if (staged.length === 0 && known.size === 0) return 0;
    this.#keepers ??= this.functions.flatMap((fn) => {
      const keeper = keeperOf(fn);
      return keeper === null ? [] : [[fn, keeper] as const];
    });
    const around: Set<t.Node | null> = new Set(staged.flatMap(functionsAround));
    for (const path of staged) around.add(objectAround(path));
    for (const [fn, { name, variables }] of this.#keepers) {
      const owner = objectAround(fn);
      const isUsed =
        reached.has(fn) || around.has(fn.node) || (owner !== null && around.has(owner));
      if (isUsed || [...variables].some((variable) => known.has(variable))) names.add(name);
    }
    return names.size - before;
  }
}

/** Staged code has the variables of functions that it is made in. */
function functionsAround(path: NodePath<t.Function>): t.Node[] {
  const found: t.Node[] = [];
  for (let outer: NodePath | null = path.parentPath; outer !== null; outer = outer.parentPath)
    if (outer.isFunction()) found.push(outer.node);
  return found;
}

/** The class or object literal that a function is a member of. */
function objectAround(path: NodePath<t.Function>): t.Node | null {
  for (const outer of [path.parentPath, path.parentPath?.parentPath])
    if (outer?.isClassBody() || outer?.isObjectExpression()) return outer.node;
  return null;
}

/** The names of exported variables that staged code uses, and that hold a collection, a literal or an object of a class. */
export function exportedHolders(
  program: NodePath<t.Program>,
  known: ReadonlySet<Binding>,
): string[] {
  if (![...known].some(holdsOwn)) return [];
  const named = [...exportsOf(program).named];
  return named.flatMap(([name, found]) =>
    'variable' in found && known.has(found.variable) && holdsOwn(found.variable) ? [name] : [],
  );
}

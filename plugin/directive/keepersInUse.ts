import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers } from './describe.js';
import { type Export, exportsOf } from './exports.js';
import { type Keeper, keeperOf } from './keepers.js';
import { holdsOwn, makesHolder } from './putInto.js';

interface Used {
  readonly marked: readonly NodePath<t.Function>[];
  readonly reached: ReadonlySet<NodePath<t.Function>>;
  readonly known: ReadonlySet<Binding>;
  /** Variables of other modules that hold functions for staged code. */
  readonly tables: ReadonlySet<Binding>;
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
    const { marked, reached, known, tables } = this.used;
    const before = names.size;
    const staged = [...marked, ...reached];
    if (staged.length === 0 && known.size === 0 && tables.size === 0) return 0;
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
      const isFound = (variable: Binding) => known.has(variable) || tables.has(variable);
      if (isUsed || [...variables].some(isFound)) names.add(name);
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

/** What staged code of a module uses, and what is wanted of it by others. */
interface Uses {
  readonly known: ReadonlySet<Binding>;
  readonly wanted: ReadonlySet<string>;
}

/** The names under which a module exports what staged code uses, and holds a collection, a literal or an object of a class. */
export function exportedHolders(program: NodePath<t.Program>, { known, wanted }: Uses): string[] {
  if (wanted.size === 0 && ![...known].some(holdsOwn)) return [];
  return [...exportsOf(program).named].flatMap(([name, found]) => {
    const variable = variableOf(found);
    const isUsed = variable
      ? known.has(variable) && holdsOwn(variable)
      : wanted.has(name) && 'own' in found && makesHolder(found.own);
    return isUsed ? [name] : [];
  });
}

/** The names under which a module exports what has one of the names in it. */
export function exportedAs(program: NodePath<t.Program>, names: ReadonlySet<string>): string[] {
  return [...exportsOf(program).named].flatMap(([name, found]) => {
    const own = variableOf(found)?.identifier.name ?? declaredName(found);
    return own !== undefined && names.has(own) ? [name] : [];
  });
}

function variableOf(found: Export): Binding | undefined {
  if ('variable' in found) return found.variable;
  const value = 'own' in found ? insideOfWrappers(found.own) : null;
  return value?.isIdentifier() ? scopeOf(value).getBinding(value.node.name) : undefined;
}

/** `export default function register(f) { … }`; without a name JavaScript calls it `default`. */
function declaredName(found: Export): string | undefined {
  const own = 'own' in found ? insideOfWrappers(found.own) : null;
  if (!own?.isFunction()) return undefined;
  return ('id' in own.node && own.node.id?.name) || 'default';
}

import * as t from '@babel/types';
import type { Binding } from '../../syntax/binding.js';
import type { Staging } from '../tree/context.js';
import { keyText, rootOf } from '../tree/targets.js';
import { unwrapped } from '../tree/walk.js';
import type { Scopes } from './scopes.js';

/*
 * `game.next(); game.player.score += 1`: which object the property is one of depends on what `next` assigns. The state of a
 * branch or loop cannot name it by its path then; the runtime is told which object is changed.
 */

/** The calls in a piece of the program, and what they may put in the place of objects that it names by their paths. */
export class CallsInside {
  /** Whether a function of this module is called. */
  private callsOwn = false;
  /** The variables that functions of other modules are called on or with; null of `this`. */
  private readonly given = new Set<string | null>();

  constructor(
    private readonly scopes: Scopes,
    private readonly staging: Staging,
  ) {}

  note(node: t.Node): void {
    const isCall =
      t.isCallExpression(node) || t.isOptionalCallExpression(node) || t.isNewExpression(node);
    if (!isCall) return;
    const callee = unwrapped(node.callee);
    const isMember = t.isMemberExpression(callee) || t.isOptionalMemberExpression(callee);
    const isOwn = isMember ? this.isOwnMethod(callee) : this.isOwnFunction(callee);
    if (isOwn) this.callsOwn = true;
    else if (isOwn === null) {
      const named = isMember ? [callee.object, ...node.arguments] : node.arguments;
      for (const one of named) if (isNamed(one)) this.given.add(rootName(one));
    }
  }

  /** Whether the path may lead to another object after a call than before it, or for each time that it is read. */
  mayReplace(path: t.Node): boolean {
    const { getters, reassigned } = this.staging;
    const names = namesIn(path);
    if (names.length === 0) return false;
    if (names.some((name) => getters.has(name) || (this.callsOwn && reassigned.has(name))))
      return true;
    return this.given.has(rootName(path));
  }

  /** True of one of this module, null of one of another, false of one of JavaScript's or a library of ops. */
  private isOwnFunction(callee: t.Node): boolean | null {
    if (!t.isIdentifier(callee)) return true;
    const variable = this.scopes.variableOf(callee);
    if (variable !== undefined && variable.kind !== 'outside') return true;
    return isOfModule(this.staging.bindingOutside(callee.name));
  }

  private isOwnMethod(callee: t.MemberExpression | t.OptionalMemberExpression): boolean | null {
    const { object, property, computed } = callee;
    if (computed || !t.isIdentifier(property)) return true;
    if (this.staging.methods.has(property.name)) return true;
    const root = rootOf(object);
    const variable = root === null ? undefined : this.scopes.variableOf(root);
    if (root !== null && (variable === undefined || variable.kind === 'outside')) {
      const isOwn = isOfModule(this.staging.bindingOutside(root.name));
      if (isOwn === false) return false;
    }
    return builtIn.has(property.name) ? false : null;
  }
}

/** What a name of the module's stands for: its own, another module's, or nothing that changes objects of the program. */
function isOfModule(binding: Binding | undefined): boolean | null {
  if (binding === undefined) return false;
  const { parent } = binding.path;
  if (binding.kind !== 'module' || !t.isImportDeclaration(parent)) return true;
  return /^(?:@tensorflow\/|use-graph)/.test(parent.source.value) ? false : null;
}

/** The properties on the way to the object. */
function namesIn(path: t.Node): string[] {
  const inner = unwrapped(path);
  if (!t.isMemberExpression(inner)) return [];
  return [...namesIn(inner.object), keyText(inner)];
}

function isNamed(node: t.Node): boolean {
  const inner = unwrapped(node);
  return t.isThisExpression(inner) || rootOf(inner) !== null;
}

function rootName(node: t.Node): string | null {
  return rootOf(node)?.name ?? null;
}

const builtIn = new Set(
  [Array, Map, Set, String, Number, Promise, Function].flatMap((type) =>
    Object.getOwnPropertyNames(type.prototype),
  ),
);

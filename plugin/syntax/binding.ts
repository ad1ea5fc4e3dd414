import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Place } from './paths.js';
import type { ModuleScopes } from './scopes.js';

/** How a name came to be: `hoisted` of a function, `local` of what an expression calls itself, `unknown` of a type. */
export type Kind = 'var' | 'let' | 'const' | 'module' | 'hoisted' | 'param' | 'local' | 'unknown';

/** What a name stands for in a scope. */
export class Binding {
  readonly changes: Place[] = [];
  readonly uses: Place[] = [];

  constructor(
    readonly identifier: t.Identifier,
    readonly kind: Kind,
    readonly scope: Scope,
    private readonly place: Place,
  ) {}

  /** A declarator, function, class, parameter, `catch` or specifier. */
  get path(): NodePath {
    return this.place.path;
  }

  get constant(): boolean {
    return this.changes.length === 0;
  }

  /** What declares the name again, and what assigns it. */
  get constantViolations(): NodePath[] {
    return this.changes.map(({ path }) => path);
  }

  /** Where the name is read. */
  get referencePaths(): NodePath[] {
    this.scope.module.findUses();
    return this.uses.map(({ path }) => path);
  }

  get referenced(): boolean {
    this.scope.module.findUses();
    return this.uses.length > 0;
  }

  reassign(place: Place): void {
    if (!this.changes.some(({ node }) => node === place.node)) this.changes.push(place);
  }
}

/** The names that a node has for what is inside of it. */
export class Scope {
  readonly bindings = new Map<string, Binding>();

  constructor(
    private readonly place: Place,
    readonly parent: Scope | null,
    readonly module: ModuleScopes,
  ) {}

  get node(): t.Node {
    return this.place.node;
  }

  get path(): NodePath {
    return this.place.path;
  }

  getOwnBinding(name: string): Binding | undefined {
    return this.bindings.get(name);
  }

  getBinding(name: string): Binding | undefined {
    let inner: t.Node | null = null;
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const { node } = scope;
      const binding = scope.bindings.get(name);
      // What a parameter's default names is not declared in the body.
      if (binding !== undefined) {
        if (!t.isPattern(inner) || binding.kind === 'param' || binding.kind === 'local')
          return binding;
      } else if (name === 'arguments' && hasOwnArguments(node)) return undefined;
      inner = node;
    }
    return undefined;
  }

  /** Whether the name is declared around, even if a function has its own `arguments` in between. */
  isDeclared(name: string): boolean {
    return this.bindings.has(name) || this.parent?.isDeclared(name) === true;
  }
}

function hasOwnArguments(node: t.Node): boolean {
  return t.isFunction(node) && node.type !== 'ArrowFunctionExpression';
}

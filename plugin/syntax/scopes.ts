import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { Binding, type Kind, Scope } from './binding.js';
import { Place, placeOf, placesIn } from './paths.js';

const scopes = new WeakMap<t.Node, Scope>();

/** The scope of a node: its own, or that which it stands in. */
export function scopeOf(path: NodePath): Scope {
  for (let at: NodePath | null = path; at !== null; at = outward(at)) {
    const known = scopes.get(at.node);
    if (known !== undefined) return known;
    if (at.isProgram()) break;
  }
  scopesOf(path.find((around) => around.isProgram()) as NodePath<t.Program>);
  return scopeOf(path);
}

/** The same for a place: what lies above it is known from the walk that it was come by in. */
export function scopeAt(place: Place): Scope {
  let at = place;
  while (at.parent !== null) {
    const { node, parent, listKey, key } = at;
    const known = scopes.get(node);
    if (known !== undefined) return known;
    if (isOutside(parent.node, listKey ?? key)) return scopeOf(at.path);
    at = parent;
  }
  return scopeOf(at.path);
}

/** A method's key and decorators, and what a `switch` asks, are evaluated outside. */
function outward({ key, listKey, parentPath }: NodePath): NodePath | null {
  return parentPath !== null && isOutside(parentPath.node, listKey ?? key)
    ? parentPath.parentPath
    : parentPath;
}

function isOutside(parent: t.Node, key: string | number | null): boolean {
  if (key === 'key' || key === 'decorators') return t.isMethod(parent);
  return key === 'discriminant' && parent.type === 'SwitchStatement';
}

/** Finds out what the names of a module stand for. Throws where one is declared twice. */
export function scopesOf(program: NodePath<t.Program>): ModuleScopes {
  return scopes.get(program.node)?.module ?? new ModuleScopes(program);
}

const kinds = {
  scope: new Set(t.FLIPPED_ALIAS_KEYS.Scopable),
  block: new Set(t.FLIPPED_ALIAS_KEYS.BlockParent),
  function: new Set(t.FLIPPED_ALIAS_KEYS.FunctionParent).add('Program'),
  declaration: new Set(t.FLIPPED_ALIAS_KEYS.Declaration),
};

function isScope(node: t.Node, parent: t.Node): boolean {
  if (kinds.scope.has(node.type)) {
    return node.type !== 'BlockStatement' || !(t.isFunction(parent) || t.isCatchClause(parent));
  }
  return t.isPattern(node) && (t.isFunction(parent) || t.isCatchClause(parent));
}

export class ModuleScopes {
  readonly #program: Place;
  readonly #globals = new Set<string>();
  #assignments: [place: Place, scope: Scope][] = [];
  #otherChanges: [place: Place, scope: Scope][] = [];
  #hasUses = false;

  constructor(program: NodePath<t.Program>) {
    this.#program = placeOf(program);
    this.#declare(this.#program, this.#open(this.#program, null));
    for (const [place, scope] of this.#assignments) this.#change(place, scope);
    for (const [place, scope] of this.#otherChanges) this.#change(place, scope);
  }

  get program(): t.Node {
    return this.#program.node;
  }

  /** Whether the module uses or assigns a name that it does not declare. */
  hasGlobal(name: string): boolean {
    this.findUses();
    return this.#globals.has(name);
  }

  /** Finds all uses, once, where somebody asks for them: of most modules nobody does. */
  findUses(): void {
    if (this.#hasUses) return;
    this.#hasUses = true;
    const uses: [place: Place, scope: Scope][] = [];
    this.#collectUses(this.#program, scopes.get(this.#program.node)!, uses);
    for (const [place, scope] of uses) {
      const { name } = place.node as t.Identifier;
      const binding = scope.getBinding(name);
      if (binding === undefined) this.#globals.add(name);
      else binding.uses.push(place);
    }
  }

  #open(place: Place, parent: Scope | null): Scope {
    const scope = new Scope(place, parent, this);
    scopes.set(place.node, scope);
    return scope;
  }

  #declare(place: Place, scope: Scope): void {
    this.#declareIn(place, scope);
    for (const inner of placesIn(place)) {
      if (isType(inner)) continue;
      const around = isOutside(place.node, inner.listKey ?? inner.key) ? scope.parent! : scope;
      const isOwn = isScope(inner.node, place.node);
      this.#declare(inner, isOwn ? this.#open(inner, around) : around);
    }
  }

  #declareIn(place: Place, scope: Scope): void {
    const { node } = place;
    switch (node.type) {
      case 'Identifier':
      case 'MemberExpression':
      case 'CallExpression':
      case 'StringLiteral':
        return;
      case 'VariableDeclaration':
        this.#declareVariables(place, node, scope);
        return;
      case 'FunctionDeclaration':
        if (node.id) this.#add(within(scope.parent!, 'block'), 'hoisted', [node.id], place);
        this.#declareParameters(place, node, scope);
        return;
      case 'ClassDeclaration':
        this.#declareClass(place, node, scope);
        return;
      case 'ClassExpression':
        if (node.id) this.#add(scope, 'local', [node.id], place);
        return;
      case 'CatchClause':
        this.#add(scope, 'let', identifiersOf(node), place);
        return;
      case 'ImportDeclaration':
        this.#declareImports(place, node, scope);
        return;
      case 'AssignmentExpression':
        this.#assignments.push([place, scope]);
        return;
      case 'UpdateExpression':
        this.#otherChanges.push([place, scope]);
        return;
      case 'UnaryExpression':
        if (node.operator === 'delete') this.#otherChanges.push([place, scope]);
        return;
      case 'ForInStatement':
      case 'ForOfStatement':
        if (t.isPattern(node.left) || t.isIdentifier(node.left))
          this.#otherChanges.push([place, scope]);
        return;
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
        return;
      default:
        if (t.isFunction(node)) this.#declareParameters(place, node, scope);
        else if (kinds.declaration.has(node.type))
          this.#add(within(scope, 'function'), 'unknown', identifiersOf(node), place);
    }
  }

  #declareVariables(place: Place, node: t.VariableDeclaration, scope: Scope): void {
    const { kind } = node;
    const around = within(scope, kind === 'var' ? 'function' : 'block');
    for (const [index, declarator] of node.declarations.entries()) {
      const inner = new Place(declarator, place, index, 'declarations');
      const own = kind === 'var' || kind === 'let' ? kind : 'const';
      this.#add(around, own, identifiersOf(declarator), inner);
    }
  }

  #declareParameters(place: Place, node: t.Function, scope: Scope): void {
    for (const [index, parameter] of node.params.entries())
      this.#add(
        scope,
        'param',
        identifiersOf(parameter),
        new Place(parameter, place, index, 'params'),
      );
    if (node.type === 'FunctionExpression' && node.id) this.#add(scope, 'local', [node.id], place);
  }

  #declareClass(place: Place, { id, declare }: t.ClassDeclaration, scope: Scope): void {
    if (!id) return;
    const around = scope.parent!;
    if (declare !== true) this.#add(within(around, 'block'), 'let', [id], place);
    const binding = around.getBinding(id.name);
    if (binding !== undefined) scope.bindings.set(id.name, binding);
  }

  #declareImports(place: Place, node: t.ImportDeclaration, scope: Scope): void {
    const isOfType = (kind: string | null | undefined): boolean =>
      kind === 'type' || kind === 'typeof';
    for (const [index, specifier] of node.specifiers.entries()) {
      const isType =
        isOfType(node.importKind) ||
        (specifier.type === 'ImportSpecifier' && isOfType(specifier.importKind));
      const inner = new Place(specifier, place, index, 'specifiers');
      this.#add(within(scope, 'block'), isType ? 'unknown' : 'module', [specifier.local], inner);
    }
  }

  #add(scope: Scope, kind: Kind, identifiers: readonly t.Identifier[], place: Place): void {
    for (const identifier of identifiers) {
      const { name } = identifier;
      const known = scope.bindings.get(name);
      if (known === undefined) {
        const binding = new Binding(identifier, kind, scope, place);
        scope.bindings.set(name, binding);
        if ((kind === 'var' || kind === 'hoisted') && isMadeInLoop(place)) binding.reassign(place);
      } else if (known.identifier !== identifier) {
        if (excludes(known.kind, kind)) throw new TypeError(`Duplicate declaration "${name}"`);
        known.reassign(place);
      }
    }
  }

  #change(place: Place, scope: Scope): void {
    for (const name of Object.keys(t.getAssignmentIdentifiers(place.node))) {
      const binding = scope.getBinding(name);
      if (binding !== undefined) binding.reassign(place);
      else if (place.node.type === 'AssignmentExpression') this.#globals.add(name);
    }
  }

  #collectUses(place: Place, scope: Scope, uses: [place: Place, scope: Scope][]): void {
    for (const inner of placesIn(place)) {
      const { node } = inner;
      if (node.type === 'TSTypeAnnotation') continue;
      const around = isOutside(place.node, inner.listKey ?? inner.key) ? scope.parent! : scope;
      const own = scopes.get(node) ?? around;
      if (isUse(inner)) uses.push([inner, own]);
      this.#collectUses(inner, own, uses);
      if (node.type === 'ExportNamedDeclaration' && node.declaration) {
        for (const name of exportedBy(node.declaration)) own.getBinding(name)?.uses.push(inner);
      } else if (node.type === 'ExportDefaultDeclaration') {
        const { declaration } = node;
        if (t.isClassDeclaration(declaration) || t.isFunctionDeclaration(declaration))
          if (declaration.id) own.getBinding(declaration.id.name)?.uses.push(inner);
      }
    }
  }
}

/** Types declare and assign nothing. */
function isType({ node, key }: Place): boolean {
  return (
    key === 'typeAnnotation' ||
    key === 'returnType' ||
    node.type === 'TSTypeParameterInstantiation' ||
    node.type === 'TSTypeParameterDeclaration'
  );
}

function isUse(place: Place): boolean {
  const { node } = place;
  const parent = place.parent!.node;
  if (parent.type === 'TSQualifiedName' && parent.right === node) return false;
  return parent.type !== 'TSImportEqualsDeclaration' && isReferenced(place);
}

/** Whether a place is that of a name that stands for something, as Babel's paths tell it. */
export function isReferenced(place: Place): boolean {
  const { node, parent } = place;
  if (parent === null || parent.parent === null) return place.path.isReferencedIdentifier();
  if (node.type === 'JSXIdentifier') {
    const isTag = parent.node.type !== 'JSXMemberExpression' && t.react.isCompatTag(node.name);
    return !isTag && t.isReferenced(node, parent.node, parent.parent.node);
  }
  return node.type === 'Identifier' && t.isReferenced(node, parent.node, parent.parent.node);
}

function exportedBy(declaration: t.Declaration): string[] {
  if (t.isClassDeclaration(declaration) || t.isFunctionDeclaration(declaration))
    return declaration.id ? [declaration.id.name] : [];
  return t.isVariableDeclaration(declaration)
    ? Object.keys(t.getBindingIdentifiers(declaration))
    : [];
}

/** The nearest scope that a `var`, or what has a block for itself, is declared in. */
function within(scope: Scope, kind: 'block' | 'function'): Scope {
  let around = scope;
  while (!kinds[kind].has(around.node.type)) around = around.parent!;
  return around;
}

function identifiersOf(node: t.Node): t.Identifier[] {
  if (node.type === 'Identifier') return [node];
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') return [node.id];
  return Object.values(t.getBindingIdentifiers(node, true, true)).flat();
}

function excludes(known: Kind, added: Kind): boolean {
  if (added === 'param' || known === 'local') return false;
  return (
    added === 'let' ||
    known === 'let' ||
    known === 'const' ||
    known === 'module' ||
    (known === 'param' && added === 'const')
  );
}

/** What is declared once, but gets a value at each turn of a loop. */
function isMadeInLoop(place: Place): boolean {
  const { node } = place;
  const hasValue = node.type !== 'VariableDeclarator' || Boolean(node.init);
  for (let { key, parent } = place; parent !== null; { key, parent } = parent) {
    if (t.isFunctionParent(parent.node)) return false;
    if (key === 'left' && t.isForXStatement(parent.node)) return true;
    if (hasValue && key === 'body' && t.isLoop(parent.node)) return true;
  }
  return false;
}

import * as t from '@babel/types';
import { declaredNames, namesIn, varsIn } from '../tree/statements.js';
import { forEachChild, unwrapped } from '../tree/walk.js';

export type VariableKind = 'let' | 'const' | 'parameter' | 'function' | 'class' | 'outside';

/** A variable that the function uses. */
export interface Variable {
  readonly name: string;
  readonly kind: VariableKind;
  /** The function (or class) that it belongs to; null for variables from outside of the staged function. */
  readonly owner: t.Node | null;
  /** Used in a function nested in its own. */
  isCaptured: boolean;
  /** The function that a `const` or a function declaration always holds. */
  closure: t.Function | null;
  /** A `const` that holds an object which is made where it is declared, a function or a class. */
  isObject: boolean;
  /** When the declaration comes in the order of the source; functions come with their block. */
  position: number;
}

export interface Scopes {
  /** The variable that an identifier names; undefined for property names and the like. */
  variableOf(identifier: t.Node): Variable | undefined;
  /** Whether the variable exists where a statement begins, as far as the order of the source tells. */
  exists(variable: Variable, statement: t.Node): boolean;
  /** The variable of the same name that one hides where it is declared. */
  hiddenBy(variable: Variable): Variable | undefined;
  /** The variable that a name stands for where a statement begins. */
  lookUp(statement: t.Node, name: string): Variable | undefined;
  /** The functions and classes around a statement, from the inside. */
  ownersAround(statement: t.Node): t.Node[];
}

class Scope {
  readonly names = new Map<string, Variable>();

  constructor(
    readonly parent: Scope | null,
    readonly owner: t.Node | null,
  ) {}

  lookUp(name: string): Variable | undefined {
    return this.names.get(name) ?? this.parent?.lookUp(name);
  }

  owners(): t.Node[] {
    const outer = this.parent?.owners() ?? [];
    return this.owner === null || this.owner === outer[0] ? outer : [this.owner, ...outer];
  }
}

/** Finds out which variable each identifier of a function names. */
export function resolveScopes(root: t.Function): Scopes {
  const resolver = new Resolver();
  resolver.visit(root, new Scope(null, null), null, '');
  return {
    variableOf: (identifier) => resolver.variables.get(identifier),
    exists: (variable, statement) => resolver.exists(variable, statement),
    hiddenBy: (variable) => resolver.hiddenBy(variable),
    lookUp: (statement, name) =>
      resolver.surroundings.get(statement)?.lookUp(name) ?? resolver.outside.get(name),
    ownersAround: (statement) => resolver.surroundings.get(statement)?.owners() ?? [],
  };
}

class Resolver {
  readonly variables = new Map<t.Node, Variable>();
  /** Where statements stand, in the order in which they are visited. */
  readonly positions = new Map<t.Node, number>();
  readonly surroundings = new Map<t.Node, Scope>();
  readonly outside = new Map<string, Variable>();
  private readonly declaredIn = new Map<Variable, Scope>();
  private clock = 0;

  visit(node: t.Node, scope: Scope, parent: t.Node | null, key: string): void {
    const { type } = node;
    if (type === 'Identifier' || type === 'JSXIdentifier') {
      this.clock++;
      if (!isName(node, parent, key)) this.refer(node, scope);
      return;
    }
    if (t.isStatement(node)) {
      this.positions.set(node, this.clock);
      if (isConstruct(node)) this.surroundings.set(node, scope);
    }
    this.clock++;
    if (type === 'VariableDeclarator' || type === 'ClassDeclaration') this.reach(node, scope);
    this.children(node, this.scopeOf(node, scope));
  }

  hiddenBy(variable: Variable): Variable | undefined {
    const scope = this.declaredIn.get(variable);
    if (scope === undefined) return undefined;
    return scope.parent?.lookUp(variable.name) ?? this.outside.get(variable.name);
  }

  /** A function may be called after what is declared behind it. */
  exists(variable: Variable, statement: t.Node): boolean {
    const scope = this.surroundings.get(statement);
    if (scope !== undefined && scope.owner !== variable.owner) return true;
    return variable.position < (this.positions.get(statement) ?? 0);
  }

  private children(node: t.Node, scope: Scope): void {
    forEachChild(node, (child, key) => this.visit(child, scope, node, key));
  }

  private refer(node: t.Identifier | t.JSXIdentifier, scope: Scope): void {
    const variable = scope.lookUp(node.name) ?? this.outer(node.name);
    if (variable.owner !== scope.owner) variable.isCaptured = true;
    this.variables.set(node, variable);
  }

  /** From here on, what the node declares exists. */
  private reach(node: t.VariableDeclarator | t.ClassDeclaration, scope: Scope): void {
    for (const name of node.id ? namesIn(node.id) : []) {
      const variable = scope.lookUp(name);
      if (variable?.position === Number.POSITIVE_INFINITY) variable.position = this.clock;
    }
  }

  private outer(name: string): Variable {
    let variable = this.outside.get(name);
    if (variable === undefined) {
      variable = newVariable(name, 'outside', null, 0);
      this.outside.set(name, variable);
    }
    return variable;
  }

  private scopeOf(node: t.Node, scope: Scope): Scope {
    switch (node.type) {
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ObjectMethod':
      case 'ClassMethod':
      case 'ClassPrivateMethod':
        return this.functionScope(node, scope);
      case 'ClassExpression':
      case 'ClassDeclaration': {
        const inner = new Scope(scope, node);
        if (node.id) this.declare(inner, node.id.name, 'class');
        return inner;
      }
      case 'BlockStatement':
      case 'StaticBlock':
        return this.blockScope(node.body, scope);
      case 'SwitchStatement': {
        const statements = node.cases.flatMap(({ consequent }) => consequent);
        return this.blockScope(statements, scope);
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const head = node.type === 'ForStatement' ? node.init : node.left;
        return this.blockScope(t.isVariableDeclaration(head) ? [head] : [], scope);
      }
      case 'CatchClause': {
        const inner = new Scope(scope, scope.owner);
        if (node.param) this.declarePattern(inner, node.param, 'let');
        return inner;
      }
      default:
        return scope;
    }
  }

  private blockScope(statements: readonly t.Statement[], scope: Scope): Scope {
    const inner = new Scope(scope, scope.owner);
    this.declareIn(inner, statements);
    return inner;
  }

  private functionScope(fn: t.Function, scope: Scope): Scope {
    const inner = new Scope(scope, fn);
    if (t.isFunctionExpression(fn) && fn.id) this.declare(inner, fn.id.name, 'function');
    for (const parameter of fn.params) this.declarePattern(inner, parameter, 'parameter');
    // Only functions that stay as they are written still have `var`.
    for (const declared of fn.body ? varsIn(fn.body) : [])
      this.declarePattern(inner, declared, 'let');
    return inner;
  }

  private declareIn(scope: Scope, statements: readonly t.Statement[]): void {
    for (const statement of statements) {
      const kind = kindOf(statement);
      for (const name of declaredNames(statement)) {
        const variable = this.declare(scope, name, kind);
        if (t.isFunctionDeclaration(statement)) variable.closure = statement;
        else variable.position = Number.POSITIVE_INFINITY;
      }
      if (kind !== 'const') continue;
      for (const { id, init } of (statement as t.VariableDeclaration).declarations) {
        const value = init ? unwrapped(init) : null;
        if (!t.isIdentifier(id)) continue;
        const variable = scope.names.get(id.name)!;
        if (t.isFunction(value)) variable.closure = value;
        variable.isObject =
          value !== null && (isMade(value) || t.isFunction(value) || t.isClass(value));
      }
    }
  }

  private declarePattern(scope: Scope, pattern: t.Node, kind: VariableKind): void {
    for (const name of namesIn(pattern)) {
      this.declare(scope, name, kind);
    }
  }

  private declare(scope: Scope, name: string, kind: VariableKind): Variable {
    const variable = newVariable(name, kind, scope.owner, this.clock);
    scope.names.set(name, variable);
    this.declaredIn.set(variable, scope);
    return variable;
  }
}

function isConstruct(node: t.Statement): boolean {
  return t.isIfStatement(node) || t.isLoop(node) || t.isTryStatement(node);
}

function newVariable(
  name: string,
  kind: VariableKind,
  owner: t.Node | null,
  position: number,
): Variable {
  const isObject = kind === 'function' || kind === 'class';
  return { name, kind, owner, isCaptured: false, closure: null, isObject, position };
}

/** Whether the expression makes an object each time. */
export function isMade(node: t.Node): boolean {
  return t.isObjectExpression(node) || t.isArrayExpression(node) || t.isNewExpression(node);
}

function kindOf(statement: t.Statement): VariableKind {
  if (t.isFunctionDeclaration(statement)) return 'function';
  if (t.isClassDeclaration(statement)) return 'class';
  return (statement as t.VariableDeclaration).kind === 'const' ? 'const' : 'let';
}

/** True where the identifier is a name only: of a property, a label, an attribute. */
function isName(node: t.Node, parent: t.Node | null, key: string): boolean {
  if (parent === null) return false;
  switch (key) {
    case 'property':
      return t.isJSXMemberExpression(parent) || !(parent as t.MemberExpression).computed;
    case 'key':
      return !(parent as t.ObjectProperty).computed;
    case 'label':
    case 'meta':
      return true;
    case 'name':
      return t.isJSXAttribute(parent) || t.isJSXNamespacedName(parent) || isTagName(node);
    case 'id':
      return t.isPrivateName(parent);
    default:
      return t.isMetaProperty(parent) || t.isJSXNamespacedName(parent);
  }
}

/** `<div>` names an element, `<Panel>` a variable. */
function isTagName(node: t.Node): boolean {
  return t.isJSXIdentifier(node) && /^[a-z]/.test(node.name);
}

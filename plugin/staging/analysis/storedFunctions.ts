import * as t from '@babel/types';
import { someNode } from '../../syntax/nodes.js';
import type { FunctionWithBody } from '../tree/functions.js';
import { keptBy } from '../tree/keeping.js';
import { assignedBy } from '../tree/targets.js';
import { containsOwn, unwrapped, walk } from '../tree/walk.js';
import { resolveScopes, type Scopes, type Variable } from './scopes.js';

/** What a function knows of the iteration that makes it: of each variable one place that names it. */
export type Captured = readonly t.Identifier[];

/**
 * The functions that iterations make and that outlive them: they are put into an array, an object or a variable, or returned by
 * what an iteration calls. Those are left out that know a variable which changes after they are made: no copy of it would do.
 */
export function storedFunctions(
  root: FunctionWithBody,
  keeps: (name: string) => boolean,
): ReadonlyMap<t.Function, Captured> {
  const repeated = repeatedCode(root);
  const makesAny = [...repeated].some(
    (node) => t.isFunction(node) && !t.isFunctionDeclaration(node),
  );
  return makesAny ? new StoredFunctions(root, repeated, keeps).found : new Map();
}

/** The nodes of what may run more than once: of loops, of what these call by its name, or as a method of any object, and of callbacks. */
function repeatedCode(root: FunctionWithBody): ReadonlySet<t.Node> {
  const starts: t.Node[] = [];
  const named = new Map<string, t.Function[]>();
  walk(root, (node, parent, key) => {
    const isCallback = t.isFunction(node) && key === 'arguments' && t.isCallExpression(parent);
    if (t.isLoop(node) || isCallback) starts.push(node);
    const name = t.isFunction(node) ? nameOf(node, parent) : undefined;
    if (name !== undefined) named.set(name, [...(named.get(name) ?? []), node as t.Function]);
    return undefined;
  });
  const repeated = new Set<t.Node>();
  for (const start of starts) {
    walk(start, (node) => {
      if (repeated.has(node)) return false;
      repeated.add(node);
      if (t.isIdentifier(node)) starts.push(...(named.get(node.name) ?? []));
      return undefined;
    });
  }
  return repeated;
}

function nameOf(fn: t.Function, parent: t.Node | null): string | undefined {
  if (t.isFunctionDeclaration(fn)) return fn.id?.name;
  const holder = t.isMethod(fn) ? fn : t.isObjectProperty(parent) ? parent : null;
  if (holder !== null) return t.isIdentifier(holder.key) ? holder.key.name : undefined;
  return t.isVariableDeclarator(parent) && t.isIdentifier(parent.id) ? parent.id.name : undefined;
}

class StoredFunctions {
  readonly found = new Map<t.Function, Captured>();
  readonly #scopes: Scopes;
  /** What a variable of an iteration is declared to hold. */
  readonly #values = new Map<Variable, t.Expression>();
  readonly #assigned = new Set<Variable>();
  /** Those that each iteration has its own of. */
  readonly #ofIteration = new Set<Variable>();
  /** The statements around functions. */
  readonly #statements = new Map<t.Node, t.Statement>();
  readonly #seen = new Set<t.Node>();

  constructor(
    readonly root: FunctionWithBody,
    repeated: ReadonlySet<t.Node>,
    keeps: (name: string) => boolean,
  ) {
    this.#scopes = resolveScopes(root);
    this.#note(root, null, repeated);
    for (const node of repeated)
      for (const value of [...keptBy(node, keeps), ...returnedBy(node)]) this.#store(value);
  }

  #note(
    node: t.Node,
    statement: t.Statement | null,
    repeated: ReadonlySet<t.Node>,
    /** In the update of a loop the variables of which the next iteration has others. */
    renewed: ReadonlySet<Variable> = new Set(),
  ): void {
    walk(node, (inner, parent, key) => {
      if (inner !== node && t.isStatement(inner)) {
        this.#note(inner, inner, repeated);
        return false;
      }
      if (t.isForStatement(parent) && key === 'update' && inner !== node) {
        this.#note(inner, statement, repeated, new Set(this.#declaredBy(parent.init)));
        return false;
      }
      // What a function assigns that outlives the update is the variable of the iteration that this begins.
      if (t.isFunction(inner) && inner !== node && renewed.size > 0) {
        this.#note(inner, statement, repeated);
        return false;
      }
      if (t.isFunction(inner) && statement !== null) this.#statements.set(inner, statement);
      for (const target of assignedBy(inner)) {
        const variable = this.#scopes.variableOf(target);
        if (variable !== undefined && !renewed.has(variable)) this.#assigned.add(variable);
      }
      if (t.isVariableDeclarator(inner)) this.#declare(inner, repeated.has(inner));
      return undefined;
    });
  }

  #declaredBy(init: t.Node | null | undefined): Variable[] {
    if (!t.isVariableDeclaration(init, { kind: 'let' })) return [];
    return Object.values(t.getBindingIdentifiers(init)).flatMap(
      (name) => this.#scopes.variableOf(name as t.Identifier) ?? [],
    );
  }

  #declare({ id, init }: t.VariableDeclarator, isRepeated: boolean): void {
    for (const name of Object.values(t.getBindingIdentifiers(id))) {
      const variable = this.#scopes.variableOf(name as t.Identifier);
      if (variable === undefined) continue;
      if (isRepeated) this.#ofIteration.add(variable);
      if (isRepeated && init && t.isIdentifier(id)) this.#values.set(variable, init);
    }
  }

  #store(given: t.Node): void {
    const value = unwrapped(given);
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    if (t.isIdentifier(value)) {
      const held = this.#values.get(this.#scopes.variableOf(value)!);
      if (held !== undefined) this.#store(held);
    } else if (isExpressionOrMethod(value)) this.#make(value);
    else for (const part of [...partsOf(value), ...this.#mayGive(value)]) this.#store(part);
  }

  /** What a call may give back of the objects with methods that it knows: `list.push(o.moved())`, `list.push(named(o))`. */
  #mayGive(value: t.Node): readonly t.Node[] {
    if (!t.isCallExpression(value)) return [];
    const { callee } = value;
    const receiver = t.isMemberExpression(callee) ? [callee.object] : [];
    return [...receiver, ...value.arguments].filter((part) => {
      const variable = this.#scopes.variableOf(unwrapped(part));
      const held = variable && this.#values.get(variable);
      return t.isObjectExpression(held) || t.isCallExpression(unwrapped(part));
    });
  }

  #make(fn: t.Function): void {
    const captured = this.#captured(fn);
    if (captured === null) return;
    this.found.set(fn, captured);
    for (const name of captured) this.#store(name);
  }

  /** Null where it knows what no copy stands for. */
  #captured(fn: t.Function): Captured | null {
    const inside = new Set<t.Node>();
    walk(fn, (node) => {
      if (t.isFunction(node) || t.isClass(node)) inside.add(node);
      return undefined;
    });
    const captured = new Map<Variable, t.Identifier>();
    let isKnown = true;
    walk(fn, (node) => {
      const variable = this.#scopes.variableOf(node);
      if (variable === undefined || inside.has(variable.owner!) || !this.#isOwn(variable))
        return undefined;
      const isCopied = variable.kind !== 'function' && variable.kind !== 'class';
      const isThere =
        variable.kind === 'parameter' || this.#scopes.exists(variable, this.#statements.get(fn)!);
      if (!isCopied || !isThere || this.#assigned.has(variable)) isKnown = false;
      captured.set(variable, node as t.Identifier);
      return undefined;
    });
    return isKnown ? [...captured.values()] : null;
  }

  /** Whether it is another one in each iteration. */
  #isOwn(variable: Variable): boolean {
    if (variable.kind === 'outside') return false;
    return variable.owner !== this.root || this.#ofIteration.has(variable);
  }
}

function returnedBy(fn: t.Node): t.Node[] {
  if (!t.isFunction(fn)) return [];
  if (!t.isBlockStatement(fn.body)) return fn.body ? [fn.body] : [];
  const values: t.Node[] = [];
  for (const statement of fn.body.body)
    containsOwn(statement, (node) => {
      if (t.isReturnStatement(node) && node.argument) values.push(node.argument);
      return false;
    });
  return values;
}

/** The expressions of which one is the value of another one, or a part of it. */
function partsOf(value: t.Node): readonly t.Node[] {
  switch (value.type) {
    case 'ConditionalExpression':
      return [value.consequent, value.alternate];
    case 'LogicalExpression':
      return [value.left, value.right];
    case 'SequenceExpression':
      return value.expressions.slice(-1);
    case 'AssignmentExpression':
      return [value.right];
    case 'SpreadElement':
      return [value.argument];
    case 'ArrayExpression':
      return value.elements.filter((element) => element !== null);
    case 'ObjectExpression':
      return value.properties;
    case 'ObjectProperty':
      return [value.value];
    case 'CallExpression':
      // `Object.freeze({ … })`
      return t.isMemberExpression(value.callee) &&
        t.isIdentifier(value.callee.object, { name: 'Object' })
        ? value.arguments
        : [];
    default:
      return [];
  }
}

/** A function expression, or a method of an object literal that could be one. */
function isExpressionOrMethod(value: t.Node): value is t.Function {
  if (t.isArrowFunctionExpression(value)) return true;
  const isMethod = t.isObjectMethod(value, { kind: 'method' }) && !value.computed;
  if (!isMethod && !t.isFunctionExpression(value)) return false;
  return !someNode(value, ({ type }) => type === 'Super');
}

import * as t from '@babel/types';
import { thunk } from '../tree/nodes.js';
import { declaredNames } from '../tree/statements.js';
import { assignedBy, rootOf } from '../tree/targets.js';
import { unwrapped, walk } from '../tree/walk.js';
import { resolveScopes } from './scopes.js';

/** The functions in an asynchronous function, and what each mentions of its variables: who calls one uses these, too. */
export class Closures {
  readonly #mentioned = new Map<string, ReadonlySet<string>>();
  readonly #classes = new Set<string>();

  /** Of those that have names, and of what holds others. */
  get names(): ReadonlySet<string> {
    return new Set(this.#mentioned.keys());
  }

  /** Of a statement that declares a function. */
  noteDeclared(statement: t.Statement): void {
    const closure = closureOf(statement);
    if (closure === null) return;
    const name = Object.keys(t.getBindingIdentifiers(statement, false, true))[0] ?? '';
    this.#mentioned.set(name, mentionedOutside(closure));
  }

  /** Who has the functions in a statement may call them: the variables that it assigns, and what it calls. */
  noteHeld(statement: t.Statement, variables: ReadonlySet<string>): void {
    if (t.isClassDeclaration(statement)) this.#classes.add(statement.id!.name);
    const inFunctions = new Set<string>();
    const holders = new Set(declaredNames(statement));
    walk(statement, (node) => {
      const later = ranLater(node);
      if (later === null) {
        if (!t.isIdentifier(node)) return undefined;
        if (variables.has(node.name)) holders.add(node.name);
        // What it gives, a generator, may know what it knows.
        else if (this.#mentioned.has(node.name)) inFunctions.add(node.name);
        return undefined;
      }
      for (const name of mentionedOutside(later)) inFunctions.add(name);
      return false;
    });
    if (inFunctions.size > 0) for (const name of holders) this.#note(name, inFunctions);
    this.noteMade(statement);
  }

  /** What is given an object of a class has its methods, and so what its superclass has. */
  noteMade(statement: t.Statement): void {
    walk(statement, (node) => {
      for (const [holder, values] of givenIn(node)) {
        const makers = values.flatMap((value) => this.#namesOfClasses(value));
        if (makers.length > 0) this.#note(holder, makers);
      }
      return undefined;
    });
  }

  #namesOfClasses(value: t.Node): string[] {
    const names: string[] = [];
    walk(value, (node) => {
      if (t.isIdentifier(node) && this.#leadsToClass(node.name)) names.push(node.name);
      return undefined;
    });
    return names;
  }

  #note(name: string, mentioned: Iterable<string>): void {
    this.#mentioned.set(name, new Set([...(this.#mentioned.get(name) ?? []), ...mentioned]));
  }

  #leadsToClass(name: string, seen = new Set<string>()): boolean {
    if (this.#classes.has(name)) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return [...(this.#mentioned.get(name) ?? [])].some((inner) => this.#leadsToClass(inner, seen));
  }

  /** Whether some function mentions it. */
  mention(name: string): boolean {
    return [...this.#mentioned.values()].some((names) => names.has(name));
  }

  /** Those of the variables that code mentions, itself or by the functions that it calls; `this` is the last one. */
  usedBy(code: t.Function, variables: ReadonlySet<string>): string[] {
    const used = new Set<string>();
    const seen = new Set<string>();
    const visit = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      if (variables.has(name)) used.add(name);
      for (const inner of this.#mentioned.get(name) ?? []) visit(inner);
    };
    for (const name of mentionedOutside(code)) visit(name);
    const usesThis = used.delete('this');
    return usesThis ? [...used, 'this'] : [...used];
  }
}

/** The function that a statement declares, where it does nothing else. */
export function closureOf(statement: t.Statement): t.Function | null {
  if (t.isFunctionDeclaration(statement)) return statement;
  if (!t.isVariableDeclaration(statement, { kind: 'const' })) return null;
  const [only, more] = statement.declarations;
  const value = only?.init ? unwrapped(only.init) : null;
  return more === undefined && t.isFunction(value) ? value : null;
}

/** The variables that a node gives something to hold, with that: assigned, declared, extended, or handed to a method. */
function givenIn(node: t.Node): readonly (readonly [holder: string, values: readonly t.Node[]])[] {
  if (t.isClassDeclaration(node))
    return node.superClass ? [[node.id!.name, [node.superClass]]] : [];
  if (t.isVariableDeclarator(node) && node.init) {
    const { init } = node;
    return Object.keys(t.getBindingIdentifiers(node.id)).map((name) => [name, [init]] as const);
  }
  if (t.isCallExpression(node) && t.isMemberExpression(node.callee)) {
    const root = rootOf(node.callee.object);
    return root === null ? [] : [[root.name, node.arguments]];
  }
  if (!t.isAssignmentExpression(node)) return [];
  return assignedBy(node).flatMap((target) => {
    const root = rootOf(target);
    return root === null ? [] : [[root.name, [node.right]] as const];
  });
}

/** What runs when something is called or made: a function, and the value of a field, as one. */
function ranLater(node: t.Node): t.Function | null {
  if (t.isFunction(node)) return node;
  const isField = t.isClassProperty(node) || t.isClassPrivateProperty(node);
  return isField && !node.static && node.value ? thunk(node.value) : null;
}

/** The names of variables from outside that a function mentions, and `this` where it has none of its own. */
function mentionedOutside(fn: t.Function): ReadonlySet<string> {
  const scopes = resolveScopes(fn);
  const names = new Set<string>();
  if (t.isArrowFunctionExpression(fn) && usesThis(fn.body)) names.add('this');
  walk(fn, (node) => {
    const variable = scopes.variableOf(node);
    if (variable?.kind === 'outside') names.add(variable.name);
    return undefined;
  });
  return names;
}

function usesThis(body: t.Node): boolean {
  let found = false;
  walk(body, (node) => {
    if (t.isFunction(node) && !t.isArrowFunctionExpression(node)) return false;
    if (t.isThisExpression(node) || t.isSuper(node)) found = true;
    return !found;
  });
  return found;
}

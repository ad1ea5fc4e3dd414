import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { placeOf, walkPlaces } from '../syntax/paths.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers, propertyName, withoutBinding } from './describe.js';
import { type Import, importedBy, loadedModule } from './imports.js';
import { passing } from './keepers.js';
import { putInto, putIntoParameters } from './putInto.js';

type Made = NodePath<t.Function> | NodePath<t.Class>;

/** What a function gives to its caller. */
export interface Returned {
  /** The functions and classes that it makes. */
  readonly made: readonly Made[];
  /** The names of what it knows from around it. */
  readonly named: readonly NodePath<t.Identifier>[];
  /** What it calls for it, of what it knows from around it. */
  readonly called: readonly NodePath[];
  /** What it gives of modules that it loads. */
  readonly loaded: readonly Import[];
}

/** The functions and classes that a function makes and gives to its caller. */
export function functionsReturned(path: NodePath<t.Function>): readonly Made[] {
  return returnedBy(path).made;
}

/**
 * What a function gives to its caller that may be a function or class: what `const twice = scaledBy(2)` holds was made
 * before any trace, and is called in one.
 */
export function returnedBy(path: NodePath<t.Function>): Returned {
  const found = new Set<Made>();
  const named: NodePath<t.Identifier>[] = [];
  const called: NodePath[] = [];
  const loaded: Import[] = [];
  const bindings = new Set<Binding>();
  const searched = new Set<t.Node>();

  function addValue(value: NodePath): void {
    const inner = withoutBinding(value);
    const source = loadedModule(inner);
    if (source !== null) loaded.push({ source, name: '*' });
    else if (inner.isFunction() || inner.isClass()) found.add(inner);
    else if (inner.isIdentifier()) addVariable(inner);
    else if (inner.isConditionalExpression()) {
      addValue(inner.get('consequent'));
      addValue(inner.get('alternate'));
    } else if (inner.isLogicalExpression()) {
      addValue(inner.get('left') as NodePath);
      addValue(inner.get('right'));
    } else if (inner.isAssignmentExpression()) addValue(inner.get('right'));
    else if (inner.isSequenceExpression()) addValue(inner.get('expressions').at(-1)!);
    else if (inner.isArrayExpression()) {
      for (const element of inner.get('elements')) if (element.node) addValue(element as NodePath);
    } else if (inner.isObjectExpression()) {
      for (const property of inner.get('properties')) {
        if (property.isObjectMethod()) found.add(property);
        else if (property.isObjectProperty()) addValue(property.get('value') as NodePath);
      }
    } else if (inner.isAwaitExpression()) addValue(inner.get('argument'));
    else if (inner.isMemberExpression()) addMember(inner);
    else if (inner.isCallExpression() || inner.isNewExpression()) {
      const callee = inner.get('callee') as NodePath;
      if (inner.isCallExpression()) called.push(callee);
      if (callee.isIdentifier()) addResultsOf(callee);
      // What else is called may hand on what it is given, or what that makes.
      const name = callee.isMemberExpression() ? propertyName(callee.node) : null;
      for (const argument of inner.get('arguments') as NodePath[]) {
        const given = insideOfWrappers(argument);
        if (!given.isFunction() || !passing.test(name ?? '')) addValue(argument);
        if (given.isFunction()) addResults(given);
      }
    }
  }

  function addVariable(identifier: NodePath<t.Identifier>): void {
    const binding = scopeOf(identifier).getBinding(identifier.node.name);
    if (binding === undefined || bindings.has(binding)) return;
    const declared = binding.path;
    const imported = importedBy(identifier);
    if (imported !== null) loaded.push(imported);
    else if (!declared.isDescendant(path)) named.push(identifier);
    if (!declared.isDescendant(path)) return;
    bindings.add(binding);
    if (declared.isFunctionDeclaration() || declared.isClassDeclaration()) found.add(declared);
    else if (declared.isVariableDeclarator() && declared.node.init)
      addValue(declared.get('init') as NodePath);
    for (const change of binding.constantViolations)
      if (change.isAssignmentExpression()) addValue(change.get('right'));
    for (const value of putInto(binding)) addValue(value);
  }

  /** A part of a module. */
  function addMember(member: NodePath<t.MemberExpression>): void {
    const object = member.get('object');
    const source = loadedModule(object);
    const imported = object.isIdentifier() ? importedBy(object) : null;
    if (source !== null) loaded.push({ source, name: propertyName(member.node) ?? '*' });
    else if (imported !== null) loaded.push(imported);
  }

  /** The results of a function that is made here and called here. */
  function addResultsOf(callee: NodePath<t.Identifier>): void {
    const declared = scopeOf(callee).getBinding(callee.node.name)?.path;
    if (!declared?.isDescendant(path)) return;
    if (declared.isFunctionDeclaration()) addResults(declared);
    else if (declared.isVariableDeclarator() && declared.node.init) {
      const init = insideOfWrappers(declared.get('init') as NodePath);
      if (init.isFunction()) addResults(init);
    }
  }

  function addResults(fn: NodePath<t.Function>): void {
    if (searched.has(fn.node)) return;
    searched.add(fn.node);
    const body = fn.get('body') as NodePath;
    if (!body.isBlockStatement()) {
      addValue(body);
      return;
    }
    walkPlaces(placeOf(body), (inner) => {
      if (inner.node.type === 'ReturnStatement' && inner.node.argument)
        addValue(inner.path.get('argument') as NodePath);
      return !t.isFunction(inner.node);
    });
  }

  addResults(path);
  // A decorator, say, changes what it is given.
  for (const value of putIntoParameters(path)) addValue(value);
  return { made: [...found], named, called, loaded };
}

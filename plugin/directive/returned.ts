import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { placeOf, walkPlaces } from '../syntax/paths.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers, withoutBinding } from './describe.js';
import { putInto } from './putInto.js';

type Made = NodePath<t.Function> | NodePath<t.Class>;

/**
 * The functions and classes that a function makes and gives to its caller: what `const twice = scaledBy(2)` holds was made
 * before any trace, and is called in one.
 */
export function functionsReturned(path: NodePath<t.Function>): Made[] {
  const found = new Set<Made>();
  const bindings = new Set<Binding>();
  const called = new Set<t.Node>();

  function addValue(value: NodePath): void {
    const inner = withoutBinding(value);
    if (inner.isFunction() || inner.isClass()) found.add(inner);
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
    } else if (inner.isCallExpression() || inner.isNewExpression()) {
      const callee = inner.get('callee') as NodePath;
      if (callee.isIdentifier()) addResultsOf(callee);
      // What else is called may hand on what it is given, or what that makes.
      for (const argument of inner.get('arguments') as NodePath[]) {
        addValue(argument);
        const given = insideOfWrappers(argument);
        if (given.isFunction()) addResults(given);
      }
    }
  }

  function addVariable(identifier: NodePath<t.Identifier>): void {
    const binding = scopeOf(identifier).getBinding(identifier.node.name);
    if (binding === undefined || bindings.has(binding)) return;
    const declared = binding.path;
    if (!declared.isDescendant(path)) return;
    bindings.add(binding);
    if (declared.isFunctionDeclaration() || declared.isClassDeclaration()) found.add(declared);
    else if (declared.isVariableDeclarator() && declared.node.init)
      addValue(declared.get('init') as NodePath);
    for (const change of binding.constantViolations)
      if (change.isAssignmentExpression()) addValue(change.get('right'));
    for (const value of putInto(binding)) addValue(value);
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
    if (called.has(fn.node)) return;
    called.add(fn.node);
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
  return [...found];
}

import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers } from './describe.js';
import { functionsIn } from './givenTo.js';
import { type Import, importedBy } from './imports.js';
import { isLibraryObject } from './libraryObjects.js';
import { putInto } from './putInto.js';
import { returnedBy } from './returned.js';

/** What is done with what is found. */
export interface ResultVisitor {
  /** A function, a class, or the name of one. */
  value(path: NodePath): void;
  /** What another module gives for it. */
  imported(found: Import): void;
}

/**
 * Finds what calls of something give that staged code may call: `clip` of `register('clip', clip(3))`. What it does until then
 * runs in no trace.
 */
export class ResultSearch {
  readonly #seen = new Set<t.Node | Binding>();
  readonly #returned = new Set<t.Node>();

  constructor(private readonly visitor: ResultVisitor) {}

  addResultsOf(path: NodePath): void {
    const callee = insideOfWrappers(path);
    if (this.#seen.has(callee.node)) return;
    this.#seen.add(callee.node);
    if (callee.isFunction()) this.#addReturned(callee);
    else if (callee.isIdentifier()) this.#addResultsOfName(callee);
    else if (callee.isMemberExpression()) this.#addResultsOfMember(callee);
    else if (callee.isCallExpression()) {
      if (isLibraryObject(callee)) return;
      this.addResultsOf(callee.get('callee') as NodePath);
      // What it is given may be what it calls.
      for (const argument of callee.get('arguments') as NodePath[])
        for (const value of functionsIn(argument)) this.#addGiven(value);
    } else if (callee.isConditionalExpression()) {
      this.addResultsOf(callee.get('consequent'));
      this.addResultsOf(callee.get('alternate'));
    } else if (callee.isArrayExpression()) {
      for (const element of callee.get('elements'))
        if (element.node) this.addResultsOf(element as NodePath);
    } else if (callee.isObjectExpression()) {
      for (const property of callee.get('properties')) {
        if (property.isObjectMethod()) this.#addReturned(property);
        else if (property.isObjectProperty()) this.addResultsOf(property.get('value') as NodePath);
      }
    }
  }

  addResultsOfVariable(variable: Binding): void {
    if (this.#seen.has(variable)) return;
    this.#seen.add(variable);
    const { path: declared } = variable;
    if (declared.isFunctionDeclaration()) this.#addReturned(declared);
    else if (declared.isVariableDeclarator() && declared.node.init)
      this.addResultsOf(declared.get('init') as NodePath);
    for (const change of variable.constantViolations)
      if (change.isAssignmentExpression()) this.addResultsOf(change.get('right'));
    for (const value of putInto(variable)) this.addResultsOf(value);
  }

  #addResultsOfName(name: NodePath<t.Identifier>): void {
    const imported = importedBy(name);
    const variable = scopeOf(name).getBinding(name.node.name);
    if (imported !== null) this.visitor.imported({ ...imported, isCalled: true });
    else if (variable !== undefined) this.addResultsOfVariable(variable);
  }

  /** Which of the functions of an object it is, its name tells where it is called, if at all. */
  #addResultsOfMember(member: NodePath<t.MemberExpression>): void {
    let root = insideOfWrappers(member);
    while (root.isMemberExpression()) root = insideOfWrappers(root.get('object') as NodePath);
    if (root.isIdentifier() && !isLibraryObject(root)) this.#addResultsOfName(root);
  }

  #addReturned(fn: NodePath<t.Function>): void {
    if (this.#returned.has(fn.node)) return;
    this.#returned.add(fn.node);
    const { made, named, called, loaded } = returnedBy(fn);
    for (const value of [...made, ...named]) this.visitor.value(value);
    for (const callee of called) this.addResultsOf(callee);
    for (const found of loaded) this.visitor.imported(found);
  }

  #addGiven(value: NodePath): void {
    if (value.isCallExpression()) this.addResultsOf(value.get('callee') as NodePath);
    else this.visitor.value(value);
  }
}

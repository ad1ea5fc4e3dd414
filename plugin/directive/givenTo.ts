import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { type Place, placeOf, walkPlaces } from '../syntax/paths.js';
import { scopeOf } from '../syntax/scopes.js';
import {
  type Call,
  insideOfWrappers,
  isCall,
  isMember,
  propertyName,
  withoutBinding,
} from './describe.js';
import { importedBy } from './imports.js';
import { isLibraryMethod } from './libraryMethods.js';
import { isLibraryObject, isOwnObject } from './libraryObjects.js';
import type { Findings } from './marked.js';

/** What a module gives to what calls functions in a trace, or keeps them for what does. */
export class GivenAway {
  readonly #marked: ReadonlySet<t.Node>;

  constructor(private readonly findings: Findings) {
    this.#marked = new Set(findings.marked.map(({ node }) => node));
  }

  /**
   * The functions that it gives to them: those written there, those named there, and those in object and array literals.
   * `callers` names functions, classes, methods and the variables of modules; what stands in marked functions is staged with
   * them.
   */
  to(callers: ReadonlySet<string>): NodePath[] {
    if (callers.size === 0) return [];
    const { calls, memberAssignments } = this.findings;
    return [
      ...calls.flatMap((place) =>
        this.#isStagedWithMarked(place) ? [] : givenBy(place.path as NodePath<Call>, callers),
      ),
      ...memberAssignments.flatMap((place) =>
        this.#isStagedWithMarked(place)
          ? []
          : putBy(place.path as NodePath<t.AssignmentExpression>, callers),
      ),
    ];
  }

  /** The modules of what makes the objects that are given to them: `train(new Model(), sgd)`. */
  sourcesTo(callers: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    if (callers.size === 0) return found;
    const walked = new Set<t.Node>();
    const add = (root: NodePath): void => {
      if (walked.has(root.node)) return;
      walked.add(root.node);
      const visit = (place: Place): boolean => {
        if (place.node.type === 'Identifier') addNamed(place.path as NodePath<t.Identifier>);
        return !t.isFunction(place.node);
      };
      const place = placeOf(root);
      if (visit(place)) walkPlaces(place, visit);
    };
    const addNamed = (identifier: NodePath<t.Identifier>): void => {
      const imported = importedBy(identifier);
      if (imported !== null) found.add(imported.source);
      const declared = scopeOf(identifier).getBinding(identifier.node.name)?.path;
      if (declared?.isVariableDeclarator() && declared.node.init)
        add(declared.get('init') as NodePath);
    };
    for (const place of this.findings.calls) {
      const call = place.path as NodePath<Call>;
      if (isCaller(call.get('callee') as NodePath, callers))
        for (const argument of call.get('arguments') as NodePath[]) add(argument);
    }
    return found;
  }

  #isStagedWithMarked(place: Place): boolean {
    for (let around: Place | null = place; around !== null; around = around.parent)
      if (this.#marked.has(around.node)) return true;
    return false;
  }
}

function givenBy(call: NodePath<Call>, callers: ReadonlySet<string>): NodePath[] {
  if (!isCaller(call.get('callee') as NodePath, callers)) return [];
  return (call.get('arguments') as NodePath[]).flatMap((argument) => functionsIn(argument));
}

function putBy(
  assignment: NodePath<t.AssignmentExpression>,
  callers: ReadonlySet<string>,
): NodePath[] {
  const left = assignment.get('left') as NodePath;
  const name = isMember(left.node) ? propertyName(left.node as t.MemberExpression) : null;
  // A setter keeps what it is given.
  const isKept = (name !== null && callers.has(name)) || isRootedIn(left, callers);
  return isKept ? functionsIn(assignment.get('right')) : [];
}

function isCaller(callee: NodePath, callers: ReadonlySet<string>): boolean {
  if (callee.isIdentifier()) return isNamed(callee, callers);
  if (callee.isSuper()) return isCaller(superClassOf(callee), callers);
  if (isCall(callee.node)) return isCaller(callee.get('callee') as NodePath, callers);
  if (!callee.isMemberExpression() && !callee.isOptionalMemberExpression()) return false;
  const name = propertyName(callee.node);
  const object = callee.get('object') as NodePath;
  if (name !== null && callers.has(name) && (!isLibraryMethod(name) || isOwnObject(object)))
    return true;
  return isRootedIn(object, callers);
}

function isNamed(identifier: NodePath<t.Identifier>, callers: ReadonlySet<string>): boolean {
  const imported = importedBy(identifier);
  return (imported !== null && callers.has(imported.name)) || callers.has(identifier.node.name);
}

function superClassOf(path: NodePath): NodePath {
  const around = path.findParent((outer) => outer.isClass()) as NodePath<t.Class>;
  return around.get('superClass') as NodePath;
}

/** Whether an expression is a variable of another module, a part of it or what its methods give: `settings.hooks`, `table.set(k, f)`. */
function isRootedIn(expression: NodePath, callers: ReadonlySet<string>): boolean {
  let root = insideOfWrappers(expression);
  while (isMember(root.node) || isCall(root.node))
    root = insideOfWrappers(root.get(isMember(root.node) ? 'object' : 'callee') as NodePath);
  if (!root.isIdentifier()) return false;
  const imported = importedBy(root);
  return imported !== null && (callers.has(imported.name) || callers.has(root.node.name));
}

/**
 * The functions and classes that a value is, names, or has in literals, and the calls that may give such: `clip(3)`, with what
 * these are given.
 */
export function functionsIn(path: NodePath, depth = 0): NodePath[] {
  const value = withoutBinding(path);
  if (value.isFunction() || value.isClass() || value.isMemberExpression()) return [value];
  if (value.isIdentifier() && isCode(value)) return [value];
  if (depth >= 3) return [];
  if (value.isIdentifier()) {
    const made = madeFor(value) ?? defaultFor(value);
    return made === null ? [] : functionsIn(made, depth + 1);
  }
  if (value.isLogicalExpression())
    return [value.get('left'), value.get('right')].flatMap((side) => functionsIn(side, depth + 1));
  if (value.isAwaitExpression()) return functionsIn(value.get('argument'), depth);
  if (value.isConditionalExpression())
    return [value.get('consequent'), value.get('alternate')].flatMap((side) =>
      functionsIn(side, depth + 1),
    );
  if (value.isCallExpression()) {
    if (isLibraryCall(value)) return [];
    const given = value.get('arguments') as NodePath[];
    return [value, ...given.flatMap((argument) => functionsIn(argument, depth + 1))];
  }
  if (value.isArrayExpression()) {
    const elements = value.get('elements').filter(({ node }) => node) as NodePath[];
    return elements.flatMap((element) => functionsIn(element, depth + 1));
  }
  if (!value.isObjectExpression()) return [];
  return value.get('properties').flatMap((property) => {
    if (property.isObjectProperty())
      return functionsIn(property.get('value') as NodePath, depth + 1);
    return property.isObjectMethod() ? [property] : [];
  });
}

/** The call that gives what a variable holds: `const c = clip(3)`, `const { step } = await load()`. */
function madeFor(identifier: NodePath<t.Identifier>): NodePath | null {
  const declared = scopeOf(identifier).getBinding(identifier.node.name)?.path;
  if (!declared?.isVariableDeclarator() || !declared.node.init) return null;
  const init = insideOfWrappers(declared.get('init') as NodePath);
  const made = init.isAwaitExpression() ? insideOfWrappers(init.get('argument')) : init;
  return made.isCallExpression() || made.isConditionalExpression() ? made : null;
}

/** What a parameter is where nothing is given: `({ act = relu } = {}) => …` */
function defaultFor(identifier: NodePath<t.Identifier>): NodePath | null {
  const binding = scopeOf(identifier).getBinding(identifier.node.name);
  return binding === undefined ? null : defaultOf(binding);
}

export function defaultOf({ kind, path, identifier }: Binding): NodePath | null {
  return kind === 'param' ? defaultIn(path, identifier.name) : null;
}

function defaultIn(pattern: NodePath, name: string): NodePath | null {
  if (pattern.isAssignmentPattern()) {
    const isOne = pattern.node.left.type === 'Identifier' && pattern.node.left.name === name;
    return isOne ? pattern.get('right') : defaultIn(pattern.get('left') as NodePath, name);
  }
  const parts: NodePath[] = pattern.isObjectPattern()
    ? pattern
        .get('properties')
        .map(
          (property) =>
            (property.isObjectProperty() ? property.get('value') : property) as NodePath,
        )
    : pattern.isArrayPattern()
      ? (pattern.get('elements').filter(({ node }) => node) as NodePath[])
      : [];
  for (const part of parts) {
    const found = defaultIn(part, name);
    if (found !== null) return found;
  }
  return null;
}

/** `tf.tensor(…)`, `rows.map(…)` */
function isLibraryCall(call: NodePath<t.CallExpression>): boolean {
  const { callee } = call.node;
  const name = isMember(callee) ? propertyName(callee as t.MemberExpression) : null;
  return isLibraryObject(call) || (name !== null && isLibraryMethod(name));
}

/** What else a variable holds was made on the host, and is data to the graph. */
function isCode(identifier: NodePath<t.Identifier>): boolean {
  if (importedBy(identifier) !== null) return true;
  const declared = scopeOf(identifier).getBinding(identifier.node.name)?.path;
  if (declared?.isFunctionDeclaration() || declared?.isClassDeclaration()) return true;
  if (!declared?.isVariableDeclarator() || !declared.node.init) return false;
  const init = insideOfWrappers(declared.get('init') as NodePath);
  return (
    init.isFunction() || init.isClass() || init.isObjectExpression() || init.isArrayExpression()
  );
}

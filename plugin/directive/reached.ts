import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { type Place, placeOf, walkPlaces } from '../syntax/paths.js';
import { isReferenced, scopeAt, scopeOf } from '../syntax/scopes.js';
import { functionName, insideOfWrappers, memberName, propertyName } from './describe.js';
import { functionRequest } from './directives.js';
import { type Export, exportsOf, meantExport, namespaceName } from './exports.js';
import { type InitializedField, initialValue } from './fields.js';
import { calledInTheEnd, mayBeCalledByBase } from './foreignCallers.js';
import { defaultOf, functionsIn, GivenAway } from './givenTo.js';
import { type Import, importedBy, loadedBy, mayLoad } from './imports.js';
import { exportedAs, exportedHolders, KeepersInUse } from './keepersInUse.js';
import { isLibraryMethod } from './libraryMethods.js';
import { isLibraryObject, isOfLibrary } from './libraryObjects.js';
import type { Findings } from './marked.js';
import { groupByMemberName } from './membersByName.js';
import { holdsOwn, importsGiven, putIntoHeld } from './putInto.js';
import { putUnderNames } from './putUnder.js';
import { ResultSearch } from './results.js';
import { functionsReturned } from './returned.js';
import { standsForClass } from './thisClass.js';

/** What staged code of other modules uses of a module. */
export interface Wanted {
  /** Names of its exports; `*` is all of them. */
  readonly exports: ReadonlySet<string>;
  /** Names of exports that it need not call itself, but may have what calls of them give. */
  readonly results: ReadonlySet<string>;
  /** Names under which methods are called that may be its own. */
  readonly members: ReadonlySet<string>;
  /** Names of what calls, in a trace, the functions that it is given, or keeps them for what does. */
  readonly callers: ReadonlySet<string>;
  /** Its own names of what it imports that holds functions for staged code. */
  readonly tables: ReadonlySet<string>;
}

export interface Reached {
  /** The functions of the module that are staged along. */
  functions: NodePath<t.Function>[];
  /** The fields of its classes whose values are. */
  fields: NodePath<InitializedField>[];
  /** What its staged code uses of other modules. */
  imports: Import[];
  /** Names under which its staged code calls methods of objects that may come from anywhere. */
  members: Set<string>;
  /** The same of names that tensors, arrays and others have too: they are looked for in what the module imports. */
  linkedMembers: Set<string>;
  /** Names of what calls, in a trace, the functions that it is given, or keeps them for what does. */
  callers: Set<string>;
  /** The names under which it exports such, which others may import under any. */
  keeping: Set<string>;
  /** Those of them that hold functions. */
  holding: Set<string>;
  /** The modules of which it gives objects to such callers of other modules. */
  given: Set<string>;
}

export const nothingWanted: Wanted = {
  exports: new Set(),
  results: new Set(),
  members: new Set(),
  callers: new Set(),
  tables: new Set(),
};

/**
 * The functions that carry no directive but may run inside of a trace: staged code names them, or calls a method of
 * their name, directly or through one another.
 */
export function findReached(findings: Findings, wanted: Wanted = nothingWanted): Reached {
  const { program, marked, given, compilers, others, fields } = findings;
  const reached = new Set<NodePath<t.Function>>();
  const reachedFields = new Set<NodePath<InitializedField>>();
  const fieldsByNode = new Map(fields.map((path) => [path.node as t.Node, path]));
  /** What runs in a trace, and is no function. */
  const staged = new Set<t.Node>();
  const pending: NodePath[] = [...marked, ...given];
  const walked = new Set<t.Node>();
  const known = new Set<Binding>();
  const candidates = new Map(others.map((path) => [path.node as t.Node, path]));
  const membersByName = groupByMemberName(others);
  /** Methods whose names no call has in its text: any may be one of theirs. */
  const unnamed = others.filter((path) => isClassMember(path) && isCalledUnnamed(path));
  const putByName = putUnderNames(findings);
  const anyMember = [...membersByName.values(), unnamed].flat();
  const namespaces = namespacesIn(program);
  const imports = new Map<string, Import>();
  const members = new Set<string>();
  const linkedMembers = new Set<string>();
  const results = new ResultSearch({
    value: (path) => reachValue(path, null),
    imported: (found) => reachImport(found),
  });

  function reachImport(found: Import): void {
    imports.set(`${found.source}\n${found.name}\n${found.isCalled ?? false}`, found);
  }

  function reachFunction(path: NodePath, from: NodePath | null): void {
    const candidate = candidates.get(path.node);
    if (candidate === undefined || reached.has(candidate)) return;
    if (from !== null && (path === from || path.isDescendant(from))) return;
    reached.add(candidate);
    pending.push(candidate);
    for (const made of functionsReturned(candidate)) reachValue(made, null);
  }

  function reachField(node: t.Node): void {
    const field = fieldsByNode.get(node);
    if (field === undefined || reachedFields.has(field)) return;
    reachedFields.add(field);
    staged.add(field.node.value);
    pending.push(initialValue(field));
  }

  /** What objects are given that are made of a class which only the program tells. */
  function reachConstructors(from: NodePath): void {
    for (const path of membersByName.get('constructor') ?? []) reachFunction(path, from);
    for (const field of fields) reachField(field.node);
  }

  function reachIdentifier(path: NodePath<t.Identifier | t.JSXIdentifier>, from: NodePath): void {
    const imported = importedBy(path);
    const { name } = path.node;
    if (imported !== null) reachImport(imported);
    else reachBinding(scopeOf(path).getBinding(name), from);
    reachNamespace(name, from);
  }

  function reachNamespace(name: string, from: NodePath | null): void {
    for (const namespace of namespaces.get(name) ?? []) {
      for (const inside of others) if (inside.isDescendant(namespace)) reachFunction(inside, from);
    }
  }

  function reachBinding(binding: Binding | undefined, from: NodePath | null): void {
    if (binding === undefined || known.has(binding)) return;
    const declared = binding.path;
    if (from !== null && declared.isDescendant(from)) return;
    known.add(binding);
    if (declared.isFunctionDeclaration()) reachFunction(declared, from);
    if (declared.isVariableDeclarator()) pending.push(declared);
    if (declared.isClassDeclaration()) pending.push(declared);
    if (binding.kind === 'param') {
      const value = defaultOf(binding);
      for (const one of value === null ? [] : functionsIn(value)) reachGiven(one, from);
    }
    for (const violation of binding.constantViolations) {
      if (violation.isAssignmentExpression()) reachValue(violation.get('right'), from);
    }
    if (holdsOwn(binding)) reachContents(binding, from);
  }

  /** What the module puts into what a variable holds, or lets other modules put there. */
  function reachContents(binding: Binding, from: NodePath | null): void {
    for (const value of putIntoHeld(binding)) reachGiven(value, from);
    for (const imported of importsGiven(binding)) reachImport(imported);
  }

  /** A function that staged code is given, or what may give one. */
  function reachGiven(value: NodePath, from: NodePath | null): void {
    if (value.isCallExpression()) {
      results.addResultsOf(value.get('callee') as NodePath);
      return;
    }
    // `model.step`, `model.step.bind(model)`
    const name = value.isMemberExpression() ? propertyName(value.node) : null;
    if (name !== null) addMember(name, () => value.get('object') as NodePath);
    reachValue(value, from);
  }

  /** A method of its name may be called of an object of any module. */
  function addMember(name: string, object: () => NodePath | null): void {
    if (!isLibraryMethod(name)) members.add(name);
    else if (!isLibraryObject(object())) linkedMembers.add(name);
  }

  /** What is put into a property of the name. */
  function reachPut(name: string, from: NodePath | null): void {
    const values = putByName.get(name) ?? [];
    putByName.delete(name);
    for (const value of values) reachGiven(value, from);
  }

  function reachValue(path: NodePath, from: NodePath | null): void {
    const value = insideOfWrappers(path);
    if (value.isFunction()) reachFunction(value, from);
    else if (value.isIdentifier()) reachIdentifier(value, value);
    else pending.push(value);
  }

  function reachExport(name: string, found: Export): void {
    if ('from' in found) reachImport(found.from);
    else if ('variable' in found) reachBinding(found.variable, null);
    else reachValue(found.own, null);
    reachNamespace(name, null);
  }

  function reachWantedResults(): void {
    const exports = exportsOf(program);
    const { named, stars, whole } = exports;
    const reach = (found: Export): void => {
      if ('from' in found) reachImport({ ...found.from, isCalled: true });
      else if ('variable' in found) results.addResultsOfVariable(found.variable);
      else results.addResultsOf(found.own);
    };
    for (const asked of wanted.results) {
      const name = meantExport(asked, exports);
      const found = named.get(name);
      for (const one of name === '*' ? named.values() : found === undefined ? [] : [found])
        reach(one);
      if (found !== undefined) continue;
      for (const source of stars) reachImport({ source, name, isCalled: true });
      if (whole !== null) results.addResultsOf(propertyOf(whole, name) ?? whole);
    }
  }

  function reachWantedExports(): void {
    const exports = exportsOf(program);
    const { named, stars, whole } = exports;
    for (const asked of wanted.exports) {
      const name = meantExport(asked, exports);
      const found = named.get(name);
      if (found !== undefined) reachExport(name, found);
      else if (name === '*') for (const [own, each] of named) reachExport(own, each);
      if (found !== undefined) continue;
      for (const source of stars) reachImport({ source, name });
      if (whole !== null) reachValue(propertyOf(whole, name) ?? whole, null);
    }
  }

  /**
   * A root that is a function, or the value of a field, is staged with all it contains; of any other expression, the functions
   * in it are reached.
   */
  function walk(root: NodePath): void {
    if (walked.has(root.node)) return;
    walked.add(root.node);
    const isStaged = root.isFunction() || staged.has(root.node);
    /** Variables of the function itself. */
    const own = new Set<Binding>();
    const reachMember = (name: string | null) => {
      for (const path of name === null
        ? anyMember
        : [...(membersByName.get(name) ?? []), ...unnamed])
        reachFunction(path, root);
      if (name !== null) reachPut(name, root);
    };
    const reachAcrossModules = (name: string, object: () => NodePath | null) => {
      if (isStaged) addMember(name, object);
    };
    const reachName = (place: Place, name: string) => {
      const binding = scopeAt(place).getBinding(name);
      const isDone = binding === undefined || own.has(binding) || known.has(binding);
      if (isDone && !namespaces.has(name)) return;
      if (!isReferenced(place)) return;
      const path = place.path as NodePath<t.Identifier | t.JSXIdentifier>;
      reachIdentifier(path, root);
      if (binding?.path.isDescendant(root) && importedBy(path) === null) own.add(binding);
    };
    const reachProperty = (place: Place, node: t.MemberExpression | t.OptionalMemberExpression) => {
      if (node.object.type === 'Identifier' && isOfLibrary(node.object, scopeAt(place))) return;
      const name = propertyName(node);
      if (name !== null) {
        reachMember(name);
        reachAcrossModules(name, () => place.path.get('object') as NodePath);
        const last = calledInTheEnd(name);
        if (last !== null) reachMember(last);
        if (last !== null) reachAcrossModules(last, () => null);
      } else if (place.key === 'callee' && node.property.type !== 'NumericLiteral')
        reachMember(null);
    };
    const visit = (place: Place): boolean | undefined => {
      const { node } = place;
      switch (node.type) {
        case 'Identifier':
        case 'JSXIdentifier':
          reachName(place, node.name);
          return undefined;
        case 'MemberExpression':
        case 'OptionalMemberExpression':
          reachProperty(place, node);
          return undefined;
        case 'ThisExpression':
        case 'MetaProperty':
          if (!isStaged || !standsForClass(place)) return undefined;
          reachConstructors(root);
          members.add('constructor');
          return undefined;
        case 'ObjectPattern':
          for (const property of node.properties) {
            if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') continue;
            reachMember(property.key.name);
            reachAcrossModules(property.key.name, () => null);
          }
          return undefined;
      }
      if (t.isFunction(node)) {
        if (functionRequest(node) === 'leave') return false;
        if (isStaged) return undefined;
        const path = place.path as NodePath<t.Function>;
        const isNamed = isClassMember(path) && !isConstructor(path) && !isCalledUnnamed(path);
        if (!isNamed || mayBeCalledByBase(path)) reachFunction(path, null);
        return false;
      }
      if (!isStaged) reachField(node);
      if (mayLoad(node)) {
        const loaded = loadedBy(place.path);
        if (loaded !== null) reachImport(loaded);
      }
      return undefined;
    };
    const place = placeOf(root);
    visit(place);
    if (!root.isFunction() || functionRequest(root.node) !== 'leave') walkPlaces(place, visit);
  }

  if (wanted.exports.size > 0) reachWantedExports();
  if (wanted.results.size > 0) reachWantedResults();
  if (wanted.members.has('constructor')) for (const field of fields) reachField(field.node);
  for (const name of wanted.members) {
    for (const path of membersByName.get(name) ?? []) reachFunction(path, null);
    reachPut(name, null);
  }
  const tables = new Set(
    [...wanted.tables].flatMap((name) => scopeOf(program).getBinding(name) ?? []),
  );
  for (const table of tables) reachContents(table, null);
  const keepers = new KeepersInUse(others, { marked, reached, known, tables });
  const callers = new Set(
    [...marked.map(functionName), ...compilers].filter((name) => name !== ''),
  );
  const givenAway = new GivenAway(findings);
  for (let added = -1; added !== 0; added = keepers.addTo(callers)) {
    const all = new Set([...callers, ...wanted.callers]);
    for (const value of givenAway.to(all)) reachGiven(value, null);
    for (let root = pending.pop(); root !== undefined; root = pending.pop()) walk(root);
  }
  const holders = exportedHolders(program, { known, wanted: wanted.exports });
  return {
    functions: others.filter((path) => reached.has(path)),
    fields: fields.filter((path) => reachedFields.has(path)),
    imports: [...imports.values()],
    members,
    linkedMembers,
    callers: new Set([...callers, ...holders].filter((name) => name !== 'default')),
    keeping: new Set([...holders, ...exportedAs(program, callers)]),
    holding: new Set(holders),
    given: givenAway.sourcesTo(wanted.callers),
  };
}

/** The namespaces of TypeScript, which have no bindings. */
function namespacesIn(program: NodePath<t.Program>): Map<string, NodePath[]> {
  const found = new Map<string, NodePath[]>();
  for (const statement of program.get('body')) {
    const declared = statement.isExportNamedDeclaration()
      ? (statement.get('declaration') as NodePath)
      : statement;
    const name = declared.node && namespaceName(declared.node);
    if (name) found.set(name, [...(found.get(name) ?? []), declared]);
  }
  return found;
}

/** The value of a property of an object literal. */
function propertyOf(object: NodePath, name: string): NodePath | null {
  if (!object.isObjectExpression()) return null;
  for (const property of object.get('properties')) {
    if (property.isObjectMethod() && memberName(property) === name) return property;
    if (!property.isObjectProperty() || property.node.computed) continue;
    const { key } = property.node;
    if ((key.type === 'Identifier' ? key.name : 'value' in key && key.value) === name)
      return property.get('value') as NodePath;
  }
  return null;
}

/** What is reached by the name of its class. */
function isConstructor(path: NodePath): boolean {
  return path.isClassMethod({ kind: 'constructor' });
}

/** What loops, operators and conversions call: `[Symbol.iterator]() { … }`, `next() { … }`, `valueOf() { … }`. */
function isCalledUnnamed(path: NodePath<t.Function>): boolean {
  const name = memberName(path);
  return name === null || calledUnnamed.has(name);
}

const calledUnnamed: ReadonlySet<string> = new Set([
  ...['valueOf', 'toString', 'toJSON'],
  ...['next', 'return', 'throw', 'then'],
]);

/** Methods and fields of classes are reached by their names only. */
function isClassMember(path: NodePath): boolean {
  return (
    path.isClassMethod() ||
    path.isClassPrivateMethod() ||
    path.parentPath?.parentPath?.isClassBody() === true
  );
}

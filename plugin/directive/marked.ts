import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { BuildCode } from '../diagnostics/index.js';
import { someNode } from '../syntax/nodes.js';
import { type Place, placeOf, programOf, walkPlaces } from '../syntax/paths.js';
import { scopeOf, scopesOf } from '../syntax/scopes.js';
import { type FunctionKind, functionName, isCall, isMember, kindOf } from './describe.js';
import { functionRequest, leaveDirective, requestOf, stageDirective } from './directives.js';
import { type InitializedField, isField, isInitialized } from './fields.js';
import { functionsNamed } from './given.js';
import { graphArgument } from './graphCalls.js';
import { type Report, reportMisplaced } from './misplaced.js';
import { isTopLevelFunction } from './topLevel.js';

export interface Findings {
  program: NodePath<t.Program>;
  /** The functions that become graph functions, none inside of another. */
  marked: NodePath<t.Function>[];
  /** Those of them that only the module's directive marks. */
  byModule: Set<t.Node>;
  /** Expressions given to `graph(…)` whose functions stand elsewhere in the module. */
  given: NodePath[];
  /** Names of functions that give a parameter of theirs to `graph(…)`. */
  compilers: Set<string>;
  /** Every function of the module that may be staged along, in the order of the text. */
  others: NodePath<t.Function>[];
  /** Fields of classes whose values may be. */
  fields: NodePath<InitializedField>[];
  /** Every call of the module. */
  calls: Place[];
  /** Every assignment to a member of something. */
  memberAssignments: Place[];
  /** Every property of an object literal, and every static one of a class, that holds what a name stands for. */
  namedProperties: Place[];
}

/** Looks through a module for the functions that are to be staged. */
export function findMarked(ast: t.File, report: Report): Findings {
  const findings: Findings = {
    program: programOf(ast),
    marked: [],
    byModule: new Set(),
    given: [],
    compilers: new Set(),
    others: [],
    fields: [],
    calls: [],
    memberAssignments: [],
    namedProperties: [],
  };
  scopesOf(findings.program);
  const moduleRequest = requestOf(ast.program.directives);
  const inline = new Set<t.Node>();

  function addCall(place: Place): undefined {
    const { node } = place;
    if (isCall(node)) findings.calls.push(place);
    else if (node.type === 'AssignmentExpression' && isMember(node.left))
      findings.memberAssignments.push(place);
    else if (holdsNamed(node)) findings.namedProperties.push(place);
  }

  function visitFunction(place: Place): boolean | undefined {
    const path = place.path as NodePath<t.Function>;
    const request = functionRequest(path.node);
    if (request === 'leave') {
      walkLeft(place, 'function');
      return false;
    }
    const kind = kindOf(path.node);
    const asked = request === 'stage';
    if (asked) reportRefused(path, kind, report);
    if (kind === 'generator') {
      if (!asked && canStandBeside(path)) findings.others.push(path);
      return undefined;
    }
    if (kind === 'accessor' || kind === 'constructor') {
      if (!asked) findings.others.push(path);
      return undefined;
    }
    const fromModule = moduleRequest === 'stage' && isTopLevelFunction(path);
    if (!asked && !fromModule && !inline.has(path.node)) {
      findings.others.push(path);
      return undefined;
    }
    findings.marked.push(path);
    if (!asked && !inline.has(path.node)) findings.byModule.add(path.node);
    walkMarked(place);
    return false;
  }

  /** What is left as it is written is only looked through for calls, and for a directive that asks for more. */
  function walkLeft(place: Place, around: string): void {
    let isTold = false;
    walkPlaces(place, (inner) => {
      addCall(inner);
      if (isTold || !isDirective(inner.node)) return undefined;
      isTold = true;
      reportLeft(inner.node, around, report);
      return undefined;
    });
  }

  function walkMarked(place: Place): void {
    walkPlaces(place, (inner) => {
      addCall(inner);
      if (!t.isFunction(inner.node) || reportNested(inner.path as NodePath<t.Function>, report))
        return undefined;
      walkLeft(inner, 'function');
      return false;
    });
  }

  function visitCall(path: NodePath<t.CallExpression | t.OptionalCallExpression>): void {
    const argument = graphArgument(path);
    if (argument === null) return;
    if (argument.isFunction()) {
      inline.add(argument.node);
      return;
    }
    const parameter = argument.isIdentifier() ? functionWithParameter(argument) : null;
    if (parameter === null) findings.given.push(argument);
    else if (parameter.listKey === 'arguments') findings.given.push(...besides(parameter));
    else findings.compilers.add(functionName(parameter));
  }

  if (moduleRequest === 'leave') {
    walkLeft(placeOf(findings.program), 'module');
    return findings;
  }
  walkPlaces(placeOf(findings.program), (place) => {
    const { node } = place;
    addCall(place);
    if (t.isFunction(node)) return visitFunction(place);
    if (isField(node) && isInitialized(node))
      findings.fields.push(place.path as NodePath<InitializedField>);
    reportMisplaced(place, report);
    if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression')
      visitCall(place.path as NodePath<t.CallExpression | t.OptionalCallExpression>);
    return undefined;
  });
  for (const expression of findings.given) {
    for (const path of functionsNamed(expression, findings.others)) mark(path, findings);
  }
  return findings;
}

function holdsNamed(node: t.Node): boolean {
  const isProperty = node.type === 'ObjectProperty' || (isField(node) && node.static === true);
  return isProperty && node.value?.type === 'Identifier';
}

/** What a callback's call is made of else: `Object.values(steps).map((step) => graph(step))`. */
function besides(callback: NodePath): NodePath[] {
  const { parentPath: call, node } = callback;
  const parts = [call!.get('callee'), call!.get('arguments')].flat();
  return parts.filter((part) => part.node !== node);
}

/** The function that a name is a parameter of. */
function functionWithParameter(identifier: NodePath<t.Identifier>): NodePath<t.Function> | null {
  const binding = scopeOf(identifier).getBinding(identifier.node.name);
  if (binding?.kind !== 'param') return null;
  return binding.path.findParent((outer) => outer.isFunction()) as NodePath<t.Function> | null;
}

/**
 * What runs in a generator's stead while staging is a function of its own, or, where that has to have the `super` of its
 * class, a block, which has the parameters that the generator has.
 */
function canStandBeside(path: NodePath<t.Function>): boolean {
  if (!usesSuper(path)) return true;
  const { async, params } = path.node;
  return async !== true && params.every(({ type }) => type === 'Identifier');
}

export function usesSuper(path: NodePath<t.Function>): boolean {
  return someNode(path.node, ({ type }) => type === 'Super');
}

function isDirective(node: t.Node): node is t.Directive {
  return node.type === 'Directive' && node.value.value === stageDirective;
}

function reportLeft(node: t.Directive, around: string, report: Report): void {
  const message = `"${stageDirective}" has no effect here: the ${around} carries "${leaveDirective}", which leaves all in it as it is written.`;
  const suggestion = 'Take one of the two out.';
  report({ code: 'misplaced-directive', message, node, suggestion });
}

/** Makes a function a marked one, and what was found inside of it a part of it. */
function mark(path: NodePath<t.Function>, findings: Findings): void {
  const isApart = (other: NodePath) => other !== path && !other.isDescendant(path);
  findings.marked = [...findings.marked.filter(isApart), path];
  findings.others = findings.others.filter(isApart);
  findings.given = findings.given.filter(isApart);
  findings.fields = findings.fields.filter(isApart);
}

/** A directive inside of a marked function asks for nothing new, but may still stand where it cannot. */
function reportNested(path: NodePath<t.Function>, report: Report): boolean {
  const request = functionRequest(path.node);
  if (request === 'stage') reportRefused(path, kindOf(path.node), report);
  return request !== 'leave';
}

const refusals: Partial<Record<FunctionKind, { code: BuildCode; what: string }>> = {
  generator: { code: 'generator', what: 'a generator' },
  accessor: { code: 'getter-or-setter', what: 'a getter or setter' },
  constructor: { code: 'constructor', what: 'a constructor' },
};

function reportRefused(path: NodePath<t.Function>, kind: FunctionKind, report: Report): void {
  const refusal = refusals[kind];
  if (refusal === undefined || path.node.body.type !== 'BlockStatement') return;
  const directive = path.node.body.directives.find(({ value }) => value.value === stageDirective);
  const name = functionName(path);
  const subject = name === '' ? 'The function' : `\`${name}\``;
  const message = `${subject} carries "${stageDirective}", but is ${refusal.what}, which cannot become a graph.`;
  report({ code: refusal.code, message, node: directive });
}

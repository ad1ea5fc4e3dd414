import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { dropStageDirective, hostFunctionArgument, leaveAsWritten } from '../directive/index.js';
import { ownArguments } from './ownContext.js';
import { isThisParameter } from './parameters.js';
import { withoutTypes } from './withoutTypes.js';

/** Turns a function into one that means the same as an arrow, apart from `this`. */
export function prepare(path: NodePath<t.Function>, uniqueName: (hint: string) => string): void {
  const { node } = path;
  dropStageDirective(node);
  leaveHostFunctions(path);
  t.removeComments(node);
  node.params = node.params.filter(
    (parameter) => !isThisParameter(parameter),
  ) as typeof node.params;
  withoutTypes(path);
  if (!path.isArrowFunctionExpression()) gatherArguments(path, uniqueName);
}

/**
 * An arrow has no `arguments`: a rest parameter takes their place, and the parameters are read off it. JavaScript does
 * not allow "use strict" in a function with such a parameter.
 */
function gatherArguments(path: NodePath<t.Function>, uniqueName: (hint: string) => string): void {
  const uses = ownArguments(path);
  const { node } = path;
  if (uses.length === 0 || node.body.type !== 'BlockStatement') return;
  const gathered = uniqueName('args');
  for (const use of uses) use.node.name = gathered;
  if (node.params.length > 0) {
    const pattern = t.arrayPattern(node.params as t.ArrayPattern['elements']);
    const declarator = t.variableDeclarator(pattern, t.identifier(gathered));
    declarator.loc = node.loc;
    const declaration = t.variableDeclaration('var', [declarator]);
    declaration.loc = node.loc;
    node.body.body.unshift(declaration);
  }
  node.params = [t.restElement(t.identifier(gathered))];
  node.body.directives = node.body.directives.filter(({ value }) => value.value !== 'use strict');
  path.scope.crawl();
}

/** What is written inside for `jsFunction` to call is no part of the graph. */
function leaveHostFunctions(path: NodePath<t.Function>): void {
  const found = new Set<t.Function>();
  const visit = (call: NodePath<t.CallExpression | t.OptionalCallExpression>): void => {
    const fn = hostFunctionArgument(call);
    if (fn?.isDescendant(path)) found.add(fn.node);
  };
  path.traverse({ CallExpression: visit, OptionalCallExpression: visit });
  for (const fn of found) leaveAsWritten(fn);
}

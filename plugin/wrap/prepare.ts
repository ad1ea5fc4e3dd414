import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import {
  dropStageDirective,
  hostFunctionArgument,
  type InitializedField,
  leaveAsWritten,
} from '../directive/index.js';
import { copyTree } from '../syntax/copy.js';
import { placeOf, walkPlaces } from '../syntax/paths.js';
import { ownArguments } from './ownContext.js';
import { withoutParameterProperties } from './parameterProperties.js';
import { dropDecorators, isThisParameter } from './parameters.js';
import { withoutTypes } from './withoutTypes.js';

/**
 * A copy of a function that means the same as an arrow, apart from `this`. Staging consumes what it works on, and of
 * functions that stand inside of each other both may be staged.
 */
export function preparedCopy(
  path: NodePath<t.Function>,
  mayCallHost: boolean,
  uniqueName: (hint: string) => string,
): t.Function {
  const { copy, copyOf } = copyWithHostFunctions(path, mayCallHost);
  dropStageDirective(copy);
  t.removeComments(copy);
  copy.params = copy.params.filter(
    (parameter) => !isThisParameter(parameter),
  ) as typeof copy.params;
  dropDecorators(copy.params);
  withoutParameterProperties(copy);
  withoutTypes(copy);
  if (!path.isArrowFunctionExpression()) {
    gatherArguments(copy, ownArguments(path).map(copyOf), uniqueName);
  }
  return copy;
}

/** A function that gives the value of a field. */
export function preparedInitializer(
  path: NodePath<InitializedField>,
  mayCallHost: boolean,
): t.ArrowFunctionExpression {
  const { copy } = copyWithHostFunctions(path, mayCallHost);
  withoutTypes(copy);
  t.removeComments(copy.value);
  const { loc, start, end } = path.node.value;
  return Object.assign(t.arrowFunctionExpression([], copy.value), { loc, start, end });
}

function copyWithHostFunctions<T extends t.Node>(path: NodePath<T>, mayCallHost: boolean) {
  const copied = copyTree(path.node);
  if (mayCallHost) for (const fn of hostFunctions(path)) leaveAsWritten(copied.copyOf(fn));
  return copied;
}

/**
 * An arrow has no `arguments`: a rest parameter takes their place, and the parameters are read off it. JavaScript does
 * not allow "use strict" in a function with such a parameter.
 */
function gatherArguments(
  node: t.Function,
  uses: readonly t.Identifier[],
  uniqueName: (hint: string) => string,
): void {
  if (uses.length === 0 || node.body.type !== 'BlockStatement') return;
  const gathered = uniqueName('args');
  for (const use of uses) use.name = gathered;
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
}

/** What is written inside for `jsFunction` to call is no part of the graph. */
function hostFunctions(path: NodePath): Set<t.Function> {
  const found = new Set<t.Function>();
  walkPlaces(placeOf(path), (place) => {
    const { type } = place.node;
    if (type !== 'CallExpression' && type !== 'OptionalCallExpression') return undefined;
    const fn = hostFunctionArgument(
      place.path as NodePath<t.CallExpression | t.OptionalCallExpression>,
    );
    if (fn?.isDescendant(path)) found.add(fn.node);
    return undefined;
  });
  return found;
}

import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { generate } from '../syntax/babel.js';
import type { Editor } from './editor.js';

/** What a function's `length` is: its parameters before the first that has a default or gathers the rest. */
export function lengthOf(node: t.Function): number {
  const parameters = ownParameters(node);
  const end = parameters.findIndex(
    ({ type }) => type === 'AssignmentPattern' || type === 'RestElement',
  );
  return end < 0 ? parameters.length : end;
}

/** The names of the parameters for messages; a pattern is written as in the source. */
export function parameterNames(node: t.Function): string[] {
  return ownParameters(node).map(nameOf);
}

/** The parameters without `this`, which TypeScript lets a function declare. */
function ownParameters(node: t.Function): t.Node[] {
  return node.params.filter((parameter) => !isThisParameter(parameter));
}

export function isThisParameter(node: t.Node): boolean {
  return node.type === 'Identifier' && node.name === 'this';
}

/** TypeScript has decorators of parameters, which belong to those of the method itself. */
export function dropDecorators(parameters: readonly t.Node[]): void {
  for (const parameter of parameters) {
    if ('decorators' in parameter) parameter.decorators = null;
    if (parameter.type === 'AssignmentPattern') dropDecorators([parameter.left]);
  }
}

function nameOf(parameter: t.Node): string {
  switch (parameter.type) {
    case 'Identifier':
      return parameter.name;
    case 'AssignmentPattern':
      return nameOf(parameter.left);
    case 'RestElement':
      return `...${nameOf(parameter.argument)}`;
    default: {
      const bare = t.cloneNode(parameter, true, true);
      if ('typeAnnotation' in bare) bare.typeAnnotation = null;
      return generate(bare, { comments: false, concise: true }).code;
    }
  }
}

/** Whether taking the arguments apart runs nothing that could ask for a tensor's values. */
export function parametersAreInert(node: t.Function): boolean {
  return node.params.every(isInert);
}

function isInert(parameter: t.Node): boolean {
  switch (parameter.type) {
    case 'Identifier':
      return true;
    case 'AssignmentPattern':
      return isInert(parameter.left) && isConstant(parameter.right);
    case 'RestElement':
      return isInert(parameter.argument);
    case 'ObjectPattern':
      return parameter.properties.every((property) =>
        property.type === 'RestElement'
          ? isInert(property)
          : !property.computed && isInert(property.value),
      );
    default:
      return false;
  }
}

function isConstant(value: t.Node): boolean {
  return t.isUnaryExpression(value)
    ? isConstant(value.argument)
    : t.isIdentifier(value) || (t.isLiteral(value) && !t.isTemplateLiteral(value));
}

/** What hands a parameter's value on. */
export type Given = t.Expression | t.SpreadElement;

/** Whether each parameter is a name for all that it takes, so that it can be handed on under this name. */
export function parametersAreNames(node: t.Function): boolean {
  return parametersAreInert(node) && node.params.every((parameter) => nameIn(parameter) !== null);
}

/** A parameter that is a name, as an argument of another call. */
export function asGiven(parameter: t.Node): Given {
  const name = t.identifier(nameIn(parameter)!);
  return parameter.type === 'RestElement' ? t.spreadElement(name) : name;
}

function nameIn(parameter: t.Node): string | null {
  switch (parameter.type) {
    case 'Identifier':
      return parameter.name;
    case 'AssignmentPattern':
      return nameIn(parameter.left);
    case 'RestElement':
      return nameIn(parameter.argument);
    default:
      return null;
  }
}

/**
 * Leaves of the parameter list what its `length` needs: the staged function has the defaults and patterns, which must
 * not be evaluated twice. Returns what hands the arguments on.
 */
export function simplifyParameters(
  path: NodePath<t.Function>,
  editor: Editor,
  uniqueName: (hint: string) => string,
): Given[] {
  return path
    .get('params')
    .filter(({ node }) => !isThisParameter(node))
    .map((parameter) => simplify(parameter as NodePath, editor, uniqueName));
}

function simplify(path: NodePath, editor: Editor, uniqueName: (hint: string) => string): Given {
  if (path.isAssignmentPattern()) {
    const name = simplify(path.get('left') as NodePath, editor, uniqueName);
    editor.replace(path.get('right'), () => t.unaryExpression('void', t.numericLiteral(0)));
    return name;
  }
  if (path.isRestElement()) {
    const name = simplify(path.get('argument') as NodePath, editor, uniqueName);
    return t.spreadElement(name as t.Identifier);
  }
  if (path.isIdentifier()) return t.identifier(path.node.name);
  const name = uniqueName('argument');
  editor.replace(path, (original) => decoratedAs(original, t.identifier(name)));
  return t.identifier(name);
}

function decoratedAs(original: t.Node, parameter: t.Identifier): t.Identifier {
  if ('decorators' in original) parameter.decorators = original.decorators;
  return parameter;
}

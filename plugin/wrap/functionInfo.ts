import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { functionName, graphArgument, placeName } from '../directive/index.js';
import { lengthOf, parameterNames } from './parameters.js';

/** What is known of the marked functions of a module. */
export interface Marking {
  file: string;
  /** The functions that only the module's directive marks. */
  byModule: ReadonlySet<t.Node>;
  /** Whether those wait where no tensor is near. */
  mayWait: boolean;
}

/** What the runtime is told about a marked function. */
export function functionInfo(
  path: NodePath<t.Function>,
  { file, byModule, mayWait }: Marking,
  hasParts: boolean,
): t.ObjectExpression {
  const { node } = path;
  const properties = [
    property('name', t.stringLiteral(functionName(path) || nameOfGraph(path))),
    property('at', t.stringLiteral(placeOf(node, file))),
    property('length', t.numericLiteral(lengthOf(node))),
    property(
      'parameters',
      t.arrayExpression(parameterNames(node).map((name) => t.stringLiteral(name))),
    ),
  ];
  if (node.async === true) properties.push(property('async', t.booleanLiteral(true)));
  if (hasParts) properties.push(property('hasParts', t.booleanLiteral(true)));
  if (byModule.has(node)) {
    properties.push(property('module', t.booleanLiteral(true)));
    if (mayWait) properties.push(property('waits', t.booleanLiteral(true)));
  }
  return t.objectExpression(properties);
}

/** `const train = graph((x) => …)`: nobody sees the arrow's own name, which is empty; messages have use for one. */
function nameOfGraph(path: NodePath<t.Function>): string {
  const call = path.parentPath;
  return call?.isCallExpression() && graphArgument(call) !== null ? placeName(call) : '';
}

function property(name: string, value: t.Expression): t.ObjectProperty {
  return t.objectProperty(t.identifier(name), value);
}

function placeOf(node: t.Function, file: string): string {
  const decorated = 'decorators' in node && (node.decorators?.length ?? 0) > 0 && 'key' in node;
  const start = (decorated ? node.key.loc : node.loc)?.start;
  return `${file}:${start?.line ?? 1}:${(start?.column ?? 0) + 1}`;
}

import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { someNode } from '../syntax/nodes.js';
import { scopeOf } from '../syntax/scopes.js';
import { insideOfWrappers, keyName, propertyName } from './describe.js';
import { isExportsObject } from './exportsObject.js';
import { holdsModule, loadedModule } from './imports.js';

export interface CalledExports {
  named: [name: string, own: NodePath][];
  /** The module of which everything is exported. */
  star: string | null;
}

/**
 * What compilers make of exports in CommonJS besides assignments: `Object.defineProperty(exports, 'a', { get })`,
 * `_export(exports, { a: () => a })`, `__exportStar(require('./a'), exports)`, and what Babel makes of `export *`.
 */
export function calledExports(expression: NodePath): CalledExports {
  if (!expression.isCallExpression()) return { named: [], star: null };
  const [first, second, third] = expression.get('arguments') as NodePath[];
  const source = keysTaken(expression) ?? sourceOf(first) ?? sourceOf(second);
  const star = source !== null && isOfExports(expression.node) ? source : null;
  if (first === undefined || !isExportsObject(first.node)) return { named: [], star };
  if (second?.isStringLiteral() && third?.isObjectExpression())
    return { named: definedBy(second.node.value, third), star };
  return { named: second?.isObjectExpression() ? gotBy(second) : [], star };
}

/** What is exported, as the descriptor of a property tells it. */
function definedBy(name: string, descriptor: NodePath<t.ObjectExpression>): CalledExports['named'] {
  return propertiesOf(descriptor).flatMap(([key, value]): CalledExports['named'] => {
    const own = key === 'get' ? returnedBy(value) : key === 'value' ? value : null;
    return own === null ? [] : [[name, own]];
  });
}

function gotBy(getters: NodePath<t.ObjectExpression>): CalledExports['named'] {
  return propertiesOf(getters).flatMap(([name, value]): CalledExports['named'] => {
    const own = returnedBy(value);
    return own === null ? [] : [[name, own]];
  });
}

function propertiesOf(object: NodePath<t.ObjectExpression>): [name: string, value: NodePath][] {
  return object.get('properties').flatMap((property): [string, NodePath][] => {
    const name = property.isSpreadElement() ? null : keyName(property.node as t.ObjectMember);
    if (name === null) return [];
    return [[name, property.isObjectProperty() ? (property.get('value') as NodePath) : property]];
  });
}

/** What a getter gives, which does nothing else. */
function returnedBy(getter: NodePath): NodePath | null {
  const fn = insideOfWrappers(getter);
  if (!fn.isFunction()) return null;
  const body = fn.get('body') as NodePath;
  if (!body.isBlockStatement()) return insideOfWrappers(body);
  const last = body.get('body').at(-1);
  return last?.isReturnStatement() && last.node.argument
    ? insideOfWrappers(last.get('argument') as NodePath)
    : null;
}

/** The module that `Object.keys(module).forEach(…)` goes over. */
function keysTaken(call: NodePath<t.CallExpression>): string | null {
  const callee = call.get('callee') as NodePath;
  if (!callee.isMemberExpression() || propertyName(callee.node) !== 'forEach') return null;
  const keys = callee.get('object');
  return keys.isCallExpression() ? sourceOf((keys.get('arguments') as NodePath[])[0]) : null;
}

/** The module that an expression loads, or a variable holds. */
function sourceOf(value: NodePath | undefined): string | null {
  if (value === undefined) return null;
  if (!value.isIdentifier()) return loadedModule(value);
  const binding = scopeOf(value).getBinding(value.node.name);
  const declared = binding?.path;
  if (!declared?.isVariableDeclarator() || !holdsModule(binding!)) return null;
  return loadedModule(declared.get('init') as NodePath);
}

/** TypeScript's first helper for `export *` was given nothing but the module. */
function isOfExports(call: t.CallExpression): boolean {
  return t.isIdentifier(call.callee, { name: '__export' }) || someNode(call, isExportsObject);
}

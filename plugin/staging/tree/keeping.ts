import * as t from '@babel/types';
import { puttingMethods } from '../../syntax/puttingMethods.js';
import { unwrapped, walk } from './walk.js';

/** Methods of JavaScript's that put what they are given into what they are called on, or into their result or first argument. */
const methods = new Set([...puttingMethods, 'concat', 'fill', 'with', 'assign']);

/** What a node keeps of what it is given; `keeps` tells whether functions or methods of a name do so. */
export function keptBy(node: t.Node, keeps: (name: string) => boolean): readonly t.Node[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return [node.right];
    case 'YieldExpression':
      return node.argument ? [node.argument] : [];
    case 'NewExpression':
      return node.arguments;
    case 'CallExpression': {
      const name = calledName(node);
      return name !== null && (methods.has(name) || keeps(name)) ? node.arguments : [];
    }
    default:
      return [];
  }
}

function calledName({ callee }: t.CallExpression): string | null {
  const inner = unwrapped(callee);
  if (t.isIdentifier(inner)) return inner.name;
  return t.isMemberExpression(inner) && t.isIdentifier(inner.property) ? inner.property.name : null;
}

/**
 * The names of a module's functions and methods that put what they are given somewhere. Where only closures of theirs know
 * it they are none, unlike the keepers by which functions are found that staged code may call (`directive/keepers.ts`).
 */
export function keepersIn(program: t.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, (node, parent) => {
    const name = t.isFunction(node) ? nameOf(node, parent) : null;
    if (name !== null && keepsParameter(node as t.Function)) names.add(name);
    return undefined;
  });
  return names;
}

function nameOf(fn: t.Function, parent: t.Node | null): string | null {
  if (t.isMethod(fn)) return t.isIdentifier(fn.key) ? fn.key.name : null;
  if (t.isFunctionDeclaration(fn)) return fn.id?.name ?? null;
  if (t.isVariableDeclarator(parent)) return t.isIdentifier(parent.id) ? parent.id.name : null;
  const isMember = t.isClassProperty(parent) || t.isObjectProperty(parent);
  return isMember && t.isIdentifier(parent.key) ? parent.key.name : null;
}

function keepsParameter(fn: t.Function): boolean {
  const names = new Set(fn.params.flatMap((param) => Object.keys(t.getBindingIdentifiers(param))));
  let isKept = false;
  walk(fn.body ?? fn, (node) => {
    for (const value of keptBy(node, () => false)) {
      const inner = t.isSpreadElement(value) ? value.argument : unwrapped(value);
      if (t.isIdentifier(inner) && names.has(inner.name)) isKept = true;
    }
    return !isKept;
  });
  return isKept;
}

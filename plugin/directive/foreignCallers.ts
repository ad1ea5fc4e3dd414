import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { insideOfWrappers, isMember } from './describe.js';
import { importedBy, isOwnSpecifier } from './imports.js';

/** What methods of TensorFlow.js call of the objects of a program's own classes: its layers. */
const called: Readonly<Record<string, string>> = {
  predict: 'call',
  predictOnBatch: 'call',
  apply: 'call',
};

/** The method that a call of one by this name may come to in the end. */
export function calledInTheEnd(name: string): string | null {
  return Object.hasOwn(called, name) ? called[name]! : null;
}

/** Whether a member is one of a class that extends a package's, which may call it: `class Swish extends Activation { … }`. */
export function mayBeCalledByBase(member: NodePath): boolean {
  const around = member.findParent((outer) => outer.isClass()) as NodePath<t.Class> | null;
  if (!around?.node.superClass) return false;
  let base = insideOfWrappers(around.get('superClass') as NodePath);
  while (isMember(base.node)) base = insideOfWrappers(base.get('object') as NodePath);
  const imported = base.isIdentifier() ? importedBy(base) : null;
  return imported !== null && !isOwnSpecifier(imported.source);
}

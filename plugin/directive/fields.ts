import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { withoutWrappers } from './describe.js';

/** A field of a class. */
export type Field = t.ClassProperty | t.ClassPrivateProperty | t.ClassAccessorProperty;

/** One that every object of the class is given a value for, as its constructor would. */
export type InitializedField = Field & { value: t.Expression };

export function isField(node: t.Node): node is Field {
  return (
    node.type === 'ClassProperty' ||
    node.type === 'ClassPrivateProperty' ||
    node.type === 'ClassAccessorProperty'
  );
}

/** A function or class has its name from the field, and stays where it is. */
export function isInitialized(node: Field): node is InitializedField {
  if (node.static === true || !node.value) return false;
  const value = withoutWrappers(node.value);
  return !t.isFunction(value) && !t.isClass(value);
}

export function initialValue(field: NodePath<InitializedField>): NodePath<t.Expression> {
  return field.get('value') as NodePath<t.Expression>;
}

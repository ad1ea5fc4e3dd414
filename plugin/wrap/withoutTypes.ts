import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';

const annotations = [
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
];

/** Takes the types off expressions, variables and functions: staged code has other ones than the user's. */
export function withoutTypes(path: NodePath<t.Function>): void {
  dropAnnotations(path.node);
  path.traverse({
    enter(inner) {
      const { node } = inner;
      if (isTyped(node)) inner.replaceWith(node.expression);
      else if (t.isTSInterfaceDeclaration(node) || t.isTSTypeAliasDeclaration(node)) inner.remove();
      else if (!node.type.startsWith('TS')) dropAnnotations(node);
    },
  });
}

function isTyped(node: t.Node): node is t.Node & { expression: t.Expression } {
  return (
    t.isTSAsExpression(node) ||
    t.isTSSatisfiesExpression(node) ||
    t.isTSNonNullExpression(node) ||
    t.isTSTypeAssertion(node) ||
    t.isTSInstantiationExpression(node) ||
    t.isTypeCastExpression(node)
  );
}

function dropAnnotations(node: t.Node): void {
  for (const key of annotations) {
    if (key in node) Reflect.set(node, key, null);
  }
}

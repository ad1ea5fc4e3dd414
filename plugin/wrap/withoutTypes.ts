import * as t from '@babel/types';

const annotations = [
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'definite',
];

/** Takes the types off expressions, variables and functions: staged code has other ones than the user's. */
export function withoutTypes(node: t.Node): void {
  if (!node.type.startsWith('TS')) dropAnnotations(node);
  const holder = node as unknown as Record<string, unknown>;
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    const value = holder[key];
    if (Array.isArray(value)) holder[key] = value.filter(isNoTypeDeclaration).map(withoutTypesOf);
    else if (value) holder[key] = withoutTypesOf(value as t.Node);
  }
}

/** Arrays have holes, which stay. */
function withoutTypesOf(node: t.Node | null): t.Node | null {
  if (node === null) return null;
  if (isTyped(node)) return withoutTypesOf(t.inheritsComments(node.expression, node));
  withoutTypes(node);
  return node;
}

const declarationsOfTypes = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSIndexSignature',
]);

function isNoTypeDeclaration(node: t.Node | null): boolean {
  return node === null || !declarationsOfTypes.has(node.type);
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

import * as t from '@babel/types';

const annotations = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
]);

/** Takes the types off expressions, variables and functions: staged code has other ones than the user's. */
export function withoutTypes(node: t.Node): void {
  const isOfTypes = node.type.startsWith('TS');
  if (!isOfTypes && 'definite' in node) node.definite = null;
  const holder = node as unknown as Record<string, unknown>;
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    const value = holder[key];
    if (!value) continue;
    if (!isOfTypes && annotations.has(key)) holder[key] = null;
    else if (Array.isArray(value)) withoutTypesIn(value);
    else holder[key] = withoutTypesOf(value as t.Node);
  }
}

function withoutTypesIn(list: (t.Node | null)[]): void {
  let end = 0;
  for (const node of list) if (isNoTypeDeclaration(node)) list[end++] = withoutTypesOf(node);
  list.length = end;
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

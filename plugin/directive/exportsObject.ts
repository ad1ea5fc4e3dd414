import type * as t from '@babel/types';

/** What a CommonJS module gives: `exports`, or `module.exports`. */
export function isExportsObject(node: t.Node): boolean {
  return (node.type === 'Identifier' && node.name === 'exports') || isModuleExports(node);
}

export function isModuleExports(node: t.Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

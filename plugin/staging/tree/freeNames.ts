import * as t from '@babel/types';
import { declaredNames, namesIn } from './statements.js';
import { forEachChild } from './walk.js';

/**
 * The names that a piece of code declares right there, or that may be those of something around it: no properties, and nothing
 * that a function or block in it has for itself. Errs towards more.
 */
export function freeNames(node: t.Node): Set<string> {
  if (t.isIdentifier(node) || t.isJSXIdentifier(node)) return new Set([node.name]);
  const found = new Set<string>();
  forEachChild(node, (child, key) => {
    if (!isPropertyName(node, key)) for (const name of freeNames(child)) found.add(name);
  });
  const own = t.isFunction(node)
    ? node.params.flatMap(namesIn)
    : t.isBlockStatement(node)
      ? node.body.flatMap(declaredNames)
      : [];
  for (const name of own) found.delete(name);
  if (t.isFunctionDeclaration(node) && node.id) found.add(node.id.name);
  return found;
}

function isPropertyName(node: t.Node, key: string): boolean {
  if (key === 'property')
    return (t.isMemberExpression(node) || t.isOptionalMemberExpression(node)) && !node.computed;
  if (key === 'key') return 'computed' in node && node.computed !== true;
  return key === 'label' || t.isPrivateName(node);
}

import * as t from '@babel/types';
import { walk } from '../tree/walk.js';

/** The names that stand for constants wherever they are declared. */
export function constantsIn(code: t.Node): ReadonlySet<string> {
  const constants = new Set<string>();
  const others = new Set<string>();
  walk(code, (node) => {
    const given = t.isFunction(node) ? node.params : t.isCatchClause(node) ? [node.param] : [];
    for (const parameter of given)
      for (const name of Object.keys(t.getBindingIdentifiers(parameter ?? t.noop())))
        others.add(name);
    if (!t.isVariableDeclaration(node)) return undefined;
    for (const name of Object.keys(t.getBindingIdentifiers(node)))
      (node.kind === 'const' ? constants : others).add(name);
    return undefined;
  });
  for (const name of others) constants.delete(name);
  return constants;
}

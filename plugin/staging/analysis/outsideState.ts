import * as t from '@babel/types';
import type { Binding } from '../../syntax/binding.js';
import { assignedBy, keyText, rootOf } from '../tree/targets.js';
import { unwrapped, walk } from '../tree/walk.js';
import { resolveScopes } from './scopes.js';

/** What is around a function and its parts have to carry. */
export interface OutsideState {
  /** Variables that it assigns. */
  readonly variables: ReadonlySet<string>;
  /** Variables that go on holding an object which it changes. */
  readonly objects: ReadonlySet<string>;
}

/** Methods of arrays and collections that change nothing. */
const reading = new Set([
  ...['at', 'concat', 'entries', 'every', 'filter', 'find', 'findIndex', 'findLast', 'flat'],
  ...['flatMap', 'forEach', 'get', 'has', 'includes', 'indexOf', 'join', 'keys', 'lastIndexOf'],
  ...['map', 'reduce', 'slice', 'some', 'toSorted', 'values', 'with'],
]);

/**
 * The variables around an asynchronous function that it assigns itself, and those whose objects it changes itself, where these are
 * made in the file.
 */
export function outsideState(
  fn: t.Function,
  bindingOf: (name: string) => Binding | undefined,
): OutsideState {
  const scopes = resolveScopes(fn);
  const variables = new Set<string>();
  const changed = new Set<string>();
  const outside = (node: t.Node | null): string | null => {
    const variable = node === null ? undefined : scopes.variableOf(node);
    return variable?.kind === 'outside' ? variable.name : null;
  };
  const note = (node: t.Node | null, into: Set<string>): void => {
    const name = outside(node);
    if (name !== null) into.add(name);
  };
  walk(fn, (node) => {
    for (const target of assignedBy(node)) {
      if (t.isIdentifier(target)) note(target, variables);
      else note(rootOf(target), changed);
    }
    if (t.isUnaryExpression(node, { operator: 'delete' })) note(rootOf(node.argument), changed);
    if (t.isCallExpression(node)) {
      const callee = unwrapped(node.callee);
      if (t.isMemberExpression(callee) && !reading.has(keyText(callee)))
        note(rootOf(callee.object), changed);
    }
    return undefined;
  });
  const isKind = (name: string, kinds: readonly string[]): boolean =>
    kinds.includes(bindingOf(name)?.kind ?? '');
  return {
    variables: new Set([...variables].filter((name) => isKind(name, ['let', 'var']))),
    objects: new Set(
      [...changed].filter((name) => !variables.has(name) && holdsObject(bindingOf(name))),
    ),
  };
}

function holdsObject(binding: Binding | undefined): boolean {
  const node = binding?.path.node;
  if (t.isClassDeclaration(node)) return true;
  if (!t.isVariableDeclarator(node) || !t.isIdentifier(node.id) || !node.init) return false;
  const made = unwrapped(node.init);
  if (t.isObjectExpression(made) || t.isArrayExpression(made) || t.isClass(made)) return true;
  return t.isNewExpression(made) && t.isIdentifier(made.callee);
}

import * as t from '@babel/types';
import type { Scope } from '../../syntax/binding.js';
import type { Staging, StagingContext } from './context.js';
import { membersIn } from './members.js';
import { receiverIn } from './receiver.js';

/** The arrow function that the passes work on, made of the function's own nodes. */
export function arrowOf(node: t.Function): t.ArrowFunctionExpression {
  // TypeScript's `this` parameter is none.
  const parameters = node.params.filter(
    (parameter) => !t.isIdentifier(parameter, { name: 'this' }),
  );
  const arrow = t.arrowFunctionExpression(
    parameters as t.ArrowFunctionExpression['params'],
    node.body as t.BlockStatement | t.Expression,
    node.async,
  );
  const { loc, start, end } = node;
  return Object.assign(arrow, { loc, start, end });
}

/** What the passes over one function begin with. */
export function startStaging(
  fn: t.Function,
  home: t.Node,
  scopeAround: Scope,
  context: StagingContext,
  isMarked: boolean,
): Staging {
  const standIns = new Map<string, string>();
  return {
    file: context.file,
    name: context.name ?? '',
    runtime: context.runtime,
    // The number behind a name is nothing that a message should tell.
    uniqueName: (hint) => {
      const name = context.uniqueName(hint);
      if (name !== hint) standIns.set(name, hint);
      return name;
    },
    moduleName: (hint) => context.moduleName(hint),
    mayWait: context.mayWait,
    isReadElsewhere: (name, key) => context.isReadElsewhere(name, key),
    report: (problem) => context.report(problem),
    labels: new Map(),
    flags: new Map(),
    jumping: new Set(),
    results: new Map(),
    standIns,
    aliases: new Map(),
    written: new Set(),
    dissolvable: new Set(),
    finished: new Set(),
    kinds: new Map(),
    truths: new Set(),
    shared: new Set(),
    made: new Set(),
    closures: new Map(),
    lost: new Set(),
    sources: new Set(),
    promising: new Set(),
    suspended: new Set(),
    settled: new Set(),
    waiting: new Set(),
    given: new Set(),
    receiver: receiverIn(home, fn),
    carried: new Set(),
    ...membersIn(scopeAround.module.program),
    isConstantOutside: (name) => {
      const binding = scopeAround.getBinding(name);
      return binding === undefined || binding.constant;
    },
    outlivesTraces: (name) => {
      const scope = scopeAround.getBinding(name)?.scope;
      return scope !== undefined && (isMarked || scope.parent === null);
    },
    bindingOutside: (name) => scopeAround.getBinding(name),
    constantOutside: (name) => {
      const binding = scopeAround.getBinding(name);
      if (binding?.kind !== 'const') return null;
      const { node } = binding.path;
      return t.isVariableDeclarator(node) && t.isIdentifier(node.id) ? (node.init ?? null) : null;
    },
  };
}

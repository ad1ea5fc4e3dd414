import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Staging, StagingContext } from './context.js';
import { runPasses } from './pipeline.js';
import { validate } from './validate.js';

export type { StagingContext } from './context.js';

/**
 * The staged form of a function (docs/staged-code.md): a synchronous arrow function with the user's parameters. It is
 * made of the function's own nodes, so that the caller hands in a copy if the tree is still needed. Throws
 * {@link DiagnosticError} for a function that cannot become a graph.
 */
export function stageFunction(
  path: NodePath<t.Function>,
  context: StagingContext,
): t.ArrowFunctionExpression {
  const { node } = path;
  validate(node, context);
  const root = t.arrowFunctionExpression(
    node.params as t.ArrowFunctionExpression['params'],
    node.body as t.BlockStatement | t.Expression,
    node.async,
  );
  root.loc = node.loc;
  root.start = node.start;
  root.end = node.end;
  const staging: Staging = {
    file: context.file,
    runtime: context.runtime,
    uniqueName: (hint) => context.uniqueName(hint),
    report: (problem) => context.report(problem),
    labels: new Map(),
    flags: new Map(),
    finished: new WeakSet(),
    isConstantOutside: (name) => {
      const binding = path.scope.parent?.getBinding(name);
      return binding === undefined || binding.constant;
    },
  };
  runPasses(root, staging);
  return root;
}

import * as t from '@babel/types';
import { BuildError } from '../diagnostics/index.js';
import { refuse, type StagingContext } from './tree/context.js';
import { staysAsWritten } from './tree/functions.js';
import { containsOwn, walk } from './tree/walk.js';

/** Refuses what cannot become a graph, where the source alone tells. All of it is reported. */
export function validate(
  root: t.Function,
  staging: StagingContext,
  isMarked: boolean,
  hasParts: boolean,
): void {
  const refusals: BuildError[] = [];
  const check = (validateOne: () => void): void => {
    try {
      validateOne();
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      refusals.push(error);
    }
  };
  if (root.generator && isMarked) {
    check(() => refuse(staging, 'generator', 'A generator cannot become a graph.', root));
  }
  check(() => validateForm(root, staging));
  const waits = new Set<t.Node>();
  if (hasParts) {
    containsOwn(root.body, (node) => {
      waits.add(node);
      return false;
    });
  }
  walk(root, (node) => {
    if (node !== root && staysAsWritten(node)) return false;
    if (t.isForOfStatement(node) && waits.has(node)) return undefined;
    check(() => validateNode(node, staging));
    return undefined;
  });
  const last = refusals.pop();
  for (const { diagnostic } of refusals) staging.report(diagnostic);
  if (last !== undefined) throw last;
}

function validateForm(root: t.Function, staging: StagingContext): void {
  if (!t.isMethod(root) || !hasDirective(root)) return;
  if (root.kind === 'get' || root.kind === 'set') {
    const form = root.kind === 'get' ? 'getter' : 'setter';
    refuse(staging, 'getter-or-setter', `A ${form} cannot become a graph.`, root);
  }
  if (root.kind === 'constructor') {
    refuse(staging, 'constructor', 'A constructor cannot become a graph.', root);
  }
}

function hasDirective({ body }: t.Function): boolean {
  return (
    t.isBlockStatement(body) && body.directives.some(({ value }) => value.value === 'use graph')
  );
}

function validateNode(node: t.Node, staging: StagingContext): void {
  switch (node.type) {
    case 'WithStatement':
      refuse(staging, 'with-statement', '`with` cannot be staged.', node);
      break;
    case 'ForOfStatement':
      if (node.await && !staging.mayWait)
        refuse(staging, 'for-await', '`for await` cannot be staged here.', node);
      return;
    case 'VariableDeclaration':
      if (node.kind === 'using' || node.kind === 'await using') {
        refuse(staging, 'using-declaration', `\`${node.kind}\` cannot be staged.`, node);
      }
      return;
    case 'CallExpression':
      if (t.isIdentifier(node.callee, { name: 'eval' })) {
        refuse(staging, 'direct-eval', 'Direct `eval` cannot be staged.', node);
      }
      return;
    case 'DoExpression':
    case 'BindExpression':
    case 'PipelineBareFunction':
    case 'PipelineTopicExpression':
    case 'PipelinePrimaryTopicReference':
    case 'TopicReference':
    case 'ModuleExpression':
    case 'RecordExpression':
    case 'TupleExpression':
      refuse(staging, 'unknown-syntax', 'This syntax cannot be staged.', node);
      break;
    case 'BinaryExpression':
      if (node.operator === '|>') {
        refuse(staging, 'unknown-syntax', 'The pipeline operator cannot be staged.', node);
      }
      return;
    default:
  }
}

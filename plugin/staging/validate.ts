import * as t from '@babel/types';
import { refuse, type StagingContext } from './context.js';
import { staysAsWritten } from './functions.js';
import { walk } from './walk.js';

/** Refuses what cannot become a graph, where the source alone tells. */
export function validate(root: t.Function, staging: StagingContext): void {
  validateForm(root, staging);
  walk(root, (node) => {
    if (node !== root && staysAsWritten(node)) return false;
    validateNode(node, staging);
    return undefined;
  });
}

function validateForm(root: t.Function, staging: StagingContext): void {
  if (root.generator) refuse(staging, 'UG1001', 'A generator cannot become a graph.', root);
  if (!t.isMethod(root)) return;
  if (root.kind === 'get' || root.kind === 'set') {
    const form = root.kind === 'get' ? 'getter' : 'setter';
    refuse(staging, 'UG1002', `A ${form} cannot become a graph.`, root);
  }
  if (root.kind === 'constructor') {
    refuse(staging, 'UG1003', 'A constructor cannot become a graph.', root);
  }
}

function validateNode(node: t.Node, staging: StagingContext): void {
  switch (node.type) {
    case 'WithStatement':
      refuse(staging, 'UG1005', '`with` cannot be staged.', node);
      break;
    case 'ForOfStatement':
      if (node.await) refuse(staging, 'UG1004', '`for await` cannot be staged.', node);
      return;
    case 'VariableDeclaration':
      if (node.kind === 'using' || node.kind === 'await using') {
        refuse(staging, 'UG1006', `\`${node.kind}\` cannot be staged.`, node);
      }
      return;
    case 'CallExpression':
      if (t.isIdentifier(node.callee, { name: 'eval' })) {
        refuse(staging, 'UG1008', 'Direct `eval` cannot be staged.', node);
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
      refuse(staging, 'UG1007', 'This syntax cannot be staged.', node);
      break;
    case 'BinaryExpression':
      if (node.operator === '|>') {
        refuse(staging, 'UG1007', 'The pipeline operator cannot be staged.', node);
      }
      return;
    default:
  }
}

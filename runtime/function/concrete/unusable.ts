import type { Tensor } from '@tensorflow/tfjs-core';
import { ExecutionError, SymbolicTensorError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import type { Trace } from '../../trace/function.js';
import { isTracing } from '../../trace/session.js';
import { symbolicData } from '../../trace/symbolic.js';
import { describe, returnInstead } from '../../trace/tracer.js';
import { isVariable } from '../signature/structure.js';

/** Refuses what has no content among a graph's inputs: what was disposed, or leaked out of another graph. */
export function refuseUnusable(
  inputs: readonly Tensor[],
  trace: Pick<Trace, 'graph' | 'captures' | 'variables'>,
  name: string,
  location: SourceLocation | null,
): void {
  for (let index = 0; index < inputs.length; index++) {
    const input = inputs[index]!;
    const data = input.isDisposed || isTracing() ? null : symbolicData(input);
    if (!input.isDisposed && data === null) continue;
    const what = describeInput(input, index, trace, name);
    if (data === null) {
      throw new ExecutionError(
        'disposed-tensor',
        `${what} was disposed.`,
        location,
        'Dispose it later, or keep it with tf.keep.',
      );
    }
    throw new SymbolicTensorError(
      'leaked-tensor',
      `${what} leaked out of another graph: it is ${describe(data)}, and has no value here.`,
      location,
      returnInstead,
    );
  }
}

function describeInput(
  input: Tensor,
  index: number,
  { graph, captures, variables }: Pick<Trace, 'graph' | 'captures' | 'variables'>,
  name: string,
): string {
  if (isVariable(input)) return `The variable '${input.name}' that ${name} uses`;
  const type = `${input.dtype} tensor of shape [${input.shape}]`;
  const isArgument = index < graph.parameters.length - captures.length - variables.length;
  if (!isArgument) return `A ${type} that ${name} uses, made outside of it,`;
  return `The argument ${graph.parameters[index]!.name ?? index} of ${name}, a ${type},`;
}

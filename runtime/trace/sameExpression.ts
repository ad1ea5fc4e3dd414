import type { Tensor } from '@tensorflow/tfjs-core';
import { isEqualData } from '../graph/equalData.js';
import type { Value } from '../graph/graph.js';
import { sameType } from '../graph/types.js';
import { isSameTensor, symbolicData } from './symbolic.js';
import type { Tracer } from './tracer.js';

/** Whether both have been computed in the same way from the same values, as `list[j + 1]` has been that is read and then set. */
export function isSameExpression(a: Tensor, b: Tensor): boolean {
  if (isSameTensor(a, b)) return true;
  const [one, other] = [a, b].map(symbolicData);
  return one && other ? isSameValue(one, other, mostNodes) : false;
}

/** Indices are short: no expression is followed further. */
const mostNodes = 16;

/** A value, and the graph that it is made in. */
export interface MadeBy {
  readonly value: Value;
  readonly tracer: Tracer;
}

function isSameValue(a: MadeBy, b: MadeBy, depth: number): boolean {
  const [one, other] = [madeBy(a), madeBy(b)];
  if (one.value === other.value) return true;
  const [node, second] = [one, other].map(({ value, tracer }) => tracer.producer(value));
  if (depth === 0 || !node || !second || !sameType(one.value, other.value)) return false;
  if (node.kind === 'constant')
    return second.kind === 'constant' && isEqualData(node.data, second.data);
  return (
    node.kind === 'kernel' &&
    second.kind === 'kernel' &&
    node.kernel === second.kernel &&
    node.inputs.length === second.inputs.length &&
    isEqualData(node.attributes, second.attributes) &&
    node.inputs.every((value, index) =>
      isSameValue(
        { value, tracer: one.tracer },
        { value: second.inputs[index]!, tracer: other.tracer },
        depth - 1,
      ),
    )
  );
}

/** Where the value is made that a branch or body has captured. */
export function madeBy({ value, tracer }: MadeBy): MadeBy {
  const captured = tracer.captures.find(({ parameter }) => parameter === value);
  const data = captured && symbolicData(captured.tensor);
  return data ? madeBy(data) : { value, tracer };
}

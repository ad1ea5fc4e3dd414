import { constantNode } from '../../graph/builder.js';
import type { Value } from '../../graph/graph.js';
import type { Lowering } from './lowering.js';

/** Numbers that are computed here, with the precision of JavaScript, and that shaders look up. */
export function table(
  lowering: Lowering,
  values: readonly number[],
  dtype: 'int32' | 'float32',
): Value {
  const data = dtype === 'int32' ? Int32Array.from(values) : Float32Array.from(values);
  const node = constantNode({ values: data }, { dtype, shape: [values.length] });
  const value = node.outputs[0]!;
  lowering.constants.set(value, node);
  return value;
}

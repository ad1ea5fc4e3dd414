import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { constantNode, kernelNode } from '../../runtime/graph/builder.js';
import type { Graph } from '../../runtime/graph/graph.js';
import type { DataType } from '../../runtime/graph/types.js';
import { foldConstants } from '../../runtime/optimize/foldConstants.js';
import { prune } from '../../runtime/optimize/prune.js';
import { execute } from '../interpret/run.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

const arithmetic = ['Add', 'Sub', 'Multiply', 'Maximum', 'Minimum'];
const comparisons = ['Equal', 'NotEqual', 'Less', 'LessEqual', 'Greater', 'GreaterEqual'];
const kernels: readonly (readonly [
  kernel: string,
  dtypes: readonly DataType[],
  inputs: readonly string[],
])[] = [
  ...arithmetic.map((kernel) => [kernel, ['float32', 'int32'], ['a', 'b']] as const),
  ...comparisons.map((kernel) => [kernel, ['float32', 'int32'], ['a', 'b']] as const),
  ['RealDiv', ['float32'], ['a', 'b']],
  ['FloorDiv', ['int32'], ['a', 'b']],
  ['LogicalAnd', ['bool'], ['a', 'b']],
  ['LogicalOr', ['bool'], ['a', 'b']],
  ['LogicalNot', ['bool'], ['x']],
  ...['Neg', 'Relu'].map((kernel) => [kernel, ['float32', 'int32'], ['x']] as const),
  ...['Floor', 'Ceil', 'Square', 'Abs'].map((kernel) => [kernel, ['float32'], ['x']] as const),
  ['Cast', ['float32', 'int32', 'bool'], ['x']],
];

const numbers: Record<string, fc.Arbitrary<number>> = {
  float32: fc.oneof(fc.float({ noDefaultInfinity: false }), fc.constantFrom(0, -0, 1, -1.5, 3e9)),
  int32: fc.oneof(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.integer({ min: -3, max: 3 }),
  ),
  bool: fc.constantFrom(0, 1),
};
/** The cpu backend leaves an int32 that is cast to float32 as it is, also where float32 cannot hold it. */
const exactInFloat32 = fc.integer({ min: -(2 ** 24), max: 2 ** 24 });
const shapes = fc.constantFrom<number[]>([], [1], [3], [2, 3], [2, 1]);
const arrays = { float32: Float32Array, int32: Int32Array, bool: Uint8Array } as const;

it('constants are folded to exactly what the cpu backend computes', async () => {
  const cases = fc.constantFrom(...kernels).chain(([kernel, dtypes, names]) =>
    fc.constantFrom(...dtypes).chain((dtype) => {
      const operand = shapes.chain((shape) => {
        const length = shape.reduce<number>((size, dimension) => size * dimension, 1);
        return fc
          .array(kernel === 'Cast' && dtype === 'int32' ? exactInFloat32 : numbers[dtype]!, {
            minLength: length,
            maxLength: length,
          })
          .map((elements) => ({ shape, elements }));
      });
      return fc.tuple(
        fc.constant({ kernel, dtype, names }),
        fc.array(operand, { minLength: names.length, maxLength: names.length }),
        fc.constantFrom<DataType>('float32', 'int32', 'bool'),
      );
    }),
  );
  let folded = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ([{ kernel, dtype, names }, operands, target]) => {
      const constants = operands.map(({ shape, elements }) => {
        const values = arrays[dtype as 'float32'].from(elements);
        return constantNode({ values }, { dtype, shape });
      });
      const node = kernelNode(
        kernel,
        constants.map(({ outputs }) => outputs[0]!),
        names,
        kernel === 'Cast' ? { dtype: target } : {},
      );
      const graph: Graph = {
        name: 'f',
        parameters: [],
        nodes: [...constants, node],
        outputs: node.outputs,
      };
      const result = prune(foldConstants(graph));
      if (result.nodes[0]!.kind !== 'constant' || result.nodes.length > 1) return;
      folded++;
      const [computed, foldedResult] = [await execute(graph, []), await execute(result, [])];
      expect(Array.from(foldedResult[0]!.dataSync())).toEqual(Array.from(computed[0]!.dataSync()));
      tf.dispose([computed, foldedResult]);
    }),
    { numRuns: 1500, seed: Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1) },
  );
  expect(folded).toBeGreaterThan(1000);
});

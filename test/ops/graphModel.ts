import type { io } from '@tensorflow/tfjs-core';

const float = { type: 'DT_FLOAT' };

/** relu(x · w) + b, as the converter writes it. */
export function graphModelArtifacts(): io.ModelArtifacts {
  const weights = new Float32Array([0.5, -1, 2, 1, 0.25, -0.5, 1.5, -2, 0.1, 0.2]);
  const size = (...dimensions: number[]) => ({
    dim: dimensions.map((dimension) => ({ size: String(dimension) })),
  });
  const constant = (name: string, ...shape: number[]) => ({
    name,
    op: 'Const',
    attr: { dtype: float, value: { tensor: { dtype: 'DT_FLOAT', tensorShape: size(...shape) } } },
  });
  return {
    modelTopology: {
      node: [
        { name: 'x', op: 'Placeholder', attr: { dtype: float, shape: { shape: size(-1, 4) } } },
        constant('w', 4, 2),
        constant('b', 2),
        {
          name: 'product',
          op: 'MatMul',
          input: ['x', 'w'],
          attr: { T: float, transpose_a: { b: false }, transpose_b: { b: false } },
        },
        { name: 'active', op: 'Relu', input: ['product'], attr: { T: float } },
        { name: 'y', op: 'AddV2', input: ['active', 'b'], attr: { T: float } },
      ],
      versions: { producer: 1 },
    },
    format: 'graph-model',
    weightSpecs: [
      { name: 'w', shape: [4, 2], dtype: 'float32' },
      { name: 'b', shape: [2], dtype: 'float32' },
    ],
    weightData: weights.buffer,
  };
}

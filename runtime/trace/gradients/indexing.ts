import {
  expandDims,
  type GradConfig,
  gatherND,
  mul,
  oneHot,
  range,
  reshape,
  scatterND,
  stridedSlice,
  sub,
  sum,
  type Tensor,
  type Tensor1D,
  tensorScatterUpdate,
  zeros,
  zerosLike,
} from '@tensorflow/tfjs-core';

/** Kernels that read or write chosen elements: the gradient goes back to where an element came from. */
export const indexingGradients: readonly GradConfig[] = [
  {
    kernelName: 'GatherNd',
    inputsToSave: ['params', 'indices'],
    gradFunc: (dy, [params, indices]) => ({
      params: () => scatterND(indices!, dy as Tensor, params!.shape),
      indices: () => zeros(indices!.shape),
    }),
  },
  {
    kernelName: 'ScatterNd',
    inputsToSave: ['indices'],
    gradFunc: (dy, [indices]) => ({
      updates: () => gatherND(dy as Tensor, indices!),
      indices: () => zeros(indices!.shape),
    }),
  },
  {
    kernelName: 'TensorScatterUpdate',
    inputsToSave: ['indices', 'updates'],
    gradFunc: (dy, [indices, updates]) => ({
      tensor: () => tensorScatterUpdate(dy as Tensor, indices!, zerosLike(updates!)),
      updates: () => gatherND(dy as Tensor, indices!),
      indices: () => zeros(indices!.shape),
    }),
  },
  {
    kernelName: 'SparseToDense',
    inputsToSave: ['sparseIndices', 'sparseValues', 'defaultValue'],
    gradFunc: (dy, [indices, values, defaultValue]) => {
      const places = () => (indices!.rank === 2 ? indices! : reshape(indices!, [-1, 1]));
      const ofValues = () => gatherND(dy as Tensor, places());
      return {
        sparseIndices: () => zeros(indices!.shape),
        sparseValues: () => (values!.rank === 0 ? sum(ofValues()) : ofValues()),
        defaultValue: () => reshape(sub(sum(dy as Tensor), sum(ofValues())), defaultValue!.shape),
      };
    },
  },
  {
    kernelName: 'StridedSlice',
    inputsToSave: ['x'],
    gradFunc: (dy, [x], attributes) => ({
      x: () => {
        const { begin, end, strides } = attributes as Record<string, number[]>;
        const masks = ['beginMask', 'endMask', 'ellipsisMask', 'newAxisMask', 'shrinkAxisMask'];
        const [beginMask, endMask, ellipsis, newAxis, shrinkAxis] = masks.map(
          (name) => attributes[name] as number,
        );
        // The positions of the elements that were taken are what the same slice takes of all positions.
        const positions = reshape(range(0, x!.size, 1, 'int32'), x!.shape);
        const taken = stridedSlice(
          positions,
          begin!,
          end!,
          strides,
          beginMask,
          endMask,
          ellipsis,
          newAxis,
          shrinkAxis,
        );
        const spread = scatterND(reshape(taken, [-1, 1]), reshape(dy as Tensor, [-1]), [x!.size]);
        return reshape(spread, x!.shape);
      },
    }),
  },
  {
    kernelName: 'TopK',
    inputsToSave: ['x'],
    outputsToSave: [false, true],
    gradFunc: (dy, [x, indices]) => ({
      x: () => {
        const [ofValues] = dy as Tensor[];
        const size = x!.shape.at(-1)!;
        const chosen = oneHot(indices as Tensor1D, size);
        return sum(mul(chosen, expandDims(ofValues!, -1)), -2);
      },
    }),
  },
  {
    kernelName: 'Diag',
    inputsToSave: ['x'],
    gradFunc: (dy, [x]) => ({
      x: () => {
        const { size, shape } = x!;
        const diagonal = range(0, size * (size + 1), size + 1, 'int32');
        return reshape(gatherND(reshape(dy as Tensor, [-1]), reshape(diagonal, [-1, 1])), shape);
      },
    }),
  },
];

import {
  cast,
  div,
  expandDims,
  type GradConfig,
  gather,
  gatherND,
  image,
  maximum,
  mirrorPad,
  mul,
  oneHot,
  ones,
  range,
  reshape,
  scatterND,
  stridedSlice,
  sub,
  sum,
  type Tensor,
  type Tensor1D,
  type Tensor4D,
  tensorScatterUpdate,
  unsortedSegmentSum,
  zeros,
  zerosLike,
} from '@tensorflow/tfjs-core';
import { engine } from '../engine.js';

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
      // Not of `dy` itself, which the cpu backend would change.
      tensor: () =>
        mul(
          dy as Tensor,
          tensorScatterUpdate(ones((dy as Tensor).shape), indices!, zerosLike(updates!)),
        ),
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
        return putBack(dy as Tensor, taken, x!.shape);
      },
    }),
  },
  ...['SparseSegmentSum', 'SparseSegmentMean'].map(
    (kernelName): GradConfig => ({
      kernelName,
      inputsToSave: ['data', 'indices', 'segmentIds'],
      gradFunc: (dy, [data, indices, segmentIds]) => ({
        data: () => {
          const segments = segmentIds as Tensor1D;
          const perRow = kernelName === 'SparseSegmentSum' ? dy : inShares(dy as Tensor, segments);
          const chosen = gather(perRow as Tensor, segments);
          return unsortedSegmentSum(chosen, indices as Tensor1D, data!.shape[0]!);
        },
        indices: () => zeros(indices!.shape),
        segmentIds: () => zeros(segmentIds!.shape),
      }),
    }),
  ),
  {
    kernelName: 'MaxPoolWithArgmax',
    inputsToSave: ['x'],
    outputsToSave: [true, false],
    gradFunc: (dy, [x, largest], { filterSize, strides, pad }) => ({
      x: () => {
        const inputs = { dy: (dy as Tensor[])[0]!, input: x!, output: largest! };
        return engine().runKernel('MaxPoolGrad', inputs, { filterSize, strides, pad }) as Tensor;
      },
    }),
  },
  {
    kernelName: 'MirrorPad',
    inputsToSave: ['x'],
    gradFunc: (dy, [x], attributes) => ({
      x: () => {
        const { paddings, mode } = attributes as {
          paddings: [number, number][];
          mode: 'reflect' | 'symmetric';
        };
        const positions = reshape(range(0, x!.size, 1, 'int32'), x!.shape);
        return putBack(dy as Tensor, mirrorPad(positions, paddings, mode), x!.shape);
      },
    }),
  },
  {
    kernelName: 'FlipLeftRight',
    gradFunc: (dy) => ({ image: () => image.flipLeftRight(dy as Tensor4D) }),
  },
  ...['Bincount', 'DenseBincount'].map(
    (kernelName): GradConfig => ({
      kernelName,
      inputsToSave: ['x', 'weights'],
      gradFunc: (dy, [x, weights]) => ({
        x: () => zeros(x!.shape),
        weights: () =>
          weights!.size === 0
            ? zeros(weights!.shape)
            : gather(dy as Tensor, cast(x!, 'int32'), x!.rank - 1, x!.rank - 1),
      }),
    }),
  ),
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

export function gatherGradient(
  dy: Tensor,
  [x, indices]: readonly Tensor[],
  { axis, batchDims }: { readonly axis?: unknown; readonly batchDims?: unknown },
): Tensor {
  const positions = reshape(range(0, x!.size, 1, 'int32'), x!.shape);
  const taken = gather(positions, indices!, axis as number, batchDims as number);
  return putBack(dy, taken, x!.shape);
}

/** Of each segment's gradient, what one of its rows has in the mean. */
function inShares(dy: Tensor, segmentIds: Tensor1D): Tensor {
  const counts = unsortedSegmentSum(ones(segmentIds.shape), segmentIds, dy.shape[0]!);
  const shape = [dy.shape[0]!, ...dy.shape.slice(1).map(() => 1)];
  return div(dy, reshape(maximum(counts, 1), shape));
}

/** Adds up what came from each position of a tensor of that shape. */
function putBack(dy: Tensor, positions: Tensor, shape: number[]): Tensor {
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  const spread = scatterND(reshape(positions, [-1, 1]), reshape(dy, [-1]), [size]);
  return reshape(spread, shape);
}

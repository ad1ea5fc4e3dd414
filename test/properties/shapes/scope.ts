import type { Random } from '../programs/random.js';

export type Shape = readonly number[];

/** A variable or argument that holds a tensor, all of whose elements are quarters between -8 and 8. */
export interface TensorPlace {
  readonly text: string;
  readonly shape: Shape;
  readonly isAssignable: boolean;
}

/** What a statement can see; inner blocks see it too. */
export interface Around {
  readonly random: Random;
  readonly fresh: (letter: string) => string;
  readonly tensors: readonly TensorPlace[];
  /** Tensors in which NaN and infinities may be. */
  readonly wild: readonly TensorPlace[];
  /** Float numbers: in a graph, scalars. */
  readonly numbers: readonly string[];
  /** Whole numbers. `n` is how often long loops run. */
  readonly counts: readonly string[];
  readonly depth: number;
  /** How many more constructs that nest the whole program may have. */
  readonly budget: { left: number };
  /** How many additions a run of this place may still cost. */
  readonly work: number;
  /** What `n` is at most. */
  readonly longest: number;
  readonly isLoop: boolean;
}

export const sizeOf = (shape: Shape): number => shape.reduce((product, size) => product * size, 1);

/** What a few statements on these cost, in additions. */
export function costOf(tensors: readonly TensorPlace[]): number {
  return 40 * Math.max(...tensors.map(({ shape }) => sizeOf(shape)), 10);
}

/** From scalars to [257, 129]. */
export function randomShape(random: Random): Shape {
  const size = (most: number) =>
    random.chance(0.5)
      ? 1 + random.below(most)
      : random.pick(
          [1, 2, 3, 4, 8, 16, 31, 64, 127, 128, 129, 255, 256, 257].filter((n) => n <= most),
        );
  switch (
    random.weighted([
      [1, 0],
      [2.5, 1],
      [3.5, 2],
      [1, 3],
      [0.6, 4],
    ] as const)
  ) {
    case 0:
      return [];
    case 1:
      return [size(257)];
    case 2:
      return random.weighted<Shape>([
        [1, [257, 129]],
        [3, [size(8), size(8)]],
        [3, [size(64), size(33)]],
        [2, [size(257), size(129)]],
      ]);
    case 3:
      return [size(5), size(17), size(9)];
    default:
      return [size(3), size(4), size(3), size(5)];
  }
}

import * as tf from '@tensorflow/tfjs-core';

type Dtype = 'float32' | 'int32' | 'bool';

/** Choices that a seed determines. */
export class Random {
  #state: number;

  constructor(
    seed: number,
    /** Whether axes of size zero may occur. */
    readonly allowEmpty = true,
  ) {
    this.#state = seed >>> 0;
  }

  /** An integer from `minimum` to `maximum`, both included. */
  int(minimum: number, maximum: number): number {
    return minimum + Math.floor(this.#next() * (maximum - minimum + 1));
  }

  boolean(): boolean {
    return this.#next() < 0.5;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)]!;
  }

  list<T>(length: number, make: (index: number) => T): T[] {
    return Array.from({ length }, (_, index) => make(index));
  }

  shuffled<T>(list: readonly T[]): T[] {
    const rest = [...list];
    return list.map(() => rest.splice(this.int(0, rest.length - 1), 1)[0]!);
  }

  shape(minimumRank = 0, maximumRank = 4): number[] {
    return this.list(this.int(minimumRank, maximumRank), () => this.dimension());
  }

  dimension(): number {
    return this.allowEmpty && this.#next() < 0.04 ? 0 : this.int(1, 4);
  }

  /** Two shapes that broadcast with each other. */
  broadcastable(maximumRank = 4): [number[], number[]] {
    const shape = this.shape(0, maximumRank);
    const reduced = (): number[] =>
      shape
        .slice(this.boolean() ? 0 : this.int(0, shape.length))
        .map((size) => (this.#next() < 0.3 ? 1 : size));
    return [reduced(), reduced()];
  }

  axes(rank: number): number[] | undefined {
    if (this.#next() < 0.2) return undefined;
    return this.shuffled(this.list(rank, (axis) => axis))
      .slice(0, this.int(Math.min(1, rank), rank))
      .map((axis) => (this.boolean() ? axis : axis - rank));
  }

  axis(rank: number): number {
    return this.int(-rank, rank - 1);
  }

  tensor<R extends tf.Rank = tf.Rank>(
    shape: readonly number[],
    dtype: Dtype = 'float32',
  ): tf.Tensor<R> {
    const size = shape.reduce((a, b) => a * b, 1);
    const values = this.list(size, () =>
      dtype === 'float32' ? this.#next() * 2 - 0.5 : this.int(0, dtype === 'bool' ? 1 : 9),
    );
    return tf.tensor(values, [...shape] as tf.ShapeMap[R], dtype);
  }

  dtype(...dtypes: Dtype[]): Dtype {
    return this.pick(dtypes.length > 0 ? dtypes : (['float32', 'int32', 'bool'] as const));
  }

  indices(shape: readonly number[], limit: number): tf.Tensor {
    const size = shape.reduce((a, b) => a * b, 1);
    const values = this.list(size, () => this.int(0, Math.max(0, limit - 1)));
    return tf.tensor(values, [...shape], 'int32');
  }

  #next(): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
}

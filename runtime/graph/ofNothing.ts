/** What kernels that combine elements make of none, as the cpu backend has them. */
const results: Readonly<Record<string, number>> = {
  Sum: 0,
  Prod: 1,
  Mean: 0,
  Max: Number.NaN,
  Min: Number.NaN,
  Any: 0,
  All: 0,
  BatchMatMul: 0,
  ScatterNd: 0,
  UnsortedSegmentSum: 0,
};

/** The kernels that may have such a result. */
export const kernelsOfNothing: readonly string[] = [...Object.keys(results), 'PadV2'];

/** Each element of what the kernel gives where an input has no elements; undefined where that is not the same for all. */
export function resultOfNothing(
  kernel: string,
  attributes: Readonly<Record<string, unknown>>,
): number | undefined {
  return kernel === 'PadV2' ? (attributes.constantValue as number) : results[kernel];
}

/** Why `actual` is not what the cpu backend computed, or null where it is, within the tolerance. */
export function disagreement(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  tolerance: number,
): string | null {
  if (actual.length !== expected.length) {
    return `${actual.length} results instead of ${expected.length}`;
  }
  for (const [index, wanted] of expected.entries()) {
    const seen = actual[index]!;
    if (seen.length !== wanted.length) {
      return `result ${index} has ${seen.length} elements instead of ${wanted.length}`;
    }
    for (let i = 0; i < wanted.length; i++) {
      if (!isClose(seen[i]!, wanted[i]!, tolerance)) {
        return `element ${i} of result ${index} is ${seen[i]}, on cpu ${wanted[i]}`;
      }
    }
  }
  return null;
}

function isClose(actual: number, expected: number, tolerance: number): boolean {
  return (
    Object.is(actual, expected) ||
    Math.abs(actual - expected) <= tolerance * (1 + Math.abs(expected))
  );
}

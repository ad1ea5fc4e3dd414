/** Numbers that look random and are the same for every system: uniform in [-bound, bound), from a linear congruence. */
export function numbers(count: number, bound: number, seed: number): Float32Array {
  const values = new Float32Array(count);
  let state = (seed * 2654435761) >>> 0;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = (state / 2 ** 31 - 1) * bound;
  }
  return values;
}

/** Weights whose sums over `fanIn` inputs keep the inputs' size. */
export function weights(fanIn: number, count: number, seed: number): Float32Array {
  return numbers(count, Math.sqrt(3 / fanIn), seed);
}

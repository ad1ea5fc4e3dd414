import { numbers, weights } from '../workloads/data.js';

export interface LstmSize {
  readonly batch: number;
  readonly steps: number;
  readonly features: number;
  readonly units: number;
}

export const lstmSizes = {
  full: { batch: 16, steps: 32, features: 64, units: 64 },
  small: { batch: 2, steps: 3, features: 4, units: 4 },
} as const;

/** Sequences, and the weights of an LSTM with its gates in the order input, forget, cell, output. */
export function lstmData({ batch, steps, features, units }: LstmSize) {
  const gates = 4 * units;
  return {
    sequence: {
      data: numbers(batch * steps * features, 1, 31),
      shape: [batch, steps, features],
    },
    kernel: { data: weights(features, features * gates, 32), shape: [features, gates] },
    recurrent: { data: weights(units, units * gates, 33), shape: [units, gates] },
    bias: { data: numbers(gates, 0.1, 34), shape: [gates] },
  };
}

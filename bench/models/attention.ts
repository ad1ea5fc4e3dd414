import { numbers, weights } from '../workloads/data.js';

export interface AttentionSize {
  readonly tokens: number;
  readonly width: number;
  readonly heads: number;
}

export const attentionSizes = {
  full: { tokens: 128, width: 256, heads: 4 },
  small: { tokens: 6, width: 8, heads: 2 },
} as const;

/** The weights of a transformer's block, and tokens. */
export function attentionData({ tokens, width }: AttentionSize) {
  const matrix = (inputs: number, outputs: number, seed: number) => ({
    data: weights(inputs, inputs * outputs, seed),
    shape: [inputs, outputs],
  });
  const vector = (length: number, offset: number, seed: number) => ({
    data: numbers(length, 0.1, seed).map((value) => value + offset),
    shape: [length],
  });
  return {
    tokens: { data: numbers(tokens * width, 1, 41), shape: [tokens, width] },
    scale1: vector(width, 1, 42),
    shift1: vector(width, 0, 43),
    projection: matrix(width, 3 * width, 44),
    output: matrix(width, width, 45),
    scale2: vector(width, 1, 46),
    shift2: vector(width, 0, 47),
    up: matrix(width, 4 * width, 48),
    upBias: vector(4 * width, 0, 49),
    down: matrix(4 * width, width, 50),
    downBias: vector(width, 0, 51),
  };
}

export type AttentionData = ReturnType<typeof attentionData>;

export const epsilon = 1e-5;

/** Of the approximation of GELU by tanh. */
export const gelu = { linear: Math.sqrt(2 / Math.PI), cubic: 0.044715 };

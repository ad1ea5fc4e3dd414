import {
  add,
  matMul,
  mul,
  pow,
  reshape,
  square,
  sub,
  type Tensor,
  tensor2d,
} from '@tensorflow/tfjs-core';

export interface LocalResponse {
  readonly depthRadius: number;
  readonly bias: number;
  readonly alpha: number;
  readonly beta: number;
}

/** The gradient of a local response normalization, x · norm^-beta, by ops that have gradients. */
export function localResponseGradient(x: Tensor, dy: Tensor, options: LocalResponse): Tensor {
  const { direct, around } = powers(x, options);
  const neighbours = sumAround(mul(mul(dy, x), around), options);
  return sub(mul(dy, direct), mul(mul(x, neighbours), factor(options)));
}

/** How the normalization changes where `x` changes by `dx`. */
export function localResponseChange(x: Tensor, dx: Tensor, options: LocalResponse): Tensor {
  const { direct, around } = powers(x, options);
  const neighbours = sumAround(mul(dx, x), options);
  return sub(mul(dx, direct), mul(mul(mul(x, around), neighbours), factor(options)));
}

const factor = ({ alpha, beta }: LocalResponse): number => 2 * alpha * beta;

function powers(x: Tensor, options: LocalResponse): { direct: Tensor; around: Tensor } {
  const { bias, alpha, beta } = options;
  const norm = add(mul(sumAround(square(x), options), alpha), bias);
  return { direct: pow(norm, -beta), around: pow(norm, -beta - 1) };
}

/** Each channel's sum with those around it. */
function sumAround(x: Tensor, { depthRadius }: LocalResponse): Tensor {
  const channels = x.shape.at(-1)!;
  const rows = Array.from({ length: channels }, (_, row) =>
    Array.from({ length: channels }, (_, column) => Number(Math.abs(row - column) <= depthRadius)),
  );
  return reshape(matMul(reshape(x, [-1, channels]), tensor2d(rows)), x.shape);
}

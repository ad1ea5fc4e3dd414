import {
  cast,
  cumprod,
  cumsum,
  div,
  einsum,
  equal,
  type GradConfig,
  greater,
  greaterEqual,
  less,
  lessEqual,
  mul,
  ones,
  onesLike,
  prod,
  reshape,
  sub,
  sum,
  type Tensor,
  transpose,
  util,
  where,
} from '@tensorflow/tfjs-core';

interface CumulativeAttributes {
  readonly axis: number;
  readonly exclusive: boolean;
  readonly reverse: boolean;
}

/** Products and the like, and binary kernels whose gradients in TensorFlow.js 4 fail where an operand was broadcast. */
export const algebraGradients: readonly GradConfig[] = [
  binary('Maximum', (a, b) => [greaterEqual(a, b), less(a, b)]),
  binary('Minimum', (a, b) => [lessEqual(a, b), greater(a, b)]),
  binary('SquaredDifference', (a, b) => [mul(2, sub(a, b)), mul(2, sub(b, a))]),
  {
    kernelName: 'Cumsum',
    gradFunc: (dy, _, attributes) => ({
      x: () => {
        const { axis, exclusive, reverse } = attributes as unknown as CumulativeAttributes;
        return cumsum(dy as Tensor, axis, exclusive, !reverse);
      },
    }),
  },
  {
    kernelName: 'Cumprod',
    inputsToSave: ['x'],
    gradFunc: (dy, [x], attributes) => ({
      // As in TensorFlow, no number where an element is 0.
      x: () => {
        const { axis, exclusive, reverse } = attributes as unknown as CumulativeAttributes;
        const products = cumprod(x!, axis, exclusive, reverse);
        return div(cumsum(mul(products, dy as Tensor), axis, exclusive, !reverse), x!);
      },
    }),
  },
  {
    kernelName: 'Prod',
    inputsToSave: ['x'],
    gradFunc: (dy, [x], attributes) => ({
      x: () => {
        const axes = util.parseAxisParam(attributes.axis as number[], x!.shape);
        const kept = x!.shape.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
        const order = [...kept, ...axes];
        const last = transpose(x!, order);
        const rows = reshape(last, [-1, axes.reduce((size, axis) => size * x!.shape[axis]!, 1)]);
        const others = productOfOthers(rows);
        const gradient = reshape(mul(others, reshape(dy as Tensor, [-1, 1])), last.shape);
        return transpose(
          gradient,
          order.map((_, axis) => order.indexOf(axis)),
        );
      },
    }),
  },
  {
    kernelName: 'Einsum',
    saveAllInputs: true,
    gradFunc: (dy, saved, attributes) =>
      // Array inputs take an array of gradients, which the type does not tell.
      saved.map(
        (_, index) => () => einsumGradient(String(attributes.equation), saved, index, dy as Tensor),
      ) as never,
  },
  {
    kernelName: 'DepthToSpace',
    inputsToSave: ['x'],
    gradFunc: (dy, [x], attributes) => ({
      x: () => {
        const { blockSize: block, dataFormat } = attributes as {
          blockSize: number;
          dataFormat: string;
        };
        const isChannelsLast = dataFormat === 'NHWC';
        const [batch, height, width, depth] = isChannelsLast
          ? x!.shape
          : [x!.shape[0], x!.shape[2], x!.shape[3], x!.shape[1]];
        const channels = depth! / block ** 2;
        const last = isChannelsLast ? (dy as Tensor) : transpose(dy as Tensor, [0, 2, 3, 1]);
        const blocks = reshape(last, [batch!, height!, block, width!, block, channels]);
        const gathered = reshape(transpose(blocks, [0, 1, 3, 2, 4, 5]), [
          batch!,
          height!,
          width!,
          depth!,
        ]);
        return isChannelsLast ? gathered : transpose(gathered, [0, 3, 1, 2]);
      },
    }),
  },
];

/** For each element of a row the product of all others in it: where one is 0, only that of its own is not. */
function productOfOthers(rows: Tensor): Tensor {
  const isZero = equal(rows, 0);
  const factors = where(isZero, onesLike(rows), rows);
  const product = prod(factors, 1, true);
  const zeros = sum(cast(isZero, 'int32'), 1, true);
  const ofZero = mul(product, cast(equal(zeros, 1), 'float32'));
  const ofOthers = mul(div(product, factors), cast(equal(zeros, 0), 'float32'));
  return where(isZero, mul(ofZero, onesLike(rows)), ofOthers);
}

function binary(
  kernelName: string,
  derivatives: (a: Tensor, b: Tensor) => readonly [Tensor, Tensor],
): GradConfig {
  return {
    kernelName,
    inputsToSave: ['a', 'b'],
    gradFunc: (dy, [a, b]) => {
      const gradientOf = (index: 0 | 1, operand: Tensor) => () =>
        sumToShape(mul(dy as Tensor, cast(derivatives(a!, b!)[index], 'float32')), operand.shape);
      return { a: gradientOf(0, a!), b: gradientOf(1, b!) };
    },
  };
}

/** Adds up what broadcasting had repeated. */
export function sumToShape(gradient: Tensor, shape: number[]): Tensor {
  const added = gradient.rank - shape.length;
  const axes = gradient.shape.flatMap((size, axis) =>
    axis < added || (shape[axis - added] === 1 && size !== 1) ? [axis] : [],
  );
  return axes.length === 0 ? gradient : reshape(sum(gradient, axes), shape);
}

/** The same product with the result's gradient in the place of the operand; axes that were summed alone are repeated. */
function einsumGradient(
  equation: string,
  operands: readonly Tensor[],
  index: number,
  dy: Tensor,
): Tensor {
  const [left = '', result = ''] = equation.replaceAll(' ', '').split('->');
  const labels = left.split(',');
  const own = labels[index]!;
  const others = labels.filter((_, at) => at !== index);
  const otherOperands = operands.filter((_, at) => at !== index);
  const present = [...own].filter((label) =>
    [result, ...others].some((each) => each.includes(label)),
  );
  const product = einsum(
    `${[result, ...others].join(',')}->${present.join('')}`,
    dy,
    ...otherOperands,
  );
  const { shape } = operands[index]!;
  const kept = [...own].map((label, axis) => (present.includes(label) ? shape[axis]! : 1));
  return mul(reshape(product, kept), ones(shape));
}

/* What a program calls the kernels of TensorFlow.js: by the names of its ops. */

/** Where it is more than another first letter. */
const renamed: Readonly<Record<string, string>> = {
  BatchMatMul: 'matMul',
  Concat: 'concat',
  DepthwiseConv2dNative: 'depthwiseConv2d',
  FFT: 'fft',
  FusedBatchNorm: 'batchNorm',
  GatherNd: 'gatherND',
  GatherV2: 'gather',
  IFFT: 'ifft',
  Identity: 'clone',
  IsNan: 'isNaN',
  LRN: 'localResponseNormalization',
  LinSpace: 'linspace',
  Multiply: 'mul',
  Pack: 'stack',
  PadV2: 'pad',
  RealDiv: 'div',
  ScatterNd: 'scatterND',
  Select: 'where',
  SplitV: 'split',
  TopK: 'topk',
  Unpack: 'unstack',
};

/** The op of a kernel; null of those that no op is named after: parts of gradients, fused ones, and ours. */
export function opOfKernel(kernel: string): string | null {
  if (Object.hasOwn(renamed, kernel)) return renamed[kernel]!;
  if (!/^[A-Z][a-z]/.test(kernel) || /^UseGraph|^Fused|Grad$|Backprop|V\d$/.test(kernel))
    return null;
  return kernel[0]!.toLowerCase() + kernel.slice(1).replace(/(\d)D/, '$1d');
}

/** The same for messages: `tf.matMul`. */
export function nameOfKernel(kernel: string): string {
  const op = opOfKernel(kernel);
  return op === null ? kernel : `tf.${op}`;
}

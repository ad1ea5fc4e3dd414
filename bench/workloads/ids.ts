/** The workloads, in the order in which they are run and shown. */
export const workloadIds = [
  'chain-small',
  'chain-large',
  'power',
  'matmul',
  'mlp-forward',
  'mlp-train',
  'mlp-train-adam',
  'lstm',
  'attention',
  'convnet',
  'softmax-large',
  'while-small',
  'while-large',
  'if-heavy',
  'newton',
  'beam',
  'mandelbrot',
  'simulate',
  'dispatch-1',
  'dispatch-3',
  'dispatch-20',
  'compile-100',
  'compile-1000',
  'compile-10000',
] as const;

export type WorkloadId = (typeof workloadIds)[number];

/** The workloads, in the order in which they are run and shown. */
export const workloadIds = [
  'chain-small',
  'chain-large',
  'power',
  'mlp-forward',
  'mlp-train',
  'mlp-train-adam',
] as const;

export type WorkloadId = (typeof workloadIds)[number];

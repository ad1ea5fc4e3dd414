import { chainLarge, chainSmall } from './chain.js';
import type { WorkloadId } from './ids.js';
import { mlpForward } from './mlpForward.js';
import { mlpTrain, mlpTrainAdam } from './mlpTrain.js';
import { power } from './power.js';
import type { Workload } from './workload.js';

export const workloads: Readonly<Record<WorkloadId, Workload>> = {
  'chain-small': chainSmall,
  'chain-large': chainLarge,
  power,
  'mlp-forward': mlpForward,
  'mlp-train': mlpTrain,
  'mlp-train-adam': mlpTrainAdam,
};

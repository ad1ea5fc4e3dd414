import { attention } from './attention.js';
import { beam } from './beam.js';
import { branchSkipped, branchTaken } from './branch.js';
import { chainLarge, chainSmall } from './chain.js';
import { compile100, compile1000, compile10000 } from './compile.js';
import { convnet } from './convnet.js';
import { dispatch1, dispatch3, dispatch20 } from './dispatch.js';
import { greedy } from './greedy.js';
import type { WorkloadId } from './ids.js';
import { ifHeavy } from './ifHeavy.js';
import { lstm } from './lstm.js';
import { mandelbrot } from './mandelbrot.js';
import { matmul } from './matmul.js';
import { mlpForward } from './mlpForward.js';
import { mlpTrain, mlpTrainAdam } from './mlpTrain.js';
import { newton } from './newton.js';
import { power } from './power.js';
import { simulate } from './simulate.js';
import { softmaxLarge } from './softmaxLarge.js';
import { whileLarge, whileSmall } from './whileLoop.js';
import type { Workload } from './workload.js';

export const workloads: Readonly<Record<WorkloadId, Workload>> = {
  'chain-small': chainSmall,
  'chain-large': chainLarge,
  power,
  matmul,
  'mlp-forward': mlpForward,
  'mlp-train': mlpTrain,
  'mlp-train-adam': mlpTrainAdam,
  lstm,
  attention,
  convnet,
  'softmax-large': softmaxLarge,
  'while-small': whileSmall,
  'while-large': whileLarge,
  'if-heavy': ifHeavy,
  'branch-taken': branchTaken,
  'branch-skipped': branchSkipped,
  newton,
  greedy,
  beam,
  mandelbrot,
  simulate,
  'dispatch-1': dispatch1,
  'dispatch-3': dispatch3,
  'dispatch-20': dispatch20,
  'compile-100': compile100,
  'compile-1000': compile1000,
  'compile-10000': compile10000,
};

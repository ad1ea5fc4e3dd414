import '@tensorflow/tfjs-backend-cpu';
import * as tf from '@tensorflow/tfjs-core';
import { graphOf } from 'use-graph';
import { useWebGPU } from 'use-graph/node';
import { ProgressBar } from './progressBar.js';
import { trainingBatches } from './src/batches.js';
import { compareSteps } from './src/compare.js';
import { loadDigits } from './src/data.js';
import { accuracy, createTrainer, trainOn } from './src/train.js';

const batchSize = 64;
const stepCount = Number(process.env.STEPS ?? 400);
const comparedSteps = Math.min(10, stepCount);

console.log(`Backend: ${await chooseBackend()}`);

const digits = await loadDigits();
console.log(
  `Data: ${digits.training.count} digits to learn from, ${digits.heldOut.count} held out`,
);

const trainer = createTrainer();
const batches = trainingBatches(digits.training, batchSize);
await train();
await report();

async function chooseBackend(): Promise<string> {
  const adapter = await useWebGPU({ required: false });
  if (adapter !== null) {
    const kind = adapter.isSoftware ? 'a software adapter, on the processor' : 'a GPU';
    return `WebGPU on ${kind}: ${adapter.description}`;
  }
  await tf.setBackend('cpu');
  return 'cpu, since there is no WebGPU adapter';
}

async function train(): Promise<void> {
  const bar = new ProgressBar('Training', stepCount);
  const checkEvery = Math.max(100, Math.ceil(stepCount / 4));
  let meanLoss: number | null = null;
  for (let done = 1; done <= stepCount; done++) {
    const loss = await trainOn(trainer, batches.next().value);
    meanLoss = meanLoss === null ? loss : 0.9 * meanLoss + 0.1 * loss;
    const text = `loss ${meanLoss.toFixed(3)}`;
    bar.update(done, text);
    if (done % checkEvery === 0 || done === stepCount) {
      const right = await accuracy(trainer, digits.heldOut);
      bar.note(`step ${done}  ${text}  held-out accuracy ${percent(right)}`);
    }
  }
  bar.end();
}

async function report(): Promise<void> {
  const { images, labels } = batches.next().value;
  const step = graphOf(trainer.step);
  const { graph } = step.getConcreteFunction(images, labels);
  tf.dispose([images, labels]);
  console.log(
    `The training step: ${step.tracingCount} traces (one to make the optimizer's variables), ${graph.nodes.length} nodes`,
  );
  const { eager, graph: staged } = await compareSteps(trainer, batches, comparedSteps);
  const ratio = `${(eager / staged).toFixed(2)} times as fast`;
  console.log(
    `ms a step, median of ${comparedSteps} by turns: eager ${eager.toFixed(1)}, graph ${staged.toFixed(1)} (${ratio})`,
  );
}

function percent(fraction: number): string {
  return `${(100 * fraction).toFixed(1)} %`;
}

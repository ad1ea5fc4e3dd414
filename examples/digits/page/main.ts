import * as tf from '@tensorflow/tfjs-core';
import { graphOf } from 'use-graph';
import { trainingBatches } from '../src/batches.js';
import { imageSize, loadDigits } from '../src/data.js';
import { accuracy, createTrainer, trainOn } from '../src/train.js';
import { chooseBackend } from './backend.js';
import { Bars, indexOfLargest } from './bars.js';
import { LossPlot } from './plot.js';
import { Sketch } from './sketch.js';

const batchSize = 64;
const stepCount = Number(new URLSearchParams(location.search).get('steps') ?? 400);
const checkEvery = 100;

const element = <T extends HTMLElement = HTMLElement>(id: string) =>
  document.getElementById(id) as T;
const say = (id: string, text: string) => {
  element(id).textContent = text;
};
const progress = element<HTMLProgressElement>('progress');
const trainButton = element<HTMLButtonElement>('train');
const plot = new LossPlot(element<HTMLCanvasElement>('plot'), stepCount);
const bars = new Bars(element('bars'));
bars.show(null);

start().catch(fail);

function fail(error: unknown): void {
  say('status', error instanceof Error ? error.message : String(error));
  reportError(error);
}

async function start(): Promise<void> {
  say('backend', await chooseBackend());
  const trainer = createTrainer();
  const recognize = createRecognizer(trainer.predict);
  const sketch = new Sketch(element<HTMLCanvasElement>('sketch'), () => recognize(sketch));
  element('clear').addEventListener('click', () => {
    sketch.clear();
    recognize(sketch);
  });

  const digits = await loadDigits((fraction) => {
    progress.value = fraction;
  });
  progress.value = 0;
  say('status', `${digits.training.count} digits to learn from, ${digits.heldOut.count} held out`);
  const batches = trainingBatches(digits.training, batchSize);

  let running = false;
  let active = false; // until the step that was under way at a pause is over
  let done = 0;
  trainButton.disabled = false;
  trainButton.addEventListener('click', () => {
    running = !running;
    trainButton.textContent = running ? 'Pause' : 'Train';
    if (running && !active) train().catch(fail);
  });

  async function train(): Promise<void> {
    active = true;
    while (running && done < stepCount) {
      const began = performance.now();
      plot.add(await trainOn(trainer, batches.next().value));
      done++;
      progress.value = done / stepCount;
      say('step', `${done} of ${stepCount}`);
      say('loss', plot.means.at(-1)!.toFixed(3));
      say('time', `${(performance.now() - began).toFixed(1)} ms`);
      if (done === 1) describeGraph();
      if (done % checkEvery === 0 || done === stepCount) await check();
      await tf.nextFrame();
    }
    active = false;
    running = false;
    trainButton.textContent = 'Train';
    trainButton.disabled = done >= stepCount;
    if (done >= stepCount) say('status', 'Trained. Draw a digit.');
    recognize(sketch);
  }

  async function check(): Promise<void> {
    say('status', 'Judging by the held-out digits …');
    say('accuracy', `${(100 * (await accuracy(trainer, digits.heldOut))).toFixed(1)} %`);
    describeGraph();
    say('status', '');
  }

  function describeGraph(): void {
    const { images, labels } = batches.next().value;
    const step = graphOf(trainer.step);
    const { nodes } = step.getConcreteFunction(images, labels).graph;
    tf.dispose([images, labels]);
    say('graph', `${nodes.length} nodes`);
    say('traces', String(step.tracingCount));
  }
}

/** Shows what the network sees in the drawing: one prediction at a time, and the latest drawing always. */
function createRecognizer(predict: (images: tf.Tensor4D) => tf.Tensor2D) {
  let busy = false;
  let waiting = false;
  return async function recognize(sketch: Sketch): Promise<void> {
    waiting = true;
    delete element('prediction').dataset.settled;
    if (busy) return;
    busy = true;
    try {
      while (waiting) {
        waiting = false;
        await show(sketch.image());
      }
      element('prediction').dataset.settled = '';
    } catch (error) {
      fail(error);
    } finally {
      busy = false;
    }
  };

  async function show(image: Float32Array | null): Promise<void> {
    if (image === null) {
      bars.show(null);
      delete element('prediction').dataset.digit;
      say('prediction', 'nothing yet');
      return;
    }
    const output = tf.tidy(() => predict(tf.tensor4d(image, [1, imageSize, imageSize, 1])));
    const probabilities = await output.data();
    output.dispose();
    bars.show(probabilities);
    const digit = String(indexOfLargest(probabilities));
    element('prediction').dataset.digit = digit;
    say('prediction', digit);
  }
}

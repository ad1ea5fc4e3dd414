import * as tf from '@tensorflow/tfjs-core';
import { explain } from 'use-graph';
import { chooseBackend } from './backend.js';
import { Canvas } from './canvas.js';
import { drawHistory } from './history.js';

const element = (id) => document.getElementById(id);
const say = (id, text) => {
  element(id).textContent = text;
};

start().catch((error) => {
  say('backend', error instanceof Error ? error.message : String(error));
  reportError(error);
});

async function start() {
  say('backend', await chooseBackend());
  // Its tensors are made when it is loaded, so the backend is chosen before.
  const { hangingCloth, step, thread } = await import('../src/cloth.js');
  const canvas = new Canvas(element('cloth'));
  const history = [];
  let now = hangingCloth();
  let before = now.clone();
  let began = performance.now();
  let frames = 0;

  for (;;) {
    const inputs = [tf.tensor1d(canvas.hand), tf.scalar(performance.now() / 700)];
    const called = performance.now();
    const { next, rounds, longest } = step(now, before, ...inputs);
    const returned = performance.now();
    tf.dispose([before, ...inputs]);
    [before, now] = [now, next];

    // Only what is drawn is read, and only then is waited for it.
    const [points, [count], [length]] = await Promise.all(
      [next, rounds, longest].map((tensor) => tensor.data()),
    );
    tf.dispose([rounds, longest]);
    canvas.draw(points);
    history.push(count);
    drawHistory(element('history'), history);
    say('rounds', String(count));
    say('longest', `${((100 * length) / thread).toFixed(1)} %`);
    say('time', `${(returned - called).toFixed(1)} ms`);
    if (++frames % 10 === 0) {
      say('rate', ((10_000 / (performance.now() - began)) | 0).toString());
      began = performance.now();
    }
    if (frames === 2) say('explanation', explain(step));
    await new Promise(requestAnimationFrame);
  }
}

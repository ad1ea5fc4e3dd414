import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import { useCpu } from '../support/index.js';
import { programOf } from './compare.js';

/* Elements that differ in what they hold: the error tells in which part, and of arrays how to make them alike. */
const beamSearch = `
export function f(scores, steps) {
  "use graph";
  let beams = [{ ids: [0], score: 0, done: false }];
  for (let step = 0; step < steps; step++) {
    const candidates = [];
    for (const beam of beams) {
      if (beam.done) {
        candidates.push(beam);
        continue;
      }
      for (let id = 0; id < 3; id++)
        candidates.push({ ids: [...beam.ids, id], score: beam.score + scores[id], done: id === 2 });
    }
    candidates.sort((a, b) => b.score - a.score);
    beams = candidates.slice(0, 2);
    if (beams.every((beam) => beam.done)) break;
  }
  return beams[0].score;
}`;

beforeAll(useCpu);

it('tells in which part the elements of an array differ', async () => {
  const f = await programOf(beamSearch);
  const run = () => f(tf.tensor1d([-1, -2, -3]), 4);
  expect(run).toThrow(
    /'candidates' with different lengths, .* not alike \(of some 'ids' is an array of 2 elements, of others 'ids' is an array of 3 elements\)/,
  );
  expect(run).toThrow(/as long as the longest/);
});

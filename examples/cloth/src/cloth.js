import * as tf from '@tensorflow/tfjs-core';
import { columns, rows } from './size.js';

/** How long a thread is, and how much longer it may be, as a part of that, when a frame is shown. */
export const thread = 0.08;
export const tolerance = 0.06;

/** After so many rounds a frame is shown as it is. */
export const mostRounds = 150;

const width = (columns - 1) * thread * 0.86;
const hooks = 8;

/** The cloth as it hangs in the first frame: narrower than it is long, so that it falls in folds. */
export function hangingCloth() {
  const points = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const along = column / (columns - 1);
      const depth = 0.1 * Math.sin(along * 14) * (0.3 + row / rows);
      points.push((along - 0.5) * width, 0.75 - row * thread * 0.9, depth);
    }
  }
  return tf.tensor3d(points, [rows, columns, 3]);
}

/** 0 for the points of the upper edge that hang on a hook, 1 for all others. */
const free = tf.tidy(() => {
  const mask = new Array(rows * columns).fill(1);
  for (let hook = 0; hook < hooks; hook++) {
    mask[Math.round((hook * (columns - 1)) / (hooks - 1))] = 0;
  }
  return tf.keep(tf.tensor3d(mask, [rows, columns, 1]));
});
const numbers = tf.keep(tf.tensor3d([...Array(rows * columns).keys()], [rows, columns, 1]));
/** Where there are no threads: beside the last column, below the last row. */
const beside = tf.keep(tf.zeros([rows, 1, 3]));
const below = tf.keep(tf.zeros([1, columns, 3]));
const gravity = tf.keep(tf.tensor1d([0, -0.0007, 0]));
const outwards = tf.keep(tf.tensor1d([0, 0, 0.0005]));

/**
 * The next frame, from this one and the one before. `hand` holds a point: where it is and which, or -1 for none.
 * Threads are shortened, all of them at a time, until none is too long: nobody knows beforehand how often.
 */
export function step(now, before, hand, time) {
  'use graph';
  const isHeld = tf.equal(numbers, hand[3]);
  const mobility = tf.where(isHeld, 0, free);
  const wind = tf.sin(tf.slice(now, [0, 0, 0], [rows, columns, 1]) * 2 + time) + 0.4;

  let next = now + ((now - before) * 0.98 + gravity + outwards * wind) * mobility;
  next = tf.where(isHeld, tf.slice(hand, [0], [3]), next);

  let rounds = 0;
  let longest = 0;
  do {
    const across = tf.slice(next, [0, 1, 0]) - tf.slice(next, [0, 0, 0], [rows, columns - 1, 3]);
    const down = tf.slice(next, [1, 0, 0]) - tf.slice(next, [0, 0, 0], [rows - 1, columns, 3]);
    const [pullAcross, longestAcross] = shorten(across);
    const [pullDown, longestDown] = shorten(down);
    const pull =
      tf.concat([pullAcross, beside], 1) -
      tf.concat([beside, pullAcross], 1) +
      (tf.concat([pullDown, below]) - tf.concat([below, pullDown]));
    next = next + pull * mobility;
    longest = tf.maximum(longestAcross, longestDown);
    rounds += 1;
  } while (longest > thread * (1 + tolerance) && rounds < mostRounds);

  return { next, rounds, longest };
}

/** What threads that are too long pull their ends towards each other, and the longest of them. */
function shorten(threads) {
  const lengths = tf.sqrt(tf.sum(threads * threads, 2, true));
  const excess = tf.relu(lengths - thread) / lengths;
  return [threads * excess * 0.22, tf.max(lengths)];
}

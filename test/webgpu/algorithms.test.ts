import { afterEach, describe, it } from 'vitest';
import { useCpu } from '../support/index.js';
import { type Case, expectSame } from './controlFlow.js';

/** What people write loops for that tensors end. All of these are small, so that a synchronous call needs no read. */
const algorithms: readonly Case[] = [
  {
    name: 'the game of life, until nothing moves',
    body: `let cells = tf.reshape(x, [6, 6]), last = cells - 1, generations = 0;
      const turned = (t, axis, by) => {
        const [before, after] = axis === 0
          ? [t.slice([0, 0], [by, 6]), t.slice([by, 0], [6 - by, 6])]
          : [t.slice([0, 0], [6, by]), t.slice([0, by], [6, 6 - by])];
        return tf.concat([after, before], axis);
      };
      while (tf.any(tf.notEqual(cells, last))) {
        last = cells;
        let sum = tf.neg(cells);
        for (const dy of [1, 5, 0]) for (const dx of [1, 5, 0]) {
          let moved = cells;
          if (dy > 0) moved = turned(moved, 0, dy);
          if (dx > 0) moved = turned(moved, 1, dx);
          sum = sum + moved;
        }
        const stays = tf.logicalAnd(sum === 2, cells === 1);
        cells = tf.where(tf.logicalOr(sum === 3, stays), 1, 0);
        generations++;
      }
      return [cells, generations];`,
    args: [[[...'000000011000010000000100001100000000'].map(Number)]],
  },
  {
    name: 'shortest ways, until none gets shorter',
    body: `const ways = tf.reshape(x, [4, 4]);
      let length = tf.tensor1d([0, 99, 99, 99]), gain = tf.scalar(1), rounds = 0;
      while (gain > 0) {
        const next = tf.minimum(length, tf.min(tf.expandDims(length, 1) + ways, 0));
        gain = tf.sum(length - next);
        length = next;
        rounds++;
      }
      return [length, rounds];`,
    args: [[[0, 4, 1, 99, 99, 0, 99, 1, 99, 2, 0, 5, 99, 99, 99, 0]]],
  },
  {
    name: 'a queue whose first goes to the end, halved',
    body: `let queue = x, total = tf.scalar(0), steps = 0;
      while (tf.sum(queue) > 0.5) {
        const first = queue.slice([0], [1]);
        queue = tf.concat([queue.slice([1], [3]), tf.floor(first / 2)]);
        total = total + tf.sum(first);
        steps++;
      }
      return [queue, total, steps];`,
    args: [[[9, 4, 7, 1]], [[0, 0, 0, 0]]],
  },
  {
    name: 'a step that is halved until it goes down',
    body: `const slope = x * 2, start = tf.sum(x * x);
      let step = tf.scalar(1), tries = 0;
      while (tf.sum(tf.square(x - slope * step)) > start - 0.9 * step * tf.sum(slope * slope)) { step = step / 2; tries++; }
      return [x - slope * step, tries];`,
    args: [[[1, -2, 3]], [[0, 0, 0]]],
  },
  {
    name: 'an episode that ends by itself, with turns that are skipped',
    body: `let place = tf.tensor1d([0, 0]), speed = x, reward = tf.scalar(0), turn = 0, t = 0;
      for (;;) {
        if (tf.max(tf.abs(place)) > 3) break;
        turn++;
        speed = speed * 0.98 + tf.where(place > 1, -0.05, 0.025);
        place = place + speed * 0.2;
        if (tf.sum(speed) < 0) { reward = reward - 1; continue; }
        reward = reward + tf.sum(place);
        t++;
        if (t >= 40) break;
      }
      return [place, speed, reward, turn, t];`,
    args: [[[0.9, 0.3]], [[-0.4, 0.1]], [[5, 5]]],
  },
  {
    name: 'a sampler that takes what its own numbers allow',
    body: `let place = x, taken = 0, seed = tf.scalar(12345, 'int32'), tries = 0;
      while (taken < 5 && tries < 100) {
        seed = (seed * 137 + 187) % 65536;
        const drawn = seed / 65536;
        if (drawn < tf.exp(tf.sum(place * place) * -0.1)) { place = place + (drawn - 0.5); taken = taken + 1; }
        tries++;
      }
      return [place, taken, tries];`,
    args: [[[0.4, -0.7]], [[3, 3]]],
  },
  {
    name: 'the Collatz sequence',
    body: `let v = tf.cast(x, 'int32'), steps = 0;
      while (v !== 1) { if (v % 2 === 0) v = tf.floorDiv(v, 2); else v = 3 * v + 1; steps++; }
      return steps;`,
    args: [[27], [1], [97]],
  },
  {
    name: 'the greatest common divisor',
    body: `let a = tf.cast(x, 'int32'), b = tf.cast(n, 'int32');
      while (b !== 0) { const rest = a % b; a = b; b = rest; }
      return a;`,
    args: [
      [252, 105],
      [17, 5],
      [6, 6],
    ],
  },
  {
    name: 'the bits of a number',
    body: `let a = tf.cast(x, 'int32'), count = 0;
      while (a > 0) { count = count + (a & 1); a = a >> 1; }
      return count;`,
    args: [[5119], [0], [1]],
  },
  {
    name: "Newton's roots, of all elements at once",
    body: `let root = x;
      while (tf.any(tf.abs(root * root - x) > 1e-3)) root = (root + x / root) / 2;
      return root;`,
    args: [[[2, 9, 16, 100]], [[1, 1, 1, 1]]],
  },
  {
    name: 'the largest eigenvector, by powers',
    body: `const m = tf.reshape(x, [3, 3]);
      let v = tf.ones([3, 1]), last = tf.scalar(0), change = tf.scalar(1);
      while (change > 1e-6) {
        const w = tf.matMul(m, v), norm = tf.norm(w);
        v = w / norm;
        change = tf.abs(norm - last);
        last = norm;
      }
      return [v, last];`,
    args: [[[4, 1, 0, 1, 3, 1, 0, 1, 2]]],
  },
  {
    name: 'conjugate gradients',
    body: `const m = tf.reshape(x, [3, 3]), b = tf.ones([3, 1]);
      let z = tf.zeros([3, 1]), r = b, p = r, square = tf.sum(r * r), k = 0;
      while (square > 1e-8) {
        const image = tf.matMul(m, p), step = square / tf.sum(p * image);
        z = z + step * p;
        r = r - step * image;
        const next = tf.sum(r * r);
        p = r + (next / square) * p;
        square = next;
        k++;
        if (k > n) break;
      }
      return z;`,
    args: [[[4, 1, 0, 1, 3, 1, 0, 1, 2], 20]],
  },
  {
    name: 'k-means until nothing moves',
    body: `const points = tf.reshape(x, [6, 2]);
      let centers = tf.slice(points, [0, 0], [2, 2]), moved = tf.scalar(1);
      while (moved > 1e-4) {
        const distances = tf.sum(tf.square(tf.sub(tf.expandDims(points, 1), tf.expandDims(centers, 0))), 2);
        const nearest = tf.oneHot(tf.argMin(distances, 1), 2);
        const next = tf.div(tf.matMul(nearest, points, true), tf.expandDims(tf.sum(nearest, 0), 1));
        moved = tf.max(tf.abs(tf.sub(next, centers)));
        centers = next;
      }
      return centers;`,
    args: [[[0, 0, 5, 5, 0, 1, 5, 6, 1, 0, 6, 5]]],
  },
  {
    name: 'binary search',
    body: `let low = tf.scalar(0, 'int32'), high = tf.scalar(9, 'int32');
      while (low < high) {
        const middle = tf.floorDiv(low + high, 2);
        if (tf.gather(x, middle) < n) low = middle + 1; else high = middle;
      }
      return low;`,
    args: [
      [[1, 3, 5, 7, 9, 11, 13, 15, 17, 19], 12],
      [[1, 3, 5, 7, 9, 11, 13, 15, 17, 19], 0],
    ],
  },
  {
    name: 'bubble sort',
    body: `let swapped = tf.scalar(true, 'bool');
      while (swapped) {
        swapped = tf.scalar(false, 'bool');
        for (let i = 0; i < 5; i++) {
          if (x[i] > x[i + 1]) { const a = x[i], b = x[i + 1]; x[i] = b; x[i + 1] = a; swapped = tf.scalar(true, 'bool'); }
        }
      }
      return x;`,
    args: [[[5, 3, 6, 1, 2, 4]], [[1, 2, 3, 4, 5, 6]]],
  },
  {
    name: 'an oscillator, until it has swung back',
    body: `let p = x, t = 0;
      const slope = (s) => tf.stack([s[1], -s[0]]);
      while (t < 2) {
        const k1 = slope(p), k2 = slope(p + 0.005 * k1), k3 = slope(p + 0.005 * k2), k4 = slope(p + 0.01 * k3);
        p = p + (0.01 / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
        t += 0.01;
        if (p[0] < -0.3) break;
      }
      return p;`,
    args: [[[1, 0]]],
  },
  {
    name: 'greedy decoding until a last token',
    body: `let token = tf.scalar(0, 'int32'), state = tf.zeros([4]), i = tf.scalar(0, 'int32');
      let tokens = new TensorArray('int32', 12);
      while (i < 12) {
        state = tf.tanh(tf.reshape(tf.matMul(tf.reshape(state, [1, 4]), tf.ones([4, 4]) * 0.3), [4]) + tf.oneHot(token, 4) + x);
        token = tf.cast(tf.argMax(state * tf.tensor1d([1, 2, 1.5, 0.5])), 'int32');
        tokens = tokens.write(i, token);
        i = i + 1;
        if (token === 3) break;
      }
      return [tokens.stack(), i];`,
    args: [[[0.1, 0.2, -0.1, 0.4]], [[0, 0, 0, 9]]],
  },
  {
    name: 'rows that are picked by a loop over a tensor',
    body: `let sum = tf.zeros([2]);
      for (const row of tf.reshape(x, [3, 2])) { if (tf.sum(row) > n) sum = sum + row; }
      return sum;`,
    args: [
      [[1, 2, 3, 4, 0, 1], 2],
      [[1, 2, 3, 4, 0, 1], 100],
    ],
  },
  {
    name: 'a loop that is left from inside of another',
    body: `let count = 0;
      outer: for (const i of range(n)) { for (const j of range(n)) { if (x[0] * i + j > 7) break outer; count++; } }
      return count;`,
    args: [[[1, 2], 5]],
  },
];

describe('algorithms in synchronous functions on webgpu', () => {
  afterEach(useCpu);

  it.each(algorithms)('$name', (one) => expectSame(one, false, { submits: 2, maps: 0 }));
});

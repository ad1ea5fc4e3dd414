import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { trainingBatches } from '../../examples/digits/src/batches.js';
import { imageSize, loadDigits, pixelCount, type Split } from '../../examples/digits/src/data.js';
import { normalizeDrawing } from '../../examples/digits/src/normalize.js';
import { useCpu } from '../support/index.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

describe('the data of the digits example', () => {
  let digits: Split;

  beforeAll(async () => {
    digits = await loadDigits();
  });

  it('is split so that no held-out image is learned from', () => {
    expect(digits.training.count).toBe(9000);
    expect(digits.heldOut.count).toBe(1000);
    const counts = new Array<number>(10).fill(0);
    for (const label of digits.heldOut.labels) counts[label]!++;
    expect(counts).toEqual(new Array(10).fill(100));
    const keys = ({ images, count }: Split['training']) =>
      Array.from({ length: count }, (_, index) =>
        images.subarray(index * pixelCount, (index + 1) * pixelCount).join(),
      );
    const learned = new Set(keys(digits.training));
    expect(keys(digits.heldOut).filter((key) => learned.has(key))).toEqual([]);
  });

  it('comes in batches that name the digit that each image shows', async () => {
    await useCpu();
    const { images, labels } = trainingBatches(digits.training, 8).next().value;
    expect(images.shape).toEqual([8, imageSize, imageSize, 1]);
    const known = new Map<number, Set<number>>();
    for (let index = 0; index < digits.training.count; index++) {
      const ink = inkOf(
        digits.training.images.subarray(index * pixelCount, (index + 1) * pixelCount),
      );
      known.set(ink, (known.get(ink) ?? new Set()).add(digits.training.labels[index]!));
    }
    const pixels = images.dataSync();
    labels.dataSync().forEach((label, place) => {
      const ink = inkOf(pixels.subarray(place * pixelCount, (place + 1) * pixelCount));
      expect(known.get(ink)).toContain(label);
    });
    tf.dispose([images, labels]);
  });
});

/** A number that stays when an image is moved inside its empty margin. */
function inkOf(image: ArrayLike<number>): number {
  return Array.from(image).reduce((sum, value) => sum + Math.round(value * 1000), 0);
}

describe('a drawing', () => {
  const size = 280;
  const paper = () => new Float32Array(size * size);
  const fill = (ink: Float32Array, left: number, top: number, width: number, height: number) => {
    for (let y = top; y < top + height; y++) ink.fill(1, y * size + left, y * size + left + width);
  };

  it('is scaled to 20 pixels and centred by its mass, wherever it is drawn and however large', () => {
    const small = paper();
    fill(small, 3, 7, 20, 80);
    const large = paper();
    fill(large, 200, 40, 50, 200);
    const image = normalizeDrawing(small, size, size)!;
    expect(image).toEqual(normalizeDrawing(large, size, size));
    const inked = Array.from(image.keys()).filter((index) => image[index]! > 0.5);
    expect(inked).toHaveLength(5 * 20);
    expect(Math.floor(inked[0]! / imageSize)).toBe(4);
    expect(inked[0]! % imageSize).toBe(12);
  });

  it('keeps its ink inside the image where the mass is at one end', () => {
    const ink = paper();
    fill(ink, 20, 20, 200, 60);
    fill(ink, 100, 80, 4, 140);
    const image = normalizeDrawing(ink, size, size)!;
    const whole = image.reduce((sum, value) => sum + value, 0);
    const expected = ((200 * 60 + 4 * 140) / 10 ** 2) | 0;
    expect(Math.abs(whole - expected)).toBeLessThan(3);
  });

  it('without ink gives nothing', () => {
    expect(normalizeDrawing(paper(), size, size)).toBeNull();
  });
});

describe('the run in Node', () => {
  it('trains, and reports the backend, the accuracy, the graph and both times', {
    timeout: 180_000,
  }, async () => {
    const options = { cwd: repository, env: { ...process.env, STEPS: '4', CI: 'true' } };
    await execute('npm', ['run', '--silent', 'build:digits'], options);
    const { stdout } = await execute(process.execPath, ['examples/digits/dist/node.js'], options);
    expect(stdout).toMatch(/^Backend: (WebGPU on|cpu)/m);
    expect(stdout).toMatch(/^step 4 {2}loss \d\.\d+ {2}held-out accuracy \d+\.\d %/m);
    expect(stdout).toMatch(/^The training step: 2 traces .*, [1-9]\d+ nodes$/m);
    expect(stdout).toMatch(/eager [\d.]+, graph [\d.]+/);
    expect(stdout).not.toContain('\u001b');
  });
});

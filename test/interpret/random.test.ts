import { beforeAll, describe, expect, it } from 'vitest';
import { randomNode } from '../../runtime/graph/builder.js';
import type { RandomDistribution } from '../../runtime/graph/graph.js';
import type { DataType } from '../../runtime/graph/types.js';
import { graph } from '../graph/build.js';
import { executors, useCpu } from '../support/index.js';
import { elementsOf } from './run.js';

const size = 20_000;

function drawn(distribution: RandomDistribution, dtype: DataType = 'float32') {
  return graph('f', [], (b) => [
    b.add(randomNode(distribution, { dtype, shape: [size] })).outputs[0]!,
  ]);
}

function moments(elements: readonly number[]): { mean: number; deviation: number } {
  const mean = elements.reduce((sum, element) => sum + element, 0) / elements.length;
  const square = elements.reduce((sum, element) => sum + (element - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(square / elements.length) };
}

/** Five standard errors of the mean: a fair generator is outside once in two million runs. */
function expectMoments(elements: readonly number[], mean: number, deviation: number): void {
  const found = moments(elements);
  expect(Math.abs(found.mean - mean)).toBeLessThan((5 * deviation) / Math.sqrt(size));
  expect(Math.abs(found.deviation / deviation - 1)).toBeLessThan(0.05);
}

describe.each(executors)('random nodes on $backend', ({ start }) => {
  beforeAll(start);

  it('differ from call to call', async () => {
    const f = drawn({ kind: 'uniform', minimum: 0, maximum: 1 });
    expect(await elementsOf(f, [])).not.toEqual(await elementsOf(f, []));
  });
});

describe('the distribution of random nodes', () => {
  beforeAll(useCpu);

  it('is uniform between the bounds', async () => {
    const [elements] = await elementsOf(drawn({ kind: 'uniform', minimum: -2, maximum: 4 }), []);
    expectMoments(elements!, 1, 6 / Math.sqrt(12));
    expect(Math.min(...elements!)).toBeGreaterThanOrEqual(-2);
    expect(Math.max(...elements!)).toBeLessThanOrEqual(4);
    expect(Math.max(...elements!)).toBeGreaterThan(3.98);
  });

  it('is normal', async () => {
    const [elements] = await elementsOf(drawn({ kind: 'normal', mean: 3, deviation: 2 }), []);
    expectMoments(elements!, 3, 2);
    const within = elements!.filter((element) => Math.abs(element - 3) < 2).length / size;
    expect(within).toBeGreaterThan(0.66);
    expect(within).toBeLessThan(0.705);
  });

  it('is normal and cut off at two deviations', async () => {
    const node = drawn({ kind: 'truncatedNormal', mean: 1, deviation: 0.5 });
    const [elements] = await elementsOf(node, []);
    expectMoments(elements!, 1, 0.5 * 0.8796);
    expect(elements!.every((element) => Math.abs(element - 1) <= 1.00001)).toBe(true);
  });

  it('is over integers where the dtype is', async () => {
    const [uniform] = await elementsOf(
      drawn({ kind: 'uniform', minimum: 0, maximum: 5 }, 'int32'),
      [],
    );
    expect(new Set(uniform)).toEqual(new Set([0, 1, 2, 3, 4]));
    const [normal] = await elementsOf(
      drawn({ kind: 'normal', mean: 0, deviation: 3 }, 'int32'),
      [],
    );
    expectMoments(normal!, 0, Math.sqrt(9 + 1 / 12));
  });
});

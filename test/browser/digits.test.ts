import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/browser.js';

const example = fileURLToPath(new URL('../../examples/digits', import.meta.url));
const screenshots = fileURLToPath(new URL('../../test-output', import.meta.url));
const stepCount = 120;

type Point = readonly [x: number, y: number];

/** Strokes in a square of size one. */
const seven: Point[][] = [
  [
    [0.27, 0.22],
    [0.72, 0.22],
    [0.55, 0.5],
    [0.42, 0.84],
  ],
];
const zero: Point[][] = [
  Array.from({ length: 25 }, (_, index): Point => {
    const angle = (index / 24) * 2 * Math.PI;
    return [0.5 + 0.2 * Math.sin(angle), 0.5 - 0.31 * Math.cos(angle)];
  }),
];

describe('the digits page, built and in Chromium on WebGPU', () => {
  let opened: Awaited<ReturnType<typeof openExample>>;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    opened = await openExample(example, `?steps=${stepCount}`);
    ({ page, problems } = opened);
  });

  afterAll(() => opened?.close());

  const textOf = (id: string) =>
    page
      .locator(`#${id}`)
      .textContent()
      .then((text) => text ?? '');

  it('learns: the loss falls, and digits that it has not seen are recognised', {
    timeout: 180_000,
  }, async () => {
    await page.locator('#train:enabled').waitFor();
    expect(await textOf('backend')).toMatch(/^WebGPU/);
    await page.click('#train');
    await page.getByText('Trained. Draw a digit.').waitFor({ timeout: 170_000 });

    const losses = (await page.locator('#plot').getAttribute('data-losses'))!
      .split(' ')
      .map(Number);
    expect(losses).toHaveLength(stepCount);
    const quarters = [0, 1, 2, 3].map((quarter) => meanOf(quarterOf(losses, quarter)));
    expect(quarters).toEqual(quarters.toSorted((a, b) => b - a));
    expect(quarters[3]).toBeLessThan(0.4 * quarters[0]!);
    expect(Number.parseFloat(await textOf('accuracy'))).toBeGreaterThan(85);
    expect(await textOf('graph')).toMatch(/^[1-9]\d* nodes$/);
    // The first trace makes the optimizer's variables; the second is the one that is kept.
    expect(await textOf('traces')).toBe('2');
    expect(problems).toEqual([]);
  });

  it('recognises what is drawn with the mouse', async () => {
    await mkdir(screenshots, { recursive: true });
    expect(await drawAndRead(zero)).toBe('0');
    await page.click('#clear');
    await page.getByText('nothing yet').waitFor();
    expect(await drawAndRead(seven)).toBe('7');
    await page.screenshot({ path: join(screenshots, 'digits.png'), fullPage: true });
    const bars = await page.locator('#bars li .value').allTextContents();
    const total = bars.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
    expect(Math.abs(total - 100)).toBeLessThanOrEqual(5);
    expect(await page.locator('#bars li.best').textContent()).toMatch(/^7/);
    expect(problems).toEqual([]);
  });

  async function drawAndRead(strokes: Point[][]): Promise<string> {
    const box = (await page.locator('#sketch').boundingBox())!;
    const moveTo = ([x, y]: Point, steps: number) =>
      page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps });
    for (const [first, ...rest] of strokes) {
      await moveTo(first!, 1);
      await page.mouse.down();
      for (const point of rest) await moveTo(point, 5);
      await page.mouse.up();
    }
    await page.locator('#prediction[data-settled]').waitFor();
    return textOf('prediction');
  }
});

function quarterOf(values: readonly number[], quarter: number): readonly number[] {
  const size = values.length / 4;
  return values.slice(quarter * size, (quarter + 1) * size);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

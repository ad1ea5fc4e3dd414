import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/browser.js';

const example = fileURLToPath(new URL('../../examples/cloth', import.meta.url));
const screenshots = fileURLToPath(new URL('../../test-output', import.meta.url));

describe('the cloth page, built and in Chromium on WebGPU', () => {
  let opened: Awaited<ReturnType<typeof openExample>>;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    opened = await openExample(example);
    ({ page, problems } = opened);
  });

  afterAll(() => opened?.close());

  const numberIn = async (id: string) =>
    Number.parseFloat((await page.locator(`#${id}`).textContent()) ?? '');

  /** How many rounds each frame has taken, once so many have been shown. */
  async function roundsOf(frames: number): Promise<number[]> {
    const history = page.locator('#history');
    await expect
      .poll(async () => (await history.getAttribute('data-rounds'))?.split(' ').length ?? 0, {
        timeout: 60_000,
      })
      .toBeGreaterThanOrEqual(frames);
    return (await history.getAttribute('data-rounds'))!.split(' ').map(Number);
  }

  it('shortens the threads as often as each frame needs', { timeout: 90_000 }, async () => {
    const rounds = await roundsOf(40);
    expect(await page.locator('#backend').textContent()).toMatch(/^WebGPU/);
    expect(new Set(rounds).size).toBeGreaterThan(1);
    for (const count of rounds) {
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(150);
    }
    expect(await numberIn('longest')).toBeLessThanOrEqual(106);
    expect(await numberIn('rate')).toBeGreaterThan(0);
    expect(await page.locator('#explanation').textContent()).toMatch(/while .*one workgroup/);
    expect(problems).toEqual([]);
  });

  it('follows the mouse', { timeout: 90_000 }, async () => {
    const cloth = page.locator('#cloth');
    const box = (await cloth.boundingBox())!;
    const moveTo = ([x, y]: readonly [number, number]) =>
      page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 20 });
    const isClothAt = ([x, y]: readonly [number, number]) =>
      cloth.evaluate(
        (canvas: HTMLCanvasElement, [x, y]) => {
          const [left, top] = [x! * canvas.width - 8, y! * canvas.height - 8];
          const { data } = canvas.getContext('2d')!.getImageData(left, top, 16, 16);
          return data.some((value) => value > 0);
        },
        [x, y],
      );
    const beside = [0.1, 0.6] as const;
    expect(await isClothAt(beside)).toBe(false);
    await moveTo([0.25, 0.5]);
    await page.mouse.down();
    await page.locator('#cloth.holding').waitFor();
    await moveTo(beside);
    await expect.poll(() => isClothAt(beside), { timeout: 10_000 }).toBe(true);
    await mkdir(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, 'cloth.png'), fullPage: true });
    await page.mouse.up();
    expect(await page.locator('#cloth.holding').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

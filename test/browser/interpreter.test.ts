import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, type Site, serveSources, startBrowser } from '../support/browser.js';
import { expectElements } from '../support/closeness.js';

const root = fileURLToPath(new URL('./interpreter', import.meta.url));

describe('the interpreter in Chromium', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let site: Site;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    site = await serveSources(root);
    browser = await startBrowser();
    ({ page, problems } = await openPage(browser.context, site.url));
    await page.waitForFunction('window.runOn !== undefined');
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const runOn = (backend: string, how: string) =>
    page.evaluate<number[][] | string>(`runOn(${JSON.stringify(backend)}, ${JSON.stringify(how)})`);

  it('gives on webgpu what it gives on cpu', async () => {
    const onCpu = (await runOn('cpu', 'run')) as number[][];
    expect(onCpu[1]).toEqual([2]);
    const onGpu = (await runOn('webgpu', 'runAsync')) as number[][];
    expect(onGpu).toHaveLength(2);
    for (const [index, elements] of onGpu.entries()) expectElements(elements, onCpu[index]!);
    expect(problems).toEqual([]);
  });

  it('refuses a synchronous call that would have to read', async () => {
    expect(await runOn('webgpu', 'run')).toBe('loop-needs-async');
  });
});

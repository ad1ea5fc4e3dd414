import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import useGraph from '../../plugin/vite.js';
import { openPage, type Site, serveSources, startBrowser } from '../support/browser.js';

const root = fileURLToPath(new URL('./programs', import.meta.url));
const runtime = fileURLToPath(new URL('../../runtime', import.meta.url));
const alias = [
  { find: /^use-graph$/, replacement: `${runtime}/index.ts` },
  { find: /^use-graph\/staged$/, replacement: `${runtime}/staged/index.ts` },
];

type Results = Record<string, { shape: number[]; values: number[] }[]>;

describe('graph functions in Chromium', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let site: Site;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    site = await serveSources(root, { plugins: [useGraph()], resolve: { alias } });
    browser = await startBrowser();
    ({ page, problems } = await openPage(browser.context, site.url));
    await page.waitForFunction('window.runOps !== undefined');
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Evaluates both expressions in the page, and compares. */
  async function expectSame(expression: string, reference: string): Promise<void> {
    const expected = await page.evaluate<Results>(reference);
    const actual = await page.evaluate<Results>(expression);
    expect(Object.keys(actual)).toEqual(Object.keys(expected));
    for (const [name, results] of Object.entries(actual)) {
      results.forEach(({ shape, values }, index) => {
        const wanted = expected[name]![index]!;
        expect(shape, name).toEqual(wanted.shape);
        values.forEach((value, position) => {
          expect(value, name).toBeCloseTo(wanted.values[position]!, 3);
        });
      });
    }
    expect(problems).toEqual([]);
  }

  it('give for every op what it gives eagerly', async () => {
    await expectSame("runOps('graph')", "runOps('eager')");
  });

  it('give on webgpu what they give on cpu, when tensors decide', async () => {
    await expectSame("runStaged('webgpu')", "runStaged('cpu')");
  });
});

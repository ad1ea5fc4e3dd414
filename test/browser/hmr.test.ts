import { mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import useGraph from '../../plugin/vite.js';
import { openPage, type Site, serveSources, startBrowser } from '../support/browser.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const alias = [
  { find: /^use-graph$/, replacement: `${repository}runtime/index.ts` },
  { find: /^use-graph\/staged$/, replacement: `${repository}runtime/staged/index.ts` },
];

const index = '<link rel="icon" href="data:,"><script type="module" src="/main.js"></script>';

const main = `
  import '@tensorflow/tfjs-backend-cpu';
  import * as tf from '@tensorflow/tfjs-core';
  import * as model from './model.js';

  const x = tf.tensor1d([1, 2]);
  let current = model;
  window.run = () => tf.tidy(() => [current.named(x), current.arrow(x)].map((y) => y.dataSync()[0]));
  window.held = () => tf.backend().numDataIds();
  import.meta.hot.accept('./model.js', (changed) => { current = changed; });
`;

const model = (version: number) => `
  import * as tf from '@tensorflow/tfjs-core';

  export function named(x) { "use graph"; return tf.relu(x + tf.tensor1d([${version}, 0])); }
  export const arrow = (x) => { "use graph"; return tf.relu(x * tf.tensor1d([${version}, 1])); };
`;

describe('a module that is edited while its page runs', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'use-graph-hmr-')));
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let site: Site;
  let page: Page;
  let problems: readonly string[];

  const edit = (version: number) => writeFileSync(join(root, 'model.js'), model(version));

  beforeAll(async () => {
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
    writeFileSync(join(root, 'index.html'), index);
    writeFileSync(join(root, 'main.js'), main);
    edit(1);
    site = await serveSources(root, {
      plugins: [useGraph()],
      resolve: { alias },
      server: { hmr: true, watch: {}, fs: { strict: false } },
    });
    browser = await startBrowser();
    ({ page, problems } = await openPage(browser.context, site.url));
    await page.waitForFunction('window.run !== undefined');
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await rm(root, { recursive: true, force: true });
  });

  it('runs in its new version, and nothing of the old one is kept on the backend', async () => {
    expect(await page.evaluate('run()')).toEqual([2, 1]);
    const held = await page.evaluate('held()');
    for (let version = 2; version <= 5; version++) {
      edit(version);
      await expect
        .poll(() => page.evaluate('run()'), { timeout: 20_000 })
        .toEqual([1 + version, version]);
      expect(await page.evaluate('held()')).toBe(held);
    }
    expect(problems).toEqual([]);
  });
});

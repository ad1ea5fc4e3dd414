import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import useGraph from '../../plugin/vite.js';
import { openPage, type Site, serveBuild, serveSources, startBrowser } from '../support/browser.js';

const root = fileURLToPath(new URL('./worker', import.meta.url));
const runtime = fileURLToPath(new URL('../../runtime', import.meta.url));
const config = {
  plugins: [useGraph()],
  resolve: {
    alias: [
      { find: /^use-graph$/, replacement: `${runtime}/index.ts` },
      { find: /^use-graph\/staged$/, replacement: `${runtime}/staged/index.ts` },
    ],
  },
};

/** [3, 5] is halved until it is [0.75, 1.25], and then quartered. */
const expected = { x: [0.1875, 0.3125], steps: 3, seen: 2 };

describe('graph functions in a web worker', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let folder: string;
  const sites: Site[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'use-graph-worker-'));
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    for (const site of sites) await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ways: Record<string, () => Promise<Site>> = {
    'bundled for production': async () => {
      await build({
        ...config,
        configFile: false,
        logLevel: 'error',
        root,
        worker: { format: 'es' },
        build: { outDir: folder, emptyOutDir: true, target: 'esnext' },
      });
      return serveBuild(folder);
    },
    // Vite does not look into workers for dependencies to bundle beforehand; one that it finds while a
    // worker loads makes it bundle all of them anew, and the worker ask for files that are gone.
    'of the development server': () =>
      serveSources(root, {
        ...config,
        optimizeDeps: {
          include: ['core', 'backend-cpu', 'backend-webgpu'].map(
            (name) => `@tensorflow/tfjs-${name}`,
          ),
        },
      }),
  };

  it.each(Object.entries(ways))('%s', async (_, serve) => {
    const site = await serve();
    sites.push(site);
    const { page, problems } = await openPage(browser.context, site.url);
    await page.waitForFunction('window.ask !== undefined');
    for (const backend of ['cpu', 'webgpu', 'cpu']) {
      expect(await page.evaluate(`ask('${backend}')`), backend).toEqual({ ...expected, traces: 1 });
    }
    expect(problems).toEqual([]);
  });
});

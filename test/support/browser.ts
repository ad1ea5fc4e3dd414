import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { build, createServer, type InlineConfig, preview } from 'vite';

/** Chromium with WebGPU on a software adapter, and a profile of its own. */
export async function startBrowser(): Promise<{
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}> {
  const profile = await mkdtemp(join(tmpdir(), 'use-graph-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    headless: true,
    args: [
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** A page at `url` whose errors end up in `problems`. WebGPU needs a secure context, which localhost is. */
export async function openPage(
  context: BrowserContext,
  url: string,
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(url);
  return { page, problems };
}

/**
 * Serves the modules under `root` through a Vite development server. It has a cache of its own: servers
 * with one folder replace each other's bundled dependencies while a page loads them.
 */
export async function serveSources(root: string, config: InlineConfig = {}): Promise<Site> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'use-graph-cache-'));
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    root,
    cacheDir,
    ...config,
    server: { host: 'localhost', port: 0, hmr: false, watch: null, ...config.server },
  });
  await server.listen();
  return {
    url: server.resolvedUrls!.local[0]!,
    close: async () => {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** Serves what a build left in `folder`. */
export async function serveBuild(folder: string): Promise<Site> {
  const server = await preview({
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { host: 'localhost', port: 0 },
  });
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
}

/** An example's page, built and opened in Chromium; `query` is the part of the address behind the path. */
export async function openExample(
  folder: string,
  query = '',
): Promise<{
  readonly page: Page;
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}> {
  const output = await mkdtemp(join(tmpdir(), 'use-graph-example-'));
  await build({
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: output, emptyOutDir: true },
  });
  const site = await serveBuild(output);
  const browser = await startBrowser();
  const opened = await openPage(browser.context, `${site.url}${query}`);
  return {
    ...opened,
    close: async () => {
      await browser.close();
      await site.close();
      await rm(output, { recursive: true, force: true });
    },
  };
}

export interface Site {
  readonly url: string;
  readonly close: () => Promise<void>;
}

function findChromium(): string {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const found = candidates.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}

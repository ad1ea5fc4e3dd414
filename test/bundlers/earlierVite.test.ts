import { readFileSync } from 'node:fs';
import vue from '@vitejs/plugin-vue';
import { describe, expect, test } from 'vitest';
import useGraph from '../../plugin/vite.js';
import {
  checkResults,
  checkStackFrame,
  load,
  outputDirectory,
  project,
  scriptIn,
  standInAlias,
} from './support.js';
import { earlierVersions } from './viteVersions.js';

const shared = () => ({
  root: project,
  cacheDir: outputDirectory(),
  configFile: false as const,
  logLevel: 'warn' as const,
  resolve: { alias: standInAlias },
  esbuild: { jsx: 'transform' as const, jsxFactory: 'h' },
});

describe.each(earlierVersions)('Vite $version', ({ version, vite }) => {
  test('is of that version', () => {
    expect(vite.version).toMatch(new RegExp(`^${version}\\.`));
  });

  test('builds a program', async () => {
    const outDir = outputDirectory();
    await vite.build({
      ...shared(),
      plugins: [useGraph()],
      build: {
        outDir,
        emptyOutDir: true,
        sourcemap: true,
        minify: true,
        lib: { entry: 'src/main.ts', formats: ['es'], fileName: 'app' },
      },
    });
    const file = scriptIn(outDir);
    await checkResults(await load(file));
    checkStackFrame(file);
    expect(readFileSync(file, 'utf8')).toContain('src/model.ts:8:8');
  });

  test('serves a program and a component in development', async () => {
    const server = await vite.createServer({
      ...shared(),
      plugins: [useGraph(), vue()],
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    });
    try {
      await checkResults(await server.ssrLoadModule('/src/main.ts'));
      for (const [url, place] of [
        ['/src/model.ts', 'src/model.ts:8:8'],
        ['/src/App.vue', 'src/App.vue:6:1'],
      ]) {
        expect((await server.transformRequest(url!))!.code).toContain(place);
      }
    } finally {
      await server.close();
    }
  });
});

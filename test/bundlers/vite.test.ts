import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { build, createServer, type InlineConfig } from 'vite';
import { describe, expect, test } from 'vitest';
import useGraph from '../../plugin/vite.js';
import {
  checkResults,
  checkStackFrame,
  type Exports,
  load,
  outputDirectory,
  project,
  scriptIn,
  standInAlias,
} from './support.js';

const shared: InlineConfig = {
  root: project,
  cacheDir: outputDirectory(),
  configFile: false,
  logLevel: 'warn',
  resolve: { alias: standInAlias },
  oxc: { jsx: { runtime: 'classic', pragma: 'h' } },
};

function library(entry: string): InlineConfig {
  return {
    ...shared,
    plugins: [useGraph(), vue(), svelte({ configFile: false })],
    build: {
      outDir: outputDirectory(),
      minify: true,
      emptyOutDir: true,
      sourcemap: true,
      lib: { entry, formats: ['es'], fileName: 'app' },
    },
  };
}

async function checkComponents(built: Exports): Promise<void> {
  for (const component of [built.App, built.Plain]) {
    const app = built.createSSRApp(component, { start: 3 });
    expect(await built.renderToString(app)).toBe('<p>12</p>');
  }
  expect(built.render(built.Widget, { props: { start: 3 } }).body).toContain('<p>12</p>');
}

describe('Vite', () => {
  test('builds a program', async () => {
    const config = library('src/main.ts');
    await build(config);
    const file = scriptIn(config.build!.outDir!);
    const built = await load(file);
    await checkResults(built);
    checkStackFrame(file);
    expect(readFileSync(file, 'utf8')).toContain('src/model.ts:8:8');
  });

  test('builds components for the browser; places are those of the components', async () => {
    const config = library('src/components.ts');
    await build({ ...config, build: { ...config.build, minify: false } });
    const code = readFileSync(scriptIn(config.build!.outDir!), 'utf8');
    expect(code).toContain('src/App.vue:6:1');
    expect(code).toContain('src/Plain.vue:10:5');
    expect(code).toMatch(/src\/Widget\.svelte:4:\d+/);
  });

  test('builds components for the server', async () => {
    const outDir = outputDirectory();
    await build({
      ...shared,
      plugins: [vue(), useGraph(), svelte({ configFile: false })],
      build: {
        outDir,
        emptyOutDir: true,
        ssr: 'src/server.ts',
        rolldownOptions: { output: { entryFileNames: 'app.mjs' } },
      },
      ssr: { noExternal: true },
    });
    const file = scriptIn(outDir);
    expect(readFileSync(file, 'utf8')).toMatch(
      /App\.vue:6:1[\s\S]*Plain\.vue:10:5|Plain\.vue:10:5[\s\S]*App\.vue:6:1/,
    );
    await checkComponents(await load(file));
  });

  test('serves a program and its components in development', async () => {
    const server = await createServer({
      ...shared,
      plugins: [useGraph(), vue(), svelte({ configFile: false })],
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    });
    try {
      await checkResults(await server.ssrLoadModule('/src/main.ts'));
      await checkComponents(await server.ssrLoadModule('/src/server.ts'));
      for (const [url, place] of [
        ['/src/model.ts', 'src/model.ts:8:8'],
        ['/src/App.vue', 'src/App.vue:6:1'],
        ['/src/Widget.svelte', 'src/Widget.svelte:4:'],
      ]) {
        for (let time = 0; time < 2; time++) {
          const module = server.environments.client.moduleGraph.getModuleById(project + url!);
          if (module) server.environments.client.moduleGraph.invalidateModule(module);
          expect((await server.transformRequest(url!))!.code).toContain(place);
        }
      }
    } finally {
      await server.close();
    }
  });
});

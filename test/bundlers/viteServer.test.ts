import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import useGraph from '../../plugin/vite.js';
import { temporaryDirectory } from '../support/temporary.js';
import { versions } from './viteVersions.js';

/** A package with the entries of ours, which share a module. */
const files = {
  'node_modules/use-graph/package.json': JSON.stringify({
    name: 'use-graph',
    version: '1.0.0',
    type: 'module',
    exports: { '.': './index.js', './staged': './staged.js' },
  }),
  'node_modules/use-graph/instance.js': `export const instance = { the: 'only instance' };`,
  'node_modules/use-graph/index.js': `export { instance } from './instance.js';\nexport const graph = (f) => f;`,
  'node_modules/use-graph/staged.js': `export { instance } from './instance.js';\nexport const graph_function = (f) => f;`,
  'package.json': `{ "name": "page", "type": "module" }`,
  'index.html': `<script type="module" src="/src/main.js"></script>`,
  'src/main.js': `import { instance } from 'use-graph';\nimport { f } from './model.js';\nconsole.log(instance, f(1));`,
  'src/model.js': model('first'),
};

function model(version: string): string {
  return `export const f = (x) => {\n  "use graph";\n  return [x, '${version}'];\n};\n`;
}

describe.each(versions)('The development server of Vite $version', ({ vite }) => {
  const root = temporaryDirectory('page');
  let server: ViteDevServer;
  const messages: string[] = [];

  beforeAll(async () => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    server = await vite.createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [useGraph()],
      server: { middlewareMode: true, ws: false },
    });
    const { hot } = server.environments.client;
    const send = hot.send.bind(hot) as (...args: unknown[]) => void;
    hot.send = (...args: unknown[]) => {
      messages.push(JSON.stringify(args));
      send(...args);
    };
  });

  afterAll(() => server.close());

  const served = async (url: string) => (await server.transformRequest(url))!.code;
  const importOf = (code: string, name: string) =>
    new RegExp(`from "(/node_modules/\\.vite/deps/${name}\\.js[^"]*)"`).exec(code)![1]!;

  test('serves both entries of the package from one instance', async () => {
    const main = await served(importOf(await served('/src/main.js'), 'use-graph'));
    const staged = await served(importOf(await served('/src/model.js'), 'use-graph_staged'));
    const chunkOf = (code: string) => /from "([^"]*\/(?:chunk|instance)[^"]*)"/.exec(code)![1]!;
    expect(chunkOf(main)).toBe(chunkOf(staged));
    expect(main + staged).not.toContain('only instance');
  });

  test('finds nothing late that would make the page load anew', async () => {
    await served('/src/main.js');
    await served('/src/model.js');
    const { metadata } = server.environments.client.depsOptimizer!;
    expect(Object.keys(metadata.discovered)).toEqual([]);
    expect(messages.filter((message) => message.includes('full-reload'))).toEqual([]);
  });

  test.each(['second', 'third', 'fourth'])(
    'stages a module anew when it changes: %s',
    async (version) => {
      // Written again until it is seen: the server's watcher drops changes less than 50 ms behind another (chokidar's
      // throttle), and the test before may just have seen one.
      const edited = async () => {
        const code = await served('/src/model.js');
        if (!code.includes(version)) writeFileSync(join(root, 'src/model.js'), model(version));
        return code;
      };
      await expect.poll(edited, { timeout: 20_000, interval: 250 }).toContain(version);
      expect(await served('/src/model.js')).toContain('graph_function');
    },
  );
});

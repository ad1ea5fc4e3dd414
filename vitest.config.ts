import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** TensorFlow.js' CommonJS builds register no gradients and are a second instance beside the ES modules. */
const mainFields = ['module', 'main'];

export default defineConfig({
  resolve: {
    mainFields,
    alias: [
      { find: /^use-graph$/, replacement: here('./runtime/index.ts') },
      { find: /^use-graph\/staged$/, replacement: here('./runtime/staged/index.ts') },
      { find: /^use-graph\/export$/, replacement: here('./runtime/export/index.ts') },
      { find: /^use-graph\/node$/, replacement: here('./runtime/node/index.ts') },
    ],
  },
  ssr: { resolve: { mainFields } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/**/projects/**', 'test/**/cases/**'],
    server: { deps: { inline: [/@tensorflow\//] } },
    // Dawn is a native module that must not be loaded into several threads of one process.
    pool: 'forks',
    maxWorkers: 2,
    // The cpu backend recommends another package, once in every file.
    onConsoleLog: (text) => !text.includes('you are running TensorFlow.js in Node.js'),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

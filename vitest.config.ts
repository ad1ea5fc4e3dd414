import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { nativeModules } from './test/support/nativeModules.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** TensorFlow.js' CommonJS builds register no gradients and are a second instance beside the ES modules. */
const mainFields = ['module', 'main'];

/**
 * Tests that compare programs and leave nothing behind: a process runs several files of them, with what it has compiled by
 * then. Its memory grows with them (3.4 GB of nearly all), so that each group begins anew.
 */
const programs = readdirSync(here('./test/staged'))
  .map((name) => `test/staged/${name}`)
  .filter(
    (file) => /\.test\.ts$/.test(file) && readFileSync(here(file), 'utf8').includes('compareBody'),
  );
const together = 24;
const groups = Array.from({ length: Math.ceil(programs.length / together) }, (_, group) =>
  programs.slice(group * together, (group + 1) * together),
);

/** Tests that put something else in the place of a module, which only Vitest's own module runner can do. */
const mocking = [
  'test/plugin/fault.test.ts',
  'test/webgpu/checkpoints.test.ts',
  'test/webgpu/specs/**/*.test.ts',
];

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
    exclude: ['**/node_modules/**', 'test/**/projects/**', 'test/**/cases/**'],
    server: { deps: { inline: [/^(?!.*\/use-graph-tests\/).*\/@tensorflow\//] } },
    // Dawn is a native module that must not be loaded into several threads of one process.
    pool: 'forks',
    maxWorkers: 2,
    // Tracing makes many objects that live shortly.
    execArgv: ['--max-semi-space-size=64'],
    // The cpu backend recommends another package, once in every file.
    onConsoleLog: (text) => !text.includes('you are running TensorFlow.js in Node.js'),
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        plugins: [nativeModules()],
        test: {
          name: 'native',
          include: ['test/**/*.test.ts'],
          exclude: [...programs, ...mocking],
        },
      },
      ...groups.map((include, group) => ({
        extends: true as const,
        plugins: [nativeModules()],
        test: { name: `programs ${group + 1}`, include, isolate: false },
      })),
      {
        extends: true,
        test: { name: 'mocking', include: mocking },
      },
    ],
  },
});

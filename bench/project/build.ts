import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type * as Vite from 'vite';
import { type Arguments, loadPlugins, printTimes } from './variant.js';

/** One build in a process of its own: `node build.js <root> <entry> <variant> <package of Vite>`. */
const [root, entry, variant, vite] = process.argv.slice(2) as [...Arguments, vite: string];
const { build }: typeof Vite = await import(vite);
// So that every variant begins with the same files at hand.
rmSync(join(root, 'dist'), { recursive: true, force: true });
const start = performance.now();
const used = process.cpuUsage();
const plugins = await loadPlugins(variant, root);
const bundlerOptions = {
  input: entry,
  external: [/^@tensorflow\//, /^use-graph/],
  preserveEntrySignatures: 'strict' as const,
};
await build({
  root,
  configFile: false,
  logLevel: 'error',
  plugins,
  build: {
    // Before version 8 they have the other name.
    rolldownOptions: bundlerOptions,
    rollupOptions: bundlerOptions,
    sourcemap: false,
  },
});
const end = performance.now();
// The clock began with the process.
printTimes([end - start, end], process.cpuUsage(used));

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { type Arguments, loadPlugins, printTimes } from './variant.js';

/** One build in a process of its own: `node build.js <root> <entry> <variant>`. */
const [root, entry, variant] = process.argv.slice(2) as Arguments;
// So that every variant begins with the same files at hand.
rmSync(join(root, 'dist'), { recursive: true, force: true });
const start = performance.now();
const used = process.cpuUsage();
const plugins = await loadPlugins(variant, root);
await build({
  root,
  configFile: false,
  logLevel: 'error',
  plugins,
  build: {
    rolldownOptions: {
      input: entry,
      external: [/^@tensorflow\//, /^use-graph/],
      preserveEntrySignatures: 'strict' as const,
    },
    sourcemap: false,
  },
});
const end = performance.now();
// The clock began with the process.
printTimes([end - start, end], process.cpuUsage(used));

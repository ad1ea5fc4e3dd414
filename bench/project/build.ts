import { build } from 'vite';

/** One build in a process of its own: \`node build.js <root> <entry> <with|without>\`. */
const [, , root, entry, plugin] = process.argv as unknown as [
  string,
  string,
  string,
  string,
  string,
];
const start = performance.now();
const used = process.cpuUsage();
const plugins = plugin === 'with' ? [(await import('../../plugin/vite.js')).default()] : [];
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
const { user, system } = process.cpuUsage(used);
console.log(performance.now() - start, (user + system) / 1000);

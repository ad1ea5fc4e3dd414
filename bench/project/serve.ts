import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { type Arguments, loadPlugins, printTimes } from './variant.js';

/**
 * One start of the development server, until it has served every module to a page, and one edit of a module with marked
 * functions: `node serve.js <root> <entry> <variant>`.
 */
const [root, entry, variant] = process.argv.slice(2) as Arguments;
const start = performance.now();
const used = process.cpuUsage();
const externals = /^@tensorflow\/|^use-graph/;
const plugins: Plugin[] = [
  ...(await loadPlugins(variant, root)),
  { name: 'stand-in', ...standIn() },
];
const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  plugins,
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false },
});
const pending = [entry];
const served = new Set(pending);
while (pending.length > 0) {
  await Promise.all(pending.splice(0).map(serve));
}
const started = performance.now() - start;

/** The packages are not what is measured. */
function standIn(): Pick<Plugin, 'enforce' | 'resolveId' | 'load'> {
  return {
    enforce: 'pre',
    resolveId: (id) => (externals.test(id) ? '\0stand-in' : null),
    load: (id) => (id === '\0stand-in' ? 'export {};' : null),
  };
}

/** As a browser does: what a module imports is asked for when it has come. */
async function serve(file: string): Promise<void> {
  await server.transformRequest(`/${relative(root, file)}`);
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/^import .* from '(.*)';/gm)) {
    if (externals.test(specifier!)) continue;
    const imported = join(dirname(file), specifier!.replace(/\.js$/, '.ts'));
    if (served.has(imported)) continue;
    served.add(imported);
    pending.push(imported);
  }
}

const edited = join(root, 'src/area7/module7.ts');
const text = readFileSync(edited, 'utf8');
writeFileSync(edited, text.replace('1e-4', '1e-5'));
const edit = performance.now();
const announced = new Promise((resolve) => {
  server.environments.client.hot.send = resolve;
});
server.watcher.emit('change', edited);
await announced;
await server.transformRequest('/src/area7/module7.ts');
const updated = performance.now() - edit;
const processor = process.cpuUsage(used);
writeFileSync(edited, text);
await server.close();
printTimes([started, updated], processor);
process.exit();

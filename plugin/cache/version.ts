import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folders = ['..', '../../diagnostics'];
const compilers = ['parser', 'traverse', 'generator', 'types'];
const isCode = /(?<!\.d)\.[jt]s$/;

/**
 * Stands for this plugin and for the Babel that it stages with. Packages are told apart by their versions, and a plugin
 * that is built anew, as one is that is worked on, by its files.
 */
export function pluginVersion(): string {
  const require = createRequire(import.meta.url);
  const babel = compilers.map((name) => versionIn(require.resolve(`@babel/${name}/package.json`)));
  const own = folders.map((folder) => stampsBelow(fileURLToPath(new URL(folder, import.meta.url))));
  return [...babel, ...own].join(' ');
}

function versionIn(packageFile: string): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}

/** Those of the newest file, and the bytes of all. */
function stampsBelow(directory: string): string {
  let newest = 0;
  let bytes = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !isCode.test(entry.name)) continue;
    const { mtimeMs, size } = statSync(join(entry.parentPath, entry.name));
    newest = Math.max(newest, mtimeMs);
    bytes += size;
  }
  return `${newest} ${bytes}`;
}

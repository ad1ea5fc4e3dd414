import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Directories that hold nothing that a person wrote for the project. */
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'output', 'coverage', 'target']);
const readable = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
const declarations = /\.d\.[cm]?ts$/;

/** Every file below a directory that may hold code of the project, in the order of their names. `outputs` are left out. */
export function filesBelow(directory: string, outputs: readonly string[] = []): string[] {
  const files: string[] = [];
  const pending = [directory];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const entry of entriesOf(current)) {
      const { name } = entry;
      const path = join(current, name);
      if (name.startsWith('.') || outputs.includes(path)) continue;
      if (entry.isDirectory()) {
        if (!skipped.has(name)) pending.push(path);
      } else if (isReadable(name)) files.push(path);
    }
  }
  return files.sort();
}

export function isReadable(file: string): boolean {
  return readable.test(file) && !declarations.test(file);
}

/** Patterns of the files of one's own that are not among them. */
export function unlisted(directory: string): RegExp[] {
  const below = `${escaped(directory.replaceAll('\\', '/'))}/`;
  const names = [...skipped].filter((name) => name !== 'node_modules');
  return [
    new RegExp(`^(?!${below}|.*/node_modules/)[^\\0]`),
    new RegExp(`^(?!.*/node_modules/)${below}(?:.*/)?(?:${names.join('|')}|\\.[^/]*)/`),
  ];
}

/** A text as a pattern that is that text. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Whether a file is of the project itself, and not of a package that was installed, or of this one. */
export function isOwnFile(file: string): boolean {
  const path = file.replaceAll('\\', '/');
  return !path.includes('/node_modules/') && !ours.some((folder) => path.startsWith(folder));
}

/** An alias may lead to our sources. */
const ours = ['runtime', 'plugin', 'diagnostics'].map(
  (folder) =>
    `${fileURLToPath(new URL(`../../${folder}`, import.meta.url)).replaceAll('\\', '/')}/`,
);

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Directories that hold nothing that a person wrote for the project. */
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'output', 'coverage', 'target']);
const readable = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
const declarations = /\.d\.[cm]?ts$/;

/** Every file below a directory that may hold code of the project, in the order of their names. */
export function filesBelow(directory: string): string[] {
  const files: string[] = [];
  const pending = [directory];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const entry of entriesOf(current)) {
      const { name } = entry;
      if (name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (!skipped.has(name)) pending.push(join(current, name));
      } else if (isReadable(name)) files.push(join(current, name));
    }
  }
  return files.sort();
}

export function isReadable(file: string): boolean {
  return readable.test(file) && !declarations.test(file);
}

/** Whether a file is of the project itself, and not of a package that was installed. */
export function isOwnFile(file: string): boolean {
  return !/[\\/]node_modules[\\/]/.test(file);
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stamp, stampOf } from './stamp.js';

/** Directories that hold nothing that a person wrote for the project. */
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'output', 'coverage', 'target']);
const readable = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html)$/;
const declarations = /\.d\.[cm]?ts$/;

/** A directory, and what of it may be, or hold, code of the project. */
export interface Directory {
  readonly path: string;
  /** Before its entries were read. */
  readonly stamp: Stamp;
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/** A directory and those below it. `outputs` are left out. */
export function directoriesBelow(root: string, outputs: readonly string[]): Directory[] {
  const found = [readDirectory(root, outputs)];
  for (const { path, directories } of found) {
    for (const name of directories) found.push(readDirectory(join(path, name), outputs));
  }
  return found;
}

/** The names in it are in their order. */
export function readDirectory(path: string, outputs: readonly string[]): Directory {
  const stamp = stampOf(path);
  const files: string[] = [];
  const directories: string[] = [];
  for (const entry of entriesOf(path)) {
    const { name } = entry;
    if (name.startsWith('.') || outputs.includes(join(path, name))) continue;
    if (!entry.isDirectory()) {
      if (isReadable(name)) files.push(name);
    } else if (!skipped.has(name)) directories.push(name);
  }
  return { path, stamp, files: files.sort(), directories: directories.sort() };
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
  const path = linkedFile(file.replaceAll('\\', '/'));
  return !path.includes('/node_modules/') && !ours.some((folder) => path.startsWith(folder));
}

const packageDirectory = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;
const linked = new Map<string, string>();

/** Where a file of a package is that is a link to a directory: bundlers may call it by the link. */
export function linkedFile(path: string): string {
  const directory = packageDirectory.exec(path)?.[0];
  if (directory === undefined) return path;
  let place = linked.get(directory);
  if (place === undefined) {
    place = placeOf(directory);
    linked.set(directory, place);
  }
  return place + path.slice(directory.length);
}

function placeOf(directory: string): string {
  try {
    return realpathSync.native(directory).replaceAll('\\', '/');
  } catch {
    return directory;
  }
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

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

const importsOf = (file: string): string[] =>
  Array.from(readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g), ([, path]) =>
    resolve(dirname(file), path!),
  );

/** Which folders of a folder import from which others. */
function arrowsIn(folder: string): Map<string, Set<string>> {
  const base = join(root, folder);
  const arrows = new Map<string, Set<string>>();
  const partOf = (path: string) => relative(base, path).split('/');
  for (const file of filesBelow(folder)) {
    const from = partOf(file);
    for (const path of importsOf(file)) {
      const to = partOf(path);
      if (from.length < 2 || to.length < 2 || to[0] === '..' || to[0] === from[0]) continue;
      arrows.set(from[0]!, (arrows.get(from[0]!) ?? new Set()).add(to[0]!));
    }
  }
  return arrows;
}

/** A way from a folder back to itself; `null` where there is none. */
function circleIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const done = new Set<string>();
  const follow = (way: readonly string[]): string | null => {
    const folder = way.at(-1)!;
    if (way.indexOf(folder) < way.length - 1) return way.join(' → ');
    if (done.has(folder)) return null;
    for (const next of arrows.get(folder) ?? []) {
      const circle = follow([...way, next]);
      if (circle !== null) return circle;
    }
    done.add(folder);
    return null;
  };
  return [...arrows.keys()].reduce<string | null>((found, one) => found ?? follow([one]), null);
}

describe('what imports what', () => {
  it.each([
    'runtime',
    'runtime/function',
    'runtime/staged',
    'runtime/webgpu',
    'plugin',
    'plugin/staging',
  ])('the folders of %s import in one direction', (folder) => {
    const arrows = arrowsIn(folder);
    expect(arrows.size).toBeGreaterThan(0);
    expect(circleIn(arrows)).toBeNull();
  });

  it.each([
    ['runtime', 'plugin'],
    ['plugin', 'runtime'],
  ])('%s imports nothing from %s', (folder, other) => {
    const found = filesBelow(folder).flatMap(importsOf);
    expect(found.filter((path) => path.startsWith(join(root, other, '/')))).toEqual([]);
  });

  it('a circle would be found', () => {
    const arrows = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    expect(circleIn(arrows)).toBe('a → b → c → b');
  });
});

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];

afterAll(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A new empty directory, which is gone when the tests of this file have run. */
export function temporaryDirectory(name: string): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `use-graph-${name}-`)));
  made.push(directory);
  return directory;
}

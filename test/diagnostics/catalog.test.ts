import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { items, toldBy } from './examples.js';

const withExample = items.filter(({ entry }) => entry.example !== null);

describe('every diagnostic of the catalog', () => {
  it('stands in one phase only', () => {
    const codes = items.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each(withExample.map((item) => [item.code, item] as const))(
    '%s: its example gets it',
    async (code, item) => {
      expect(await toldBy(item)).toContain(`[${code}]`);
    },
  );

  it('has an example, or cannot have one', () => {
    expect(items.filter(({ entry }) => entry.example === null).map(({ code }) => code)).toEqual([
      'staging-failed',
      'plugin-options',
      'late-import',
      'unseen-module',
      'assigned-and-mutated',
      'dynamic-graph-model',
      'host-kernel',
      'kernel-failed',
      'device-lost',
      'device-refused',
      'tensor-too-large',
      'runs-uncompiled',
      'backend-not-ready',
      'loop-too-long',
      'variable-shape-changed',
      'missing-package',
      'no-webgpu-adapter',
      'webgpu-device',
      'internal-error',
    ]);
  });

  it('is raised somewhere', () => {
    const source = ['plugin', 'runtime'].flatMap(sourceFiles).join('\n');
    const unused = items.filter(({ code }) => !source.includes(code));
    expect(unused.map(({ code }) => code)).toEqual([]);
  });
});

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts'))
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
}

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { allPrinted } from '../../runtime/interpret/print.js';
import { compile, compileEager } from '../support/compile.js';
import { executors } from '../support/index.js';

interface Snippet {
  readonly language: string;
  readonly heading: string;
  readonly line: number;
  readonly source: string;
  readonly output: readonly string[];
}

/** The programs of a page, each piece with the text block under it, which is what it prints. */
function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const fences = /^## (.*)$|^```([jt]s)\n([\s\S]*?)^```\n(?:```text\n([\s\S]*?)^```$)?/gm;
  let heading = '';
  const snippets: Snippet[] = [];
  for (const match of text.matchAll(fences)) {
    const [, title, language = '', source, output] = match;
    if (title !== undefined) heading = title;
    if (source === undefined) continue;
    // What is no whole program.
    if (language === 'ts' && !source.includes("from '@tensorflow/")) continue;
    const line = text.slice(0, match.index).split('\n').length;
    snippets.push({
      language,
      heading,
      line,
      source,
      output: (output ?? '').trimEnd().split('\n'),
    });
  }
  return snippets;
}

describe.each(executors)('the guide on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(snippetsOf('guide.md'))('$heading, line $line', async ({ language, source, output }) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const isMarked = /"use graph"|\bgraph\(/.test(source);
    try {
      await (isMarked ? compile : compileEager)(source, {}, `program.${language}`);
      await allPrinted();
      const lines = log.mock.calls.flatMap((values) =>
        format(...values)
          .replaceAll("'", '')
          .split('\n'),
      );
      // On webgpu a printed tensor appears when it has been read.
      if (backend === 'cpu') expect(lines).toEqual(output);
      else expect(lines.toSorted()).toEqual(output.toSorted());
    } finally {
      log.mockRestore();
    }
  });
});

it('has no type errors in TypeScript', () => {
  const own = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const directory = own('node_modules/.cache/use-graph-guide');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const config = { extends: own('tsconfig.json'), include: ['*.ts'], exclude: [] };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
  const typed = snippetsOf('guide.md').filter(({ language }) => language === 'ts');
  for (const { source, line } of typed) writeFileSync(join(directory, `line${line}.ts`), source);
  const given = [own('node_modules/typescript/bin/tsc'), '-p', directory];
  const { stdout, status } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
});

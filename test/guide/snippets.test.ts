import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { allPrinted } from '../../runtime/interpret/print.js';
import { compile, compileEager } from '../support/compile.js';
import { executors } from '../support/index.js';

interface Snippet {
  readonly heading: string;
  readonly line: number;
  readonly source: string;
  readonly output: readonly string[];
}

/** The JavaScript of a page, each piece with the text block under it, which is what it prints. */
function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const fences = /^## (.*)$|^```js\n([\s\S]*?)^```\n(?:```text\n([\s\S]*?)^```$)?/gm;
  let heading = '';
  const snippets: Snippet[] = [];
  for (const match of text.matchAll(fences)) {
    const [, title, source, output] = match;
    if (title !== undefined) heading = title;
    if (source === undefined) continue;
    const line = text.slice(0, match.index).split('\n').length;
    snippets.push({ heading, line, source, output: (output ?? '').trimEnd().split('\n') });
  }
  return snippets;
}

describe.each(executors)('the guide on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(snippetsOf('guide.md'))('$heading, line $line', async ({ source, output }) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const isMarked = /"use graph"|\bgraph\(/.test(source);
    try {
      await (isMarked ? compile : compileEager)(source);
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

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stage } from './stage.js';

const folder = new URL('cases/', import.meta.url);
const sources = readdirSync(folder).filter((name) => !name.includes('.staged.'));

describe('staged text', () => {
  test.each(sources)('%s', async (name) => {
    const source = readFileSync(new URL(name, folder), 'utf8');
    const staged = name.replace(/(\.\w+)$/, '.staged$1');
    await expect(`${stage(source)}\n`).toMatchFileSnapshot(`cases/${staged}`);
  });
});

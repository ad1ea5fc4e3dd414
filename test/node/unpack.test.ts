import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOfTar, unpackCached } from '../../runtime/node/unpack.js';

function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks: Buffer[] = [];
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    header.write('0', 156);
    blocks.push(header, content, Buffer.alloc((512 - (content.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const files = { 'driver.so': 'x'.repeat(700), empty: '', 'icd.json': '{}' };

describe('unpacking', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'unpack-test-'));
    vi.stubEnv('TMPDIR', folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  it('finds the files of a tar archive', () => {
    const found = [...filesOfTar(tarOf(files))].map(({ name, content }) => [
      name,
      content.toString(),
    ]);
    expect(Object.fromEntries(found)).toEqual(files);
  });

  it('happens once for an archive, also when two ask at the same time', async () => {
    const archive = brotliCompressSync(tarOf(files));
    const [first, second] = await Promise.all([
      unpackCached(archive, 'driver'),
      unpackCached(archive, 'driver'),
    ]);
    expect(second).toBe(first);
    expect(await readFile(join(first!, 'icd.json'), 'utf8')).toBe('{}');
    expect(await unpackCached(archive, 'driver')).toBe(first);
    expect(await readdir(folder)).toHaveLength(1);
  });
});

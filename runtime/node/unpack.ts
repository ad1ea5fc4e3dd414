import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/**
 * The files of a Brotli-compressed tar archive, in a folder of the system's folder for temporary files that is kept for
 * later processes and named for user and content. It appears under its name only when it is complete.
 */
export async function unpackCached(archive: Buffer, name: string): Promise<string> {
  const digest = createHash('sha256').update(archive).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `${name}-${userInfo().username}-${digest}`);
  if (existsSync(folder)) return folder;
  const partial = await mkdtemp(`${folder}-`);
  const tar = await promisify(brotliDecompress)(archive);
  for (const file of filesOfTar(tar)) {
    await writeFile(join(partial, basename(file.name)), file.content, { mode: 0o755 });
  }
  try {
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // otherwise another process was faster
  }
  return folder;
}

const blockSize = 512;

/** The ordinary files of a tar archive. Each is a header block followed by its content, padded to whole blocks. */
export function* filesOfTar(tar: Buffer): Generator<{ name: string; content: Buffer }> {
  for (let offset = 0; offset + blockSize <= tar.length; ) {
    const name = textOf(tar, offset, 100);
    if (name === '') return;
    const size = Number.parseInt(textOf(tar, offset + 124, 12), 8);
    const type = textOf(tar, offset + 156, 1);
    const start = offset + blockSize;
    if (type === '0' || type === '') yield { name, content: tar.subarray(start, start + size) };
    offset = start + Math.ceil(size / blockSize) * blockSize;
  }
}

function textOf(bytes: Buffer, start: number, length: number): string {
  const text = bytes.toString('utf8', start, start + length);
  const end = text.indexOf('\0');
  return (end === -1 ? text : text.slice(0, end)).trim();
}

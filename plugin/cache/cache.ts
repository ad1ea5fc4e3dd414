import { hash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const mostBytes = 64 << 20;
/** The user may have other files there. What a build was writing when it ended may have been left. */
const ours = /^[\da-f]{40}\.json/;

/**
 * Values that outlive a build, a file each. Where a file cannot be read, or is not what was written, there is no value;
 * where none can be written, the next build finds none.
 */
export class Cache {
  #isPruned = false;

  constructor(
    private readonly directory: string,
    /** Values that another version wrote are not found. */
    private readonly version: string,
    private readonly mostEntries = 2_000,
  ) {}

  /** What stands for a value: everything that the value depends on. */
  key(...parts: unknown[]): string {
    return digest(JSON.stringify([this.version, ...parts]));
  }

  /** The entry of that key; undefined where there is none. */
  read(key: string): unknown {
    try {
      const text = readFileSync(this.#fileOf(key), 'utf8');
      const end = text.indexOf('\n');
      const body = text.slice(end + 1);
      return text.slice(0, end) === digest(body) ? JSON.parse(body) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Another build may write the same at the same time: a file appears as a whole. */
  write(key: string, value: unknown): void {
    try {
      mkdirSync(this.directory, { recursive: true });
      if (!this.#isPruned) this.#prune();
      const body = JSON.stringify(value);
      const file = this.#fileOf(key);
      const written = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
      writeFileSync(written, `${digest(body)}\n${body}`);
      renameSync(written, file);
    } catch {
      // The build needs none.
    }
  }

  /** Once in a build: the oldest half goes where there is too much. */
  #prune(): void {
    this.#isPruned = true;
    const files = readdirSync(this.directory)
      .filter((name) => ours.test(name))
      .map((name) => join(this.directory, name))
      .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
      .flatMap(({ path, stats }) =>
        stats?.isFile() ? [{ path, age: -stats.mtimeMs, bytes: stats.size }] : [],
      )
      .sort((a, b) => a.age - b.age);
    let bytes = 0;
    const isFull =
      files.length > this.mostEntries ||
      files.reduce((sum, file) => sum + file.bytes, 0) > mostBytes;
    if (!isFull) return;
    for (const [index, file] of files.entries()) {
      bytes += file.bytes;
      if (index >= this.mostEntries / 2 || bytes > mostBytes / 2) unlinkSync(file.path);
    }
  }

  #fileOf(key: string): string {
    return join(this.directory, `${key}.json`);
  }
}

function digest(text: string): string {
  return hash('sha256', text).slice(0, 40);
}

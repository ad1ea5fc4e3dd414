import { readFileSync } from 'node:fs';
import { type Stamp, stampOf } from './stamp.js';

/** Reads the files that say where specifiers lead, and knows which were looked for, also in vain. */
export class ConfigFiles {
  readonly stamps = new Map<string, Stamp>();

  /** Null where there is none. */
  read(path: string): string | null {
    const stamp = stampOf(path);
    this.stamps.set(path, stamp);
    if (stamp === '') return null;
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return null;
    }
  }
}

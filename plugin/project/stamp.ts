import { type Stats, statSync } from 'node:fs';

/** Tells whether a file is as it was: when it was written, and how long it is. Empty where there is none. */
export type Stamp = string;

/** Clocks of file systems stand still for as long. */
const tick = 100;

export function stampOf(file: string): Stamp {
  return stampFrom(statSync(file, { throwIfNoEntry: false }));
}

export function stampFrom(stats: Stats | undefined): Stamp {
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size}`;
}

/** Whether the file may be written once more without another stamp. */
export function isFresh(stamp: Stamp, now: number): boolean {
  return stamp !== '' && Number.parseFloat(stamp) > now - tick;
}

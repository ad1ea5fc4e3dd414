import { listPerTrace } from './perTrace.js';

const checks = listPerTrace<() => void>();

/** Has `check` look at what the program has left when all of it has been traced. */
export function checkAtEnd(check: () => void): void {
  checks().push(check);
}

export function runEndChecks(): void {
  for (const check of checks()) check();
}

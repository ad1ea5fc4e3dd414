import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A loop with a literal for a test is endless, or runs once or never, as with true or false. */
const bodies: readonly string[] = [
  `do { if (a > 3) return a; a += 1; } while (true);`,
  `while (1) { if (a > 3) return a; a += 1; }`,
  `do { if (a > 0) break; a = 5; } while (0); return a;`,
  `while (1) { if (a > 3) break; a += 1; } return a;`,
  `for (; 1;) { if (a > 3) break; a += 1; } return a;`,
  `for (; 'x';) { if (a > 3) return a; a += 1; }`,
  `do { if (a > 3) break; a += 1; } while (!0); return a;`,
  `let s = 0; outer: do { for (let i = 0; ; i++) { if (i > 2) continue outer; if (a > 5) break outer; a += 1; s += i; } } while (true); return s;`,
  `let i = 0; do { i++; if (i > n) break; if (a > 0) continue; a += 1; } while (1); return [i, a];`,
  `while (0) { a = 5; } return a;`,
  `for (; false;) { a += 3; } return a;`,
  `let s = 0; do { try { if (a > 3) return s; s += 1; } finally { a += 1; } } while (true);`,
  `let k = 0; do { switch (n) { case 3: k += 2; break; default: k += 1; } if (k > 5) return k; } while (true);`,
  `do { a += 1; if (a < 2) continue; return a; } while (!false);`,
  `let s = 0; do { s += 1; } while (null); return s;`,
  `async function f() { do { if (a > 3) return a; a += 1; } while (true); } return a;`,
  `function* g() { do { yield a; a += 1; } while (true); } let s = 0; for (const x of g()) { if (x > 4) break; s += x; } return s;`,
];

describe.each(executors)('loops whose tests are literals, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

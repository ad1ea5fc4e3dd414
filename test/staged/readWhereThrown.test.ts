import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A variable that a block assigns keeps what it was where the value throws: what gives it that is not overwritten. */
const bodies: readonly string[] = [
  `const risky = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 0; if (n === 3) t = 2; else t = 3; try { t = risky(a); } catch {} return t;`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 0; if (flag) t = 5; try { t = check(a); } catch { t = t + 100; } return t;`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 0; if (flag) t = 5; try { t = check(a); return 8; } catch { return t; }`,
  `const pair = (x) => { if (x > 0) throw new Error('no'); return [7, 8]; }; let t = 0, u = 1; if (flag) { t = 5; u = 6; } try { [t, u] = pair(a); } catch {} return [t, u];`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 0; if (flag) t = 5; try { try { t = check(a); } finally { b = t; } } catch {} return [t, b];`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 0; while (n > 0) { t = n; n = n - 1; } try { t = check(a); } catch {} return t;`,
  `let t = 0; if (flag) t = 5; const bad = null; try { t = bad.x; } catch {} return t;`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 0; if (flag) t = 5; try { for (t of [check(a), 1]) b += t; } catch {} return [t, b];`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 0; for (const x of v) { if (x > 1) t = x; try { t = check(x - 2); } catch { b += t; } } return [t, b];`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 0; for (const x of v) { if (x > 1) t = x; try { const y = check(x - 2); t = y; } catch { b += t; } finally { b += 1; } } return [t, b];`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 1; if (flag) t = 5; try { if (b > 0) t = check(a); else t = 9; } catch { return t; } return t + 50;`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 1; if (flag) t = 5; const o = {}; try { o.k = check(a); t = o.k; } catch { o.k = t; } return [t, o.k];`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 1; if (flag) t = 5; try { t = check(a) + t; } catch { t += 1; } return t;`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; let t = 1; switch (n) { case 3: t = 4; break; default: t = 6; } try { t = check(a); } catch {} return t;`,
  `const check = (x) => { if (x > 0) throw new Error('no'); return 7; }; const go = () => { let t = 1; if (flag) t = 5; try { t = check(a); if (b > 0) return t; } catch { return t; } return -1; }; return go();`,
];

describe.each(executors)('what a handler reads, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

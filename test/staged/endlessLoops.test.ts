import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const bodies = [
  `let r; try { if (a > 0) throw new Error('x'); r = null; if (b > 3) r = undefined; } catch { r = 5; } return [r === null, r === undefined, r ?? 0].map(Number);`,
  `let s = 0; try { while (1 < 3) { s += 1; if (s > n) throw new Error('x'); } } catch { s = -s; } return s;`,
  'let s = 0; while (true) { s += 1; if (s > n) break; } return s;',
  `let s = 0; try { for (let i = 0; 1 < 3; i++) { s += a; if (i > n) throw new Error('x'); } } catch { s = -s; } return s;`,
  `let s = 0; try { do { s += 1; if (s > n) throw new Error('x'); } while (1 < 3); } catch { s = -s; } return s;`,
  `let s = 0; const o = { go: true }; try { while (o.go) { s += 1; if (s > n) throw new Error('x'); } } catch { s = -s; } return s;`,
  `let s = 0; try { while (1 < 3) { s += 1; if (s > n) throw new Error('x'); if (s === 2) break; } } catch { s = -s; } return s;`,
  `let i = 0, s = 0; try { while (i < 100) { i++; s += a; if (s > n) throw new Error('x'); } } catch { s = -s; } return s;`,
  `let s = 0; try { for (let i = 0; i < 100; i++) { s += 1; if (s > n + 30) throw new Error('x'); } } catch { s = -s; } return s;`,
  `let s = 0; try { for (const i of Array.from({ length: 90 }, (_, i) => i)) { s += 1; if (s > n + 30) throw new Error('x'); } } catch { s = -s; } return s;`,
  'let s = 0; for (const i of Array.from({ length: 90 }, (_, i) => i)) { s += 1; if (s > n + 30) break; } return s;',
  `const tokens = Array.from({ length: 24 }, (_, i) => i % 3 === 0 ? { kind: 'n', x: i } : { kind: 'op', f: (y) => y + 1, deep: { z: [i] } }); let s = 0; try { for (let i = 0; i < tokens.length; i++) { const t = tokens[i]; if (t.kind === 'n') s += t.x * a; else s = t.f(s); if (s > 40 + n) throw new Error('x'); } } catch { s = -s; } return s;`,
  `let i = 0, s = 0; try { while (i++ < 40) { s += a; if (s > n + 20) throw new Error('x'); } s += 1000; } catch { s = -s; } return [s, i];`,
  `let out = []; try { for (let i = 0; i < 25; i++) { out.push(i * a); if (i > n + 18) throw new Error('x'); } } catch { out.push(-1); } return out.length;`,
];

describe.each(executors)(
  'loops that only a throw that a tensor decides about ends, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

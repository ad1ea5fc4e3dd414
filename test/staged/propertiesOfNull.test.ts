import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A branch or loop that a tensor decides about assigns a property of what is null, and the program catches that. */
const bodies: readonly string[] = [
  `let r = null; let k = 0; try { if (b > 0) r.x = 1; k = 5; } catch (e) { k = e instanceof TypeError ? -1 : -2; } return k;`,
  `let k = 0; let u = null; try { while (k < b) { k += 1; u.x = 1; } } catch { k = -1; } return k;`,
  `let r = { q: null }; let k = 0; try { for (const x of v) { if (x > 2) { r.q.list.push(x); } else if (x < 0) { r.q = { list: [x] }; } k += 1; } } catch (e) { k -= 10; } return [k, r.q?.list.length ?? -1];`,
  `class S { #t = 0; bump(o, x) { try { if (x > 1) o.#t += x; else this.#t -= 1; return true; } catch (e) { if (e instanceof TypeError) return false; throw e; } } get t() { return this.#t; } } const s = new S(), w = new S(); return [s.bump(w, a), s.bump(null, a), s.bump(null, b), s.t, w.t];`,
  `let o; const r = []; try { do { try { if (a > 0) o.n++; r.push(1); } catch { o = { n: 1 }; r.push(2); } } while (o?.n < 3); } finally { r.push(3); } return [o?.n ?? 0, r.length];`,
  `let list = null; let k = 0; try { if (flag) list[0] = a; k = 1; } catch { k = 2; } return k;`,
  `let o = null; let k = 0; try { if (flag) o.x.y = a; else k = 7; } catch { k = 2; } return [k];`,
];

describe.each(executors)('Properties of null on $backend', ({ start, backend }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

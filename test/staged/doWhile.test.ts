import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* The test of a do-while is a variable of its loop, which holds whether it is true: it may be an object, a text or a number. */
const bodies: readonly string[] = [
  'let o = { x: a, next: { x: b, next: null } }; let s = 0; do { s = s * 2 + o.x; o = o.next; } while (o && s < 5); return s;',
  'let left = [a, b, n]; let s = 0; do { s += left.pop(); } while (left.length); return s;',
  'let left = []; for (const x of v) if (x > 0) left.push(x); let s = 0; do { s += left.pop() ?? 1; } while (left.length); return s;',
  'let x = 5; let i = 0; do { x -= 1; i += 1; if (a > i) continue; } while (x && i < 4); return [x, i];',
  "let i = 0; const more = () => i < a ? 'yes' : ''; do { i++; } while (more()); return i;",
  'let m = null; let i = 0; do { if (i > b) m = { i }; i++; } while (!m && i < n); return m ? m.i : -1;',
];

describe.each(executors)('the test of a do-while, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

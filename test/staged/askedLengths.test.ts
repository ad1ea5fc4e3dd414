import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Whoever asks for the length in one way or another has the element: it takes the place of an object as one that is there. */
const start = 'const past = []; let now = { x: 1 };';
const commit = 'past.push(now); now = { x: now.x + w };';
const finish = 'return [now.x, past.map((o) => o.x)];';
const inLoop = (undo: string) =>
  `${start} for (const w of v) { if (w > a) { ${undo} continue; } ${commit} } ${finish}`;

const taken: readonly string[] = [
  'if (past.length !== 0) now = past.pop();',
  'if (past.length != 0) now = past.shift();',
  'if (past.length >= 1) now = past.pop();',
  'if (0 < past.length) now = past.pop();',
  'if (1 <= past.length) now = past.pop();',
  'if (!(past.length < 1)) now = past.pop();',
  'if (past.length > 1) now = past.pop();',
  'if (past.length > 0.5) now = past.pop();',
  'if (past.length === 0) now = { x: 9 }; else now = past.pop();',
  'if (past.length <= 0) now = { x: 9 }; else now = past.shift();',
  'if (past.length === 1) now = past.pop();',
  'if (past.length < 1) continue; now = past[past.length - 1];',
  'if (past.length === 0) continue; now = past.at(-1);',
  'if (past.length !== 0) now = past[0];',
  'if (past.length >= 2) now = past[1];',
];

const bodies: readonly string[] = [
  ...taken.map(inLoop),
  ...[
    'w > a && past.length > 0',
    'past.length !== 0 && w > a',
    'w > a && past.length >= 1 && n > 1',
  ].map(
    (test) =>
      `${start} for (const w of v) { if (${test}) now = past.pop(); else { ${commit} } } ${finish}`,
  ),
  `${start} const undo = () => { if (past.length === 0) return false; now = past.pop(); return true; }; let k = 0; for (const w of v) { if (w > a) { if (!undo()) k++; continue; } ${commit} } return [now.x, past.length, k];`,
  'class History { constructor(x) { this.past = []; this.now = { x, n: 0 }; } get isEmpty() { return this.past.length === 0; } commit(next) { this.past.push(this.now); this.now = next; } undo() { if (this.isEmpty) return false; this.now = this.past.pop(); return true; } } const h = new History(1); let k = 0; for (const w of v) { if (w > a) { if (!h.undo()) k++; continue; } const { x, n } = h.now; h.commit({ x: x * w, n: n + 1 }); } return [h.now.x, h.now.n, h.past.length, k];',
];

describe.each(executors)(
  'lengths that were asked for, on $backend',
  ({ backend, start: begin }) => {
    beforeAll(begin);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

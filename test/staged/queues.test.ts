import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const two = 'const o = { left: 2, id: 1 }, p = { left: 3, id: 2 }, q = [o, p];';
const three =
  'const o = { left: 2, id: 1 }, p = { left: 3, id: 2 }, r = { left: 1, id: 3 }, q = [o, p, r];';
const tasks =
  'class T { constructor(id, left) { this.id = id; this.left = left; } run() { this.left -= 1; return this.left <= 0; } } class Q { constructor() { this.q = [new T(1, 2), new T(2, 3), new T(3, 1)]; this.done = []; } step() { if (this.q.length === 0) return; const t = this.q.shift(); if (t.run()) this.done.push(t.id); else this.q.push(t); } } const s = new Q();';

/* Objects that were there before the loop go from one end of a queue to the other, and are changed on the way. */
const bodies: readonly string[] = [
  `${two} for (const w of v) { const t = q.shift(); t.left -= 1; if (t.left > 0) q.push(t); } return q.length;`,
  `${two} let s = 0; for (const w of v) { const t = q.shift(); t.left -= 1; if (t.left > 0) q.push(t); s = s * 3 + t.id; } return [s, o.left, p.left];`,
  `${two} const out = []; for (const w of v) { const t = q.shift(); t.left -= 1; if (t.left > 0) q.push(t); out.push(t.id); if (q.length === 0) break; } return out;`,
  `${two} let s = 0, k = 0; while (q.length > 0 && k < n + 3) { k++; const t = q.shift(); t.left -= 1; if (t.left > 0) q.push(t); else s += t.id * k; } return [s, o.left, p.left];`,
  `${two} for (const w of v) { const t = q[0]; t.left -= w; q.splice(0, 1); if (t.left > 0) q.unshift(t); else q.push(t); } return q.map((one) => one.left * 10 + one.id);`,
  `${three} let s = 0; for (const w of v) { const t = q.shift(); t.left -= w; if (t.left > 0) q.push(t); s = s * 3 + t.id; } return [s, o.left, p.left, r.left, q.length];`,
  `${tasks} for (const w of v) s.step(); return [s.done, s.q.length];`,
  `${tasks} for (const w of v) { s.step(); if (w > 1) s.step(); } return [s.done, s.q.length];`,
  `${tasks} for (const w of v) { if (w > 1) s.step(); } return [s.done, s.q.length];`,
  `class Job { constructor(time, kind) { this.time = time; this.kind = kind; } } const queue = [...v].map((x) => new Job(x, 'arrive')); let served = 0; for (let i = 0; i < 2; i++) { queue.sort((p, q) => p.time - q.time); const e = queue.shift(); if (e.kind === 'arrive') queue.push(new Job(e.time + 1, 'leave')); else served++; } return [queue.length, queue.filter((e) => e.kind === 'leave').length, served];`,
  `class Job { constructor(time, kind) { this.time = time; this.kind = kind; } } const queue = [new Job(a, 'arrive'), new Job(b, 'arrive')]; let served = 0; while (queue.length > 0) { queue.sort((p, q) => p.time - q.time); const e = queue.shift(); if (e.kind === 'arrive') queue.push(new Job(e.time + 1, 'leave')); else served++; } return served;`,
];

describe.each(executors)('queues of objects, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

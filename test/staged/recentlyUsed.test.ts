import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Maps and Sets whose keys are tensors, which are taken away and added again: the order of the entries tells which was used last. */
const bodies: readonly string[] = [
  'const m = new Map(); for (const k of v) { if (m.has(k)) { m.delete(k); m.set(k, 1); } else m.set(k, 1); } return [...m.keys()];',
  'const m = new Set(); for (const k of v) { if (m.has(k)) { m.delete(k); m.add(k); } else m.add(k); } return [...m.keys()];',
  'const m = new Map(); for (const k of v) { if (m.has(k)) m.set(k, m.get(k) + 1); else m.set(k, 1); } return [...m.values()];',
  'const m = new Map(); for (const k of v) { m.delete(k); m.set(k, 1); } return [...m.keys()];',
  'const m = new Map(); for (const k of v) { if (m.has(k)) m.delete(k); m.set(k, 1); } return [...m.keys()];',
  'const m = new Map(); for (const k of v) { if (m.has(k)) { const x = m.get(k); m.delete(k); m.set(k, x + 1); } else m.set(k, 1); } return [...m.keys()];',
  'const m = new Map([[1, 10], [2, 20], [3, 30]]); for (const k of [1, 3, 1]) { if (m.has(k)) { const x = m.get(k); m.delete(k); m.set(k, x + a); } } return [...m.values()];',
  'const cap = 2; const m = new Map(); let hits = 0; for (const k of v) { if (m.has(k)) { hits++; const x = m.get(k); m.delete(k); m.set(k, x); } else { if (m.size >= cap) m.delete(m.keys().next().value); m.set(k, k * 2); } } return [hits, [...m.keys()]];',
  'const cap = 2; const m = new Map(); let hits = 0; for (let i = 0; i < n; i++) { const k = i % 3; if (m.has(k)) { hits++; const x = m.get(k); m.delete(k); m.set(k, x); } else { if (m.size >= cap) { const [first] = m.keys(); m.delete(first); } m.set(k, k * 2); } } return [hits, [...m.entries()]];',
  'class LRU { constructor(cap) { this.cap = cap; this.map = new Map(); } get(k) { if (!this.map.has(k)) return -1; const x = this.map.get(k); this.map.delete(k); this.map.set(k, x); return x; } put(k, x) { if (this.map.has(k)) this.map.delete(k); else if (this.map.size >= this.cap) this.map.delete(this.map.keys().next().value); this.map.set(k, x); } } const c = new LRU(2); let s = 0; c.put(1, a); c.put(2, b); s += c.get(n > 3 ? 1 : 2); c.put(3, 9); s += c.get(1) * 10 + c.get(2) * 100 + c.get(3); return s;',
  'const m = new Map(); for (let i = 0; i < n; i++) { m.set((i * 7) % 3, i); } return [...m.keys()];',
];

describe.each(executors)('the entry used last, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    const { failure, refusals } = await compareBody(body, backend);
    expect(failure).toBeNull();
    expect(refusals).toEqual([]);
  });
});

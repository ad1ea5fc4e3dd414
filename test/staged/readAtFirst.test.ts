import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Branches of a loop that read what other branches of it add: the iteration that is traced first does not have it yet. */
const bodies: readonly string[] = [
  'const st = [0]; for (let i = 0; i < n; i++) { if (a > i) { st.push(b); } else { st.push(st[st.length - 2]); } } return st.length;',
  'const st = [0]; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push(b); } else { st.push(st[st.length - 2]); } } return st;',
  'const st = []; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push(b); } else { st.push(st[st.length - 1]); } } return st;',
  'const st = []; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push(b); } else { st.push(st.at(-1)); } } return st;',
  'const st = []; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push(b); } else { const t = st.pop(); st.push(t); st.push(t); } } return st;',
  'const st = []; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push([b, i]); } else { const t = st.pop(); st.push(t); st.push([t[1], t[0]]); } } return st;',
  'const st = []; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push({ x: b }); } else { const t = st.pop(); st.push({ x: t.x + 1 }); st.push(t); } } return st;',
  'const st = []; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push({ x: b }); } else { const t = st[st.length - 1]; st.push({ x: t.x + 1 }); st.push({ x: st[0].x }); } } return st;',
  'const st = [[1, 2]]; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push([b, i]); } else { const t = st[st.length - 2]; st.push([...t]); } } return st;',
  'const st = [[1, 2]]; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push([b, i]); } else { st.push(st[st.length - 2]); } } return st.length;',
  "const m = new Map(); for (let i = 0; i < n; i++) { if (i % 2 === 0) { m.set('x', { v: b }); } else { m.get('x').v += 1; } } return m.get('x')?.v ?? 0;",
  "const m = new Map(); let s = 0; for (let i = 0; i < n; i++) { if (i % 2 === 0) { m.set('x', [b, i]); } else { const [p, q] = m.get('x'); s += p + q; } } return s;",
  'const st = []; let s = 0; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push({ v: b }); } else { const { v } = st.pop(); s += v; } } return s;',
  'const st = []; let s = 0; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push([b, i]); } else { const [p] = st.pop(); s += p; } } return s;',
  'const st = []; let s = 0; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push([b, i]); } else { const [[p]] = st; s += p; } } return s;',
  'const st = [[1, 2]]; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push([b, i]); st[st.length - 1][0] += 1 } else { st[st.length - 2][1] += 2; } } return st;',
  'const st = [[1, 2]]; for (let i = 0; i < n; i++) { if (i % 2 === 0) { st.push([b, i]); st[st.length - 1][0] += 1 } else { st.at(-2)[1] += 2; } } return st;',
  'const q = []; let s = 0; for (let i = 0; i < n; i++) { if (i % 2 === 0) { q.push({ v: i }, { v: b }); } else { const h = q.shift(); s += h.v; h.v = 9; q.push(h); } } return [s, q.length];',
  'class Stack { #items = []; push(x) { this.#items.push(x); } pop() { return this.#items.pop(); } get top() { return this.#items[this.#items.length - 1]; } get size() { return this.#items.length; } } const st = new Stack(); let s = 0; for (let i = 0; i < n; i++) { if (i % 3 === 0) { st.push({ v: i + b }); } else if (i % 3 === 1) { st.push({ v: st.top.v * 2 }); } else { s += st.pop().v + st.pop().v; } } return [s, st.size];',
  'const st = [0]; for (let i = 0; i < n; i++) { switch (i % 3) { case 0: st.push(st[st.length - 1] + a); break; case 1: st.push(st[st.length - 1], st[st.length - 2]); break; default: { const x = st.pop(), y = st.pop(); st.push(x - y); } } } return st;',
  "const prog = [['push', a], ['jz', 3], ['push', 10], ['push', 20], ['dup'], ['halt']]; const st = []; let pc = 0, steps = 0; while (steps++ < 20) { const [op, arg] = prog[pc++]; if (op === 'halt') break; if (op === 'push') st.push(arg); else if (op === 'dup') st.push(st.at(-1)); else if (op === 'jz') { if (st.pop() === 0) pc = arg; } } return [st.length, steps];",
  "const prog = [['push', a], ['jz', 3], ['push', 10], ['push', 20], ['dup'], ['halt']]; const st = []; let pc = 0, steps = 0; while (steps++ < 20) { const [op, arg] = prog[pc++]; if (op === 'halt') break; if (op === 'push') st.push(arg); else if (op === 'dup') st.push(st[st.length - 1]); else if (op === 'jz') { if (st.pop() === 0) pc = arg; } } return [st.length, steps];",
  "const prog = [['push', a], ['jz', 3], ['push', 10], ['push', 20], ['dup'], ['halt']]; const st = []; let pc = 0, steps = 0; for (;;) { const [op, arg] = prog[pc++]; if (op === 'halt') break; if (op === 'push') st.push(arg); else if (op === 'dup') st.push(st.at(-1)); else if (op === 'jz') { if (st.pop() === 0) pc = arg; } } return [st.length, steps];",
  "const prog = [['push', a], ['jz', 3], ['push', 10], ['push', 20], ['dup'], ['halt']]; const st = []; let pc = 0, steps = 0; for (;;) { const [op, arg] = prog[pc++]; if (op === 'halt') break; switch (op) { case 'push': st.push(arg); break; case 'dup': st.push(st.at(-1)); break; case 'jz': if (st.pop() === 0) pc = arg; } } return [st.length, steps];",
  "const prog = [['push', a], ['push', b], ['gt'], ['jz', 6], ['push', 10], ['jmp', 7], ['push', 20], ['dup'], ['halt']]; const st = []; let pc = 0, steps = 0; while (steps++ < 20) { const [op, arg] = prog[pc++]; if (op === 'halt') break; if (op === 'push') st.push(arg); else if (op === 'dup') st.push(st.at(-1)); else if (op === 'jmp') pc = arg; else if (op === 'jz') { if (st.pop() === 0) pc = arg; } else { const y = st.pop(), x = st.pop(); st.push(x > y ? 1 : 0); } } return [st.length, st[0], steps];",
  'const q = [a]; let last = 0, k = 0; for (;;) { k++; if (k > 6) break; const x = q.pop(); if (k < 3) { q.push(x + 1); continue; } if (x > 2) { q.push(x - 1); q.push(x); } else if (q.length > 0) { last = q.pop(); q.push(last + 2); } else q.push(b); } return [q.length, last, k];',
  'let i = 0; const out = [1], back = []; while (i < 5) { i++; if (i < 3) { out.push(i); continue; } if (v[i % 3] > 2) { back.push(out.pop()); out.push(a); } else if (back.length > 0) out.push(back.pop()); } return [out, back.length];',
];

describe.each(executors)(
  'what an iteration reads that others add, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      const { failure, refusals } = await compareBody(body, backend);
      expect(failure).toBeNull();
      expect(refusals).toEqual([]);
    });
  },
);

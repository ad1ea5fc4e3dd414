import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects that refer to each other, along which a loop goes: what it is at is one of them, by another name. */
const two = 'const c = { x: 2, next: null }, d = { x: 1, next: c };';
const three = 'const e = { x: 3, next: null }, c = { x: 2, next: e }, d = { x: 1, next: c };';
const walk = 'let p = d; while (p.x < n && p.next !== null) p = p.next;';

const along: readonly string[] = [
  'class N { constructor(x, next) { this.x = x; this.next = next; } } let head = null; if (flag) head = new N(2, head); if (a > 5) head = new N(3, head); if (b > 5) head = new N(4, head); const c = head?.next ?? null; if (c !== null) { const d = c.next; c.next = head; head.next = d; head = c; } return head === null ? 0 : head.x;',
  `${two} ${walk} p.x = 50; return [c.x, d.x];`,
  `${two} ${walk} c.x = 50; return p.x;`,
  `${two} ${walk} const same = p === c; d.x = 70; return [p.x, same, p === d];`,
  `${two} ${walk} p.next = c; return [c.next === c, d.next === c];`,
  `${two} let p = d; while (p.x < n && p !== c) p = p.next; p.x = 50; return [c.x, d.x];`,
  `${two} let p = d, hops = 0; while (p.next && a > hops) { p = p.next; hops++; } p.x = 50; return [c.x, d.x, hops];`,
  `${two} const find = (p) => { while (p.x < n && p.next !== null) p = p.next; return p; }; find(d).x = 50; return [c.x, d.x];`,
  `${two} const s = { at: d }; while (s.at.x < n && s.at.next !== null) s.at = s.at.next; s.at.x = 50; return [c.x, d.x];`,
  `${three} ${walk} p.x = 50; return [e.x, c.x, d.x];`,
  `${three} for (let p = d; p !== null && p.x < n; p = p.next) p.x += 10; return [e.x, c.x, d.x];`,
  `${three} let p = d, prev = null; while (p !== null && p.x < n) { prev = p; p = p.next; } if (prev !== null) prev.x = 9; return [e.x, c.x, d.x];`,
  `const c = { x: [2], next: null }, d = { x: [1], next: c }; let p = d; while (p.x[0] < n && p.next !== null) p = p.next; p.x[0] = 50; p.x.push(1); return [c.x.length, c.x[0], d.x.length, d.x[0]];`,
  `const c = { x: 2, m: new Map([[1, 1]]), next: null }, d = { x: 1, m: new Map([[1, 2]]), next: c }; ${walk} p.m.set(1, 9); return [c.m.get(1), d.m.get(1)];`,
  `class N { constructor(x, next) { this.x = x; this.next = next; } hit() { this.x += 9; } } const c = new N(2, null), d = new N(1, c); ${walk} p.hit(); return [c.x, d.x];`,
  'let list = null; for (let i = 4; i > 0; i--) list = { x: i, hits: 0, next: list }; for (const x of v) { let p = list; while (p && p.x !== x) p = p.next; if (p) p.hits += 1; } const out = []; for (let q = list; q; q = q.next) out.push(q.hits); return out;',
  'const mk = (k, l, r) => ({ k, v: 0, l, r }); const root = mk(4, mk(2, mk(1, null, null), mk(3, null, null)), mk(6, null, null)); let p = root; while (p && p.k !== n) p = n < p.k ? p.l : p.r; if (p) p.v += 1; return [root.v, root.l.v, root.l.l.v, root.l.r.v, root.r.v];',
  'let head = { x: 5, next: { x: 7, next: null } }; let p = head; while (p.next !== null && p.next.x < n) p = p.next; p.next = { x: 1, next: p.next }; return head.next.next === null ? 0 : head.next.next.x;',
  'const c = { x: 3, next: null }, d = { x: 7, next: c }; let p = d; while (p.next !== null && p.x < n) p = p.next; p.next = { x: 1, next: p.next }; return d.next.next === null ? 0 : d.next.next.x;',
  'const e = { x: 0, next: null }, c = { x: 3, next: e }, d = { x: 7, next: c }; let p = d; while (p.next !== null && p.next.x > n) p = p.next; p.next = p.next.next; let count = 0; for (let q = d; q; q = q.next) count++; return count;',
  'const c = { x: 3, next: null }, d = { x: 7, next: c }; let p = d; if (flag) p = c; p.next = { x: 1, next: p.next }; return [d.next.next === null, d.next.x];',
  'class List { head = null; insert(x) { if (this.head === null || x < this.head.x) { this.head = { x, next: this.head }; return; } let p = this.head; while (p.next !== null && p.next.x < x) p = p.next; p.next = { x, next: p.next }; } sum() { let s = 0, k = 1; for (let q = this.head; q !== null; q = q.next) s += q.x * k++; return s; } } const l = new List(); l.insert(a); l.insert(b); l.insert(1); return l.sum();',
  'const e = { x: 0, next: null }, c = { x: 3, next: e }, d = { x: 7, next: c }; let prev = null, cur = d; while (cur !== null && cur.x !== n) { prev = cur; cur = cur.next; } if (cur !== null && prev !== null) prev.next = cur.next; let s = 0; for (let q = d; q; q = q.next) s += q.x; return s;',
  'const A = { peer: null, x: 1 }, B = { peer: null, x: 2 }; if (flag) A.peer = B; else B.peer = A; return [A.peer?.x ?? 0, B.peer?.x ?? 0];',
  'const c = { x: 3, next: null }, d = { x: 7, next: c }; let p = flag ? c : d; p.next = { x: 1, next: p.next }; p.next.x = 5; p.x += 1; return [c.x, d.x, c.next?.x ?? 0, d.next.x, d.next.next?.x ?? 0];',
  'const c = { x: 3, next: null }, d = { x: 7, next: c }; let p = flag ? c : d; const fresh = { x: 1, next: p.next }; p.next = fresh; fresh.x = 9; return [c.next?.x ?? 0, d.next.x, fresh.next?.x ?? 0];',
  'const c = { k: [1], next: null }, d = { k: [2], next: c }; let p = flag ? c : d; p.next = { k: p.k, next: p.next }; p.k.push(a); return [c.k.length, d.k.length, d.next.k.length];',
];

/* What a branch has put in an object that it has changed before, as a list that grows has its last node changed. */
const appended: readonly string[] = [
  'const t = { last: null, first: 0 }; const see = (o, x) => { if (o.last === null) o.first = x; else o.last.n += 1; o.last = { n: 0 }; }; if (a > 9) see(t, 1); if (a > 8) see(t, 2); if (flag) see(t, 3); return t.first;',
  'const t = { last: null, first: 0 }; const see = (o, x) => { if (o.last === null) o.first = x; else o.last.n += 1; if (o.last === null) o.last = { n: 0 }; }; if (a > 9) see(t, 1); if (a > 8) see(t, 2); if (flag) see(t, 3); return [t.first, t.last?.n ?? -1];',
  'class List { constructor() { this.head = null; this.tail = null; } append(x) { const node = { x, next: null }; if (this.tail === null) this.head = node; else this.tail.next = node; this.tail = node; } } const list = new List(); for (const x of v) if (x > 1) list.append(x); return list.head === null ? -1 : list.head.x;',
  'const r = { k: 5, r: null }; if (flag) r.r = { k: 6, r: null }; else r.r = { k: 5, r: null }; let p = r; if (flag) p = r.r; if (a > 0) p.r = { k: 9, r: null }; return [r.r.k, r.r.r === null ? -1 : r.r.r.k];',
  'const r = { k: 5, r: null }; if (flag) r.r = { k: 6, r: null }; if (r.r === null) r.r = { k: 8, r: null }; let p = r; if (flag) p = r.r; if (flag) p.r = { k: 9, r: null }; return [r.r.k, r.r.r === null];',
];

const show = 'let s = 0; for (let q = d; q; q = q.next) s = s * 10 + q.x; return';

/* Each of the objects that a pointer may be at gets what belongs to it, of which the pointer's own is a choice. */
const inserted: readonly string[] = [
  `${two} let p = d; if (flag) p = c; if (a > 0) p.next = { x: 9, next: p.next }; ${show} s;`,
  `${two} let p = d; if (flag) p = c; p.next = { x: 9, next: p.next }; p = p.next; p.next = { x: 8, next: p.next }; ${show} s;`,
  `${three} let p = d; if (flag) p = c; const node = { x: 9, next: null }; node.next = p.next; p.next = node; node.x = 8; ${show} [s, node.x, p.next.x, p.next === node];`,
  `${three} let p = d; if (flag) p = c; const rest = p.next; p.next = { x: 9, next: rest }; p.next.x = 7; rest.x = 5; ${show} [s, e.x, c.x];`,
  `${three} let p = d; while (p.next !== null && p.next.x < n) p = p.next; p.next = { x: n, next: p.next }; const out = []; for (let q = d; q; q = q.next) out.push(q.x); return out;`,
  `${three} const find = (x) => { let p = d; while (p.next !== null && p.next.x < x) p = p.next; return p; }; const at = find(n); const node = { x: 9, next: at.next }; at.next = node; node.x = 8; ${show} [s, node === d.next, at.next === node];`,
  'class Node { constructor(x, next) { this.x = x; this.next = next; } } class List { constructor() { this.head = new Node(-9, null); } insert(x) { let p = this.head; while (p.next !== null && p.next.x < x) p = p.next; p.next = new Node(x, p.next); } } const l = new List(); l.insert(2); l.insert(n); l.insert(1); let s = 0; for (let q = l.head.next; q; q = q.next) s = s * 10 + q.x; return s;',
  'class List { constructor() { this.head = null; } insert(x) { let prev = null, cur = this.head; while (cur !== null && cur.x < x) { prev = cur; cur = cur.next; } const node = { x, next: cur }; if (prev === null) this.head = node; else prev.next = node; } } const l = new List(); l.insert(3); l.insert(1); l.insert(n); let s = 0; for (let q = l.head; q; q = q.next) s = s * 10 + q.x; return s;',
];

const removed: readonly string[] = [
  `${three} let p = d; while (p.next && p.next.x !== n) p = p.next; if (p.next) p.next = p.next.next; ${show} [s, c.next === e];`,
  `${three} let p = d; while (p.next && p.next.x !== n) p = p.next; p.next = p.next?.next ?? null; ${show} s;`,
  `${three} let p = d; while (p.next !== null) { if (p.next.x === n) p.next = p.next.next; else p = p.next; } ${show} s;`,
  `${three} let prev = d, cur = d.next; while (cur !== null && cur.x < n) { prev = cur; cur = cur.next; } if (cur !== null) prev.next = cur.next; ${show} s;`,
  `${three} let prev = null, cur = d, head = d; while (cur !== null && cur.x !== n) { prev = cur; cur = cur.next; } if (cur !== null) { if (prev === null) head = cur.next; else prev.next = cur.next; } let s = 0; for (let q = head; q; q = q.next) s = s * 10 + q.x; return s;`,
  `${three} const remove = (x) => { let p = d; while (p.next !== null && p.next.x !== x) p = p.next; if (p.next !== null) p.next = p.next.next; }; remove(n); remove(2); ${show} s;`,
];

/* Loops that no graph can carry, whose iterations are traced one by one: what the trace of the loop has chosen is none of it. */
const unrolled: readonly string[] = [
  'let tail = { x: 0, next: null }; for (const x of v) { if (x > 1) { const node = { x, next: null }; tail.next = node; tail = node; } } return tail.x;',
  'let tail = { x: 0, next: null }; for (const x of v) { if (x > 1) { tail.next = { x, next: null }; tail = tail.next; } } return tail.x;',
  'let tail = { x: 0, next: null }; const head = tail; for (const x of v) { if (x > 1) { const node = { x, next: null }; tail.next = node; tail = node; } } let s = 0; for (let q = head; q !== null; q = q.next) s = s * 10 + q.x; return s;',
];

describe.each(executors)('objects that refer to each other, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each([...along, ...appended, ...inserted, ...removed, ...unrolled])('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('refuses a list that each iteration makes longer', async () => {
    const body =
      'let head = null, tail = null; for (let i = 0; i < n; i++) { const node = { x: i, next: null }; if (tail) tail.next = node; else head = node; tail = node; } return head ? head.x : 0;';
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('loop-structure-changes');
    expect(failure?.actual.error).toMatch(
      "'next.next.next.next.next.next.next.next…' among others",
    );
    expect(failure?.actual.error).toMatch('push it onto an array');
  });

  it('says how a loop builds a tree', async () => {
    const body =
      'const root = { key: 2, left: null, right: null }; for (const x of v) { let at = root; while (true) { if (x < at.key) { if (at.left === null) { at.left = { key: x, left: null, right: null }; break; } at = at.left; } else { if (at.right === null) { at.right = { key: x, left: null, right: null }; break; } at = at.right; } } } return root.key;';
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('loop-structure-changes');
    expect(failure?.actual.error).toMatch('refer to a node by its index');
  });

  it('keeps a tree in arrays', async () => {
    const body =
      'const key = [2], left = [-1], right = [-1]; for (const x of v) { let at = 0; while (true) { if (x < key[at]) { if (left[at] === -1) { key.push(x); left.push(-1); right.push(-1); left[at] = key.length - 1; break; } at = left[at]; } else { if (right[at] === -1) { key.push(x); left.push(-1); right.push(-1); right[at] = key.length - 1; break; } at = right[at]; } } } return [key, left, right];';
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('says where an array contains itself', async () => {
    const body = 'const list = [a]; list.push(list); if (b > 0) list[0] = b; return list[0];';
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('cyclic-state');
    expect(failure?.actual.error).toMatch(
      "'list', which a staged branch or loop may change, holds what contains itself, if only through others: 'list[1][1]' is 'list[1]' again.",
    );
  });

  it.each([
    'class N { constructor(x, next) { this.x = x; this.next = next; } } let head = null; if (flag) head = new N(2, head); if (a > 5) head = new N(3, head); if (b > 5) head = new N(4, head); let prev = null; while (head) { const next = head.next; head.next = prev; prev = head; head = next; } return prev === null ? 0 : prev.x;',
    'class N { constructor(x, next) { this.x = x; this.next = next; } } let head = null; for (const x of v) if (x > 2) head = new N(x, head); let prev = null; while (head) { const next = head.next; head.next = prev; prev = head; head = next; } return prev === null ? 0 : prev.x;',
  ])('refuses nodes that branches have linked in one way or the other: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('cyclic-state');
    expect(failure?.actual.error).toMatch('holds 4000 objects and more that tensors choose');
  });

  it.each([
    `let list = null; for (let i = 12; i > 0; i--) list = { x: i, next: list }; let p = list; while (p.next && p.x !== n) p = p.next; p.x = 0; return list.x;`,
    `let list = null; for (let i = 12; i > 0; i--) list = { x: i, next: list }; let p = list; while (p.next && p.x !== n) p = p.next; p.x = 0; const xs = []; let q = list; for (let i = 0; i < 12; i++) { xs.push(q.x); q = q.next; } return xs;`,
    `let list = null; for (let i = 14; i > 0; i--) list = { x: i, next: list }; let p = list; while (p.next && p.x !== n) p = p.next; p.x = 0; let s = 0; for (let q = list; q; q = q.next) s += q.x; return s;`,
    `let list = null; for (let i = 14; i > 0; i--) list = { x: i, next: list }; let p = list; while (p && p.x !== n) p = p.next; if (p) p.x = 0; let s = 0; for (let q = list; q; q = q.next) s += q.x; return s;`,
    `let list = null; for (let i = 12; i > 0; i--) list = { x: i, next: list }; let p = list; while (p.next && p.x !== n) p = p.next; p.x = 0; p = list; while (p.next && p.x !== 0) p = p.next; p.x = 50; let s = 0; for (let q = list; q; q = q.next) s = s * 2 + q.x; return s;`,
    `let list = null; for (let i = 12; i > 0; i--) list = { x: i, next: list }; let p = list; while (p.next && p.x !== n) p = p.next; const c = p; c.x += 5; p.next = null; let s = 0; for (let q = list; q; q = q.next) s = s * 2 + q.x; return [s, c.x];`,
    `let list = null; for (let i = 10; i > 0; i--) list = { x: i, next: list }; let p = list; while (p.next && p.x < a + 3) p = p.next; const keep = list; p.x = -1; return [keep.x, list.next.x, p.x];`,
  ])('changes one of many: %s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Loops along lists and down trees of objects, which a tensor may end or lead. */
const bodies: readonly string[] = [
  `let list = null; for (let i = 0; i < 3; i++) list = { v: i + 1, next: list }; let s = 0; for (let p = list; p; p = p.next) { if (p.v > a) break; s += p.v; } return s;`,
  `let list = null; for (const e of [1, 2, 3]) list = { v: a * e, next: list }; let s = 0; for (let p = list; p; p = p.next) { if (p.v > 2) break; s += p.v; } return s;`,
  `let list = null; for (const e of [1, 2, 3]) list = { v: a * e, next: list }; let s = 0; let p = list; while (p !== null) { if (p.v > 2) break; s += p.v; p = p.next; } return s;`,
  `let list; for (const e of [1, 2, 3]) list = { v: a * e, next: list }; let s = 0; let p = list; while (p) { if (p.v > 2) return s; s += p.v; p = p.next; } return -s;`,
  `let list = null; for (const e of [1, 2, 3]) list = { v: a * e, next: list }; let p = list; while (p && p.v < 2) p = p.next; return p ? p.v : -1;`,
  `const tree = { key: 2, left: { key: 1, left: { key: 0, left: null, right: null }, right: { key: 1.5, left: null, right: null } }, right: { key: 3, left: { key: 2.5, left: null, right: null }, right: { key: 4, left: null, right: null } } }; let node = tree, last = 0; while (node) { last = node.key; node = a > node.key ? node.right : node.left; } return last;`,
  `const tree = { key: 2, left: { key: 1, left: null, right: { key: 1.5, left: null, right: null } }, right: null }; let node = tree, last = 0; while (node !== null) { last = node.key; node = a > node.key ? node.right : node.left; } return last;`,
  `const leaf = (v) => ({ v }); const tree = { key: 2, left: { key: 1, left: leaf(10), right: leaf(20) }, right: { key: 3, left: leaf(30), right: leaf(40) } }; let node = tree; while (node.v === undefined) node = a > node.key ? node.right : node.left; return node.v;`,
  `const leaf = (v) => ({ v }); const tree = { key: 2, left: { key: 1, left: leaf(10), right: leaf(20) }, right: leaf(40) }; const walk = (node) => 'v' in node ? node.v : a > node.key ? walk(node.right) : walk(node.left); return walk(tree);`,
  `const tree = { key: 2, left: { key: 1, left: null, right: { key: 1.5, left: null, right: null } }, right: null }; const has = (node, k) => node === null ? 0 : k === node.key ? 1 : k < node.key ? has(node.left, k) : has(node.right, k); return has(tree, a) * 10 + has(tree, n);`,
  `let list = null; for (const e of [1, 2, 3]) list = { v: a * e, next: list }; let s = 0; for (let p = list; p; p = p.next) { if (p.v > 2) continue; s += p.v; } return s;`,
  `let list = null; for (const e of [1, 2, 3]) list = { v: a * e, next: list }; let best = list; for (let p = list.next; p; p = p.next) if (p.v > best.v) best = p; return best.v;`,
  `const q = [1, 2, 3]; let s = 0; while (q.length) { const x = q.shift(); if (a * x > 2) break; s += x; } return s;`,
  `let i = 0; let s = 0; while (i < 3) { if (v[i] > 2) break; s += v[i]; i++; } return s + i;`,
  `let s = 0; for (let p = { v: 1, next: { v: 2, next: undefined } }; p !== undefined; p = p.next) { s += p.v * a; if (s > 1) break; } return s;`,
  `let s = 0; for (let k = 0, w = ['x', 'yy', 'zzz']; k < w.length; k++) { if (a > k) break; s += w[k].length; } return s;`,
  `let list = null; for (let i = 0; i < 16; i++) list = { v: i + 1, next: list }; let s = 0; for (let p = list; p; p = p.next) { if (p.v < a) break; s += p.v; } return s;`,
];

describe.each(executors)('chains of objects, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('are not what a loop makes longer', async () => {
    const body =
      'let list = { v: a }; let x = a; while (x > 0) { list = { v: x, next: list }; x -= 1; } return list.v;';
    expect((await compareBody(body, backend)).failure?.actual).toMatchObject({
      refusal: 'loop-structure-changes',
    });
  });
});

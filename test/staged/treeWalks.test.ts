import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/*
 * A walk along the program's own objects is unrolled. Where a `break` may have ended it at each object before, it goes on from
 * the others only.
 */
const bodies: readonly string[] = [
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; while (node !== null) { if (n === node.key) break; node = n < node.key ? node.left : node.right; } return node ? node.value : -1;',
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; let depth = 0; while (node) { if (n === node.key) return [node.value, depth]; depth++; if (n < node.key) node = node.left; else node = node.right; } return [-1, depth];',
  'const menu = { name: 1, open: true, items: [{ name: 2, open: false, items: [] }, { name: 3, open: true, items: [{ name: 4, open: true, items: [] }] }] }; let at = menu; let path = 0; for (;;) { if (at.items.length === 0 || at.name > b + 2) break; at = a > 0 ? at.items[0] : at.items[at.items.length - 1]; path = path * 10 + at.name; } return [at.name, path];',
  "const states = { start: { id: 0, go: 'mid' }, mid: { id: 1, go: 'end' }, end: { id: 2, go: null } }; let s = states.start; while (s.go) { if (a < s.id) break; s = states[s.go]; } return s.id;",
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; while (node && node.key !== n) node = n < node.key ? node.left : node.right; return node ? node.value : -1;',
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; let at = -1; while (node) { if (n === node.key) at = node.value; node = n < node.key ? node.left : node.right; } return at;',
  'const root = { key: 2, value: 20, left: { key: 0, value: 0, left: { key: -1, value: -10, left: { key: -2, value: -20, left: null, right: null }, right: null }, right: { key: 1, value: 10, left: null, right: null } }, right: { key: 5, value: 50, left: { key: 4, value: 40, left: { key: 3, value: 30, left: null, right: null }, right: null }, right: { key: 6, value: 60, left: null, right: null } } }; let node = root; let depth = 0; while (node !== null) { if (n === node.key) break; depth++; node = n < node.key ? node.left : node.right; } return [node === null ? -5 : node.value, depth];',
  'class Node { constructor(key, left = null, right = null) { this.key = key; this.left = left; this.right = right; } has(k) { let node = this; while (node) { if (k === node.key) return true; if (k < node.key) node = node.left; else node = node.right; } return false; } floor(k) { let node = this, best = -99; while (node) { if (node.key <= k) { best = node.key; node = node.right; } else node = node.left; } return best; } } const root = new Node(2, new Node(0, new Node(-1, null, null), new Node(1, null, null)), new Node(5, new Node(4, null, null), null)); let hits = 0; for (const x of v) if (root.has(x)) hits++; return [hits, root.floor(a), root.floor(n)];',
  'class Node { constructor(key, left = null, right = null) { this.key = key; this.left = left; this.right = right; } } class Tree { #root; size = 0; constructor(root) { this.#root = root; } find(k) { for (let node = this.#root; node; ) { this.size++; if (Math.abs(k - node.key) < 0.25) return node; node = k < node.key ? node.left : node.right; } return null; } } const t = new Tree(new Node(2, new Node(0, new Node(-1, null, null), new Node(1, null, null)), new Node(4, new Node(3, null, null), new Node(5, null, null)))); const hit = t.find(n); return [hit?.key ?? -9, t.size];',
  'const root = { key: 3, value: 30, left: { key: 1, value: 10, left: { key: 0, value: 0, left: null, right: null }, right: { key: 2, value: 20, left: null, right: null } }, right: { key: 5, value: 50, left: { key: 4, value: 40, left: null, right: null }, right: null } }; let node = root; let path = 0; while (node.left !== null || node.right !== null) { const next = v[0] < node.key ? node.left : node.right; if (next === null) break; path = path * 2 + (next === node.left ? 0 : 1); node = next; } return [node.key, path];',
  'const tree = { key: 3, value: 30, left: { key: 1, value: 10, left: { key: 0, value: 0, left: null, right: null }, right: { key: 2, value: 20, left: null, right: null } }, right: { key: 5, value: 50, left: { key: 4, value: 40, left: null, right: null }, right: null } }; let node = tree; outer: while (node) { for (const x of [4, 2]) { if (node.key === x && n > x - 1) break outer; } node = a < node.key ? node.left : node.right; } return node ? node.key : -1;',
  'class Node { constructor(key, value, left = null, right = null) { this.key = key; this.value = value; this.left = left; this.right = right; } } const root = new Node(3, 30, new Node(1, 10), new Node(4, 40, null, new Node(9, 90))); let node = root; while (node !== null) { if (n === node.key) break; node = n < node.key ? node.left : node.right; } return node === null ? -5 : node.value;',
];

describe.each(executors)('walks that a tensor ends, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

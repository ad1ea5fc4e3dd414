import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A walk along the program’s own objects is unrolled. Where a `break` may have ended it at each object before, it goes on from the others only. */
const bodies: readonly string[] = [
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; while (node !== null) { if (n === node.key) break; node = n < node.key ? node.left : node.right; } return node ? node.value : -1;',
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; let depth = 0; while (node) { if (n === node.key) return [node.value, depth]; depth++; if (n < node.key) node = node.left; else node = node.right; } return [-1, depth];',
  'const menu = { name: 1, open: true, items: [{ name: 2, open: false, items: [] }, { name: 3, open: true, items: [{ name: 4, open: true, items: [] }] }] }; let at = menu; let path = 0; for (;;) { if (at.items.length === 0 || at.name > b + 2) break; at = a > 0 ? at.items[0] : at.items[at.items.length - 1]; path = path * 10 + at.name; } return [at.name, path];',
  "const states = { start: { id: 0, go: 'mid' }, mid: { id: 1, go: 'end' }, end: { id: 2, go: null } }; let s = states.start; while (s.go) { if (a < s.id) break; s = states[s.go]; } return s.id;",
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; while (node && node.key !== n) node = n < node.key ? node.left : node.right; return node ? node.value : -1;',
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; let at = -1; while (node) { if (n === node.key) at = node.value; node = n < node.key ? node.left : node.right; } return at;',
  'const tree = { key: 5, value: 50, left: { key: 2, value: 20, left: null, right: { key: 3, value: 30, left: null, right: null } }, right: { key: 8, value: 80, left: null, right: null } }; let node = tree; let done = false; while (node && !done) { if (n === node.key) done = true; else node = n < node.key ? node.left : node.right; } return node ? node.value : -1;',
  'const list = { x: 1, next: { x: 2, next: { x: 3, next: null } } }; let at = list; let found = false; let i = 0; while (at && !found) { if (at.x > a) found = true; else { at = at.next; i++; } } return [found, i, at?.x ?? -1];',
];

describe.each(executors)('walks that a tensor ends, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

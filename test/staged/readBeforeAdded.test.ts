import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* An iteration reads an element that only an earlier one can have added, at an index that is a tensor. */
const bodies: readonly string[] = [
  'const nodes = []; let k = 0; let s = 0; for (const x of v) { if (k > 0) s += nodes[k - 1].x; nodes.push({ x }); k++; } return s;',
  'const nodes = []; let root = -1; let s = 0; for (const x of v) { if (root !== -1) s += nodes[root].x; nodes.push({ x }); root++; } return s;',
  'const nodes = []; let root = -1; let s = 0; for (const x of v) { if (root === -1) { root = 0; nodes.push({ x }); } else s += nodes[root].x; } return s;',
  'const nodes = []; let root = -1; let s = 0; for (const x of v) { if (root === -1) { root = 0; nodes.push({ x }); } else { const o = nodes[root]; s += o.x; } } return s;',
  'const nodes = []; let root = -1; let s = 0; for (const x of v) { if (root === -1) { root = 0; nodes.push(x); } else { s += nodes[root]; } } return s;',
  'const nodes = []; let root = -1; let s = 0; for (const x of v) { if (root >= 0) { s += nodes[root].x; } else { root = 0; nodes.push({ x }); } } return s;',
  'const nodes = []; let s = 0; let has = false; for (const x of v) { if (has) { s += nodes[0].x; } else { has = true; nodes.push({ x }); } } return s;',
  'const nodes = []; let s = 0; let k = 0; for (const x of v) { if (k !== 0) { s += nodes[k - 1].x; } else { k = 1; nodes.push({ x }); } } return s;',
  'const nodes = []; let s = 0; let last = null; for (const x of v) { if (last !== null) { s += nodes[last].x; } last = nodes.length; nodes.push({ x }); } return s;',
  'const nodes = []; let root = -1; for (const x of v) { if (root === -1) { root = 0; nodes.push({ x }); continue; } if (x < nodes[root].x) { nodes[root].x = x; } } return [nodes.length, nodes.map((o) => o.x)];',
  'const nodes = []; let root = -1; for (const x of v) { if (root === -1) { root = 0; nodes.push({ x }); } else nodes[root].x += x; } return [nodes.length, nodes.map((o) => o.x)];',
  'const nodes = []; let root = -1; const ins = (x) => { if (root === -1) { root = 0; nodes.push({ x }); return; } let i = root; while (nodes[i].x < x) { nodes[i].x += 1; } }; for (const x of v) ins(x); return [nodes.length, nodes.map((o) => o.x)];',
];

describe.each(executors)(
  'elements of arrays that the first iteration finds empty, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Loops along lists and down trees of objects, which a tensor may end or lead, and loops that make them. */
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
  `class N { constructor(v) { this.v = v; this.next = null; } } let head = null; for (const e of v) { if (e > a) { const node = new N(e); node.next = head; head = node; } } let s = 0; for (let p = head; p; p = p.next) s = s * 2 + p.v; return s;`,
  `let head = null; for (const e of v) head = { v: e, next: head }; let s = 0; for (let p = head; p !== null; p = p.next) s = s * 2 + p.v; return s;`,
  `let tree = null; const insert = (t, x) => t === null ? { x, l: null, r: null } : x < t.x ? { ...t, l: insert(t.l, x) } : { ...t, r: insert(t.r, x) }; for (const e of [3, 1, 2]) tree = insert(tree, e); const sum = (t) => t === null ? 0 : sum(t.l) * 2 + t.x + sum(t.r); return sum(tree) + a;`,
  `let tree = null; for (const e of v) { const node = { x: e, l: null, r: null }; if (tree === null) tree = node; else { tree.r = { x: tree.x, l: null, r: null }; tree.x = e; } } return [tree.x, tree.r.x];`,
  `const f = []; let g = (x) => x; for (const e of v) { const before = g; g = (x) => before(x) * 2 + e; } return g(a);`,
  `let all = []; for (const e of v) { all = [...all, e * 2]; if (e > b) break; } return all;`,
  `let nested = a; for (const e of v) nested = [nested, e]; return nested[0][1];`,
  `let text = ''; for (const e of v) text += 'x'; return text.length;`,
  `let s = null; for (const e of v) { if (e > b) continue; s = { e, s }; if (e < a) break; } return s === null ? -1 : s.e + (s.s?.e ?? 0);`,
  `const m = new Map(); let i = 0; for (const e of v) { m.set(i, e); i++; } return [m.get(0), m.get(2), m.size];`,
  `const o = {}; let k = 0; for (const e of v) { o['k' + k] = e; if (e > b) { o['big' + k] = 1; } k++; } return [o.k0, o.k2, o.big1 ?? 0];`,
  `let s = []; for (const i of [0,1,2]) s = [s, v[i]]; return s[1];`,
  `const o = {}; let k = 0; for (const e of v) { o['k' + k] = e; k++; } return [o.k0, o.k2];`,
  `const o = {}; let k = 0; for (const e of v) { const name = \`n\${k++}\`; o[name] = (o[name] ?? 0) + e; o.last = name; } return [o.n1, o.last.length];`,
  `const names = ['x', 'y', 'z'], o = {}; let k = 0; for (const e of v) o[names[k++]] = e; return o.y - o.z;`,
  `const { x, y, ...rest } = Object.fromEntries(v.map((e, i) => [['x', 'y', 'z'][i], e])); return [x, y, rest.z];`,
  `const words = []; for (const e of v) words.push(e > a ? 'big' : 'small'); return [words.length, words[1]];`,
  `let o = null, w = b + 2; while (w > 0) { w -= 1; o = { w, tag: undefined }; } return [o?.w ?? -1, o?.tag ?? 1];`,
];

describe.each(executors)('chains of objects, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('are not what a loop makes longer whose end only tensors know', async () => {
    const body =
      'let list = { v: a }; let x = a; while (x > 0) { list = { v: x, next: list }; x -= 1; } return list.v;';
    expect((await compareBody(body, backend)).failure?.actual).toMatchObject({
      refusal: 'loop-structure-changes',
    });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { stage } from '../support/compile.js';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What a path such as `game.player.score` leads to depends on what a call has assigned in between, or on a getter. */
const bodies: readonly string[] = [
  'const c = { s: { v: 0 }, reset() { this.s = { v: 0 }; } }; const first = c.s; if (a > 0) { c.reset(); c.s.v = 7; } return [first.v, c.s.v];',
  'class G { players = [{s:0},{s:0}]; cur = this.players[0]; next() { this.cur = this.cur === this.players[0] ? this.players[1] : this.players[0]; } } const g = new G(); if (a > 0) { g.next(); g.cur.s += 5; } return g.players.map(p => p.s);',
  'const c = { s: {v:0}, swap(o) { const t = this.s; this.s = o; return t; } }; const p = c.s, q = {v:1}; if (a > 0) { c.swap(q); c.s.v = 7; } return [p.v, q.v, c.s === q];',
  'class L { cur = null; open() { this.cur = { n: 0 }; } } const l = new L(); if (a > 0) { l.open(); l.cur.n = 5; } return l.cur?.n ?? -1;',
  'class L { cur = null; open() { this.cur = { n: 0 }; } go(x) { if (x > 0) { this.open(); this.cur.n = 5; } return this.cur?.n ?? -1; } } const l = new L(); return l.go(a);',
  'class G { t = { s: 0 }; o = { s: 100 }; next() { [this.t, this.o] = [this.o, this.t]; } } const g = new G(); for (const x of v) { g.next(); g.t.s += x; } return [g.t.s, g.o.s];',
  'class G { players = [{s:0},{s:0}]; i = 0; get cur() { return this.players[this.i]; } next() { this.i = (this.i + 1) % 2; } } const g = new G(); for (const x of v) { g.next(); g.cur.s += x; } return g.players.map(p => p.s);',
  'const st = { list: [], reset() { this.list = []; } }; for (const x of v) { st.list.push(x); if (x > 2) { st.reset(); st.list.push(-1); } } return st.list;',
  'const reset = (o) => { o.s = { v: 0 }; }; const c = { s: { v: 1 } }; const first = c.s; if (a > 0) { reset(c); c.s.v += 7; } return [first.v, c.s.v];',
  'class L { cur = { n: 1 }; open() { this.cur = { n: 0 }; } } const l = new L(); const f = l.cur; for (const x of v) { if (x > 1) l.open(); l.cur.n += x; } return [f.n, l.cur.n];',
  'class L { cur = null; ensure() { this.cur ??= { n: 0 }; return this.cur; } } const l = new L(); for (const x of v) { l.ensure().n += x; l.cur.n += 1; } return l.cur?.n ?? -1;',
  'const xs = []; let r = 0; const o = { get items() { r++; return xs; } }; for (const x of v) o.items.push(x); return [r, xs.length];',
  'const xs = []; let r = 0; const o = { get items() { r++; return xs; } }; if (a > 0) o.items.push(a); return [r, xs.length];',
  'const s = {t:0}; let r = 0; const o = { get k() { r++; return s; } }; if (a > 0) o.k.t += b; return [r, s.t];',
  'const s = {t:0}; let r = 0; const o = { get k() { r++; return s; } }; for (const x of v) if (x > 1) o.k.t += b; return [r, s.t];',
  'class S { #xs = [3, 1]; get sorted() { return [...this.#xs].sort((p, q) => p - q); } } const s = new S(); let t = 0; if (n > 2) t += s.sorted.pop(); return t;',
  'class L { cur = {n:1}; close() { this.cur = null; } } const l = new L(); for (const x of v) { if (l.cur) { l.cur.n += x; if (x > 1) l.close(); } } return l.cur?.n ?? -1;',
];

describe.each(executors)('objects that calls replace, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('the state of a loop', () => {
  const stateOf = (body: string) =>
    /ug\.state\(\[(.*?)\]/.exec(
      stage(
        `import * as tf from '@tensorflow/tfjs-core'; import { log } from './other.js';\nexport function program(game, v) {\n"use graph";\nfor (const x of v) { ${body} }\n}`,
      ),
    )?.[1];

  it('names an object by its path where nothing can replace it', () => {
    expect(stateOf('game.player.score = tf.add(game.player.score, x);')).toBe(
      '"game.player.score"',
    );
    expect(stateOf('log(x); game.player.score += x;')).toBe('"game.player.score"');
  });

  it('does not where another module may', () => {
    expect(stateOf('game.next(); game.player.score += x;')).toBeUndefined();
    expect(stateOf('log(game); game.player.score += x;')).toBeUndefined();
  });
});

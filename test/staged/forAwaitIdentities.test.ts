import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { type AwaitedProgram, compareAwaited, items, numberIn } from './awaited.js';

const kinds = 'const kinds = { down: { k: 1 }, up: { k: 2 } };';

/* Which object a variable holds is the same behind a part as in it. */
compareAwaited('which object it is in for await functions', {
  'one of the module': `${kinds}
    export async function f(x) { "use graph"; let kind = kinds.down, s = 0; for await (const v of items(x)) { kind = kinds.up; s += v * kind.k; } return s + (kind === kinds.up ? 100 : 0); }`,
  'one of the module that a tensor chooses': `${kinds}
    export async function f(x) { "use graph"; let kind = kinds.down, s = 0, n = 0; for await (const v of items(x)) { if (kind === kinds.up) n++; kind = v > 1 ? kinds.up : kinds.down; s += v * kind.k; } if (kind === kinds.up) n += 100; return s + n * 10; }`,
  'one of the module, or one that is made': `${kinds}
    export async function f(x) { "use graph"; let kind = kinds.down, s = 0; for await (const v of items(x)) { kind = v > 1 ? kinds.up : { k: v }; s += kind.k; } return s + (kind === kinds.up ? 100 : 0); }`,
  'one of two of the call, which is changed through the variable': `
    export async function f(x) { "use graph"; const a = { k: 1 }, b = { k: 2 }; let kind = a, s = 0; for await (const v of items(x)) { kind = v > 1 ? a : b; for await (const w of [1, 2]) kind.k += w; s += kind.k; } return a.k + b.k * 100 + s * 10000 + (kind === a ? 0.5 : 0); }`,
  'one of three': `
    export async function f(x) { "use graph"; const a = { k: 1 }, b = { k: 2 }, c = { k: 3 }; let kind = a; for await (const v of items(x)) { if (v > 2) kind = b; else if (v < 1) kind = c; kind.k = kind.k * 2; } return a.k + b.k * 100 + c.k * 10000 + (kind === b ? 0.5 : 0); }`,
  'one of two that a part makes': `
    export async function f(x) { "use graph"; let a = null, b = null, kind = null; for await (const v of items(x)) { a = { k: v }; b = { k: v * 2 }; kind = v > 1 ? a : b; } kind.k += 5; return a.k + b.k * 100 + (kind === a ? 0.5 : 0); }`,
  'objects of a class of the module': `
    class Kind { constructor(k) { this.k = k; } } const one = new Kind(1), other = new Kind(2);
    export async function f(x) { "use graph"; let kind = one, s = 0, n = 0; for await (const v of items(x)) { if (kind === other) n++; kind = v > 1 ? one : other; s += v * kind.k; } return s + n * 100; }`,
  'objects with nothing in them': `const A = {}, B = {};
    export async function f(x) { "use graph"; let kind = A, s = 0, n = 0; for await (const v of items(x)) { if (kind === A) n++; kind = kind === A ? B : A; s += v; } return s + n * 100 + (kind === B ? 1000 : 0); }`,
  'frozen ones': `const K = Object.freeze({ UP: Object.freeze({ k: 1 }), DOWN: Object.freeze({ k: 2 }) });
    export async function f(x) { "use graph"; let d = K.UP, s = 0; for await (const v of items(x)) { s += v * d.k; d = d === K.UP ? K.DOWN : K.UP; } return s + (d === K.DOWN ? 100 : 0); }`,
  'arrays of the module': `const phases = [[1, 1], [2, 2]];
    export async function f(x) { "use graph"; let phase = phases[0], s = 0; for await (const v of items(x)) { phase = phases[1]; s += v * phase[1]; } return s + phases.indexOf(phase) * 100; }`,
  'one in a Map of the module': `const table = new Map([['a', { k: 1 }], ['b', { k: 2 }]]);
    export async function f(x) { "use graph"; let e = table.get('a'), s = 0; for await (const v of items(x)) { s += v * e.k; e = table.get('b'); } return s + (e === table.get('b') ? 100 : 0); }`,
  'keys of a Map that are of the call': `export async function f(x) { "use graph"; const a = { n: 1 }, b = { n: 2 }; const m = new Map([[a, 0], [b, 0]]); for await (const v of items(x)) { m.set(a, m.get(a) + v); if (v > 1) m.set(b, m.get(b) + a.n); a.n++; } return m.get(a) + m.get(b) * 100 + m.size * 10000; }`,
  'keys of a Map that are of the module': `const A = { k: 1 }, B = [2];
    export async function f(x) { "use graph"; const m = new Map(); for await (const v of items(x)) { m.set(A, (m.get(A) ?? 0) + v); m.set(B, (m.get(B) ?? 1) * v); } return m.get(A) + m.get(B) * 100 + m.size * 10000; }`,
  'keys of a Map that parts make': `export async function f(x) { "use graph"; const m = new Map(); let last = null; for await (const v of items(x)) { const o = { n: v }; m.set(o, (last ? m.get(last) : 0) + v); last = o; } let s = m.get(last); for (const [k] of m) s = s * 10 + k.n; return s; }`,
  'what a function gives': `const all = [{ k: 1 }, { k: 2 }]; const pick = (v) => (v > 1 ? all[1] : all[0]);
    export async function f(x) { "use graph"; let last = null, same = 0; for await (const v of items(x)) { const k = pick(v); if (k === last) same++; last = k; } return same * 10 + last.k + (last === all[1] ? 100 : 0); }`,
  'what a function remembers': `const known = {}; const entry = (k) => (known[k] ??= { k, n: 0 });
    export async function f(x) { "use graph"; let e = null, s = 0; for await (const v of items(x)) { e = entry('a'); s += v; } return s + (e === entry('a') ? 100 : 0); }`,
  'those in an array that grows': `${kinds}
    export async function f(x) { "use graph"; const list = [kinds.down]; let s = 0; for await (const v of items(x)) { list.push(kinds.up); s += v * list.at(-1).k; } return s + list.indexOf(kinds.up) * 100 + (list[0] === kinds.down ? 1000 : 0); }`,
  'one in a new object': `${kinds}
    export async function f(x) { "use graph"; let o = { kind: kinds.down, s: 0 }; for await (const v of items(x)) { o = { kind: kinds.up, s: o.s + v }; } return o.s + (o.kind === kinds.up ? 100 : 0); }`,
  'states that give the next one': `const idle = { n: 1, next: (v) => (v > 1 ? busy : idle) }; const busy = { n: 2, next: (v) => (v < 1 ? idle : busy) };
    export async function f(x) { "use graph"; let state = idle, n = 0; for await (const v of items(x)) { state = state.next(v); if (state === busy) n++; } return n * 10 + state.n; }`,
  'cases of a switch': `const UP = { s: 1 }, DOWN = { s: -1 };
    export async function f(x) { "use graph"; let d = UP, s = 0; for await (const v of items(x)) { switch (d) { case UP: s += v; break; case DOWN: s -= v; break; } d = v > 1 ? DOWN : UP; } return s * 10 + d.s; }`,
  'the result': `${kinds}
    async function g(x) { "use graph"; let kind = kinds.down, s = 0; for await (const v of items(x)) { kind = kinds.up; s += v; } return kind; }
    export async function f(x) { return (await g(x)) === kinds.up ? 1 : 0; }`,
  'one of the module that the function does not change': `const config = { rate: 0.5 };
    export async function f(x) { "use graph"; const c = config; let w = 0; for await (const v of items(x)) w += c.rate * v; return w + (c === config ? 100 : 0); }`,
});

describe('for await functions and objects of the module', () => {
  beforeAll(useCpu);

  it('are traced no more often in the next call', async () => {
    const { f, count } = await compile<AwaitedProgram & { count(): number }>(
      `${items}
       let traces = 0;
       export const count = () => traces;
       const note = () => { traces++; };
       const idle = { next: (v) => (v > 1 ? busy : idle) };
       const busy = { next: (v) => (v < 1 ? idle : busy) };
       export async function f(x) {
         "use graph";
         let state = idle, n = 0;
         for await (const v of items(x)) { note(); state = state.next(v); if (state === busy) n += v; }
         return n;
       }`,
      { tf },
    );
    const x = tf.tensor1d([1, 2, 3]);
    for (let call = 0; call < 2; call++) expect(await numberIn(await f!(x))).toBe(5);
    const first = count();
    for (let call = 0; call < 3; call++) expect(await numberIn(await f!(x))).toBe(5);
    expect(count()).toBe(first);
    x.dispose();
  });
});

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Maps, Sets, errors and texts that a branch gives, and otherwise null or undefined. */
const bodies: readonly string[] = [
  `const parse = (x) => { if (x < 0) throw new TypeError('neg'); if (x > 2) throw new RangeError('big'); return x; }; let err = null, r = 0; try { r = parse(a); } catch (e) { err = e; } if (err !== null) return err.message === 'neg' ? -1 : -2; return r;`,
  `const parse = (x) => { if (x < 0) throw new TypeError('neg'); if (x > 2) throw new RangeError('big'); return x; }; let err, r = 0; try { r = parse(a); } catch (e) { err = e.message; } return err === 'neg' ? -1 : err === 'big' ? -2 : r;`,
  `const check = (x) => { if (x < 0) return new TypeError('neg'); if (x > 2) return new RangeError('big'); return null; }; const e = check(a); if (e) return e instanceof RangeError ? 2 : 1; return 0;`,
  `const e = flag ? new TypeError('p') : new RangeError('q'); try { if (a > 0) throw e; } catch (err) { record(err === e ? 1 : 2); return err instanceof TypeError ? 5 : 6; } return e.message === 'p' ? 1 : 2;`,
  `class Neg extends Error { constructor(x) { super('neg'); this.x = x; } } let last = null; for (const x of v) { try { if (x < 0) throw new Neg(x); if (x > 1) throw new Error('big'); } catch (e) { last = e; } } if (last instanceof Neg) return last.x; return last ? -9 : 0;`,
  `let m = null; if (flag) m = new Map([['k', b]]); return m?.get('k') ?? -3;`,
  `let m = null; if (flag) m = new Map([['k', b]]); if (m === null) return 1; return m.get('k') + m.size;`,
  `let m = null; if (flag) m = new Set(['k', 'l']); return m ? m.size : -3;`,
  `let m = null; if (flag) m = [a, b]; return m ? m[1] : -3;`,
  `const errors = []; for (const x of v) { if (x < 0) errors.push(new RangeError('neg ')); } return errors.length > 0 ? errors.length : -1;`,
  `let m = null; for (const x of v) { if (x > 0) { m ??= new Map(); m.set('k', x); } } return m?.get('k') ?? -3;`,
  `let s = null; if (a > 0) { s = new Set(); s.add(1); if (flag) s.add(2); } return s === null ? -1 : s.size;`,
  `let err = null; if (a < 1) err = new Error('small'); if (err) return err.message === 'small' ? 1 : 2; return 0;`,
  `let err = null; if (a < 1) err = new Error('small'); try { if (err) throw err; record(1); } catch (e) { record(e === err ? 2 : 3); } return err ? 1 : 0;`,
  `let err; for (const x of v) { if (x < 0) { err = new RangeError('x'); break; } } return err instanceof RangeError ? 1 : err === undefined ? 2 : 3;`,
  `let m = flag ? new Map([['k', a]]) : null; if (m !== null) m.set('k', b); return m?.get('k') ?? 0;`,
  `let m = flag ? new Map([['k', a]]) : undefined; m?.set('j', b); return (m?.size ?? 0) + (m?.get('j') ?? 100);`,
  `let p = null; if (flag) p = 'x'; return p === 'x' ? 1 : p === null ? 2: 3;`,
  `let p = null; if (flag) p = 'x'; return p === 'x' ? 1 : 3;`,
  `let p = null; if (flag) p = 5; return p === 5 ? 1 : 3;`,
  `let p; try { if (a < 1) throw new Error('x'); p = 'x'; } catch {} return p === 'x' ? 1 : 3;`,
  `let p = null; if (flag) p = a > 1 ? 'x' : 'y'; return p === 'x' ? 1 : p === 'y' ? 4 : 3;`,
  `let p = null; if (flag) p = a > 1 ? 'x' : 'y'; switch (p) { case 'x': return 1; case null: return 2; default: return 5; }`,
  `let p = null; try { if (a < 1) throw new Error('x'); p = 'x'; } catch {} return p === 'x' ? 1 : p === null ? 2: 3;`,
  `let p = null; try { if (a < 1) throw new Error('x'); p = 'x'; if (b < 1) throw new Error('y'); p = 'y'; } catch { record(p === 'x' ? 1 : p === null ? 2: 3); } return p === 'x' ? 1 : p === null ? 2: 3;`,
  `function retry(fn, times) { let last; for (let i = 0; i < times; i++) { try { return fn(i); } catch (e) { last = e; } } throw last; } let r; try { r = retry((i) => { if (i < a) throw new Error('no' + i); return i * 10; }, 3); } catch (e) { r = -5; } return r;`,
  `let last = null; for (const x of v) { try { if (x > 1) throw new Error('big'); record(x); } catch (e) { last = e; } } return last === null ? 0 : last.message === 'big' ? 1 : 2;`,
  'let x = 1, k = 0, o = null; do { k++; switch (k % 8) { case 0: if (o === null) o = { q: x }; break; case 2: try {} finally { if (o) o.q = x; } } } while (k < 4 && a < x); return o === null ? 1 : 2;',
  'let x = 1, k = n - n, o = null; while (k < 4) { k++; if (k % 8 === 0) { if (o === null) o = { q: x }; } else if (k % 8 === 2) { try {} finally { if (o) o.q = a; } } } return o === null ? 1 : 2;',
  'let x = 1, k = n - n, o = null; while (k < 4) { k++; if (k === 2) { if (o === null) o = { q: x }; } else if (k === 3) { if (o) o.q = a; else o = { q: 7 }; } else if (o) { o.q += 10; } } return o === null ? 1 : o.q;',
  'let last; for (const x of v) { if (x > 1) { last = { x, c: 0 }; } else if (x < 0) { if (last) { if (x < -1) last.c += 1; } } } return last ? [last.x, last.c] : [-1, -1];',
  // What the first of two branches leaves undefined, and the second one makes.
  `let o; for (const x of v) { if (x > 2) continue; if (o == null) o = { n: 0 }; o.n++; } return o?.n ?? -1;`,
  `let l; let c = 0; for (const x of v) { if (x > 2) c++; else (l ??= []).push(x); } return [c, l?.length ?? -1, l ? l.at(-1) : -5];`,
  `class Sum { s = 0; add(x) { this.s += x; } } const out = {}; for (const x of v) { if (x < b) out.low = x; else (out.sum ??= new Sum()).add(x); } return [out.low ?? -1, out.sum?.s ?? -1, 'sum' in out];`,
  `const find = () => { for (const x of v) { if (x < b) continue; return { x }; } }; const r = find(); return [r?.x ?? -1, r === undefined, r !== undefined && r.x > 0];`,
];

describe.each(executors)('what a tensor leaves out, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('what code that is not staged is given', () => {
  beforeAll(useCpu);

  // As TensorFlow.js is for Node: compiled to functions that collect their arguments, in whose text an assignment is no default.
  it('is the element, also where the function collects its arguments in its body', async () => {
    const square = new Function(
      'multiply',
      'return function () { var given = []; for (var i = 0; i < arguments.length; i++) given[i] = arguments[i]; return multiply(given[0], given[0]); };',
    )(tf.mul) as unknown;
    const { f } = await compile(
      `export function f(x) {
         "use graph";
         const list = [];
         for (const y of x) if (y > 1) list.push(y);
         let total = 0;
         for (let i = 0; i < list.length; i++) total += square(list[i]);
         return total;
       }`,
      { square },
    );
    const x = tf.tensor1d([1, 5, 2]);
    const total = f!(x) as tf.Tensor;
    expect(total.arraySync()).toBe(29);
    tf.dispose([x, total]);
  });
});

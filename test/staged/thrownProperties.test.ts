import { scalar } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { programOf } from './compare.js';
import { compareBody } from './compareBody.js';

/* What a path gives an object that it throws: properties that are new, or hold something else than they did. */
const bodies: readonly string[] = [
  `try { if (a > 0) throw Object.assign(new Error('m'), { status: 413 }); } catch (e) { return e.status ?? 500; } return 0;`,
  `try { if (a > 0) { const e = new Error('m'); e.status = 413; throw e; } if (b > 0) throw new Error('n'); } catch (e) { return e.status ?? 500; } return 0;`,
  `const fail = (code, by) => { const e = new RangeError('m'); e.code = code; e.by = by; return e; }; let r = 0; for (const x of v) { try { if (x > 2) throw fail(7, x); if (x < 0) throw fail(9, -x); r += x; } catch ({ code, by }) { r += code * 10 + by; } } return r;`,
  `try { if (a > 0) { const o = { kind: 'big', by: 1 }; o.by = 10; o.extra = b; throw o; } if (b > 0) throw { kind: 'other', by: 2 }; } catch (e) { return [e.by + (e.extra ?? 0), e.kind === 'big']; } return [0, false];`,
  `class Signal { constructor(k) { this.k = k; } with(w) { this.w = w; return this; } } try { if (a > 0) throw new Signal(1).with(4); if (b > 0) throw new Signal(2).with(b); } catch (s) { return s.k * 100 + s.w; } return 0;`,
  `class Http extends Error { retry = false; with(o) { return Object.assign(this, o); } } try { if (a > 0) throw new Http('bad').with({ retry: true, path: '/a' }); if (b > 0) throw new Http('neg').with({ path: '/neg' }); } catch ({ retry, path }) { return [retry ? 1 : 2, path.length]; } return [0, 0];`,
  `try { if (a > 0) { const e = new Error('m'); e.details = { code: 1, tags: [] }; e.details.code = 7; e.details.tags.push('p', 'q'); throw e; } } catch (e) { return e.details.code * 10 + e.details.tags.length; } return 0;`,
  `let s = 0; try { try { if (a > 0) throw new Error('m'); } catch (e) { e.n = 5; e.list = [1]; throw e; } } catch (e) { s = e.n + e.list.length; e.n += 1; s += e.n; } return s;`,
  `let keep = null, s = 0; try { const e = new Error('m'); keep = e; if (a > 0) { e.status = a; throw e; } s = 1; } catch (e) { s = e.status; } return [s, keep.status ?? -1];`,
  `let keep = null, s = 0; try { const e = new Error('m'); keep = e; if (a > 0) { e.status = 3; throw e; } s = 1; } catch (e) { s = e.status; } return [s, keep.status ?? -1];`,
  `let s = 0, c = 0; try { try { if (a > 0) { const e = new Error('m'); e.n = 5; throw e; } } finally { c += 1; } } catch (e) { s = e.n; } return [s, c];`,
  `const o = { n: 1 }; let s = 0; try { try { if (a > 0) { o.n = 5; throw o; } o.n = 2; } finally { o.n += 1; } } catch (e) { s = e.n; } return [s, o.n];`,
  `let s = 0, e2 = null; try { try { e2 = new Error('m'); e2.n = 4; if (a > 0) { e2.n = 5; throw e2; } } finally { e2.n += 1; } } catch (e) { s = e.n; } return [s, e2.n];`,
  `const fail = (x) => Object.assign(new Error('m'), { path: '/a/b', tags: ['p'], by: x * 2, info: { deep: x } }); let s = 0, done = 0; try { try { if (a > 0) throw fail(b); s = 1; } finally { done += 1; } } catch (e) { e.tags.push('r'); s = e.path.length + e.tags.length * 10 + e.by * 100 + e.info.deep; } return [s, done];`,
  `const kept = []; let s = 0, done = 0; try { try { const o = new Error('a'); kept.push(o); if (a > 0) { o.extra = b; throw o; } s = 1; } finally { done += kept[0].extra ?? 1; } } catch (e) { s = e.extra; } return [s, done, kept[0].extra ?? 5];`,
  `try { for (let i = 0; i < 3; i++) if (v[i] > 2) throw Object.assign(new Error('m'), { i, even: i % 2 === 0, word: 'w' + i }); } catch (e) { return [e.i, e.even, e.word === 'w1']; } return [-1, false, false];`,
  `const errors = [0, 1, 2].map((i) => Object.assign(new Error('m'), { i })); let r = -1; try { for (let i = 0; i < 3; i++) if (v[i] > 2) { errors[i].hit = i + 10; throw errors[i]; } } catch (e) { r = e.i + e.hit; } return [r, errors.map((e) => e.i), errors.map((e) => e.hit ?? 0)];`,
  `const call = (k) => { if (a > k) throw Object.assign(new Error('busy'), { wait: k, retry: k < 3 }); if (b > 2) throw Object.assign(new Error('bad'), { retry: false, wait: 0 }); return k; }; let tries = 0, waited = 0; while (tries < n) { tries++; try { return [call(tries), tries, waited]; } catch (e) { if (!e.retry) break; waited += e.wait; } } return [-1, tries, waited];`,
];

describe.each(executors)('what thrown objects hold, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('is there for those who catch what the call throws', async () => {
    const f = await programOf(`export async function f(x) {
      "use graph";
      if (x > 10) throw Object.assign(new RangeError('too much'), { status: 413, hint: { retry: false } });
      if (x < 0) { const e = new Error('no'); e.status = 400; throw e; }
      return x;
    }`);
    const large = f(scalar(20));
    await expect(large).rejects.toBeInstanceOf(RangeError);
    await expect(large).rejects.toMatchObject({ status: 413, hint: { retry: false } });
    await expect(f(scalar(-2))).rejects.toMatchObject({ message: 'no', status: 400 });
  });

  it('is that of a promise that is rejected', async () => {
    const f = await programOf(`
      const load = async (x) => { if (x > 0) throw Object.assign(new Error('m'), { status: 404 }); return x; };
      export async function f(x) {
        "use graph";
        const first = await load(x).catch((e) => -e.status);
        try { await load(x + 5); } catch (e) { return [first, e.status]; }
        return [first, 0];
      }`);
    const read = async (x: number) => {
      const [one, other] = (await f(scalar(x))) as { data(): Promise<unknown> }[];
      return [await one!.data(), await other!.data()].flatMap((data) => [...(data as number[])]);
    };
    expect(await read(3)).toEqual([-404, 404]);
    expect(await read(-1)).toEqual([-1, 404]);
    expect(await read(-9)).toEqual([-9, 0]);
  });
});

import { compareAwaited } from './awaited.js';

const load =
  "const load = async (v) => { if (v > 2) throw new RangeError('large'); return v; };\nasync function* each(xs) { for (const item of xs) yield item; }";

/* A promise of staged code that is rejected is no item. */
compareAwaited('items of for await loops that are rejected promises', {
  'in an array': `${load}
    export async function f(x) { "use graph"; let s = 0; try { for await (const v of [Promise.resolve(x[0]), Promise.reject(new Error('no')), x[1]]) s += v; } catch (e) { s += e.message.length * 10; } return s; }`,
  'as tensors decide': `${load}
    export async function f(x) { "use graph"; let s = 0; try { for await (const v of [x[0], x[1], x[2]].map(load)) s += v; } catch (e) { s += e.message.length * 10; } return s; }`,
  'of a loop in a generator': `${load}
    async function* doubled(xs) { for await (const v of xs) yield v * 2; }
    export async function f(x) { "use graph"; let s = 0; try { for await (const v of doubled([load(x[0]), load(x[1])])) s += v; } catch (e) { s += e.message.length * 10; } return s; }`,
});

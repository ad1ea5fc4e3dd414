/**
 * Bodies of `async function program(log, sleep)`: what waits does so as in JavaScript, seen from the order of what it logs
 * among the ticks of the microtask queue, and from what it returns and throws.
 */
export const waiting: Record<string, string> = {
  'await gives values later': `
    log('begin'); const p = (async () => { log('inner'); return 1 })(); log(p instanceof Promise); p.then((v) => log('then', v)); log('after'); const v = await p; log('awaited', v); await null; log('end'); return v;`,
  'returned promises take their ticks': `
    const a = async () => 1, b = async () => a(), c = async () => await a(), d = () => a(), e = async () => { return { then(f) { log('thenable'); f(2) } } };
    const all = [a(), b(), c(), d(), e()].map((p, i) => p.then((v) => { log(i, v); return v })); return Promise.all(all);`,
  'functions interleave': `
    const run = async (name, n) => { for (let i = 0; i < n; i++) { log(name, i); await (i % 2 ? null : Promise.resolve(i)); } return name };
    const both = await Promise.all([run('a', 4), run('b', 3)]); log(both); const first = await Promise.race([run('c', 3), run('d', 1)]); return first;`,
  'conditions that wait': `
    const yes = async (v) => { log('yes', v); return v }; let n = 0;
    if (await yes(true)) n += 1; if (!(await yes(0)) && (await yes(2)) > 1) n += 10; n += (await yes(false)) ? 100 : await yes(200); const o = (await yes(null)) ?? (await yes(7)); while (await yes(n < 214)) n += o;
    do { n-- } while (await yes(n % 5)); switch (await yes(n % 3)) { case await yes(0): log('zero'); case 1: log('one'); break; default: log('other') } for (let i = await yes(0); i < await yes(2); i += await yes(1)) { if (i === 1) continue; log('for', i) } return [n, o];`,
  'loops are left': `
    const later = async (v) => v; const out = []; outer: for (const a of [1, 2, 3]) { for (const b of [await later(1), 2, 3]) { if (b === 2) continue outer; if (a === 3) break outer; out.push(await later(a * b)); } }
    for (const k in { a: 1, b: 2 }) { if (k === await later('b')) return [out, k]; out.push(k) } return 'never';`,
  'each iteration has variables of its own': `
    const fs = []; for (let i = 0; i < 3; i++) { await null; fs.push(() => i++); } for (const x of [7, 8]) { fs.push(() => x); await null } return [fs.map((f) => f()), fs.map((f) => f())];`,
  'errors, caught and not': `
    const fail = async (m) => { log('fail', m); throw new RangeError(m) }; const out = [];
    try { await fail('a') } catch (e) { out.push(e.message) } finally { log('finally'); await null; log('finally end') }
    try { try { await fail('b') } finally { out.push(await 'f') } } catch ({ name }) { out.push(name) }
    const p = fail('c'); p.catch(() => log('handled')); try { await p } catch (e) { out.push(e instanceof RangeError) }
    out.push(await fail('d').catch((e) => e.message).finally(() => log('settled')));
    const settled = await Promise.allSettled([fail('e'), 1, Promise.resolve(2)]); out.push(settled.map((s) => s.status)); const any = await Promise.any([fail('f'), 3]); out.push(any); log(out); await fail('last');`,
  'finally completes as it must': `
    const a = async () => { try { return await log('try') } finally { log('finally') } }, b = async () => { try { throw await 1 } finally { return 'kept' } };
    const c = async () => { for (const i of [0, 1, 2]) { try { if (i === 1) continue; log(await i); if (i === 2) return 'c' } finally { log('f', i); await null } } }, d = async () => { try { return Promise.reject(new Error('not caught here')) } catch { return 'wrong' } };
    return [await a(), await b(), await c(), await d().catch((e) => e.message)];`,
  'operands are evaluated in order': `
    const f = async (x) => { log(x); return x }, g = (x) => { log('g', x); return x }; let n = 1; const o = { n: 1, get m() { log('m'); return (...a) => a } };
    const later = f(0).then(() => { n = 50; o.n = 50 }); n += await f(5); o.n += await f(6); const list = [g(1), await f(2), ...[await f(3)], g(4)]; const [a, { b = await f('default') } = {}] = [await f('a')];
    log(g('x') + (await f('y')) + g('z'), o.m(g(1), await f(2), g(3)), \`\${g('t')}\${await f('u')}\`, { p: g(1), [await f('k')]: await f('v'), ...(await f({ q: 1 })) }); o[await f('key')] = await f('value'); await later;
    return [n, o.n, list, a, b, o.key, (await f(null))?.x.y, (await f({ h: (x) => x }))?.h(await f('arg')), new Map([[await f(1), await f(2)]]), typeof (await f(1)), -(await f(2)), (await f('s')).length];`,
  'what is replaced meanwhile': `
    const f = async (x) => { await null; return x }; let o = { n: 1, m: (x) => ['old', x], list: [1, 2] }; const first = o; const change = (g) => f().then(g);
    change(() => { o.m = (x) => ['new', x] }); const a = o.m(await f(await f(1))); change(() => { o = { n: 5, list: [7, 8] } }); o.n = await f(await f(2)); first.list[0] = await f(3); change(() => { o = first }); o.list[1] += await f(await f(4)); let g = (x) => 'g' + x; change(() => { g = (x) => 'h' + x }); const b = g(await f(await f(1)));
    const k = { toString() { log('key'); return 'p' } }; o[k] = await f(6); delete o[await f('p')]; const c = o['m'](await f(1)), d = [1, 2].map(await f((x) => x * 2)); o.none ??= await f(9); o.none &&= (await f(10)) + 1; const sum = [0]; await Promise.all([1, 2].map(async (x) => { sum[0] += await f(x) })); return [a, first, b, c, d, o === first, sum];`,
  'parameters have defaults, in order': `
    const f = async (a, b = log(a), { c = log('c'), ...d } = {}, [e] = [5], ...g) => { await null; return [a, b, c, d, e, g] }, h = async ({ x: { y } }) => y, k = async function (a, b) { await null; return arguments.length + a };
    const p = h({}); log('no throw'); const bad = await p.catch((e) => e.name); class C { v = 3; async m(x = this.v) { await null; return [this.v, x, arguments.length] } static async s() { return this.name } async *n() { yield this.v } }
    return [f.length, await f(1), await f(1, 2, { c: 3, x: 4 }, [6], 7, 8), bad, await k(1, 2, 3), await new C().m(), await C.s(), (await new C().n().next()).value];`,
  'callbacks that wait': `
    const out = await Promise.all([3, 1, 2].map(async (x, i) => { log('begin', x); for (let n = 0; n < x; n++) await null; log('end', x); return x * i })); const kept = [1, 2].filter(async () => false); const sum = await [1, 2, 3].reduce(async (a, x) => (await a) + x, 0);
    [1, 2].forEach(async (x) => { await null; log('each', x) }); const sorted = [2, 1].some(async () => false); await new Promise((resolve) => sleep(resolve)); return [out, kept, sum, sorted];`,
  'promises by hand': `
    const order = []; const p = new Promise((resolve) => { log('executor'); resolve(1); resolve(2) }); log('made'); const q = p.then((v) => { log('then', v); return v + 1 }).then((v) => { if (v > 1) throw new TypeError('x'); return v }, () => 'no').catch((e) => e.name).finally(() => { log('f'); return 9 });
    log(q instanceof Promise, Promise.resolve(p) === p, typeof Promise.resolve(5).then); Promise.resolve().then(() => log('micro 1')); queueMicrotask(() => log('micro 2')); const d = {}; d.promise = new Promise((a, b) => { d.resolve = a; d.reject = b }); sleep(() => d.resolve('slept'));
    log(await d.promise); const r = await Promise.race([new Promise(() => {}), q]); const all = await Promise.all([]); try { await new Promise((_, reject) => reject(0)) } catch (e) { log('zero', e) } return [r, all, await Promise.resolve({ then: (f) => f('thenable') })];`,
  'a queue of tasks': `
    const queue = (limit) => { let active = 0; const waiting = []; const next = () => { active--; if (waiting.length > 0) waiting.shift()() }; const run = async (task, resolve) => { active++; const result = (async () => task())(); resolve(result); try { await result } catch {} next() };
      return (task) => new Promise((resolve) => { waiting.push(() => run(task, resolve)); (async () => { await Promise.resolve(); if (active < limit && waiting.length > 0) waiting.shift()() })() }) };
    const add = queue(2); const tasks = [1, 2, 3, 4].map((n) => add(async () => { log('start', n); for (let i = 0; i < n; i++) await null; log('stop', n); if (n === 3) throw new Error('three'); return n })); return (await Promise.allSettled(tasks)).map((r) => r.value ?? r.reason.message);`,
  'a lock': `
    class Mutex { #last = Promise.resolve(); #held = 0; async run(task) { const before = this.#last; let release; this.#last = new Promise((resolve) => { release = resolve }); await before; this.#held++; try { return await task(this.#held) } finally { this.#held--; release() } } get held() { return this.#held } }
    const m = new Mutex(); const r = await Promise.all([1, 2, 3].map((n) => m.run(async (held) => { log('in', n, held); await null; log('out', n); return n * held }))); return [r, m.held];`,
  'asynchronous iterators': `
    async function* count(n) { try { for (let i = 0; i < n; i++) { log('yield', i); yield i; await null } return 'end' } finally { log('closed') } } const out = [];
    for await (const x of count(3)) out.push(x); for await (const x of count(9)) { if (x === 1) continue; if (x > 2) break; out.push(x) } for await (const x of [1, Promise.resolve(2)]) out.push(x);
    const own = { [Symbol.asyncIterator]() { let n = 0; return { next: async () => ({ done: n > 1, value: n++ }), return: async () => { log('return'); return {} } } } }; try { for await (const { } of own) throw new Error('body') } catch (e) { out.push(e.message) } for await (const v of own) { if (v) return [out, v]; await log('v', v) }`,
  'generators and promises': `
    const co = (g) => new Promise((resolve, reject) => { const it = g(); const step = (m, v) => { let r; try { r = it[m](v) } catch (e) { return reject(e) } if (r.done) resolve(r.value); else Promise.resolve(r.value).then((x) => step('next', x), (e) => step('throw', e)) }; step('next') });
    return co(function* () { const a = yield Promise.resolve(1); log('a', a); try { yield Promise.reject(new Error('inside')) } catch (e) { log(e.message) } const b = yield 2; return a + b });`,
  'state that others change meanwhile': `
    let n = 0, busy = false; const seen = []; const inc = async (by) => { const before = n; await null; n = before + by; seen.push(n); if (!busy) { busy = true; await sleepFor(1); busy = false } }; const sleepFor = (k) => new Promise((r) => { let i = 0; const go = () => (i++ < k ? sleep(go) : r()); go() });
    await Promise.all([inc(1), inc(10), inc(100)]); const lost = n; for (const by of [1, 10]) await inc(by); return [lost, n, seen, busy];`,
  'jumps and branches around what waits': `
    const f = async (x) => { await null; return x }, out = []; const find = async (items, test) => { for (const item of items) { if (await test(item)) return item } return undefined }; out.push(await find([1, 2, 3], async (x) => x > 1), await find([], f));
    const kind = async (x) => { if (x < 0) return 'negative'; if (x === 0) { await null; return 'zero' } else if (x > (await f(10))) { return 'large' } let text = 'small'; { const odd = x % 2; if (odd) { await f(); text += ' odd' } } try { if (x === 7) throw new Error('seven'); return text } catch (e) { return await f(e.message) } finally { if (x === 9) out.push('nine') } };
    for (const x of [-1, 0, 7, 9, 11, 4]) out.push(await kind(x)); label: { if (await f(true)) break label; out.push('never') } let i = 0; do { i++; if (i === 2) continue; if (i > 3) break; await f(i) } while (i < 9); while (true) { if ((i += await f(1)) > 6) break; if (i === 5) { await null; continue } log(i) } const { a = await f(1), ...rest } = { b: 2, c: await f(3) }; return [out, i, a, rest, (await f(1), await f(2)), await void f(1), !(await f(0)), await (i > 3 ? f('yes') : f('no'))];`,
  'recursion and other names': `
    const fact = async (n) => (n < 2 ? 1 : n * (await fact(n - 1))); async function walk({ v, kids = [] }) { const below = []; for (const kid of kids) below.push(...(await walk(kid))); return [v, ...below] } let calls = 0; const retry = async (f, n) => { try { return await f() } catch (e) { log('again', e); if (n === 0) throw e; return retry(f, n - 1) } };
    return [await fact(6), await walk({ v: 1, kids: [{ v: 2, kids: [{ v: 3 }] }, { v: 4 }] }), await retry(async () => { if (++calls < 3) throw calls; return calls }, 5), await (await (async () => async () => 'two')())()];`,
  'temporal dead zone and var': `
    try { log(early) } catch (e) { log(e.name) } await null; let early = 1; log(typeof later, early); if (await true) { var later = 2; const f = await inner(); async function inner() { await null; return 'inner' } log(f) } return [later, early];`,
};

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What texts, numbers and bools that a tensor chooses inherit, and what JavaScript's own functions tell of them that look at what they are given. */
const bodies: readonly string[] = [
  `const m = flag ? 'abc' : 'xy'; return [typeof m.toUpperCase === 'function', typeof m['trim'], m.repeat !== undefined, m.constructor === String, m.constructor.name];`,
  `const m = flag ? 'abc' : 'xy'; const f = m.toUpperCase; const { trim, length, constructor: type } = m; return [f.call(m), trim === String.prototype.trim, length, type === String];`,
  `const m = flag ? 'abc' : 'xy'; return [m?.trim ? 1 : 2, m.map ? 1 : 2, m.size ?? 7, m.foo === undefined];`,
  `const trimmed = (s) => (typeof s.trim === 'function' ? s.trim() : s); return trimmed(flag ? ' abc' : 'xy ') + trimmed(' k') + trimmed(3);`,
  `const isText = (x) => Object.prototype.toString.call(x) === '[object String]'; const kind = (x) => (isText(x) ? 't' : Array.isArray(x) ? 'a' : typeof x); return kind(flag ? 'p' : 'q') + kind([a]) + kind(flag ? 1 : 2);`,
  `const m = flag ? 'abc' : 'xy'; return [Object.keys(m).length, Object.hasOwn(m, 'length'), Object.hasOwn(m, 2), Object.getPrototypeOf(m) === String.prototype, Object.isFrozen(m)];`,
  `const m = flag ? 'abc' : 'xy'; return [m instanceof Object, m instanceof String, Number.isInteger(m), Number.isNaN(m), Number.isFinite(m)];`,
  `const m = flag ? 'abc' : 'xy'; let r = 0; try { new WeakSet().add(m); r = 1; } catch (e) { r = e instanceof TypeError ? 2 : 3; } try { r += 'x' in m ? 10 : 20; } catch (e) { r += 30; } return r;`,
  `const m = flag ? 'abc' : 'xy'; const k = a > 0 ? 'b' : 'y'; return ['xabcd'.includes(m), 'xabcd'.replace(m, '-'), 'abc'.localeCompare(m), 'q'.padEnd(5, m), m.indexOf(k), m.includes(k) ? m.replace(k, (c) => c.toUpperCase()) : k.padStart(4, m)];`,
  `const m = flag ? '{"k":1}' : '{"k":22}'; return [JSON.parse(m).k, JSON.stringify(m), encodeURIComponent(m)];`,
  `const d = flag ? 'x=1' : 'y2'; const r = /(\\w)=(\\d)/.exec(d); return r ? r[1] + r[2] : 'none';`,
  `const m = flag ? 'abc' : 'xy'; const o = { ...m, q: 1 }; return [o[2] ?? 'none', o[0], '2' in o, Object.keys(o).length];`,
  `const m = flag ? 'abc' : 'xyz'; const { 0: first, ...rest } = m; return [first, rest, Object.assign({ 0: 'k', z: 3 }, m)];`,
  `const xs = []; for (const x of v) if (x > 1.5) xs.push(x > 2 ? 'a' : 'b'); let count = 0; for (const t of xs) if (t.constructor === String) count++; return [count, xs.filter((t) => typeof t.trim === 'function').length];`,
  `let t = 'x'; for (let i = 0; i < n; i++) t = t === 'x' ? 'yy' : 'x'; return t.constructor === String && typeof t.trim === 'function' ? t : 'other';`,
  `let t = null; if (flag) t = 'abc'; let r = 0; try { r = typeof t.trim === 'function' ? 1 : 2; } catch (e) { r = e.message.length; } return [r, typeof t?.trim, t?.constructor === String, Object.prototype.toString.call(t)];`,
  `let t; if (flag) t = 'abc'; return ['xabcundefined'.indexOf(t), 'q'.padEnd(4, t)];`,
  `const m = flag ? 2.5 : 7; return [m.constructor === Number, m.constructor.name, typeof m.toFixed, m instanceof Object, Object.prototype.toString.call(m)];`,
  `let s = 0; for (let i = 0; i < n; i++) s += i; return s?.constructor === Number && typeof s.toFixed === 'function' ? s : -1;`,
  `const m = flag ? 2.5 : 7; try { return 'x' in m ? 1 : 2; } catch (e) { return 3; }`,
  `let isAny = false; for (const x of v) if (x > 1.5) isAny = true; return [isAny.constructor === Boolean, isAny.toFixed === undefined];`,
  `const xs = []; for (const x of v) if (x > 1.5) xs.push(x); return [Object.hasOwn(xs, 1), Object.hasOwn(xs, '2'), Object.hasOwn(xs, 'length'), Object.hasOwn(xs, 'foo'), Reflect.has(xs, 0)];`,
  `const xs = flag ? [1, 2] : [3]; return [Object.hasOwn(xs, 1), Object.hasOwn(xs, '0'), Object.hasOwn(xs, 'length')];`,
];

describe.each(executors)(
  'members that chosen values inherit, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

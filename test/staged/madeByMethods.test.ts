import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Functions that a loop makes by a method of an object: each knows what its object was made of. */
const bodies: readonly string[] = [
  `const make = (v) => ({ v, next: () => make(v + 1) }); let o = make(a); while (o.v < 5) o = o.next(); return o.v;`,
  `const P = x => ({ x, add: d => P(x + d) }); let p = P(a); for (let i = 0; i < n; i++) p = p.add(1); return p.x;`,
  `const P = x => ({ x, add(d) { return P(x + d); }, mul(d) { return P(x * d); } }); let p = P(a); for (const y of v) { if (y > 1) p = p.add(y); else p = p.mul(2); } return p.x;`,
  `const Counter = (c = 0) => ({ get: () => c, inc: () => Counter(c + 1) }); let k = Counter(); for (const y of v) if (y > 1) k = k.inc(); return k.get();`,
  `const stack = (items = []) => ({ push: (x) => stack([...items, x]), size: () => items.length, top: () => items.at(-1) }); let s = stack(); for (const y of v) if (y > 1) s = s.push(y); return s.size();`,
  `const Maybe = (x) => ({ map: (f) => (x === null ? Maybe(null) : Maybe(f(x))), or: (d) => x ?? d }); let m = Maybe(a); m = m.map((y) => y + 1); if (b > 0) m = m.map((y) => y * 2); return m.or(9);`,
  `const Vec = (x, y) => ({ x, y, plus: (o) => Vec(x + o.x, y + o.y), scale: (k) => Vec(x * k, y * k), len2: () => x * x + y * y }); let p = Vec(0, 0); const d = Vec(a, b); for (let i = 0; i < n; i++) { p = p.plus(d.scale(0.5)); if (p.len2() > 10) break; } return [p.x, p.y];`,
  `const State = (s) => ({ run: () => s, then: (f) => State(f(s)) }); let st = State(a); for (const x of v) st = st.then((s) => s + x); return st.run();`,
  `const Lens = (get, set) => ({ get, set, over: (f, o) => set(f(get(o)), o) }); const L = Lens((o) => o.k, (k, o) => ({ ...o, k })); let o = { k: a }; for (const x of v) o = L.over((k) => k + x, o); return o.k;`,
  `class P { constructor(x) { this.x = x; } add(d) { return new P(this.x + d); } } let p = new P(a); for (let i = 0; i < n; i++) p = p.add(1); return p.x;`,
  `const make = (n0) => { let c = n0; return { inc() { c++; return c; }, get c() { return c; } }; }; const k = make(2); for (const x of v) if (x > 1) k.inc(); return k.c;`,
];

describe.each(executors)(
  'objects that methods make anew, with functions of their own, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

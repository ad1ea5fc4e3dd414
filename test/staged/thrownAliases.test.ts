import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A variable of a `try` block gives up an object that it has changed: the object keeps that, and handlers find it again. */
const bodies: readonly string[] = [
  `class Node { constructor(x, next) { this.x = x; this.next = next; } } let head = null; try { for (const x of v) { head = new Node(x, head); if (x > 2) throw x; } head = 'none'; } catch (e) { return [head.x, 2]; } return [-1, 0];`,
  `class Node { constructor(x, next) { this.x = x; this.next = next; } } let head = null; try { for (const x of v) { head = new Node(x, 1); if (x > 2) throw x; } head = 'none'; } catch (e) { return [head.x, 2]; } return [-1, 0];`,
  `class Node { constructor(x, next) { this.x = x; this.next = next; } } let head = null; try { for (const x of v) { head = new Node(x, null); if (x > 2) throw x; } head = 'none'; } catch (e) { return [head.x, 2]; } return [-1, 0];`,
  'class Node { constructor(x, next) { this.x = x; this.next = next; } } let head = null; try { for (const x of v) { head = new Node(x, head); if (x > 2) throw x; } head = 3; } catch (e) { return [head.x, 2]; } return [-1, 0];',
  'class P { constructor(x) { this.x = x; } } const p = new P(a); let q = p; try { if (a > 0) throw 0; q = new P(b); } catch { record(q === p ? 1 : 2); } return q.x;',
  'class P { constructor(x) { this.x = x; } } const p = new P(a); let q = p; try { q.x = 5; if (a > 0) throw 0; q.x = 7; q = new P(b); } catch { record(q === p ? 1 : 2); record(p.x); } return q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = flag ? p : q; try { o.x = 5; if (a > 0) throw 0; o.x = 7; o = p; } catch { record(o === p ? 1 : 2); record(o.x); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { o.x = 5; if (a > 0) throw 0; o.x = 7; o = p; } catch { record(o === p ? 1 : 2); record(o.x); } return p.x + 10 * q.x;',
  'class A { x = 1; } class B { x = 2; } const p = new A(), q = new B(); let o = b > 0 ? p : q; try { o.x = 5; if (a > 0) throw 0; o.x = 7; o = p; } catch { record(o === p ? 1 : 2); record(o.x); } return p.x + 10 * q.x;',
  'const f = () => 1, g = () => 2; let h = b > 0 ? f : g; try { if (a > 0) throw 0; h = () => 3; } catch { record(h === f ? 1 : 2); record(h()); } return h();',
  'let o = b > 0 ? {x: [1]} : null; try { if (o) o.x.push(5); if (a > 0) throw 0; if (o) o.x.push(7); o = null; } catch { record(o ? 1 : 2); record(o ? o.x.length : -1); } return 1;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { o.x = 5; if (a > 0) throw 0; o.x = 7; } catch { record(o.x); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { o.x = 5; if (a > 0) throw 0; p.x = 7; q.x = 8; o = p; } catch { record(o.x); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { o.x = 5; if (a > 0) throw 0; o = p; p.x = 7; q.x = 8; } catch { record(o === p ? 1 : 2); record(o.x); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { o.x = 5; if (a > 0) throw 0; o = p; q.x = 8; } catch { record(o === p ? 1 : 2); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { if (a > 0) throw 0; o = p; q.x = 8; } catch { record(o === p ? 1 : 2); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { if (a > 0) throw 0; q.x = 8; } catch { record(o === p ? 1 : 2); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { if (a > 0) throw 0; o.x = 8; } catch { record(o === p ? 1 : 2); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; try { if (a > 0) throw 0; o.x = 8; o = p; } catch { record(o === p ? 1 : 2); } return p.x + 10 * q.x;',
  'const p = {x: 1}, q = {x: 2, z: 3}; let o = b > 0 ? p : q; if (a > 0) { o.x = 8; o = p; } return p.x + 10 * q.x;',
  `const p = {x: 1}; let o = p; try { if (a > 0) throw 0; o.x = 8; o = 'none'; } catch { record(o === p ? 1 : 2); } return p.x;`,
  `const p = [1, 2]; let o = p; try { if (a > 0) throw 0; o[0] = 8; o = 'none'; } catch { record(o === p ? 1 : 2); } return p[0];`,
  `const p = [1, 2]; let o = p; try { if (a > 0) throw 0; o.push(8); o = 'none'; } catch { record(o === p ? 1 : 2); } return p.length;`,
  `const p = [1, 2], q = [3, 4, 5]; let o = b > 0 ? p : q; try { if (a > 0) throw 0; o[0] = 8; o = 'none'; } catch { record(o === p ? 1 : 2); } return p[0] * 10 + q[0];`,
  `const p = {x: 1}, q = {x: 2}; let o = b > 0 ? p : q; try { if (a > 0) throw 0; o.x = 8; o = 'none'; } catch { record(o === p ? 1 : 2); } return p.x * 10 + q.x;`,
  `const p = {x: 1}, q = {x: 2}; let o = b > 0 ? p : null; try { if (a > 0) throw 0; if (o) o.x = 8; o = 'none'; } catch { record(o === p ? 1 : 2); } return p.x * 10 + q.x;`,
  `const p = {x: {z: 1}}; let o = p; try { if (a > 0) throw 0; o.x.z = 8; o = 'none'; } catch { record(o === p ? 1 : 2); } return p.x.z;`,
  `const p = {x: {z: 1}}; let o = p; try { if (a > 0) throw 0; const t = o.x; t.z = 8; o = 'none'; } catch { record(o === p ? 1 : 2); } return p.x.z;`,
  `const m = new Map([[1, 1]]); let o = m; try { if (a > 0) throw 0; o.set(2, 3); o = 'none'; } catch { record(o === m ? 1 : 2); } return m.size;`,
  `class C { x = 1; y = [1]; } const p = new C(); let o = p; try { if (a > 0) throw 0; o.x = 5; o.y.push(3); o = 'none'; } catch { record(o === p ? 1 : 2); } return p.x * 10 + p.y.length;`,
  'const p = [1, 2]; let o = p; if (a > 0) { o[0] = 8; o = null; } return p[0];',
  'const p = [1, 2]; let o = p; if (a > 0) { o.push(8); o = null; } return p.length;',
  'const p = {x:1}; let o = p; if (a > 0) { o.x = 8; o = null; } return p.x;',
  'const p = {x:1}; let o = p; for (let i = 0; i < n; i++) { if (o) o.x = 8 + i; o = i > 1 ? null : p; } return p.x;',
  'const p = [1, 2]; let o = p; if (a > 0) { o[0] = 8; o = [1]; } return p[0] + o.length;',
  'const p = {x: 1}, q = {x: 2, y: 3}; let o = b > 0 ? p : q; if (a > 0) { o.x = 8; o = null; } return p.x + 10 * q.x;',
  'const p = {x: {z: 1}}; let o = p; if (a > 0) { const t = o.x; t.z = 8; o = null; } return p.x.z;',
  'const p = {x: 1, l: [1]}; let o = p; try { if (a > 0) throw 0; o.l.push(3); o = 7; } catch { o = 2; record(p.l.length); } return p.l.length + o;',
  'const p = {x: 1}; let o = p; try { o.x = 2; if (a > 0) throw 0; o.x = 8; o = {x: 3}; } catch { record(o === p ? 1 : 2); record(o.x); } record(o.x); return p.x;',
  'const p = {x: 1}; let o = p; try { o.x = 2; if (a > 0) throw 0; o.x = 8; o = {x: 3}; if (b > 0) throw 1; o.x = 4; o = null; } catch (e) { record(e); record(o === p ? 1 : 2); record(o.x); } record(o ? o.x : -1); return p.x;',
  'const l = [1, 2, 3]; let m = l; try { m[0] = 5; if (a > 0) throw 0; m.push(9); m = m.slice(1); if (b > 0) throw 1; m.push(4); } catch (e) { m.push(100); record(m.length); } record(l.length); return [m.length, m[0], l[0]];',
  'const l = [1, 2, 3]; let m = l; try { for (const x of v) { m[0] += x; if (x > 2) throw x; m = [x, x]; } } catch (e) { record(m === l ? 1 : 2); record(m[0]); } return l[0] + m.length;',
  `class Acc { constructor() { this.sum = 0; this.items = []; } add(x) { if (x > 2) throw new RangeError('big'); this.sum += x; this.items.push(x); return this; } } const acc = new Acc(); let r = acc; try { for (const x of v) r = r.add(x); r = r.sum; } catch (e) { record(r === acc ? 1 : 2); r = r.items.length; } return r + acc.sum;`,
  'const o = { a: { k: 1 }, b: { k: 2 } }; let cur = o.a; try { cur.k = a; if (flag) throw 0; cur = o.b; cur.k = 3; if (b > 1) throw 1; cur.k = 9; cur = undefined; } catch (e) { record(cur.k); cur.k += 10; } return [o.a.k, o.b.k];',
  `const m = new Map([['x', 1]]); let o = m; try { o.set('x', 2); if (a > 0) throw 0; o.set('x', 3); o = null; } catch { record(o.get('x')); o.set('x', 4); } return m.get('x');`,
  'const s = new Set([1]); let t = s; try { t.add(2); if (a > 0) throw 0; t.add(3); t = 5; } catch { record(t.size); } return s.size;',
  `const p = {x: 1}; let o = p; const f = () => { if (a > 0) throw new Error('no'); o.x = 8; o = undefined; }; try { f(); } catch { o.x = 5; } finally { record(p.x); } return p.x;`,
  'const p = {x: 1}; let o = p; try { try { if (a > 0) throw 0; o.x = 8; o = undefined; } finally { p.x += 10; } } catch { record(o === p ? 1 : 0); } return p.x;',
  'const p = {x: 1}; let o = p; label: { try { if (a > 0) throw 0; o.x = 8; o = undefined; if (b > 0) break label; p.x += 100; } catch { p.x += 20; } p.x += 1000; } return p.x;',
  'let o = { x: 1 }; const p = o; let k = 0; while (k < 3) { k++; try { o.x += k; if (a > k) throw k; o.x += 10; o = p; } catch (e) { o = { x: e }; } } return [p.x, o.x, o === p ? 1 : 0];',
  'let o = { x: 1 }; const p = o; let k = 0; while (k < n) { k++; try { o.x += k; if (a > k) throw k; o.x += 10; o = p; } catch (e) { o = { x: e }; } } return [p.x, o.x, o === p ? 1 : 0];',
];

describe.each(executors)(
  'objects under other names where a block throws, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

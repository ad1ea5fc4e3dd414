import { describe, expect, test } from 'vitest';
import { parseModule, stage } from './stage.js';

/** Sources with syntax that is easily forgotten. */
const sources = [
  `function f(x: number) { (x as any) += 1; x! += 2; (x as any).y! = 3; const y = (x as any) + 1; let z: number = (x satisfies number)!; if ((0 as any) < 1) { z = 2; } return z as number; }`,
  `function f(this: Foo, x: number, y?: string): number { enum E { A, B } interface P { a: 1 } type Q = P; const g = <T,>(t: T): T => t; return g<number>(x) + E.A; }`,
  `const f = async <T,>(x: T): Promise<T> => { if (await g(x)) return x; return x; }`,
  `function f(x) { let y = 0; return <div a={y += x} {...(y = 3, {})} key="k"><Panel.Item x={x + 1}>{x > 1 ? <b/> : null}{y++}</Panel.Item><></></div>; }`,
  `function f(x) { return super_.x?.[x]?.(y => y + 1) ; }`,
  `class A { m(x) { if (x) { super.m(x); super[x](1); this.#p?.(2); this.#q += 1; } return super.k + (this.#p = 3) + (#p in this); } #p; #q; }`,
  `function f(x) { a: b: for (;;) { if (x) continue a; if (y) break b; }}`,
  `async function f(x) { const g = async function* () { yield await 1; }; const h = async () => { for (const v of await x) { if (await v) return v; } }; await h(); try { return await x; } catch { return await import('z'); } }`,
  `function f(x) { 'use strict'; "use graph"; return new.target ? import.meta.url : require('x') + require(x); }`,
  `function f(x) { for (const k of x) ; for (;x;) ; while (x) ; do ; while (x); if (x) ; else ; switch (x) {} label: ; }`,
  `function f(x) { switch (x) { default: } switch (x) { case 1: } switch (x++) { case y = 2: break; case x += 1: default: return 1 } }`,
  `function f({ a, b: [c = 1] }, ...rest) { var a2 = a, [z] = rest; for (var { q } of rest) c += q; var a2; return a2; }`,
  `function f(x) { delete x[y].z; delete x?.y; delete x[0]; typeof x[0]; void x++; return -(-x) + +x + ~x + !x - -1; }`,
  `function f(x) { return { x, [x + 1]: x, get a() { return x + 1; }, set a(v) { x = v; }, async b() { return await x; }, *c() { yield x++; }, 'd-e': (x = 2) }; }`,
  `function f(x) { return a\`\${x}\${x + 1}\` + o.m\`\${x++}\`; }`,
  `function f(x) { const o = {}; o.p ??= x; o[x] ??= x; o[x++].y[x] += x; [o.a, o[x], ...o.b] = x; ({ x, ...o.rest } = x); return (x, y, x = 2); }`,
  `function f(x) { let i = 0; return x[i++]?.[i++]?.(i++)?.y; }`,
  `function f(x) { if (x) { let $ = 1; if (x > 1) $ = 2; return $; } }`,
  `(function () { return this.x + arguments[0]; })`,
  `export default (x) => x > 1 ? x : (x = 2)`,
  `function f(x) { debugger; throw (x = 1, new Error(x)); }`,
  `function f(x) { class A extends (x > 1 ? B : C) { static { x = 2; } static y = x++; [x + 1]() { return x + 1; } accessor = 1; constructor(private z: number) { super(); if (x) return; this.z = 1; } } return A; }`,
  `function f(x) { class A { m() {} } return 1n + -2n + /x/g.test(x) + 0x10; }`,
  `function f(x, y = (x = 2, x++), z = () => x++) { return y; }`,
  `function f(x) { try { x(); } catch ({ message = x }) { return message; } finally { x = 1; } }`,
];

describe('what staging writes is a program again, and the same one each time', () => {
  test.each(sources)('%s', (source) => {
    const text = stage(source);
    const isMethod = source.startsWith('class');
    parseModule(
      isMethod ? `class B extends C { #p; #q; m = ${text} }` : `function q() { (${text}) }`,
    );
    expect(stage(source)).toBe(text);
  });
});

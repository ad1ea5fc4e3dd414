import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, compileEager, stage } from '../support/compile.js';
import { useCpu } from '../support/index.js';

const sources: Record<string, string> = {
  chain: `function f(x) { "use graph"; if (x < 0) return x * 2; else if (x > 3) { x += 1; return x; } x *= 3; return x; }`,
  nested: `function f(x) { "use graph"; if (x > 0) { if (x < 5) return x; return x * x; } return x * x * x; }`,
  loopReturn: `function f(x) { "use graph"; let i = x * 0; let s = x * 0; while (i < x) { i += 1; s += i; if (s > 4) return s; } return s - 100; }`,
  forBreak: `function f(x) { "use graph"; let s = x * 0; for (let i = x * 0; i < 10; i++) { if (i % 2 > 0) continue; if (i > x) break; s += i; } return s; }`,
  nestedBreak: `function f(n) { "use graph"; let c = n * 0; for (let i = n * 0; i < n; i++) { for (let j = n * 0; j < n; j++) { c += 1; if (j >= i) break; } if (i > 2) break; } return c; }`,
  labelled: `function f(n) { "use graph"; let c = n * 0; outer: for (let i = n * 0; i < n; i++) { for (let j = n * 0; j < 4; j++) { if (j > 1) continue outer; if (i > 2) break outer; c += i * 10 + j; } c += 100; } return c; }`,
  doWhile: `function f(n) { "use graph"; let s = n * 0; do { s += 1; if (s > 6) break; } while (s < n); return s; }`,
  sw: `function f(x) { "use graph"; let y = x; switch (x) { case 0: y = y + 7; break; case 1: case 2: y = y + 10; break; default: y = y - 1; } return y; }`,
  swFall: `function f(x) { "use graph"; let y = x * 0; switch (x) { case 0: y += 7; case 1: y += 10; break; case 3: y += 100; default: y -= 1; } return y; }`,
  swReturn: `function f(x) { "use graph"; switch (x) { case 0: return x + 7; case 1: return x + 9; } return x; }`,
  whileTrue: `function f(x) { "use graph"; let i = x; while (true) { i = i + 1; if (i > 10) return i; if (i > 7) break; } return -i; }`,
  testAssign: `function f(x) { "use graph"; let n = x * 0; while ((x = x - 1) > 0) { n += x; } return n; }`,
  hostLoopReturn: `function f(x) { "use graph"; for (let i = 0; i < 3; i++) { if (x > i) { x = x - 1; } else { x = x + 10; } } return x; }`,
  lazyAssign: `function f(x) { "use graph"; let y = x; const b = x > 1 && (y = x * 2) > 4; return b ? y : y - 1; }`,
  tryFinally: `function f(x) { "use graph"; let z = x * 0; while (x > 0) { x = x - 1; try { if (x < 3) continue; z = z + 1; } finally { z = z + 10; } } return z; }`,
  inputs: `function f(x) { "use graph"; let y; if (x > 1) { x = x + 1; y = x * 2; } else { y = x - 3; } return y; }`,
  props: `function f(x) { "use graph"; const o = { a: x, b: { c: x * 2 } }; if (x > 1) { o.a = x * 5; o.b.c += 1; } else { o.b.c = x; } return o.a + o.b.c; }`,
  push: `function f(x) { "use graph"; const out = []; if (x > 1) out.push(x); else out.push(x * 2); return out[0]; }`,
  elements: `function f(x) { "use graph"; const v = [x, x + 1]; for (let i = x * 0; i < 3; i++) { v[0] += i; v[1] -= 1; } return v[0] * 100 + v[1]; }`,
  closure: `function f(x) { "use graph"; let c = x; const bump = () => { c = c + 1; }; while (c < 10) bump(); return c; }`,
  nestedFn: `function f(x) { "use graph"; const g = (y) => { if (y > 2) return y * 2; return y; }; return g(x) + g(x + 1); }`,
  retInNested: `function f(x) { "use graph"; for (let i = x * 0; i < 3; i++) { for (let j = x * 0; j < 3; j++) { if (i * j >= x) return i * 10 + j; } } return x * 0 - 1; }`,
  fin: `function f(x) { "use graph"; let i = x; for (;;) { i = i - 1; if (i < 0) return i; } }`,
  hostAccum: `function f(x) { "use graph"; let count = 0; let i = x; while (i > 0) { i = i - 1; count++; } return count; }`,
  earlyElse: `function f(x) { "use graph"; if (x < 0) { x *= x; } else { return x; } return x + 100; }`,
};

describe('tensors', () => {
  beforeAll(useCpu);
  for (const [name, source] of Object.entries(sources)) {
    it(name, async () => {
      const text = `export ${source}`;
      const { f } = await compile(text);
      const { f: plain } = await compileEager(text.replace('"use graph"', '"no"'));
      const bad: string[] = [];
      for (const x of [-2, 0, 1, 2, 3, 5, 12]) {
        const want = plain!(x) as number;
        try {
          const got = ((f!(tf.scalar(x)) as tf.Tensor).arraySync?.() ?? f!(tf.scalar(x))) as number;
          if (Math.abs(got - want) > 1e-3) bad.push(`${x}: ${got}, not ${want}`);
        } catch (error) {
          bad.push(`${x}: ${String(error).slice(0, 300)}`);
        }
      }
      expect(bad.slice(0, 3), stage(text)).toEqual([]);
    });
  }
});

import { beforeAll, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

it('a recursion of host values that overflows the stack is a RangeError to the program', async () => {
  const { f } = await compile<{ f: (x: number) => unknown }>(`
    export function f(x) {
      "use graph";
      let n = 0;
      try {
        const again = () => again();
        again();
      } catch (error) {
        n = error instanceof RangeError ? x : 0;
      }
      return n;
    }
  `);
  for (const x of [1, 2, 3]) expect(f(x)).toBe(x);
});

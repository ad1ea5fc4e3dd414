import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Functions in the test and the update of a for loop have the variables of their own iteration. */
const bodies: readonly string[] = [
  `const fs = []; for (let i = 0; i < 3 && fs.push(() => i); i++) {} return fs.map((f) => f());`,
  `const fs = []; for (let i = 0; fs.push(() => i), i < 3; i++) {} return fs.map((f) => f());`,
  `const fs = []; for (let i = 0; i < 3; fs.push(() => i), i++) { if (i === 1) i++; } return fs.map((f) => f());`,
  `const fs = []; for (let i = 0; i < 2 && fs.push(() => i * n); i++) {} return fs[0]();`,
  `const fs = []; for (let i = 0; i < 3; i++, fs.push(() => i)) { fs.push(() => i * 10); if (i === 1) continue; fs.push(() => i++); } return fs.map((f) => f());`,
  `const fs = []; for (let i = 0, j = 5; (fs.push(() => i + j), i < j); i++, j--) { if (j === 4) break; fs.push(() => j++); } return fs.map((f) => f());`,
  `const fs = []; for (let i = 0, get = () => i; fs.push(get, () => i), i < 2; i++) { fs.push(() => (i += 5)); } return fs.map((f) => f());`,
  `let s = 0; for (let i = 0; [1, 2, 3].some((x) => x > i); i++) { s += i + 1; } return s;`,
  `let s = 0; for (let i = 0; [a, b, 3].some((x) => x > i); i++) { s += i + 1; } return s;`,
  `let s = 0; outer: for (let i = 0; [1, 2, 3, 4].filter((x) => x > i).length > 1; i++) { for (let j = 0; j < 3; j++) { if (j === i) continue outer; s += 10 * i + j; } } return s;`,
  `const xs = [4, 1, 3]; let s = 0; for (let i = 0; i < xs.length; i += xs.findIndex((x) => x > i) + 1) { s += xs[i] * n; } return s;`,
  `let s = 0; for (let i = 0; i < n; i += [1, 2].map((k) => k + i * 0)[0]) { s += i; } return s;`,
  `const fs = []; for (let i = 0; i < 1; i++) { let j = 10; for (let k = 0; k < 2; k++, j--) { fs.push(() => j); } } return fs.map((f) => f());`,
  `const fs = []; for (let j = 10; j < 11; j++) { for (let k = 0; k < 2; k++, fs.push(() => j++)) { } } return fs.map((f) => f());`,
  `const fs = []; for (let i = 0; i < 2; i++, fs.push(() => i++)) { fs.push(() => i); } return [fs.map((f) => f()), fs.map((f) => f())];`,
  `const fs = []; let last; for (let i = 0; i < 3; i += 1, fs.push(() => i++)) { last = () => i + i; } return [fs.map((f) => f()), last()];`,
  `const fs = []; for (let i = 0, j = b; (() => i < 3)(); i += 1, fs.push(() => i++)) { fs.push(() => { j += 1; return j; }); fs.push(() => i + i); } return [fs.map((f) => f()), fs.map((f) => f())];`,
  `const fs = []; for (let i = 0, j = n; i < 3; i++, fs.push(() => j)) { fs.push(() => i * 10); j += i; } return fs.map((f) => f());`,
];

describe.each(executors)(
  'closures in the head of a for loop, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

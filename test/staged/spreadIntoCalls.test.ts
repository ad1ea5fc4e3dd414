import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Calls of which a tensor decides how many arguments they have. */
const bodies: readonly string[] = [
  `const xs = [1, 2, 3]; xs.splice(1, 2, ...(flag ? [100] : [200, 300])); return [xs.length, xs[1]];`,
  `const xs = [1, 2, 3]; const ys = [...v].filter(x => x > 1); xs.splice(1, 1, ...ys); return [xs.length, xs[0], xs.at(-1)];`,
  `const xs = [1, 2, 3]; const ys = [...v].filter(x => x > 1); const r = xs.splice(-1, 1, ...ys); return [xs.length, r.length, r[0]];`,
  `const xs = [1,2,3].toSpliced(1, 1, ...[...v].filter(x => x > 1)); return [xs.length, xs[0], xs.at(-1)];`,
  `const xs = [1,2,3].concat(...[...v].filter(x => x > 1)); return [xs.length, xs.at(-1)];`,
  `const xs = [1, 2, 3]; xs.push.apply(xs, [...v].filter(x => x > 1)); return xs.length;`,
  `const f = function () { return arguments.length; }; return f.apply(null, [1, 2, 3]);`,
  `const f = (...r) => r.length; return f.apply(null, [...v].filter(x => x > 1));`,
  `const ys = [...v].filter(x => x > 1); return ys.length > 0 ? Math.max.apply(null, ys) : -1;`,
  `const ys = [...v].filter(x => x > 1); return Reflect.apply(Math.max, null, ys.concat(0));`,
  `const f = (p, q = 5, ...r) => p * q + r.length; const ys = [...v].filter(x => x > 0); ys.push(2); return f.apply(null, ys);`,
  `const xs = [...v].filter(x => x > 0); const ys = [...v].filter(x => x > 1); xs.splice(0, 1, ...ys, 7); let t = 0; for (const x of xs) t = t * 2 + x; return t;`,
  `const xs = [5, 6]; for (const x of v) if (x > 1) xs.splice(1, 0, ...[x, x]); return [xs.length, xs.at(-1), xs[1]];`,
  `const xs = [5, 6]; const add = [...v].filter((x) => x > 3); xs.splice(0, xs.length, ...add); return xs.length;`,
];

describe.each(executors)('what calls are given by a spread, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Beside a number or bool, == takes a text for a number. */
const bodies: readonly string[] = [
  `return n == '3' ? 1 : 2;`,
  `return n != '3' ? 1 : 2;`,
  `return '3' == n ? 1 : 2;`,
  `return flag == 1 ? 1 : 2;`,
  `return flag == true ? 1 : 2;`,
  `return flag != 1 ? 1 : 2;`,
  `return flag === 1 ? 1 : 2;`,
  `return n === true ? 1 : 2;`,
  `return n == true ? 1 : 2;`,
  `return flag == '1' ? 1 : 2;`,
  `return flag == 'true' ? 1 : 2;`,
  `return flag == '' ? 1 : 2;`,
  `return n == '' ? 1 : 2;`,
  `return n == ' 3 ' ? 1 : 2;`,
  `return n == 'abc' ? 1 : 2;`,
  `return a == '1.5' ? 1 : 2;`,
  `return n != null ? 1 : 2;`,
  `return n == undefined ? 1 : 2;`,
  `return null == flag ? 1 : 2;`,
  `return (a > 0) == flag ? 1 : 2;`,
  `return flag == n ? 1 : 2;`,
  `return (n - 2) == flag ? 1 : 2;`,
  `return (n - 2) === flag ? 1 : 2;`,
  `const t = flag ? '3' : '4'; return n == t ? 1 : 2;`,
  `const t = flag ? '3' : '4'; return t == 3 ? 1 : 2;`,
  `const t = flag ? '3' : '4'; return t == '3' ? 1 : 2;`,
  `const t = flag ? 'true' : ''; return t == flag ? 1 : 2;`,
  `return n == 3n ? 1 : 2;`,
  `return n === 3n ? 1 : 2;`,
  `let t = null; if (flag) t = n; return t == '3' ? 1 : 2;`,
  `let t = null; if (flag) t = n; return t == 0 ? 1 : 2;`,
  `let t; if (flag) t = n; return t == null ? 1 : 2;`,
  `let t; if (flag) t = n - 2; return t == true ? 1 : 2;`,
  `return [n == '3', n != '3', n == '0x3', n == '3.0', n == '1e0'];`,
  `return [flag == 1, flag == 0, flag == '0', flag != '1', flag == null];`,
  `switch (n) { case '3': return 1; case 3: return 2; } return 3;`,
  `const o = { n }; return o.n == '4' ? 1 : 2;`,
  `return v[0] == '1' ? 1 : 2;`,
  `return n == Infinity || n == 'Infinity' || n == '-Infinity' ? 1 : 2;`,
  `return (a / 0) == 'Infinity' ? 1 : 2;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i); return L.filter((x) => x == '1').length;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i > 0); return L.filter((x) => x == 1).length;`,
  `return flag == 2 ? 1 : 2;`,
  `return flag == a ? 1 : 2;`,
];

describe.each(executors)('==, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

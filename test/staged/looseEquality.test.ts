import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Beside a number or bool, == takes a text for a number, and an object or array for what it stands for. */
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
  `return [n == [3], [3] == n, n != [3], n == ['3'], n == [], n == [3, 4]];`,
  `return [n === [3], n !== [3]];`,
  `const o = { valueOf() { return 3; } }; return [n == o, o == n, n != o, n === o];`,
  `const o = { valueOf() { return a > 0 ? 3 : 4; } }; return [n == o, o == n, n != o];`,
  `const o = { toString() { return '3'; } }; return [n == o, o == n];`,
  `class V { constructor(x) { this.x = x; } valueOf() { return this.x; } } const o = new V(n), p = new V(n); return [n == o, o == p, o == 3, o < n + 1, o + 1];`,
  `class V { constructor(x) { this.x = x; } [Symbol.toPrimitive]() { return this.x + 1; } } const o = new V(n); return [n == o, n + 1 == o, o == 4];`,
  `const l = [n]; return [l == n, n == l, l == 3, l != 3];`,
  `const l = [n, a]; return [l == n, l == 3];`,
  `return [flag == [1], flag == ['1'], flag == [], flag == [true], flag == {}];`,
  `return [n == new Date(3), n == (() => 3), n == Symbol.iterator];`,
  `return [n == {}, n == null, n == new Map(), n == NaN];`,
  `const o = new Number(3); return [n == o, o == n, n === o];`,
  `const o = new String('3'); return [n == o, o == n, n === o];`,
  `let o = null; if (a > 0) o = { valueOf() { return 3; } }; return [n == o, o == 3];`,
  `const o = { valueOf() { return {}; }, toString() { return '4'; } }; return [n == o];`,
  `const a1 = [v[0]]; return [a1 == 1, [[n]] == 3, [null] == 0, n == [[3]]];`,
  `switch (n) { case [3]: return 1; default: return 2; }`,
  `return [[3].includes(n), [[3]].includes(n), [[3]].indexOf(n)];`,
  `const g = { valueOf: () => b }; return [g == a, g == b, g == -2, g >= b];`,
  `const o = a > 0 ? { valueOf() { return 3; } } : { valueOf() { return 4; } }; return [n == o, o == 3, o != 4, o + 1, o < n];`,
  `return [n + new Number(3), n * new Number(2), n < new Number(4), new String('4') == n];`,
  `class A { valueOf() { return 3; } } class B { valueOf() { return 4; } } const o = a > 0 ? new A() : new B(); return [n == o, o == 3, o != 4];`,
  `const l = [a, b]; return [l == n, n != l, l == 1];`,
  `return [n == [[3]], n == [[]], n == [null], 0 == [n - 3], n == [true], flag == [flag]];`,
];

describe.each(executors)('==, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(['const l = []; if (a > 0) l.push(n); return l == n;'])('%s is refused', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual).toMatchObject({ refusal: 'operand-type' });
  });
});

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

/** What a call of the function `f` is told, without the code. */
async function told(source: string, args: readonly unknown[]): Promise<string> {
  const { f } = await compile(source, { tf });
  try {
    f!(...args);
  } catch (error) {
    return (error as Error).message.replace(/ \[argument-modified\]$/, '');
  }
  throw new Error('Nothing was thrown.');
}

const f = (parameters: string, statement: string) =>
  `export function f(${parameters}) {\n"use graph";\nt = t * 2;\n  ${statement}\nreturn t;\n}`;
const one = () => tf.scalar(1);

describe('an argument that is modified', () => {
  beforeAll(() => useCpu());

  it.each([
    ['o.a.b[1].c = t;', " at 'o.a.b[1].c'", '{ ...o.a.b[1] }'],
    ['o.list = null;', " at 'o.list'", '{ ...o }'],
    ['o["x-y"] += 1;', ` at 'o["x-y"]'`, '{ ...o }'],
    ['o.list[0] = t;', " at 'o.list[0]'", '[...o.list]'],
    ['o.list.push(t);', " at 'o.list'", '[...o.list]'],
    ['o.map.set("k", t);', " at 'o.map'", 'new Map(o.map)'],
    ['o.set.add(3);', " at 'o.set'", 'new Set(o.set)'],
    ['delete o.list;', '', '{ ...o }'],
    ['if (t > 0) o.list[1] = t;', " at 'o.list[1]'", '[...o.list]'],
    ['[o.list[1]] = [t];', " at 'o.list[1]'", '[...o.list]'],
    ['({ t: o.a } = { t });', " at 'o.a'", '{ ...o }'],
  ])('is named, with the place and what to copy: %s', async (statement, at, copy) => {
    const given = {
      a: { b: [1, { c: 2 }] },
      list: [1, 2],
      map: new Map([['j', 1]]),
      set: new Set([1, 2]),
      'x-y': 1,
    };
    for (const argument of [given, { ...given, held: one() }]) {
      const message = await told(f('o, t', statement), [argument, one()]);
      const [what, where, advice] = message.split('\n');
      expect(what).toBe(`f modifies its argument 'o'${at}, which would happen only while tracing.`);
      expect(where).toMatch(/^ {4}at program\.js:4:\d+$/);
      expect(advice).toBe(`  Modify a copy (${copy}), and return it.`);
    }
  });

  it('is found in a call that is given no tensor, and put back', async () => {
    const options = { rates: [1, { first: 2 }] };
    const source = f('o, t = tf.scalar(1)', 'o.rates[1].first = 5;');
    expect(await told(source, [options])).toContain("at 'o.rates[1].first'");
    expect(options).toEqual({ rates: [1, { first: 2 }] });
  });

  it('may hold an array of which a tensor decides how long it is then', async () => {
    const list = [1, 2];
    const source = f('list, t = tf.scalar(1)', 'while (t < 9) { list.push(t); t = t * 2; }');
    expect(await told(source, [list])).toMatch(/^f modifies its argument 'list', which/);
    expect(list).toEqual([1, 2]);
  });

  it('is named by its position where it is a pattern', async () => {
    const message = await told(f('{ a }, t', 'a.b = 1;'), [{ a: { b: 2 } }, one()]);
    expect(message).toContain("its argument 'arguments[0]' at 'arguments[0].a.b'");
  });

  it('is told with the line of the function that modifies it', async () => {
    const helper = 'function put(o, v) { o.last = v; }\n';
    const message = await told(helper + f('o, t', 'put(o, t);'), [{ last: 0 }, one()]);
    expect(message).toContain('    at program.js:1:22\n');
  });
});

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

/** A graph function that calls `expression`, with a function of a package that calls the one that it is given. */
async function run(expression: string, foreign: string): Promise<unknown> {
  const g: unknown = new Function('tf', `return ${foreign};`)(tf);
  const { f } = await compile(`export function f(x) { "use graph"; return ${expression}; }`, {
    g,
    tf,
  });
  const result = f!(tf.scalar(2));
  return result instanceof tf.Tensor ? result.dataSync()[0] : result;
}

const caught = '(h) => { try { return h(); } catch { return 9; } }';
const handedOn = '(h) => { try { return [1].map(h)[0]; } catch (error) { return 9; } }';
const thrown = "g(() => { if (x > 3) throw new Error('large'); return x; })";

describe('code that is not staged cannot catch', () => {
  it.each<[string, string, string, string]>([
    ['what a tensor decides to throw', thrown, caught, 'swallowed-throw'],
    ['what a function throws that it hands on', thrown, handedOn, 'swallowed-throw'],
    [
      'what is thrown in a loop',
      'g(() => { for (let i = 0; i < x; i++) if (i > 3) throw i; return x; })',
      caught,
      'swallowed-throw',
    ],
    [
      'what is thrown in a branch around its call',
      'x > 3 ? g(() => { throw new Error("large"); }) : x',
      caught,
      'swallowed-throw',
    ],
    [
      'what JavaScript throws where something is missing',
      'g(() => new Map([[1, { k: 2 }]]).get(x).k)',
      caught,
      'swallowed-throw',
    ],
    ['a read of a traced tensor', 'g(() => x.dataSync()[0])', caught, 'host-read'],
    [
      'its own read of a traced tensor',
      'g(x)',
      '(y) => { try { return y.dataSync()[0]; } catch { return 9; } }',
      'host-read',
    ],
    [
      'what cannot be a graph',
      'g(() => { let s = 0; while (x > 3) s = [s]; return x; })',
      caught,
      'loop-value-changes',
    ],
  ])('%s', async (_, expression, foreign, code) => {
    await expect(run(expression, foreign)).rejects.toMatchObject({ code });
  });
});

describe('it catches', () => {
  it.each<[string, string, string, number]>([
    ['what JavaScript throws', 'g(() => { throw new Error("no"); })', caught, 9],
    ['nothing where nothing is thrown', 'g(() => x * 2)', caught, 4],
    [
      'nothing where staged code has caught it',
      "g(() => { try { if (x > 1) throw new Error('large'); return x; } catch { return 7; } })",
      caught,
      7,
    ],
    [
      'other errors than those of the function',
      "g(() => { if (x > 3) throw new Error('large'); return x; })",
      '(h) => { try { JSON.parse("{"); } catch { return h(); } }',
      2,
    ],
    [
      'nothing of what is traced in another way',
      'g(() => { let s = []; for (const row of tf.stack([x, x])) s = [s, row]; return s[1]; })',
      caught,
      2,
    ],
  ])('%s', async (_, expression, foreign, result) => {
    expect(await run(expression, foreign)).toBe(result);
  });
});

import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { executors } from '../support/index.js';
import { programOf } from './compare.js';

/* `x in d` where x is a number that a tensor holds, in a graph and where graph functions run eagerly. */
const bodies: readonly string[] = [
  'const d = { 3: 1 }; return x in d;',
  'const d = { 3: 1, other: 2 }; return x in d;',
  'const d = { other: 2 }; if (x > 2) d[3] = 1; return x in d;',
  'const d = { 2: 1, 3: 2 }; delete d[2]; return x in d;',
  'return x in [, , , 5];',
];

describe.each(executors)('whether a number is a key, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    const f = await programOf(`export function f(x) { "use graph"; ${body} }`);
    const holds = async (x: number): Promise<boolean> => {
      const found = f(tf.scalar(x, 'int32'));
      return Boolean(found instanceof tf.Tensor ? (await found.data())[0] : found);
    };
    expect([await holds(3), await holds(7)]).toEqual([true, false]);
    if (backend !== 'cpu') return;
    runFunctionsEagerly(true);
    try {
      expect([await holds(3), await holds(7)]).toEqual([true, false]);
    } finally {
      runFunctionsEagerly(false);
    }
  });
});

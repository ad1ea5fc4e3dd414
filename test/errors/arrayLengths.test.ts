import { scalar } from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import { programOf } from '../staged/compare.js';
import { executors } from '../support/index.js';

beforeAll(executors[0]!.start);

const call = async (body: string) => {
  const f = await programOf(`export async function f(x) { "use graph"; ${body} }`);
  return f(scalar(1));
};

it('arrays of different lengths, which branches make, are offered push(), which works', async () => {
  await expect(call('let r; if (x > 0) r = [x, x]; else r = [x]; return r;')).rejects.toThrow(
    /push\(\) onto it in the branches/,
  );
  const returned = await call('const r = []; r.push(x); if (x > 0) r.push(x); return r;');
  expect(returned).toHaveLength(2);
});

it('toString() is named among what reads a tensor', async () => {
  await expect(call('return x.toString();')).rejects.toThrow(/toString\(\)/);
});

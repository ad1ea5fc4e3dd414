import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* The methods that compare two Sets, which Node has from version 22 on. */
const isMissing = !('union' in Set.prototype);

function union(this: Set<unknown>, other: Iterable<unknown>) {
  return new Set([...this, ...other]);
}

describe('a union of Sets', () => {
  beforeAll(async () => {
    await useCpu();
    if (isMissing)
      Object.defineProperty(Set.prototype, 'union', { value: union, configurable: true });
  });
  afterAll(() => {
    if (isMissing) Reflect.deleteProperty(Set.prototype, 'union');
  });

  it('is what JavaScript makes of what the program holds', async () => {
    const body = 'const s = new Set([1, 2]).union(new Set([2, 3])); return s.size * a;';
    expect(await compareBody(body, 'cpu')).toEqual({ failure: null, refusals: [] });
  });

  it.each([
    'const s = new Set([a, b]); return s.union(new Set([1, 2])).size;',
    'const s = new Set(["x"]); if (a > 0) s.add("y"); return new Set(["z"]).union(s).size;',
  ])('is refused where a tensor decides: %s', async (body) => {
    const { failure } = await compareBody(body, 'cpu');
    expect(failure?.actual).toMatchObject({ refusal: 'tensor-key' });
    expect(failure?.actual.error).toMatch(/^union\(\) asks what two Sets hold/);
  });
});

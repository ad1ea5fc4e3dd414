import { scalar } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { programOf } from './compare.js';
import { compareBody } from './compareBody.js';

/* The message that a path gives an error: it is a property of the error as others are, and the graph may make it. */
const bodies: readonly string[] = [
  `const e = new Error('before'); try { if (a > 0) { e.message = 'set'; throw e; } } catch (f) { return f.message === 'set' ? 1 : 2; } return e.message === 'before' ? 3 : 4;`,
  `const e = new Error('before'); let s = 0; try { if (a > 0) { e.message += '!'; throw e; } s = 1; } catch (f) { s = f.message.length; } return s;`,
  `let s = 0; try { try { if (a > 0) throw new Error('m'); } catch (e) { e.message = 'outer ' + e.message; throw e; } } catch (e) { s = e.message.length; } return s;`,
  `let s = 0, c = 0; const e = new Error('m'); try { try { if (a > 0) { e.message = 'longer'; throw e; } } finally { c += e.message.length; } } catch (f) { s = f.message.length; } return [s, c];`,
  `const errors = ['a', 'bb', 'ccc'].map((m) => new Error(m)); let r = -1; try { for (let i = 0; i < 3; i++) if (v[i] > 2) { errors[i].message += 'x'; throw errors[i]; } } catch (e) { r = e.message.length; } return r;`,
];

const programs: readonly (readonly [body: string, name: string, message: string])[] = [
  [
    `try { if (x < 0) throw new Error('neg'); } catch (e) { e.message = 'wrapped: ' + e.message; throw e; }`,
    'Error',
    'wrapped: neg',
  ],
  [`const e = new Error('e0'); if (x < 0) { e.message = 'neg'; throw e; }`, 'Error', 'neg'],
  [`const e = new Error('e0'); if (x < 0) { e.message += '!'; throw e; }`, 'Error', 'e0!'],
  [
    `class Mine extends RangeError { name = 'Mine'; } const e = new Mine('e0'); if (x < 0) { e.message = 'neg'; e.code = 5; throw e; }`,
    'Mine',
    'neg',
  ],
  [
    `try { if (x < 0) throw new Error('neg'); } catch (e) { e.name = 'Custom'; e.message = 'm'; throw e; }`,
    'Custom',
    'm',
  ],
  [
    `for (let i = 0; i < x + 5; i++) { try { if (i > 1) throw new Error('at ' + i); } catch (e) { e.message = 'w ' + e.message; throw e; } }`,
    'Error',
    'w at 2',
  ],
];

describe.each(executors)('the message of a thrown error, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(programs)('outside of the graph: %s', async (body, name, message) => {
    const f = await programOf(`export async function f(x) { "use graph"; ${body} return x; }`);
    for (const _ of ['traced', 'replayed']) {
      const error = await (f(scalar(-2)) as Promise<unknown>).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ name, message });
      expect((error as Error).stack).toMatch(new RegExp(`^${name}: ${message}\n    at `));
    }
  });
});
